import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import flatFile from '../../../../plugins/carriers/flat-file.ts';
import type { BookedOrder } from '../../../../plugins/contract.ts';
import { CarrierRefused, CarrierUnavailable } from '../../../../plugins/errors.ts';
import { HookCaller } from '../../../../plugins/sandbox/hook-caller.ts';
import { faultsOf } from '../../../config/load-text.ts';
import { carrier } from '../../../config/planning/rule-set.ts';
import { bookWith } from '../../book-with.ts';
import { bookedOrder, bookedShipment } from '../../booked.ts';
import { bundleProgram } from '../../bundle-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conveyor-flat-file-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

const courier = (values: object = {}) => carrier('Village Courier', flatFile, { folder, ...values });

/** A Tuesday. */
const at = (time: string, day = '2026-11-24') =>
  vi.useFakeTimers({ now: new Date(`${day}T${time}:00Z`), toFake: ['Date'] });

function book(cartons: readonly number[], options: object = {}, order: Partial<BookedOrder> = {}) {
  return bookWith(courier(options), {
    order: bookedOrder(order),
    cartons: cartons.map((id, index) => ({
      id,
      number: String(index + 1),
      weight_g: 1200,
      contents: [{ part_number: 'P-1', qty: '2' }],
    })),
    idempotencyKey: 'order/1012/ship',
    signal: new AbortController().signal,
  });
}

const files = () =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const rows = (name: string): Record<string, string>[] => parse(read(name), { columns: true });

describe('a manifest of the day', () => {
  test('holds every carton that was booked, once, in a file for the carrier and a sheet for the driver', async () => {
    at('09:00');
    const bookings = await book([42, 41]);
    expect(bookings).toEqual([
      {
        carton_id: 42,
        tracking_number: 'C000000042',
        service: 'Standard',
        details: { manifest: 'village-courier-2026-11-24' },
      },
      expect.objectContaining({ carton_id: 41, tracking_number: 'C000000041' }),
    ]);
    await book([43], {}, { number: 'SO-1013', ship_to_name: 'Müller, "Co"' });
    expect(files()).toEqual(['village-courier-2026-11-24.csv', 'village-courier-2026-11-24.manifest.txt']);
    expect(rows('village-courier-2026-11-24.csv')).toEqual([
      expect.objectContaining({ Reference: 'SO-1012/2', 'Tracking number': 'C000000041', Name: 'Alfreds Futterkiste' }),
      expect.objectContaining({ Reference: 'SO-1012/1', 'Weight kg': '1.200', 'Postal code': '12209', Country: 'DE' }),
      expect.objectContaining({ Reference: 'SO-1013/1', Name: 'Müller, "Co"' }),
    ]);
    const sheet = read('village-courier-2026-11-24.manifest.txt');
    expect(sheet).toContain('3 cartons of 2 orders, 3.600 kg');
    expect(sheet).toMatch(/^SO-1013 +1 +C000000043 +1\.200 +DE 12209 Berlin Müller, "Co"\r$/m);
  });

  test('is the next day after the cut-off, and after a weekend Monday', async () => {
    at('17:01');
    expect((await book([41]))[0]?.details).toEqual({ manifest: 'village-courier-2026-11-25' });
    at('09:00', '2026-11-28');
    expect((await book([42]))[0]?.details).toEqual({ manifest: 'village-courier-2026-11-30' });
  });

  test('keeps a carton whose booking is repeated, on the next day too', async () => {
    at('16:59');
    const first = await book([41, 42]);
    const file = read('village-courier-2026-11-24.csv');
    at('08:00', '2026-11-25');
    expect(await book([41, 42])).toEqual(first);
    expect(files()).toHaveLength(2);
    expect(read('village-courier-2026-11-24.csv')).toBe(file);
  });

  test('loses a carton whose booking is canceled, until it is closed', async () => {
    at('09:00');
    await book([41, 42]);
    expect(await cancel(41)).toEqual([{ booking_id: 1, canceled: true }]);
    expect(rows('village-courier-2026-11-24.csv')).toHaveLength(1);
    expect(await cancel(41)).toEqual([{ booking_id: 1, canceled: true }]);
    at('17:01');
    expect(await cancel(42)).toEqual([
      {
        booking_id: 1,
        canceled: false,
        why: 'it is on village-courier-2026-11-24, which is closed: tell the carrier',
      },
    ]);
    expect(rows('village-courier-2026-11-24.csv')).toHaveLength(1);
  });

  test('of orders that are booked at the same time holds them all', async () => {
    at('09:00');
    const orders = Array.from({ length: 40 }, (_, index) => index * 3 + 1);
    await Promise.all(orders.map((first) => book([first, first + 1, first + 2])));
    const numbers = rows('village-courier-2026-11-24.csv').map((row) => row['Tracking number']);
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => `C${String(index + 1).padStart(9, '0')}`));
  });
});

async function cancel(cartonId: number, options: object = {}) {
  return call(
    'cancel',
    { bookings: [bookedShipment({ carton: { id: cartonId, number: '1', weight_g: 1 } })] },
    options,
  );
}

async function call(hook: 'cancel' | 'schedulePickup', input: object, options: object = {}) {
  const caller = new HookCaller();
  const values = { carrier: 'Village Courier', idempotencyKey: 'pickup/1', ...input };
  return caller.call(courier(options), hook, values, new AbortController().signal).finally(() => caller.close());
}

describe('a manifest of a pickup', () => {
  const perPickup = { manifest_per: 'pickup' };

  async function schedule(cartons: readonly number[], idempotencyKey = 'pickup/1') {
    const booked = await book(cartons, perPickup);
    const bookings = booked.map(({ carton_id, tracking_number, details = {} }) =>
      bookedShipment({ carton: { id: carton_id, number: '1', weight_g: 700 }, tracking_number, details }),
    );
    return call('schedulePickup', { bookings, idempotencyKey }, perPickup) as Promise<{ confirmation: string }>;
  }

  test('is requested once a day, and only with the option', () => {
    expect(flatFile.pickupWhen?.(courier(perPickup).options)).toBe('day');
    expect(flatFile.pickupWhen?.(courier().options)).toBeNull();
  });

  test('has the values of the orders at the time of the booking', async () => {
    at('09:00');
    const { confirmation } = await schedule([41, 42]);
    expect(confirmation).toMatch(/^village-courier-2026-11-24-[0-9a-f]{8}$/);
    expect(files()).toEqual([`${confirmation}.csv`, `${confirmation}.manifest.txt`]);
    expect(rows(`${confirmation}.csv`)[0]).toMatchObject({
      'Tracking number': 'C000000041',
      Name: 'Alfreds Futterkiste',
      Address: 'Obere Str. 57',
      City: 'Berlin',
      'Weight kg': '0.700',
      Service: 'Standard',
    });
  });

  test('is the same when it is scheduled again, after midnight too, and another one for another pickup', async () => {
    at('23:59');
    const first = await schedule([41]);
    at('00:01', '2026-11-25');
    expect(await schedule([41])).toEqual(first);
    expect(await schedule([42], 'pickup/2')).not.toEqual(first);
    expect(files()).toHaveLength(4);
  });

  test('is closed: people cancel its cartons with the carrier, and other cartons are canceled at once', async () => {
    at('09:00');
    await schedule([41]);
    expect(await cancel(41, perPickup)).toMatchObject([
      { canceled: false, why: expect.stringContaining('tell the carrier') },
    ]);
    expect(await cancel(42, perPickup)).toEqual([{ booking_id: 1, canceled: true }]);
  });
});

test('columns, quotes, encoding and decimals are as the carrier wants them', async () => {
  at('09:00');
  const options = {
    columns: { Nr: '{tracking_number}', Empfänger: '{name:8}', Inhalt: '{contents}', kg: '{weight_kg}' },
    delimiter: 'semicolon',
    encoding: 'windows-1252',
    decimal: ',',
    newline: 'lf',
    tracking_number: 'RR{number:8}{check}DE',
    check_digit: 's10',
    number_ranges: [{ from: 47_312_482, to: 47_312_999 }],
    first_carton: 41,
  };
  await book([41], options, { ship_to_name: 'Jürgen; Söhne' });
  const bytes = readFileSync(join(folder, 'village-courier-2026-11-24.csv'));
  expect(new TextDecoder('windows-1252').decode(bytes)).toBe(
    'Nr;Empfänger;Inhalt;kg\nRR473124829DE;"Jürgen; ";2 x P-1;1,200\n',
  );
});

describe('faults', () => {
  test('a missing folder, such as a share that is not mounted, is retried', async () => {
    const booking = book([41], { folder: join(folder, 'away') });
    await expect(booking).rejects.toThrow(CarrierUnavailable);
    await expect(booking).rejects.toThrow(/^Village Courier: the folder away does not exist$/);
  });

  test('a used up range of numbers is a matter for a person', async () => {
    const booking = book([41, 42], { number_ranges: [{ from: 1, to: 41 }] });
    await expect(booking).rejects.toThrow(CarrierRefused);
    await expect(booking).rejects.toThrow('Village Courier: carton 2: the number ranges are used up');
    expect(files()).toEqual([]);
  });

  const file = (options: string) => `carriers:\n  Courier:\n    plugin: flat-file\n    folder: /srv/out\n${options}`;
  test.each([
    ['nothing wrong', '', []],
    [
      'a column that there is not',
      '    columns: { Ort: "{town}" }\n',
      [/^f\.yaml:5:21 expected one of \{tracking_number\}, .* and not \{town\}, found "\{town\}"/],
    ],
    ['a folder from nowhere', 'x', [/./]],
    [
      'a template without a number',
      '    tracking_number: VC\n',
      [/^f\.yaml:5:22 expected \{number\} in it; otherwise all cartons have the same number, found "VC"/],
    ],
    [
      'a template that cannot be read',
      '    tracking_number: "{nmber}"\n',
      [/^f\.yaml:5:22 expected one of \{number\}, \{check\}, and not \{nmber\}/],
    ],
    [
      'overlapping ranges',
      '    number_ranges: [{ from: 1, to: 9 }, { from: 9, to: 12 }]\n',
      [/^f\.yaml:5:41 the range overlaps 1 to 9 above/],
    ],
    [
      'a range that runs backwards',
      '    number_ranges: [{ from: 9, to: 1 }]\n',
      [/^f\.yaml:5:21 expected from before to/],
    ],
    ['another encoding', '    encoding: latin1\n', [/^f\.yaml:5:15 expected one of "utf-8".*found "latin1"/]],
  ] as [string, string, RegExp[]][])('its options name the place: %s', async (name, options, expected) => {
    const text = name.startsWith('a folder') ? file('').replace('/srv/out', 'out') : file(options);
    const faults = await faultsOf(text);
    expect(faults).toEqual(expected.map((fault) => expect.stringMatching(fault)));
  });
});

describe('workers', () => {
  const processes: ChildProcess[] = [];
  afterEach(() => {
    for (const child of processes.splice(0)) child.kill('SIGKILL');
  });

  let program: string;
  beforeAll(async () => {
    program = await bundleProgram(join(import.meta.dirname, 'book-cartons.ts'));
  });
  afterAll(() => rmSync(dirname(program), { recursive: true }));

  function booker(from: number, to: number): ChildProcess {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, BOOK_CARTONS: `${folder} ${from} ${to}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(child);
    return child;
  }

  const csvFile = () => files().find((name) => name.endsWith('.csv'));

  const numbers = () => rows(csvFile()!).map((row) => row['Tracking number']);
  const allOf = (cartons: number) =>
    Array.from({ length: cartons }, (_, index) => `C${String(index + 1).padStart(9, '0')}`);

  test('that write at the same time keep all cartons of each other', async () => {
    const bookers = [booker(1, 79), booker(81, 159)];
    await Promise.all(bookers.map((child) => once(child.stdout!.resume(), 'end')));
    expect(numbers()).toEqual(allOf(160));
  }, 60_000);

  test('that are killed leave no half file, and the next worker neither loses nor repeats a carton', async () => {
    const booked = new Set<number>();
    for (let round = 0; round < 4; round++) {
      const child = booker(1, 119);
      let seen = 0;
      for await (const line of createInterface({ input: child.stdout! })) {
        const id = Number(/^booked (\d+)/.exec(line)?.[1] ?? 0);
        if (id > 0) booked.add(id);
        // Each round is killed a little later; the last one ends normally.
        if (++seen > 5 + round * 7 && round < 3) child.kill('SIGKILL');
        const name = csvFile();
        // A file that the carrier fetches at any moment is complete, and contains every carton that is reported as booked.
        if (name) {
          const orders = new Set(rows(name).map(({ Reference = '' }) => Number(/\d+/.exec(Reference)?.[0])));
          for (const order of booked) expect(orders).toContain(order);
        }
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    expect(numbers()).toEqual(allOf(120));
  }, 60_000);
});
