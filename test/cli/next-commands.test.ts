import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandOf, decisionWords, type NextCall } from '../../cli/order/next-commands.ts';
import { nextLines } from '../../cli/order/next-lines.ts';
import { orderCommand } from '../../cli/order.ts';
import type { Step } from '../../config/planning/plan.ts';
import type { ProgressFacts } from '../../service/orders/progress/facts.ts';
import { progressOf } from '../../service/orders/progress/progress.ts';

/** The commands for the calls that the service names as next steps: every call of `/progress`, in every situation of an order. */

const name = (id: number) => (id === 7 ? 'S-1' : String(id));
const call = (path: string, body: object = {}, why = ''): NextCall => ({ method: 'POST', path, body, why });
const said = (path: string, body?: object, why?: string) => commandOf(call(path, body, why), name);

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
const planned = (step: Step) => ({ step, required: true, by: 'hand' as const, deadline: null, reasons: [] });
const plan = { ruleset: '', steps: steps.map(planned), carrier: null };
const booked = { ...plan, carrier: { name: 'Parcels', plugin: 'parcel', book_at: 'ship' as const, own_queue: false } };
const since = '2026-11-23T12:00:00+00:00';
const draft: ProgressFacts = {
  id: 7,
  kind: 'sales',
  number: 'S-1',
  status: 'Draft',
  site_id: 1,
  state: 'waiting',
  step: null,
  reason: null,
  since,
  held_at: null,
  hold_reason: null,
  released_by: [],
  attention: null,
  booking_attempt: null,
  relabel: false,
  autowork: null,
  issue: null,
  engine: { closed: null, restart_at: null, watched: true },
  plan: null,
  work: [],
  short: [],
  moving_id: 2,
  to_pick: false,
  to_pack: false,
  to_ship: false,
  picks: [],
  packs: [],
  ships: [],
  pickupline_ids: [],
  started: [],
  picked_up: false,
  labelled: false,
  sharing: [],
  refused: null,
};
const at = (step: Step, facts: Partial<ProgressFacts>): ProgressFacts => {
  const isDone = (one: Step) => steps.indexOf(one) < steps.indexOf(step);
  const work = steps.map((one) => ({ step: one, qty: 2, ready: 2, done: isDone(one), delivered: isDone(one) }));
  return { ...draft, status: 'Issued', plan, step, work, ...facts };
};
const warning = { code: 'stock.short', message: 'Short.', pointer: '', handling: 'wait' as const };
const request = { requested_by: 'Ana', account_id: 1, requested_at: since, not_before: null, give_up_at: null };
const refused = {
  address: { ship_to_name: 'Alfreds', ship_address_2: null, ship_postal_code: 'FAIL', ship_country: 'DE' },
  carriers: [{ id: 4, name: "Ana's Van" }],
};
const attention = { step: 'ship' as const, code: 'carrier.refused', detail: 'It does not serve FAIL.', since };
const short = { part_id: 3, part: 'KET-STE', tracking: 'none' as const, qty: 5, location_id: 1 };

const situations: readonly ProgressFacts[] = [
  draft,
  { ...draft, held_at: since, issue: { ...request, warnings: [warning], needs_person: false } },
  at('pick', { held_at: since, hold_reason: 'Credit check' }),
  at('pick', {
    held_at: since,
    hold_reason: 'Refused: No boxes',
    plan: { steps: [], carrier: null, ruleset: 'a4fa8954567d', refusals: ['No boxes'] },
  }),
  at('pick', { to_pick: true, short: [short] }),
  at('pick', { picks: [{ id: 5, own: true, uncommitted: [6], counted: false }] }),
  at('pack', { to_pack: true }),
  at('pack', { packs: [{ id: 5, own: true, loose_order_id: null, carton_id: null }] }),
  at('pack', { packs: [{ id: 5, own: true, loose_order_id: 7, carton_id: null }] }),
  at('pack', { packs: [{ id: 5, own: true, loose_order_id: 7, carton_id: 8 }] }),
  at('ship', { to_ship: true }),
  at('ship', { ships: [{ id: 5, own: true }] }),
  at('ship', { state: 'attention', attention, refused, plan: booked }),
  at('pickup', { pickupline_ids: [9] }),
  at('pickup', { sharing: [12] }),
  at('pick', { engine: { closed: 'terminated', restart_at: null, watched: true } }),
];
test('each decision has a command, but the close with a shortage', () => {
  const withoutCommand = situations
    .flatMap((facts) => progressOf(facts).decisions)
    .filter((one) => decisionWords(one) === null);
  expect(new Set(withoutCommand.map(({ decision }) => decision))).toEqual(new Set(['closeshort']));
  expect(decisionWords({ decision: 'byhand', steps: ['pick', 'pack'] })).toBe('by-hand (pick, pack)');
  expect(decisionWords({ decision: 'void' })).toBe('cancel');
});

const calls: readonly NextCall[] = situations.flatMap((facts) => progressOf(facts).next);

/** The calls without a command: stock, and a step in detail, as a warehouse works. One command does the whole step. */
const withoutCommand = [
  'POST /inventoryadjustment',
  'POST /pickline/N/commit',
  'POST /pick/N/finish',
  'POST /picklinebyorder',
  'POST /packlinebyorder',
  'POST /pack/N/finish',
  'POST /pack/N/carton',
  'POST /pack/N/moveitem',
  'POST /shiplinebyorder',
  'POST /ship/N/finish',
  'POST /pickup',
];

test('each call that moves an order has a command, but for stock and the parts of a step', () => {
  const without = calls.filter((one) => commandOf(one, name) === null);
  const addresses = new Set(without.map(({ method, path }) => `${method} ${path.replaceAll(/\d+/g, 'N')}`));
  expect([...addresses].sort()).toEqual([...withoutCommand].sort());
});

test('the situations of this test have each call that the service names', () => {
  const folder = new URL('../../service/orders/progress/', import.meta.url);
  const sources = ['calls.ts', 'waiting-draft.ts', 'progress.ts'].map((file) =>
    readFileSync(new URL(file, folder), 'utf8'),
  );
  const paths = sources.flatMap((source) => [
    ...[...source.matchAll(/[`'](\/[^`'\s]*|\$\{order\}[^`'\s]*)[`']/g)].map(([, path = '']) => path),
    ...[...source.matchAll(/\bcall\('(\w+)'/g)].map(([, verb]) => `/salesorder/7/${verb}`),
  ]);
  expect(paths.length).toBeGreaterThan(18);
  for (const path of paths) {
    const pattern = path.replace(/^\$\{order\}/, '/salesorder/7').replaceAll(/\$\{[\w.]+\}/g, '\\w+');
    expect(
      calls.some((one) => new RegExp(`^${pattern}$`).test(one.path)),
      path,
    ).toBe(true);
  }
});

test('each command that is named exists, with its arguments and options', () => {
  const commands = calls.flatMap((one) => commandOf(one, name) ?? []);
  const members = { when: 'possible', not_before: since, give_up_at: since, ignore_warnings: 1 };
  commands.push(
    said('/salesorder/7/issue', members) ?? '',
    said('/task/1/perform', { order_id: [7], partial: 1 }) ?? '',
  );
  for (const text of commands) {
    const words = text.match(/'(?:[^']|'\\'')*'|\S+/g) ?? [];
    const [, , verb, , ...others] = words;
    const command = orderCommand().commands.find((one) => one.name() === verb);
    expect(command, text).toBeDefined();
    const options = command?.options.map(({ long }) => long);
    for (const option of others.filter((word) => word.startsWith('--'))) expect(options, text).toContain(option);
    const given = others.findIndex((word) => word.startsWith('--'));
    const positional = given === -1 ? others.length : given;
    expect(positional + 1, text).toBeLessThanOrEqual(command?.registeredArguments.length ?? 0);
  }
});

test('a command sends the whole body of its call, or there is none', () => {
  expect(said('/task/3/perform', { order_id: [7] })).toBe('conveyor order ship S-1');
  expect(said('/task/3/perform', { order_id: [12] })).toBe('conveyor order ship 12');
  expect(said('/task/3/perform', { order_id: [7], ignore_warnings: 1 })).toBe(
    'conveyor order ship S-1 --ignore-warnings',
  );
  expect(said('/task/1/perform', { order_id: [7], partial: 1 })).toBe('conveyor order pick S-1 --partial');
  expect(said('/task/1/perform', { order_id: [7, 8] })).toBeNull();
  expect(said('/task/2/perform', { order_id: [7], line_details: [] })).toBeNull();
  expect(said('/salesorder/7/issue', { when: 'possible', not_before: since, give_up_at: '2026-12-01' })).toBe(
    `conveyor order issue S-1 --when-possible --not-before ${since} --give-up-at 2026-12-01`,
  );
  expect(said('/salesorder/7/hold', { reason: "It's late" })).toBe("conveyor order hold S-1 'It'\\''s late'");
  expect(said('/salesorder/7/skip', { step: 'pack' })).toBe('conveyor order skip S-1 pack');
  expect(said('/salesorder/7/replan')).toBe('conveyor order replan S-1 --yes');
  expect(said('/salesorder/7/automatic')).toBe('conveyor order automatic S-1');
  expect(said('/bulkrun/3/retry')).toBe('conveyor bulk retry 3');
  expect(said('/salesorder/7/carrier', { carrier_id: 4 }, 'Another reason')).toBe('conveyor order carrier S-1 4');
  expect(said('/salesorder/7/carrier', { carrier_id: 4, carrierservicelevel_id: 2 })).toBeNull();
  expect(commandOf({ ...call('/salesorder/7', { note: '' }), method: 'PUT' }, name)).toBeNull();
  expect(commandOf(call('/salesorder/9/retry'), () => 'WEB 9')).toBe("conveyor order retry 'WEB 9'");
});

test('after a refusal of the carrier every advice is a command, and none is cut', () => {
  const { next } = progressOf(at('ship', { state: 'attention', plan: booked, attention, refused }));
  expect(nextLines(next, name, 76).split('\n')).toEqual([
    'conveyor order retry S-1                   Asks Parcels again',
    "conveyor order carrier S-1 'Ana'\\''s Van'  Sends it with Ana's Van",
    'conveyor order address S-1 --name Alfreds --postal-code FAIL --country DE',
    '    Changes the address, and asks the carrier again',
    "conveyor order hold S-1 'It does not serve FAIL.'",
    '    Holds the order until a person releases it',
    '',
  ]);
});
