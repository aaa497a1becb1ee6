import type { Readable } from 'node:stream';
import type { Printed } from '../../../lib/printing/content.ts';
import { kindNames, type PrintSettings, pdfOf } from '../../../lib/printing/pdf.ts';
import { PoolFull } from '../../../lib/threads/calls.ts';
import { problem } from '../../platform/problems/problems.ts';

/** Returns the title of the file of one document. */
export const titleOf = ({ kind, content }: Printed): string => `${kindNames[kind]} ${content.number}`;

/** Returns the file of one document. @throws 503 while too many files are read */
export async function pdfBytes(printed: Printed, settings: PrintSettings): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const file = openPdf([printed], { title: titleOf(printed), at: printed.printed_at }, settings);
  for await (const chunk of file) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Like `pdfOf`. @throws 503 while too many files are read */
export function openPdf(...file: Parameters<typeof pdfOf>): Readable {
  try {
    return pdfOf(...file);
  } catch (error) {
    if (!(error instanceof PoolFull)) throw error;
    throw problem('service.unavailable', 'Too many PDF files are read now. Try again in a moment.');
  }
}
