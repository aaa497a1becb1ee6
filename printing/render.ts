import type { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { drawCartonLabel } from './carton-label.ts';
import type { DocumentKind, Printed } from './content.ts';
import { drawPackingSlip } from './packing-slip.ts';
import { drawPicklist } from './picklist.ts';
import { type Fonts, type Paper, Sheet } from './sheet.ts';

/** How documents of a house look. */
export interface PrintSettings {
  readonly paper: Paper;
  /** Files in place of the fonts that come with Conveyor. */
  readonly fonts?: Fonts | undefined;
}

/** What each kind is called. */
export const kindWords: Readonly<Record<DocumentKind, string>> = {
  picklist: 'Pick list',
  packingslip: 'Packing slip',
  cartonlabel: 'Carton label',
};

/** Bytes that may wait for whoever reads them before the next document is drawn. */
const mostAhead = 1_048_576;

/**
 * Draws documents into one PDF, each from a page of its own. They are drawn as they are read: of many thousands only a few are in
 * memory. The same documents give the same bytes.
 * @param about.at creation date of the file
 * @returns a stream; an error of `documents` breaks it off
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
  const thirsty = reading(stream);
  for await (const printed of documents) {
    // Drawing takes some milliseconds each: others have their turn in between.
    await immediate();
    if (stream.readableLength > mostAhead) await thirsty();
    // Whoever asked for it has gone.
    if (stream.destroyed) return;
    draw(sheet, printed, paper);
  }
  sheet.pdf.end();
}

/** @returns a function that waits until the stream is read on, or closed: PDFKit writes whatever it is given, and asks nobody */
function reading(stream: Readable): () => Promise<void> {
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
