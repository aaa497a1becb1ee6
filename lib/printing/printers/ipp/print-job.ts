import type { PrinterAnswer } from '../printer.ts';
import { PrinterRefused, PrinterSilent } from '../printer.ts';
import { decodeAnswer, type IppAnswer } from './decode.ts';
import { encodeRequest } from './encode.ts';
import { jobStates, lastSuccess, statusName } from './status.ts';
import type { Attribute } from './value.ts';

/** The code of the operation Print-Job (RFC 8011, section 4.2.1). */
const printJob = 0x0002;

/** Bytes of a name: `name(MAX)` of RFC 8011, section 5.1.3. */
const longestName = 255;

/** Attributes of a Print-Job, without its document. */
export interface PrintJobValues {
  /** `ipp://…` */
  readonly uri: string;
  readonly title: string;
  readonly user: string;
  readonly media: string | null;
  /** Media type of the file. */
  readonly format: string;
}

/**
 * Returns the bytes of a Print-Job request; the file follows them. Pages are printed in their own size: bars that a printer makes larger or
 * smaller are no whole dots any more. A printer that does not know `print-scaling` (PWG 5100.13) or the paper ignores it.
 */
export function printJobRequest({ uri, title, user, media, format }: PrintJobValues): Buffer {
  return encodeRequest({
    operation: printJob,
    operationAttributes: [
      ['attributes-charset', 'charset', 'utf-8'],
      ['attributes-natural-language', 'naturalLanguage', 'en'],
      ['printer-uri', 'uri', uri],
      ['requesting-user-name', 'name', cut(user)],
      ['job-name', 'name', cut(title)],
      ['ipp-attribute-fidelity', 'boolean', false],
      ['document-format', 'mimeMediaType', format],
    ],
    jobAttributes: [
      ['print-scaling', 'keyword', 'none'],
      ...(media === null ? [] : [['media', 'keyword', media] satisfies Attribute]),
    ],
  });
}

/** Cuts a text to the longest name in bytes, between two letters. */
function cut(text: string): string {
  let short = [...text].slice(0, longestName);
  while (Buffer.byteLength(short.join('')) > longestName) short = short.slice(0, -1);
  return short.join('');
}

/**
 * Reads the answer to a Print-Job.
 * @throws PrinterRefused if the printer took no job or has given it up; PrinterSilent for an answer that is not of IPP
 */
export function printJobAnswer(body: Buffer): PrinterAnswer {
  const { status, attributes } = decoded(body);
  const text = (name: string) =>
    attributes
      .get(name)
      ?.filter((value) => value !== 'none')
      .join(', ') || null;
  const words = text('status-message') ?? text('detailed-status-message');
  if (status > lastSuccess) throw new PrinterRefused(`answered ${statusName(status)}${words ? `: ${words}` : ''}`);
  const id = attributes.get('job-id')?.[0];
  const state = jobStates[Number(attributes.get('job-state')?.[0])] ?? null;
  const message = text('job-state-message') ?? text('job-state-reasons');
  if (state === 'aborted' || state === 'canceled') {
    throw new PrinterRefused(`has ${state} the job${message ? `: ${message}` : ''}`);
  }
  return { status: statusName(status), job_id: typeof id === 'number' ? id : null, job_state: state, message };
}

function decoded(body: Buffer): IppAnswer {
  try {
    return decodeAnswer(body);
  } catch {
    throw new PrinterSilent('did not answer in the Internet Printing Protocol. Check its address');
  }
}
