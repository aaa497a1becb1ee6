import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasm)).buffer } });

/** Dots per point: a label printer has eight dots a millimetre. */
const scale = (8 * 25.4) / 72;

/** Draws each page of a PDF as a label printer does, and reads its barcodes from the dots. @returns the texts by page, from the top */
export async function barcodesOf(bytes: Uint8Array): Promise<string[][]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages: string[][] = [];
  try {
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale, render: 'bitmap' });
      const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' } as const;
      const found = await readBarcodes(image as ImageData, { formats: ['Code128', 'QRCode'], maxNumberOfSymbols: 50 });
      const sorted = found.sort(
        ({ position: { topLeft: one } }, { position: { topLeft: other } }) =>
          (Math.abs(one.y - other.y) > 20 ? one.y - other.y : 0) || one.x - other.x,
      );
      pages.push(sorted.map(({ text }) => text));
    }
  } finally {
    document.destroy();
    library.destroy();
  }
  return pages;
}
