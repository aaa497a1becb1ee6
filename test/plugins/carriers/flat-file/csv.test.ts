import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvForm, csv, csvFile } from '../../../../plugins/carriers/flat-file/csv.ts';
import { encode, encodings } from '../../../../plugins/carriers/flat-file/encoding.ts';
import { fillTemplate, template } from '../../../../plugins/carriers/flat-file/template.ts';

const form = (values: Partial<CsvForm> = {}): CsvForm => ({
  delimiter: ',',
  quote: 'needed',
  newline: 'crlf',
  ...values,
});

test.each([
  ['plain', 'needed', 'plain\r\n'],
  ['a,b', 'needed', '"a,b"\r\n'],
  ['say "hi"', 'needed', '"say ""hi"""\r\n'],
  [' blank', 'needed', '" blank"\r\n'],
  ['two\r\nlines', 'needed', 'two lines\r\n'],
  ['plain', 'always', '"plain"\r\n'],
  ['a,b', 'never', 'a b\r\n'],
] as const)('the value %j with quotes %s', (value, quote, expected) => {
  expect(csv([[value]], form({ quote }))).toBe(expected);
});

test.each([
  ['=HYPERLINK("http://x.example","Click")', `"'=HYPERLINK(""http://x.example"",""Click"")"`],
  ['+49 30 1234', "'+49 30 1234"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "' =1+1"],
  ['\r=1+1', "' =1+1"],
  [' =1+1', "' =1+1"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['＝1+1', "'＝1+1"],
  ['–cmd', "'–cmd"],
  ['-12.50', '-12.50'],
  ['+3', '+3'],
  ['-1,250', '"-1,250"'],
  ['a=b', 'a=b'],
])('the value %j is no formula: %s', (value, expected) => {
  expect(csv([[value]], form())).toBe(`${expected}\r\n`);
});

test('no cell begins as a formula in any encoding, and numbers stay numbers', () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' ', '＝', '＋', '－', '＠', '—', '﹣', '\u200b');
  const value = fc
    .tuple(fc.array(start, { maxLength: 3 }), fc.string({ unit: 'grapheme' }))
    .map(([signs, rest]) => signs.join('') + rest);
  const double = fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
    .map((each) => each.toFixed(2));
  fc.assert(
    fc.property(fc.oneof(value, double), fc.constantFrom(...encodings), (text, encoding) => {
      const written = csvFile([['x', text]], { ...form({ quote: 'always' }), encoding });
      const [[, cell = '']] = parse(
        new TextDecoder(encoding === 'us-ascii' ? 'windows-1252' : encoding.replace('-bom', '')).decode(written),
      ) as [string[]];
      const isNumber = /^[+-]?\d+([.,]\d+)?$/.test(text);
      if (isNumber) expect(cell).toBe(text);
      else expect(cell.trim()).not.toMatch(/^[=+\-@]/);
    }),
  );
});

test('a character that becomes a quote or a delimiter in an encoding neither ends nor splits a value', () => {
  const values = ['say “hi”', 'one；two', 'three，four'];
  const written = csvFile([values], { ...form({ delimiter: ';' }), encoding: 'iso-8859-2' });
  expect(parse(written.toString('latin1'), { delimiter: ';' })).toEqual([['say "hi"', 'one;two', 'three,four']]);
});

test('other programs read the same values, with any characters', () => {
  const value = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}|[\u2028\u2029\ufeff]/u.test(text));
  const lines = fc.array(fc.array(value, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });
  const any = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quote: fc.constantFrom<'needed' | 'always'>('needed', 'always'),
    newline: fc.constantFrom<'crlf' | 'lf'>('crlf', 'lf'),
  });
  fc.assert(
    fc.property(lines, any, (rows, how) => {
      // A value that would be a formula has an apostrophe before it.
      const read = parse(csv(rows, how), { delimiter: how.delimiter }) as string[][];
      expect(
        read.map((row, at) => row.map((cell, index) => (cell === `'${rows[at]![index]}` ? cell.slice(1) : cell))),
      ).toEqual(rows);
    }),
  );
});

test('without quotes every line still has as many values as columns', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 }), (values) => {
      const line = csv([values], form({ quote: 'never', newline: 'lf' }));
      expect(line.split('\n')).toHaveLength(2);
      expect(line.split(',')).toHaveLength(values.length);
    }),
  );
});

describe('an encoding', () => {
  test.each([
    ['windows-1252', 'Müller €', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80]],
    ['iso-8859-15', '€', [0xa4]],
    ['iso-8859-2', 'Łódź', [0xa3, 0xf3, 0x64, 0xbc]],
    ['utf-8-bom', 'ü', [0xef, 0xbb, 0xbf, 0xc3, 0xbc]],
    ['windows-1252', 'u\u0308', [0xfc]],
    ['windows-1252', '‚Ÿ–œ“', [0x82, 0x9f, 0x96, 0x9c, 0x93]],
  ] as const)('%s writes %s', (encoding, text, bytes) => {
    expect([...encode(text, encoding)]).toEqual(bytes);
  });

  test.each([
    ['windows-1252', 'Łódź', 'Lódz'],
    ['us-ascii', 'Groß-Gerau, Ærø', 'Gross-Gerau, AEro'],
    ['windows-1252', '北京 3', '?? 3'],
    ['us-ascii', '“5 €”', '"5 EUR"'],
  ] as const)('%s writes %s with what is most like it', (encoding, text, expected) => {
    expect(new TextDecoder('windows-1252').decode(encode(text, encoding))).toBe(expected);
  });

  test.each(encodings.filter((name) => !name.startsWith('utf') && !['us-ascii', 'windows-1252'].includes(name)))(
    '%s gives back all that it has',
    (name) => {
      const all = new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
      const text = [...all].filter((character) => character !== '\ufffd').join('');
      expect(new TextDecoder(name).decode(encode(text, name))).toBe(text);
    },
  );
});

describe('a template', () => {
  test('is filled in at its placeholders', () => {
    const parts = template('{order}/{carton:2}!', ['order', 'carton']);
    expect(typeof parts === 'string' ? parts : fillTemplate(parts, ({ name, width }) => `<${name} ${width}>`)).toBe(
      '<order undefined>/<carton 2>!',
    );
  });

  test.each([
    ['{ordr}', /^expected one of \{order\}, \{carton\}, and not \{ordr\}/],
    ['{order', /^expected \{ and \} around a name only/],
    ['order}', /^expected \{ and \} around a name only/],
    ['{order:x}', /^expected \{ and \} around a name only/],
  ])('%s is none', (text, expected) => {
    expect(template(text, ['order', 'carton'])).toMatch(expected);
  });
});
