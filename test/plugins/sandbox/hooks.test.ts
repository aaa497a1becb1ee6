import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfiguredCarrier } from '../../../plugins/configured.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect, PluginFailed } from '../../../plugins/errors.ts';
import { faultStack } from '../../../plugins/fault-place.ts';
import { loadPlugin } from '../../../plugins/load.ts';
import { HookCaller } from '../../../plugins/sandbox/hook-caller.ts';
import type { HookInput, LogLine } from '../../../plugins/sandbox/run-hook.ts';
import type { BookedShipment } from '../../../plugins/shipment.ts';
import { carrier } from '../../config/planning/rule-set.ts';
import { startThread } from './start-thread.ts';

/** A plugin with every kind of fault. The number of a carton selects the fault. */
const misbehaving = `
export default ({ carrierPlugin, CarrierRefused, CarrierUnavailable, z }) => {
  const ways = {
    well: ({ id }) => ({ carton_id: id, tracking_number: 'T-' + id }),
    loop: () => { for (;;); },
    loops_later: async () => { await null; for (;;); },
    hangs: () => new Promise(() => {}),
    slow: async ({ id }) => { await new Promise((done) => setTimeout(done, 300)); return { carton_id: id, tracking_number: 'T-' + id }; },
    throws: () => { throw new TypeError('rates is not iterable'); },
    refuses: () => { throw new CarrierRefused('no service to 12209'); },
    busy: () => { throw new CarrierUnavailable('try later', 7); },
    exits: () => process.exit(3),
    floods_memory: () => { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); },
    throws_deep: () => {
      try { ways.throws(); } catch (cause) { throw new Error('no rates', { cause }); }
    },
    throws_elsewhere: () => { setTimeout(() => { throw new Error('in a timer'); }); return new Promise(() => {}); },
    rejects_elsewhere: () => { Promise.reject(new Error('nobody waits')); return new Promise(() => {}); },
    gives_a_function: ({ id }) => ({ carton_id: id, tracking_number: () => 'T' }),
    floods_result: ({ id }) => ({ carton_id: id, tracking_number: 'T'.repeat(10_000_000) }),
    floods_log: ({ id }, log) => { for (let at = 0; at < 5_000; at++) log.info('x'.repeat(10_000), { at }); return { carton_id: id, tracking_number: 'T' }; },
    floods_console: ({ id }) => { for (let at = 0; at < 5_000; at++) console.log('line', at); return { carton_id: id, tracking_number: 'T' }; },
  };
  return carrierPlugin({
    name: 'odd',
    options: z.strictObject({ since: z.string().transform((text) => new Date(text)).optional() }),
    book: ({ cartons, log }) => Promise.all(cartons.map(async (carton) => ways[carton.number](carton, log))),
    label: async ({ booking, options }) => ({ media_type: 'text/plain', content: booking.tracking_number + options.since.getFullYear() }),
    track: async ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, status: 'lost' })),
    cancel: async ({ bookings }) => bookings.slice(1).map(({ booking_id }) => ({ booking_id, canceled: true })),
    bookReturn: async ({ returnorder: { number }, log }) => ways[number]({ id: 7 }, log),
    schedulePickup: async () => ({ confirmation: 'P-1', from: '2026-04-24T10:00:00Z', until: '2026-04-23T10:00:00Z' }),
  });
};
`;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-hooks-'));
const faults: (PluginDefect | PluginFailed)[] = [];
const lines: { carrier: string; line: LogLine }[] = [];
let caller: HookCaller;
let odd: ConfiguredCarrier;
let other: ConfiguredCarrier;

beforeAll(async () => {
  const file = join(folder, 'odd.mjs');
  writeFileSync(file, misbehaving);
  const plugin = await loadPlugin(file);
  if (plugin.kind !== 'carrier') throw new Error('It is a carrier');
  odd = { ...carrier('Odd Courier', plugin), written: { since: '2026-01-31' } };
  other = { ...carrier('Other Courier', plugin), written: {} };
  caller = new HookCaller({
    startThread,
    limits: { book: 6_000 },
    threads: { blockedMs: 1_500, memoryMb: 96 },
    reportFault: (_carrier, fault) => faults.push(fault),
    say: (name, line) => lines.push({ carrier: name, line }),
  });
});
afterAll(async () => {
  await caller.close();
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;

function booking(numbers: string[], of = odd, signal = never) {
  const cartons = numbers.map((number, at) => ({ id: at + 1, number, weight_g: 500 }));
  const input: HookInput = { carrier: of.name, idempotencyKey: 'order/1012/ship', order: { id: 1012 }, cartons };
  return caller.call(of, 'book', input, signal);
}

const shipment = (id: number): BookedShipment => ({
  booking_id: id,
  order: { id: 1012, number: 'SO-1012' },
  carton: { id, number: `C-${id}`, weight_g: 500 },
  tracking_number: `T-${id}`,
  reference: null,
  service: null,
  label_url: null,
  cost: null,
  details: {},
  booked_at: '2026-04-23T22:54:28+00:00',
});
const about = (more: object): HookInput => ({ carrier: odd.name, idempotencyKey: 'k', ...more });

describe('a plugin in a thread of its own', () => {
  test('returns the result and throws the errors of its hooks', async () => {
    expect(await booking(['well', 'slow'])).toEqual([
      { carton_id: 1, tracking_number: 'T-1' },
      { carton_id: 2, tracking_number: 'T-2' },
    ]);
    await expect(booking(['refuses'])).rejects.toThrow(new CarrierRefused('Odd Courier: no service to 12209'));
    const busy = await booking(['busy']).catch((error) => error);
    expect(busy).toBeInstanceOf(CarrierUnavailable);
    expect(busy.retryAfterSeconds).toBe(7);
  });

  test('books the label of a return, and its faults name the return', async () => {
    const order = { id: 1012, number: 'SO-1012' };
    const returned = (number: string) =>
      caller.call(odd, 'bookReturn', about({ order, returnorder: { id: 7, number, reason: null } }), never);
    expect(await returned('well')).toEqual({ tracking_number: 'T-7' });
    await expect(returned('refuses')).rejects.toThrow(new CarrierRefused('Odd Courier: no service to 12209'));
    await expect(returned('loop')).rejects.toThrow(
      'Odd Courier: bookReturn of plugin odd, return loop, kept its thread busy for 1.5 s without an answer',
    );
    await expect(returned('gives_a_function')).rejects.toThrow('return gives_a_function, gave tracking_number that');
  });

  test('gets its options as its own schema parses them', async () => {
    const { content } = await caller.call(odd, 'label', about({ booking: shipment(3) }), never);
    expect(new TextDecoder().decode(content)).toBe('T-32026');
  });

  test.each([
    ['throws', PluginFailed, 'Odd Courier: book of plugin odd, carton throws, threw TypeError: rates is not iterable'],
    ['hangs', PluginDefect, 'Odd Courier: book of plugin odd, carton hangs, gave no answer within 6 s'],
    [
      'loop',
      PluginDefect,
      'Odd Courier: book of plugin odd, carton loop, kept its thread busy for 1.5 s without an answer, as an endless loop does',
    ],
    ['loops_later', PluginDefect, /carton loops_later, kept its thread busy/],
    ['exits', PluginDefect, /carton exits, ended its thread with code 3/],
    ['floods_memory', PluginDefect, /carton floods_memory, used more than 96 MB of memory/],
    [
      'throws_elsewhere',
      PluginDefect,
      /carton throws_elsewhere, failed outside of its hook: Error: in a timer \(odd\.mjs:\d+:\d+\)$/,
    ],
    ['rejects_elsewhere', PluginDefect, /carton rejects_elsewhere, failed outside of its hook: Error: nobody waits/],
    ['gives_a_function', PluginDefect, /carton gives_a_function, gave \[0\].tracking_number that cannot be used/],
    [
      'floods_result',
      PluginDefect,
      /gave \[0\].tracking_number that cannot be used: Too big: expected string to have <=200/,
    ],
  ])('%s is reported with plugin, hook and carton, and the next booking succeeds', async (way, kind, words) => {
    const failed = await booking([way]).catch((error) => error);
    expect(failed).toBeInstanceOf(kind);
    expect(failed.message).toMatch(words);
    expect(await booking(['well'])).toHaveLength(1);
  });

  test('a fault is reported with the whole stack of the plugin and of its causes, a refusal is not', async () => {
    faults.length = 0;
    for (const way of ['throws_deep', 'throws_elsewhere', 'refuses', 'busy']) {
      await booking([way]).catch(() => undefined);
    }
    const [deep = '', elsewhere = '', ...others] = faults.map(({ cause }) => faultStack(cause));
    expect(others).toEqual([]);
    expect(deep).toContain(`Error: no rates\n    at Object.throws_deep (${join(folder, 'odd.mjs')}:`);
    expect(deep).toContain('\nCaused by: TypeError: rates is not iterable\n    at Object.throws (');
    expect(deep).toMatch(/Caused by: .*\n.*throws .*odd\.mjs:\d+:\d+\)\n.*throws_deep .*odd\.mjs:\d+:\d+\)/);
    expect(elsewhere).toMatch(
      /^PluginDefect: failed outside of its hook[\s\S]*\nCaused by: Error: in a timer\n.*odd\.mjs:/,
    );
  });

  test('an endless loop harms no other order of its carrier, and no other carrier', async () => {
    const others = [booking(['slow']), booking(['well', 'slow']), booking(['slow', 'slow'])];
    const elsewhere = booking(['slow'], other);
    const looping = booking(['loops_later']).catch((error) => error);
    const began = Date.now();
    expect(await elsewhere).toHaveLength(1);
    expect(Date.now() - began).toBeLessThan(1_500 + 3_000);
    expect((await Promise.all(others)).map((booked) => booked.length)).toEqual([1, 2, 2]);
    expect((await looping).message).toMatch(/carton loops_later, kept its thread busy/);
  });

  test('cannot flood the log', async () => {
    lines.length = 0;
    await booking(['floods_log']);
    expect(lines).toHaveLength(101);
    expect(lines[0]?.line.message.length).toBeLessThan(2_010);
    expect(lines.at(-1)?.line.message).toBe('4900 more lines of the plugin were left out');
    await booking(['floods_console'], other);
    expect(lines.length).toBeLessThan(101 + 101);
  });

  test('ends with the reason of the abort signal', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('canceled by the operator')), 100);
    await expect(booking(['hangs'], odd, controller.signal)).rejects.toThrow('canceled by the operator');
  });

  test.each([
    [
      'track',
      { bookings: [shipment(3)] },
      /Odd Courier: track of plugin odd, carton C-3, gave \[0\].status that cannot be used: expected one of unknown, pre_transit/,
    ],
    ['cancel', { bookings: [shipment(3), shipment(4)] }, /cartons C-3, C-4, gave no cancellation for carton C-3/],
    ['schedulePickup', { site: { id: 1 }, bookings: [shipment(3)] }, /ends before it begins/],
  ] as const)('the result of %s is checked', async (hook, input, words) => {
    const calling = caller.call(odd, hook, about(input), never);
    await expect(calling).rejects.toThrow(PluginDefect);
    await expect(calling).rejects.toThrow(words);
  });
});

describe('a bundled plugin', () => {
  const bundled = (hooks: object) => ({ ...odd, plugin: { ...odd.plugin, file: undefined, ...hooks } });

  test('is stopped when it hangs', async () => {
    const short = new HookCaller({ limits: { book: 100 } });
    const hanging = bundled({ book: () => new Promise(() => undefined) });
    const input = about({ cartons: [{ id: 1, number: 'C-1' }] });
    await expect(short.call(hanging, 'book', input, never)).rejects.toThrow(
      'Odd Courier: book of plugin odd, carton C-1, gave no answer within 0.1 s',
    );
  });

  test.each([
    ['another carton', [{ carton_id: 9, tracking_number: 'T' }], 'gave no booking for carton C-1'],
    [
      'a carton twice',
      [
        { carton_id: 1, tracking_number: 'T' },
        { carton_id: 1, tracking_number: 'U' },
      ],
      'answered twice for carton 1',
    ],
    ['an address of a script', [{ carton_id: 1, tracking_number: 'T', label_url: 'javascript:alert(1)' }], 'label_url'],
    ['a tracking number of two lines', [{ carton_id: 1, tracking_number: 'T\nU' }], 'one line'],
    [
      'a cost in binary',
      [{ carton_id: 1, tracking_number: 'T', cost: { amount: 7.4, currency: 'EUR' } }],
      'cost.amount',
    ],
    [
      'a label of more than 1 MiB',
      [
        {
          carton_id: 1,
          tracking_number: 'T',
          label: { media_type: 'image/png', content: new Uint8Array(1024 * 1024 + 1) },
        },
      ],
      'expected 1 byte to 1 MiB',
    ],
  ])('must not return %s', async (_name, result, words) => {
    const giving = bundled({ book: async () => result });
    const input = about({ cartons: [{ id: 1, number: 'C-1' }] });
    await expect(caller.call(giving, 'book', input, never)).rejects.toThrow(words);
  });
});
