import { describe, expect, test } from 'vitest';
import { missingLetters } from '../../../lib/printing/missing-letters.ts';
import { directionOf, hasRightToLeft, visualRuns } from '../../../lib/printing/right-to-left.ts';
import { Sheet } from '../../../lib/printing/sheet.ts';
import { placesOf } from './read-pdf.ts';

const shown = (line: string) => visualRuns(line, directionOf(line)).map(({ text }) => text);

describe('a line with letters that run from right to left', () => {
  test.each([
    ['an address with Arabic digits', 'شارع مخترع ١٢', ['١٢', 'شارع مخترع ']],
    ['an address with European digits and brackets', 'רחוב (א) 12', ['12', 'רחוב )א( ']],
    ['a Latin line with an Arabic name', 'c/o محمد المثال, flat 3', ['c/o ', 'محمد المثال', ', flat 3']],
    ['a Hebrew line with a Latin name', 'שלום ACME 7 בית', [' בית', 'ACME 7', 'שלום ']],
  ])('has its runs in the order of Unicode: %s', (_, line, runs) => {
    expect(shown(line)).toEqual(runs);
    expect(hasRightToLeft(line)).toBe(true);
  });

  test('is drawn with its first word at the right, and digits as they are written', async () => {
    const sheet = new Sheet({ title: 'T', at: new Date(0) });
    sheet.page([288, 432]);
    sheet.text('محمد المثال', 20, 20, 240, { size: 12 });
    sheet.text('شارع مخترع ١٢', 20, 40, 240, { size: 12 });
    sheet.text('שלום ABC 12 בית', 20, 60, 240, { size: 12, line: true });
    sheet.text('ab\nשלום בית\ncd', 20, 100, 240, { size: 12 });
    sheet.pdf.end();
    const chunks: Buffer[] = [];
    for await (const chunk of sheet.pdf as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    const places = await placesOf(Buffer.concat(chunks));
    // The reader puts the letters on the paper into reading order.
    expect(places.map(({ text }) => text)).toEqual([
      'محمد المثال',
      'شارع مخترع ١٢',
      'שלום ABC 12 בית',
      'ab',
      'שלום בית',
      'cd',
    ]);
    expect(places.at(5)?.y).toBeLessThan(places.at(4)?.y ?? 0);
  });

  test('breaks into lines that begin with its first words', () => {
    const sheet = new Sheet({ title: 'T', at: new Date(0) });
    sheet.page([288, 432]);
    const words = Array.from({ length: 20 }, (_, at) => `שלום${at}`).join(' ');
    const one = sheet.heightOf('שלום', 240, { size: 12 });
    expect(sheet.heightOf(words, 240, { size: 12 })).toBeGreaterThan(2 * one);
    expect(sheet.text(words, 20, 20, 240, { size: 12 })).toBe(sheet.heightOf(words, 240, { size: 12 }));
  });
});

test('letters that the font lacks are named with their text, their field and their order', () => {
  const address = { name: '例示 太郎', address_1: 'Ελλάδα Київ ١٢ שלום Nguyễn', city: null };
  const content = { number: 'K-1-1', orders: ['S-1', 'S-2'], ship_to: address, from: { name: 'ไทย' } };
  expect(missingLetters({ content: content as never })).toEqual([
    { order: 'S-1, S-2', field: 'ship_to.name', text: '例示 太郎', letters: '例示太郎' },
    { order: 'S-1, S-2', field: 'from.name', text: 'ไทย', letters: 'ไทย' },
  ]);
  const picklist = { number: 'P-1', orders: [{ number: 'S-8' }, { number: 'S-9', customer: '太郎 太郎' }], stops: [] };
  expect(missingLetters({ content: picklist as never })).toEqual([
    { order: 'S-9', field: 'orders.1.customer', text: '太郎 太郎', letters: '太郎' },
  ]);
});
