import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LabelsContent, Printed } from '../../../lib/printing/content.ts';
import { labelCode } from '../../../lib/printing/label-code.ts';
import { type PrintSettings, pdfOf } from '../../../lib/printing/pdf.ts';
import { barcodesOf } from './read-barcodes.ts';
import { readPdf } from './read-pdf.ts';

const printed_at = new Date('2026-11-26T09:40:12Z');
const labels = (names: readonly string[], more: Partial<LabelsContent['labels'][number]> = {}): Printed => ({
  kind: 'locationlabel',
  id: 7,
  printed_at,
  content: { number: 'x', labels: names.map((name) => ({ name, code: name, above: 'Main', ...more })) },
});
const shelves = (count: number) =>
  Array.from({ length: count }, (_, at) => `A-${Math.floor(at / 4) + 1}-${(at % 4) + 1}`);

async function bytesOf(documents: Iterable<Printed>, settings: PrintSettings): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pdfOf(documents, { title: 'Test', at: printed_at }, settings)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('labels', () => {
  test.each(['a4', 'letter'] as const)('are ten on a sheet of %s, and a scanner reads each', async (paper) => {
    const names = shelves(23);
    const bytes = await bytesOf([labels(names)], { paper });
    const { pages, sizes } = await readPdf(bytes);
    expect(sizes).toEqual(Array.from({ length: 3 }, () => (paper === 'a4' ? [595, 842] : [612, 792])));
    expect(pages.map((page) => page.match(/Main/g)?.length)).toEqual([10, 10, 3]);
    expect(await barcodesOf(bytes)).toEqual([names.slice(0, 10), names.slice(10, 20), names.slice(20)]);
  });

  test('are one on each page of label size', async () => {
    const bytes = await bytesOf([labels(['A-1', 'B-2'])], { paper: 'a4', labels: 'single' });
    expect((await readPdf(bytes)).sizes).toEqual([
      [288, 432],
      [288, 432],
    ]);
    expect(await barcodesOf(bytes)).toEqual([['A-1'], ['B-2']]);
  });

  test('show the name, and have a code of their own', async () => {
    const bytes = await bytesOf([labels(['Regal 7'], { code: '00012345' })], { paper: 'a4' });
    expect((await readPdf(bytes)).pages[0]).toMatch(/Main[\s\S]*Regal 7[\s\S]*00012345/);
    expect(await barcodesOf(bytes)).toEqual([['00012345']]);
  });

  test('have codes that a scanner reads from the dots of a label printer, whatever letters they have', {
    timeout: 90_000,
  }, async () => {
    const letter = fc.constantFrom(...'abcxyzABCXYZ0123456789.-_@#/ {}~!');
    const code = fc.array(letter, { minLength: 1, maxLength: 31, size: 'max' }).map((letters) => letters.join(''));
    const codes = fc
      .sample(code, { numRuns: 60, seed: 7 })
      .map((text) => text.trim())
      .filter((text) => labelCode(text) === 'code128');
    expect(codes.filter((text) => text.length > 25).length).toBeGreaterThan(3);
    for (const settings of [{ paper: 'a4' }, { paper: 'letter' }, { paper: 'a4', labels: 'single' }] as const) {
      const all = codes.map((one): Printed => labels(['x'], { code: one }));
      expect(await barcodesOf(await bytesOf(all, settings))).toEqual(codes.map((one) => [one]));
    }
  });

  test('have a QR code for up to 254 characters, which a scanner reads from the dots of a label printer', {
    timeout: 90_000,
  }, async () => {
    const codes = [32, 33, 41, 62, 63, 90, 128, 180, 213, 230, 254].map((length) =>
      `${'long.address-'.repeat(20)}`.slice(0, length - 12).concat('@example.com'),
    );
    for (const settings of [{ paper: 'a4' }, { paper: 'letter' }, { paper: 'a4', labels: 'single' }] as const) {
      const apart = codes.map((one): Printed => labels(['Ana Weber'], { code: one }));
      expect(await barcodesOf(await bytesOf(apart, settings))).toEqual(codes.map((one) => [one]));
      const together = labels([], {});
      const content = { number: 'x', labels: codes.slice(1).map((code) => ({ name: 'Ana Weber', code, above: null })) };
      const read = await barcodesOf(await bytesOf([{ ...together, content } as Printed], settings));
      expect(read.flat().toSorted()).toEqual(codes.slice(1).toSorted());
    }
  });

  test('say why they have no barcode', async () => {
    const bytes = await bytesOf([labels(['Стеллаж 5']), labels(['N'.repeat(255)])], { paper: 'a4' });
    const { pages } = await readPdf(bytes);
    for (const page of pages) expect(page).toContain('No barcode');
    expect(pages[0]).toContain('Стеллаж 5');
    expect(await barcodesOf(bytes)).toEqual([[], []]);
  });

  test('are the same to the byte each time', async () => {
    const settings = { paper: 'a4' } as const;
    const [one, other] = [
      await bytesOf([labels(shelves(12))], settings),
      await bytesOf([labels(shelves(12))], settings),
    ];
    expect(one.equals(other)).toBe(true);
  });
});
