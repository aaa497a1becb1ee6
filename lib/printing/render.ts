import { drawCartonLabel } from './carton-label.ts';
import { drawCommandSheet } from './command-sheet.ts';
import type { Printed } from './content.ts';
import { drawLabels } from './labels.ts';
import { drawPackingSlip } from './packing-slip.ts';
import type { FileStart, PrintSettings } from './pdf.ts';
import { drawPicklist } from './picklist.ts';
import { drawReturnSlip } from './return-slip.ts';
import { Sheet } from './sheet.ts';

/** A PDF file that grows by one document after the other. */
export class PdfFile {
  readonly #sheet: Sheet;
  readonly #settings: PrintSettings;

  constructor({ settings, ...about }: FileStart) {
    this.#sheet = new Sheet({ ...about, fonts: settings.fonts });
    this.#settings = settings;
  }

  /** Draws a document on new pages. @returns the bytes of the file that are complete */
  draw(printed: Printed): Uint8Array {
    const { paper, labels = 'sheet' } = this.#settings;
    if (printed.kind === 'picklist') drawPicklist(this.#sheet, printed, paper);
    else if (printed.kind === 'packingslip') drawPackingSlip(this.#sheet, printed, paper);
    else if (printed.kind === 'cartonlabel') drawCartonLabel(this.#sheet, printed);
    else if (printed.kind === 'commandsheet') drawCommandSheet(this.#sheet, printed, paper);
    else if (printed.kind === 'returnslip') drawReturnSlip(this.#sheet, printed, paper);
    else drawLabels(this.#sheet, printed, labels === 'sheet' ? paper : 'label');
    return (
      ((this.#sheet.pdf as unknown as NodeJS.ReadableStream).read() as unknown as Buffer | null) ?? new Uint8Array()
    );
  }

  /** Ends the file. @returns the rest of its bytes */
  async end(): Promise<Uint8Array> {
    this.#sheet.pdf.end();
    const chunks: Buffer[] = [];
    for await (const chunk of this.#sheet.pdf as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}
