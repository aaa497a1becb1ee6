import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { addressLines } from '../../../lib/printing/address-lines.ts';
import { code128 } from '../../../lib/printing/barcode.ts';
import type { Address, PackingSlipContent, PicklistContent, Printed } from '../../../lib/printing/content.ts';
import { sum } from '../../../lib/printing/format.ts';
import { type PrintSettings, pdfOf } from '../../../lib/printing/pdf.ts';
import { readPdf } from './read-pdf.ts';

const printed_at = new Date('2026-11-21T09:40:12Z');
const address = (values: Partial<Address>): Address => ({
  ...{ name: null, address_1: null, address_2: null, city: null, region: null, postal_code: null },
  ...{ country: null, country_name: null },
  ...values,
});

const part = (number: number) => ({
  part: `PART-${number}`,
  description: `Description of part ${number}`,
  qty: '2',
  qty_picked: '0',
  tracked: [],
  orders: [{ number: 'S-1', qty: '2' }],
});
const picklist = (stops: number, more: Partial<PicklistContent> = {}): Printed => ({
  kind: 'picklist',
  id: 17,
  printed_at,
  content: {
    number: 'P-17',
    site: 'Main',
    orders: [{ number: 'S-1', customer: 'Łukasz Żółć', carrier: null, priority: 3, notes: [] }],
    stops: Array.from({ length: stops }, (_, at) => ({ location: `A-${at + 1}`, parts: [part(at + 1)] })),
    ...more,
  },
});
const slip = (lines: number, more: Partial<PackingSlipContent> = {}): Printed => ({
  kind: 'packingslip',
  id: 18,
  printed_at,
  content: {
    ...{ number: 'S-7', order: 'SO-1', ordered_on: '2026-11-19', customer: 'Олена Ковальчук', customer_number: 'C-1' },
    ...{ job: null, from: address({ name: 'Main' }), ship_to: address({ name: 'Παπαδόπουλος & Υιοί' }), bill_to: null },
    ...{ carrier: null, service_level: null, cartons: [] },
    lines: Array.from({ length: lines }, (_, at) => ({
      part: `PART-${at + 1}`,
      description: 'Tea',
      ...{ ordered: '1204', delivered: '1200.5', to_come: '3.5', tracked: [], components: [] },
    })),
    ...more,
  },
});

async function bytesOf(documents: Iterable<Printed>, settings: PrintSettings = { paper: 'a4' }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pdfOf(documents, { title: 'Test', at: printed_at }, settings)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
const read = async (documents: Iterable<Printed>, settings?: PrintSettings) =>
  readPdf(await bytesOf(documents, settings));

describe('a printed document', () => {
  test('has the letters of Poland, Greece and Ukraine', async () => {
    const { pages } = await read([picklist(1), slip(1)]);
    expect(pages[0]).toContain('Łukasz Żółć');
    expect(pages[1]).toContain('Олена Ковальчук');
    expect(pages[1]).toContain('Παπαδόπουλος & Υιοί');
  });

  test('has the message and the latest delivery of an order', async () => {
    const more = { deliver_by: '2026-12-01 18:00', gift_message: `Χρόνια πολλά\n${'\n'.repeat(200)}Ana` };
    const { pages } = await read([slip(1, more)]);
    expect(pages[0]).toContain('2026-12-01 18:00');
    expect(pages[0]).toContain('Χρόνια πολλά');
    expect(pages.at(-1)).toContain('Ana');
    expect(pages.length).toBeGreaterThan(2);
  });

  test('goes over as many pages as it needs, with its headings on each, every line once, and says which page is which', async () => {
    const { pages } = await read([picklist(120)]);
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((page, at) => {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(page).toContain('DESCRIPTION');
      expect(page).toContain('P-17');
    });
    const lines = pages.join(' ').match(/PART-\d+/g)!;
    expect(lines).toEqual(Array.from({ length: 120 }, (_, at) => `PART-${at + 1}`));
  });

  test('says once more at the top of a page where its parts lie, where a stop goes on', async () => {
    const parts = Array.from({ length: 60 }, (_, at) => part(at + 1));
    const { pages } = await read([picklist(0, { stops: [{ location: 'Z-99', parts }] })]);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.match(/Z-99/g)).toHaveLength(1);
  });

  test('counts its pages by itself where several are in one file', async () => {
    const { pages } = await read([picklist(1), slip(80), picklist(1)]);
    expect(pages.map((page) => page.match(/Page \d+ of \d+/)![0])).toEqual([
      'Page 1 of 1',
      ...Array.from({ length: pages.length - 2 }, (_, at) => `Page ${at + 1} of ${pages.length - 2}`),
      'Page 1 of 1',
    ]);
  });

  test('is the same to the byte each time', async () => {
    const [one, other] = [await bytesOf([picklist(3), slip(3)]), await bytesOf([picklist(3), slip(3)])];
    expect(one.equals(other)).toBe(true);
    expect(one.toString('latin1')).toContain('D:20261121094012Z');
  });

  test('is of the paper of the house; longest words and numbers stay on it', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
    const content = {
      order: `WEB-${'9'.repeat(60)}`,
      customer: long,
      ship_to: address({ name: long, address_1: long }),
    };
    expect((await read([slip(2, content)], { paper: 'letter' })).sizes).toEqual([[612, 792]]);
    expect((await read([slip(2, content)])).sizes).toEqual([[595, 842]]);
  });

  test('is set in other fonts where they are named', async () => {
    const serif = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf');
    const bytes = await bytesOf([slip(1)], { paper: 'a4', fonts: { regular: serif, bold: serif } });
    expect(bytes.toString('latin1')).toMatch(/\/BaseFont \/\w+\+DejaVuSerif\b/);
    expect((await readPdf(bytes)).pages[0]).toContain('Олена Ковальчук');
  });

  test('writes amounts as people do', async () => {
    const [page] = (await read([slip(2)])).pages;
    expect(page).toContain('1,200.5');
    expect(page).toContain('2,401');
    expect(sum(['0.1', '0.2', '7'])).toBe('7.3');
    expect(sum([])).toBe('0');
  });
});

describe('a file of very many documents', () => {
  test('is drawn as it is read: nobody draws on while nobody reads', { timeout: 60_000 }, async () => {
    let drawn = 0;
    async function* endless() {
      for (;;) {
        drawn += 1;
        yield slip(40);
      }
    }
    const stream = pdfOf(endless(), { title: 'Test', at: printed_at }, { paper: 'a4' });
    const still = async () => {
      for (let before = -1; before !== drawn; await pause(300)) before = drawn;
      return drawn;
    };
    const ahead = await still();
    expect(ahead).toBeLessThan(2_000);
    let read = 0;
    for await (const chunk of stream) {
      read += (chunk as Buffer).length;
      if (read > 2_000_000) break;
    }
    expect(await still()).toBeGreaterThan(ahead);
    expect(stream.destroyed).toBe(true);
  });

  test('breaks off where its documents cannot be read', async () => {
    const broken = (async function* () {
      yield picklist(1);
      throw new Error('the database has gone');
    })();
    const all = async () => {
      for await (const _ of pdfOf(broken, { title: 'Test', at: printed_at }, { paper: 'a4' }));
    };
    await expect(all()).rejects.toThrow('the database has gone');
  });
});

describe('a barcode', () => {
  /** The values of Code 128 by the widths of their bars and gaps, as the standard lists them, for what `P-17` needs. */
  const patterns: Readonly<Record<string, string>> = {
    '211214': 'start B',
    '313121': 'P',
    '122132': '-',
    '123221': '1',
    '312131': '7',
    '2331112': 'stop',
  };

  test('is Code 128 with start, letters, check digit and stop', () => {
    const widths = code128('P-17')!;
    expect(widths.reduce((all, one) => all + one, 0)).toBe(11 * 6 + 13);
    const symbols = [...widths.slice(0, -7).join('').match(/.{6}/g)!, widths.slice(-7).join('')];
    expect(symbols.map((one) => patterns[one] ?? one)).toEqual([
      'start B',
      'P',
      '-',
      '1',
      '7',
      expect.any(String),
      'stop',
    ]);
  });

  test('is left out where the number has letters that it has not', () => {
    expect(code128('Заказ-5')).toBeNull();
    expect(code128('')).toBeNull();
    expect(code128('9'.repeat(33))).toBeNull();
  });
});

describe('an address', () => {
  const berlin = address({
    address_1: 'Obere Str. 57',
    city: 'Berlin',
    postal_code: '12209',
    country: 'DE',
    country_name: 'Germany',
  });
  const butte = address({
    address_1: '55 Grizzly Peak Rd.',
    city: 'Butte',
    region: 'MT',
    postal_code: '59801',
    country: 'US',
    country_name: 'United States',
  });

  test('is written as its country has it, and names that only where it is another', () => {
    expect(addressLines(berlin, butte)).toEqual(['Obere Str. 57', '12209 Berlin', 'GERMANY']);
    expect(addressLines(berlin, berlin)).toEqual(['Obere Str. 57', '12209 Berlin']);
    expect(addressLines(butte, berlin)).toEqual(['55 Grizzly Peak Rd.', 'Butte, MT  59801', 'UNITED STATES']);
    expect(addressLines(address({}), berlin)).toEqual([]);
  });
});
