import type { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { drawCartonLabel } from './carton-label.ts';
import type { DocumentKind, Printed } from './content.ts';
import { drawPackingSlip } from './packing-slip.ts';
import { drawPicklist } from './picklist.ts';
import { type Fonts, type Paper, Sheet } from './sheet.ts';

/** Layout settings of documents. */
export interface PrintSettings {
  readonly paper: Paper;
  /** Font files that replace the bundled fonts. */
  readonly fonts?: Fonts | undefined;
}

/** Names of the kinds of documents. */
export const kindNames: Readonly<Record<DocumentKind, string>> = {
  picklist: 'Pick list',
  packingslip: 'Packing slip',
  cartonlabel: 'Carton label',
};

/** Greatest number of unread bytes. Above it the next document waits. */
const mostAhead = 1_048_576;

/**
 * Draws documents into one PDF, each on a new page. Documents are drawn while the stream is read, so that only a few are in memory.
 * Equal documents have equal bytes.
 * @param about.at creation date of the file
 * @returns a stream; an error of `documents` destroys it
 */
export function pdfOf(
  documents: Iterable<Printed> | AsyncIterable<Printed>,
  about: { title: string; at: Date },
  { paper, fonts }: PrintSettings,
): Readable {
  const sheet = new Sheet({ ...about, fonts });
  const stream = sheet.pdf as unknown as Readable;
  void drawAll(sheet, stream, documents, paper).catch((error) => stream.destroy(error as Error));
  return stream;
}

async function drawAll(
  sheet: Sheet,
  stream: Readable,
  documents: Iterable<Printed> | AsyncIterable<Printed>,
  paper: Paper,
): Promise<void> {
  const drained = waitForRead(stream);
  for await (const printed of documents) {
    // Each document takes some milliseconds. Other tasks run in between.
    await immediate();
    if (stream.readableLength > mostAhead) await drained();
    // The reader has closed the stream.
    if (stream.destroyed) return;
    draw(sheet, printed, paper);
  }
  sheet.pdf.end();
}

/** Returns a function that waits until the stream is read or closed, because PDFKit has no backpressure. */
function waitForRead(stream: Readable): () => Promise<void> {
  let wake: (() => void) | undefined;
  stream._read = () => wake?.();
  stream.once('close', () => wake?.());
  return () =>
    new Promise((resolve) => {
      if (stream.destroyed) resolve();
      else wake = resolve;
    });
}

function draw(sheet: Sheet, printed: Printed, paper: Paper): void {
  switch (printed.kind) {
    case 'picklist':
      drawPicklist(sheet, printed, paper);
      break;
    case 'packingslip':
      drawPackingSlip(sheet, printed, paper);
      break;
    case 'cartonlabel':
      drawCartonLabel(sheet, printed);
  }
}
