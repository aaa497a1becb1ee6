import { type OutgoingAnswer, Sender } from '../../outgoing/sender.ts';
import { answerText } from '../../outgoing/text.ts';
import { printJobAnswer, printJobRequest } from './ipp/print-job.ts';
import { type Printer, type PrinterAnswer, PrinterRefused, PrinterSilent, type PrintJob } from './printer.ts';

/** Seconds for a whole job. Some printers answer only when they have read all pages. */
const longest = 30;

/**
 * All addresses are allowed, because the operators' own file names them: most printers are in a private network. A
 * connection is for one job: a label printer may be switched off between two.
 */
const sender = new Sender({
  allow: 'anything',
  timeoutMs: longest * 1000,
  answerLimit: 64 * 1024,
  connections: 4,
  keepOpen: false,
});

/**
 * Sends a job to a printer, once: a second attempt could print it twice.
 * @returns what the printer said
 * @throws PrinterRefused, PrinterSilent
 */
export async function sendToPrinter(printer: Printer, job: PrintJob): Promise<PrinterAnswer> {
  return /^ipps?:/i.test(printer.url) ? sendByIpp(printer, job) : sendByHttp(printer, job);
}

async function sendByHttp(printer: Printer, { title, file, mediaType }: PrintJob): Promise<PrinterAnswer> {
  const ending = mediaType === 'application/pdf' ? '.pdf' : '';
  const name = `${title.replace(/[^\w.+-]+/g, '-')}${ending}`;
  const answer = await post(printer, printer.url, {
    headers: { 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"` },
    body: file,
  });
  return { status: String(answer.status), job_id: null, job_state: null, message: wordsOf(answer) };
}

async function sendByIpp(printer: Printer, { title, user, file, mediaType }: PrintJob): Promise<PrinterAnswer> {
  const head = printJobRequest({ uri: printer.url, title, user, media: printer.media, format: formatOf(mediaType) });
  const answer = await post(printer, httpAddress(printer.url), {
    headers: { 'content-type': 'application/ipp', accept: 'application/ipp' },
    body: Buffer.concat([head, file]),
  });
  return printJobAnswer(answer.body);
}

/**
 * Returns the format of a job. Pages and pictures have names that printers share. Printers name their own languages
 * in many ways, such as ZPL, so the printer detects the format itself (RFC 8011, section 5.1.10).
 */
export const formatOf = (mediaType: string): string =>
  /^(application\/pdf|image\/)/i.test(mediaType) ? mediaType : 'application/octet-stream';

/** Returns the address for HTTP of one of IPP, whose port is 631 (RFC 8010, section 4, and RFC 7472). */
export function httpAddress(url: string): string {
  const { protocol, host, port, pathname, search } = new URL(url);
  return `${protocol === 'ipps:' ? 'https' : 'http'}://${host}${port === '' ? ':631' : ''}${pathname || '/'}${search}`;
}

async function post(
  printer: Printer,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
): Promise<OutgoingAnswer> {
  let answer: OutgoingAnswer;
  try {
    answer = await sender.send(url, { method: 'POST', headers: { ...headers, ...authorization(printer) }, body });
  } catch (error) {
    throw new PrinterSilent(`did not answer: ${(error as Error).message}`, { cause: error });
  }
  if (answer.status >= 200 && answer.status <= 299) return answer;
  const words = wordsOf(answer);
  throw new PrinterRefused(`answered ${answer.status}${words ? `: ${words}` : ''}`);
}

function authorization({ account, apiKey }: Printer): Record<string, string> {
  if (apiKey !== null) return { authorization: `Bearer ${apiKey}` };
  if (account === null) return {};
  return { authorization: `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}` };
}

/** Letters of an answer that are shown. */
const shown = 200;

/** Returns the beginning of an answer in words; null for a web page, for bytes, and for an empty answer. */
function wordsOf(answer: OutgoingAnswer): string | null {
  if (!/^(text\/plain|application\/(\w+\+)?json)/.test(String(answer.headers['content-type'] ?? ''))) return null;
  const text = answerText(answer)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, shown).join('');
}
