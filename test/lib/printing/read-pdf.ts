import { extractText, getDocumentProxy } from 'unpdf';

/** The readable content of a PDF: the text of each page, and its size in points. */
export interface ReadPdf {
  readonly pages: readonly string[];
  readonly sizes: readonly (readonly [number, number])[];
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The reader takes ownership of the bytes, so it gets a copy.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  const sizes: [number, number][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const [, , width, height] = (await pdf.getPage(number)).view as [number, number, number, number];
    sizes.push([Math.round(width), Math.round(height)]);
  }
  return { pages: text, sizes };
}

/** A piece of text on the first page, with where its baseline begins, in points from the lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export async function placesOf(bytes: Uint8Array): Promise<PlacedText[]> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    return [{ text: item.str, x: item.transform[4], y: item.transform[5] }];
  });
}
