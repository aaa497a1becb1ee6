import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bracketed, elementString, printed, separator } from '../../../lib/barcodes/elements.ts';
import { checkDigit, formsOfGtin, gtin14 } from '../../../lib/barcodes/gtin.ts';
import { type Element, fixedLength } from '../../../lib/barcodes/identifiers.ts';
import { readBarcode } from '../../../lib/barcodes/read.ts';

const year = 2026;
const gs = separator;
const gtin = '09506000134352';
const read = (code: string) => readBarcode(code, year);
const valuesOf = (code: string) => {
  const { elements, ...values } = read(code).gs1 ?? { elements: [] };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
};

describe('a GS1 code', () => {
  const goods = { gtin, lot: 'ABC', serial: 'S/1', expires_on: '2027-05-31', qty: 12 };
  test.each([
    ['of GS1-128', `]C101${gtin}17270531${'10ABC'}${gs}21S/1${gs}3012`],
    ['of a Data Matrix', `]d2${gs}01${gtin}3012${gs}10ABC${gs}17270531${gs}21S/1`],
    ['of a QR code', `]Q301${gtin}1727053121S/1${gs}10ABC${gs}3012`],
    ['of a DataBar', `]e001${gtin}1727053110ABC${gs}21S/1${gs}3012`],
    ['without a symbology identifier', `01${gtin}1727053110ABC${gs}21S/1${gs}3012\r`],
    [
      'with the separator before it and after each value',
      `${gs}01${gtin}${gs}17270531${gs}10ABC${gs}21S/1${gs}3012${gs}`,
    ],
    ['as people write it', `(01)${gtin}(17)270531(10)ABC(21)S/1(30)12`],
    ['as people write it, with blanks', ` (01) ${gtin} (17) 270531 (10) ABC (21) S/1 (30) 12 `],
    ['as a digital link', `https://id.gs1.org/01/${gtin}/10/ABC/21/S%2F1?17=270531&30=12`],
    [
      'as a digital link of a shop',
      `HTTP://shop.example/p/tea/01/9506000134352/10/ABC/21/S%2F1?linkType=gs1:pip&17=270531&30=12#top`,
    ],
  ])('%s has its values', (_, code) => {
    expect(valuesOf(code)).toEqual(goods);
    expect(read(code).code).toContain(`(01)${gtin}`);
  });

  test('has values after weights and other identifiers that nobody asked for', () => {
    const weighed = `01${gtin}3103001250${'240X-7'}${gs}4109506000134352${'15270600'}10L1`;
    expect(valuesOf(weighed)).toEqual({ gtin, weight_kg: '1.25', expires_on: '2027-06-30', lot: 'L1' });
    expect(read(weighed).gs1?.elements.map(({ ai }) => ai)).toEqual(['01', '3103', '240', '410', '15', '10']);
    expect(valuesOf(`]C1392512${gs}7003${'2705311200'}${gs}422276${gs}10L1`)).toEqual({ lot: 'L1' });
  });

  test('of a logistic unit has its number, and the articles in it with their count', () => {
    expect(valuesOf(`]C100106141412345678908`)).toEqual({ sscc: '106141412345678908' });
    expect(valuesOf(`02${gtin}3724`)).toEqual({ gtin, qty: 24 });
    expect(valuesOf('https://example.com/00/106141412345678908')).toEqual({ sscc: '106141412345678908' });
  });

  test('expires on 17, and otherwise at the end of its best time', () => {
    expect(valuesOf(`01${gtin}1527060017270531`).expires_on).toBe('2027-05-31');
    expect(valuesOf(`01${gtin}15280200`).expires_on).toBe('2028-02-29');
  });

  test.each([
    ['20', 2020],
    ['76', 2076],
    ['77', 1977],
    ['99', 1999],
  ])('the year %s is %i in 2026', (yy, full) => {
    expect(valuesOf(`01${gtin}17${yy}0215`).expires_on).toBe(`${full}-02-15`);
  });
});

describe('plain text is', () => {
  test.each([
    ['the number of a part', 'A-100'],
    ['a number that begins as a lot', '10250'],
    ['a number that begins as a date', '17270531'],
    ['an article with a wrong check digit', '0109506000134351'],
    ['a wrong check digit with a symbology identifier', ']C10109506000134351', '0109506000134351'],
    ['a month of 13', `01${gtin}17271331`],
    ['a day of 31 in a month of 30', `01${gtin}17270431`],
    ['29 February of another year', `01${gtin}17270229`],
    ['a cut code', `01${gtin}1727`],
    ['an identifier without a value', `01${gtin}10`],
    ['an unknown identifier', `01${gtin}0512`],
    ['two lots', `01${gtin}10A${gs}10B`],
    ['a lot of 21 characters', `01${gtin}10${'A'.repeat(21)}`],
    ['a page', 'https://example.com/parts/100'],
    ['a link with a wrong check digit', 'https://example.com/01/09506000134351'],
    ['a link with a wrong escape', `https://example.com/01/${gtin}/10/%E0%A4%A`],
    ['a link with half a pair', `https://example.com/01/${gtin}/10`],
    ['brackets without a number', '(left) 7'],
    ['brackets with a word in front', `x(01)${gtin}`],
    ['nothing', ''],
  ])('%s', (_, code, text = code) => {
    expect(read(code)).toMatchObject({ text, code: text, gs1: null });
  });

  test('what a scanner adds is not part of the code', () => {
    expect(read('\u0002 A-100\r\n\u0004')).toMatchObject({ text: 'A-100', symbology: null });
    expect(read(']A0A-100')).toMatchObject({ text: 'A-100', symbology: ']A0' });
  });
});

describe('a GTIN', () => {
  test('is the same as UPC-A, EAN-13 and GTIN-14 with the indicator 0', () => {
    const forms = ['614141000036', '0614141000036', '00614141000036', ']E00614141000036', '(01)00614141000036'];
    expect(forms.map((form) => read(form).gs1?.gtin)).toEqual(forms.map(() => '00614141000036'));
    expect(read('614141000036').code).toBe('614141000036');
    expect(read('10614141000033').gs1?.gtin).toBe('10614141000033');
    expect(read('96385074').gs1?.gtin).toBe('00000096385074');
    expect(read('614141000037').gs1).toBeNull();
    expect(gtin14('00000000')).toBeNull();
  });
});

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((each) => each.join(''));
const withCheckDigit = (length: number) =>
  digits(length - 1)
    .filter((text) => /[1-9]/.test(text))
    .map((text) => text + checkDigit(text));
const text = (maxLength: number) =>
  fc.string({ minLength: 1, maxLength, unit: fc.constantFrom(...'!"%&\'*+,-./0123456789:;<=>?ABCXYZ_abcxyz') });
const date = fc
  .date({ min: new Date('1977-01-01'), max: new Date('2076-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(2, 10).replaceAll('-', ''));
const element = (ai: string, value: fc.Arbitrary<string>): fc.Arbitrary<Element> =>
  value.map((value) => ({ ai, value }));
const elements = fc
  .tuple(
    element('01', withCheckDigit(14)),
    fc.uniqueArray(
      fc.oneof(
        element('10', text(20)),
        element('21', text(20)),
        element('240', text(30)),
        element('30', digits(5)),
        element('37', digits(8)),
        element('3103', digits(6)),
        element('3922', digits(4)),
        element('11', date),
        element('15', date),
        element('17', date),
        element('410', withCheckDigit(13)),
        element('8005', digits(6)),
        element('99', text(60)),
      ),
      { selector: ({ ai }) => ai },
    ),
  )
  .map(([key, others]) => [key, ...others]);

/** Writes an element string as encoders do: a separator after each value that needs one, unless it is the last. */
const written = (all: readonly Element[]) =>
  all.map(({ ai, value }, at) => ai + value + (fixedLength(ai) === null && at < all.length - 1 ? gs : '')).join('');

describe('for all elements', () => {
  test('reading an element string gives back what was written', () => {
    fc.assert(
      fc.property(elements, (all) => {
        expect(elementString(written(all), year)).toEqual(all);
      }),
    );
  });

  test('reading the text in brackets gives back what was printed', () => {
    fc.assert(
      fc.property(elements, (all) => {
        expect(bracketed(printed(all), year)).toEqual(all);
      }),
    );
  });

  test('a link, an element string and the text in brackets say the same', () => {
    fc.assert(
      fc.property(elements, fc.constantFrom(']C1', ']d2', ']Q3', ']e0'), (all, symbology) => {
        const inPath = all.filter(({ ai }) => ['01', '10', '21'].includes(ai));
        const others = all
          .filter((one) => !inPath.includes(one))
          .map(({ ai, value }) => `${ai}=${encodeURIComponent(value)}`);
        const path = inPath.map(({ ai, value }) => `${ai}/${encodeURIComponent(value)}`).join('/');
        const values = valuesOf(symbology + written(all));
        expect(valuesOf(printed(all))).toEqual(values);
        expect(valuesOf(`https://example.com/${path}?${others.join('&')}`)).toEqual(values);
      }),
    );
  });

  test('what is understood is read again as the same', () => {
    fc.assert(
      fc.property(elements, (all) => {
        const first = read(`]C1${written(all)}`);
        expect(read(first.code).gs1).toEqual(first.gs1);
      }),
    );
  });
});

describe('for all texts', () => {
  test('a wrong check digit is found wherever one digit is wrong', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(8, 12, 13, 14).chain(withCheckDigit),
        fc.nat(13),
        fc.integer({ min: 1, max: 9 }),
        (good, at, by) => {
          const place = at % good.length;
          const wrong = good.slice(0, place) + ((Number(good[place]) + by) % 10) + good.slice(place + 1);
          expect(gtin14(wrong)).toBeNull();
        },
      ),
    );
  });

  test('all forms of a GTIN that are long enough are the same number', () => {
    fc.assert(
      fc.property(fc.constantFrom(8, 12, 13, 14).chain(withCheckDigit), (form) => {
        const whole = gtin14(form);
        const forms = formsOfGtin(whole ?? '');
        expect(forms).toContain(form);
        for (const each of forms) expect([each.length, gtin14(each) ?? whole]).toEqual([each.length, whole]);
      }),
    );
  });

  test('no text is an exception, and what a text means does not depend on the blanks around it', () => {
    const parts = fc.constantFrom(
      '01',
      '(01)',
      gs,
      ']C1',
      gtin,
      '10',
      '(10)',
      '17270531',
      'https://h/',
      '/',
      '?',
      '17=',
      '%',
      ' ',
    );
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(parts, fc.string())).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(any, (code) => {
        const { text, gs1 } = read(code);
        expect(read(`${text}\r\n`).text).toBe(read(text).text);
        if (gs1?.gtin) expect(gtin14(gs1.gtin)).toBe(gs1.gtin);
      }),
      { numRuns: 2_000 },
    );
  });
});
