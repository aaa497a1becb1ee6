import { expect, test } from 'vitest';
import { openShop, testShop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/** Steps of many orders in one transaction. */

const config = `
settings: { auto-create-pick-by-order: true }
carriers:
  Freight: { plugin: freight, cartons_per_pallet: 2 }
  Will Call: { plugin: will-call }
rules:
  - { name: Loose, when: note = "loose", then: { skip: pack } }
  - { name: One carton, when: note = "one carton", then: { start_in_carton: true } }
  - { name: No pick yet, when: note = "no pick", then: { create_pick: false } }
`;

type Step = 'pick' | 'pack' | 'ship' | 'pickup';
const all: Step[] = ['pick', 'pack', 'ship', 'pickup'];

const { service, shop } = await testShop({ config }, 'each');
await shop.cartontype();
await shop.cartontype({ name: 'Small', inner_width_mm: 120, inner_length_mm: 120, inner_depth_mm: 120 });

const byEngine = ({ engineKey }: TestService) => ({
  authorization: `Basic ${btoa(`${engineKey}:`)}`,
  'x-conveyor-workflow': 'order/1',
});

/** Does steps of orders together. @returns the steps that are done, by order */
async function together(orders: Record<number, Step[]>): Promise<Record<number, Step[]>> {
  const body = { orders: Object.entries(orders).map(([id, steps]) => ({ order_id: Number(id), steps })) };
  const answer = await service.call('POST', '/engine/steps', body, byEngine(service));
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  const done = answer.body.orders as { order_id: number; done: { step: Step }[] }[];
  return Object.fromEntries(done.map((one) => [one.order_id, one.done.map(({ step }) => step)]));
}

const sold = async (qty: number, values: Record<string, unknown> = {}): Promise<number> =>
  shop.issued(
    [
      { part_id: await shop.part({}, 100), qty },
      { part_id: await shop.part({}, 100), qty: 1 },
    ],
    values,
  );

const records = 'picks.lines,packs.cartons.contents,ships.lines,pickups,invoices.lines,work';

/** Returns an order with all of its records, without ids, numbers and times. */
async function recordsOf(id: number): Promise<unknown> {
  const left = /(^|_)id$|_at$|_date$|^since$|^created_by$|number|_ids$|sku|tracking|url|barcode/;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== 'object') return value;
    const kept = Object.entries(value).filter(([name]) => !left.test(name));
    return Object.fromEntries(kept.map(([name, each]) => [name, plain(each)]));
  };
  return plain(await shop.see(id, records));
}

const eventsOf = async (id: number): Promise<string[]> => {
  const { rows } = await service.sql.query<{ name: string }>(
    'select e.name from event_log l join event e on e.id = l.event_id where $1 = any(l.order_ids) order by l.id',
    [id],
  );
  return rows.map(({ name }) => name);
};

test('sixteen orders go from pick to pickup, each with records of its own', async () => {
  const ids = await Promise.all(Array.from({ length: 16 }, (_, index) => sold(1 + index)));
  const done = await together(Object.fromEntries(ids.map((id) => [id, all])));
  expect(done).toEqual(Object.fromEntries(ids.map((id) => [id, all])));
  for (const [index, id] of ids.entries()) {
    const order = await shop.see(id, records);
    expect(await shop.status(id)).toBe('Fulfilled');
    for (const name of ['picks', 'packs', 'ships', 'pickups', 'invoices'])
      expect([name, order[name].length]).toEqual([name, 1]);
    expect(order.invoices[0].lines.map(({ qty }: { qty: number }) => qty)).toEqual([1 + index, 1]);
    const contents = order.packs[0].cartons.flatMap((carton: { contents: { order_id: number }[] }) => carton.contents);
    expect(new Set(contents.map(({ order_id }: { order_id: number }) => order_id))).toEqual(new Set([id]));
  }
});

test.each([
  ['packed', {}, all],
  ['of 30 units', { qty: 30 }, all],
  ['without a pack step', { note: 'loose' }, ['pick', 'ship', 'pickup']],
  ['in one carton', { note: 'one carton' }, all],
  ['collected', { carrier: 'Will Call' }, ['pick', 'pickup']],
] as const)(
  'an order %s has the same records and events as by calls of its own',
  async (_, {
    qty = 3,
    carrier,
    ...values
  }: {
    qty?: number;
    carrier?: string;
    note?: string;
  }, steps) => {
    const of = carrier ? { ...values, carrier_id: await shop.carrier(carrier) } : values;
    const [one, other, alone] = [await sold(qty, of), await sold(qty, of), await sold(qty, of)];
    const wanted = [...steps];
    expect(await together({ [one]: wanted, [other]: wanted })).toEqual({ [one]: wanted, [other]: wanted });
    for (const step of steps) await shop.through([alone], step);
    expect(await recordsOf(one)).toEqual(await recordsOf(alone));
    expect(await recordsOf(other)).toEqual(await recordsOf(alone));
    expect((await eventsOf(one)).sort()).toEqual((await eventsOf(alone)).sort());
  },
);

test('an order that cannot go with the others is left out, with its later steps, and the others are done', async () => {
  const fine = await sold(2);
  const held = await sold(2);
  await shop.done(`/salesorder/${held}/hold`, { reason: 'Credit check' });
  const short = await shop.issued([{ part_id: await shop.part({}, 1), qty: 2 }]);
  const [picking, beside] = [await sold(2, { note: 'no pick' }), await sold(2, { note: 'no pick' })];
  await shop.done('/picklinebyorder', { order_id: [picking, beside] });
  const draft = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
  const collected = await sold(2, { carrier_id: await shop.carrier('Will Call') });
  const missing = 2 ** 40;
  const ids = [fine, held, short, picking, draft, collected, missing];
  const done = await together(Object.fromEntries(ids.map((id) => [id, all])));
  expect(done).toEqual({ ...Object.fromEntries(ids.map((id) => [id, []])), [fine]: all, [collected]: ['pick'] });
});

test('an order whose rules come before the step is left out', async () => {
  const late = `${config}  - { name: Checked late, before: pack, when: note = "checked", then: { hold: Check it } }\n`;
  const other = await startTestService({ config: late });
  const theirs = await openShop(other);
  const id = await theirs.issued([{ part_id: await theirs.part({}, 5), qty: 1 }], { note: 'checked' });
  const body = { orders: [{ order_id: id, steps: all }] };
  const answer = await other.call('POST', '/engine/steps', body, byEngine(other));
  expect(answer.body.orders[0].done.map(({ step }: { step: Step }) => step)).toEqual(['pick']);
  expect((await theirs.progress(id)).held).toBe(false);
  await other.close();
});

test('orders that share a carton are shipped by calls of their own, and an order on pallets with the others', async () => {
  const part = await shop.part({}, 50);
  const sharing = [await shop.issued([{ part_id: part, qty: 1 }]), await shop.issued([{ part_id: part, qty: 1 }])];
  await shop.through(sharing, 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: sharing, start_in_carton: 1 });
  await shop.done(`/pack/${pack}/finish`, {});
  const onPallet = await sold(1, { carrier_id: await shop.carrier('Freight') });
  const fine = await sold(1);
  await together({ [onPallet]: ['pick', 'pack'], [fine]: ['pick', 'pack'] });
  const last: Step[] = ['ship', 'pickup'];
  const done = await together(Object.fromEntries([...sharing, onPallet, fine].map((id) => [id, last])));
  expect(done).toEqual({ [sharing[0]!]: [], [sharing[1]!]: [], [onPallet]: last, [fine]: last });
  const [ship] = (await shop.see(onPallet, 'ships.pallets')).ships;
  expect(ship.pallets).toHaveLength(1);
  await shop.through(sharing, 'ship');
  expect(await together({ [sharing[0]!]: ['pickup'] })).toEqual({ [sharing[0]!]: [] });
});

test('an order without an open pick, and one whose pick has a committed line, are picked', async () => {
  const [fresh, started] = [await sold(2, { note: 'no pick' }), await sold(2)];
  const [line] = (await shop.see(started, 'picks.lines')).picks[0].lines;
  await shop.done(`/pickline/${line.id}/commit`, {});
  expect(await together({ [fresh]: all, [started]: all })).toEqual({ [fresh]: all, [started]: all });
});

test('an order that somebody has locked is left out, without a wait', async () => {
  const [locked, free] = [await sold(1), await sold(1)];
  const client = await service.sql.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from salesorder where id = $1 for update', [locked]);
    const start = performance.now();
    expect(await together({ [locked]: all, [free]: all })).toEqual({ [locked]: [], [free]: all });
    expect(performance.now() - start).toBeLessThan(1_000);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a step that fails for all orders together is rolled back, and the steps before it stay', async () => {
  const untracked = await sold(1);
  const part = await shop.part({}, 5);
  const other = await shop.issued([{ part_id: part, qty: 2 }]);
  await together({ [untracked]: ['pick'], [other]: ['pick'] });
  // Units that vanish from the moving location refuse the pack of their order.
  await service.sql.query('update reservation set qty = 1 where order_id = $1; ', [other]);
  const done = await together({ [untracked]: ['pack'], [other]: ['pack'] });
  expect(done).toEqual({ [untracked]: [], [other]: [] });
  expect((await shop.see(untracked, 'packs')).packs).toEqual([]);
  await service.sql.query('update reservation set qty = 2 where order_id = $1', [other]);
});

test('the workflows of the orders get no signals', async () => {
  const ids = [await sold(1), await sold(1)];
  const signals = async () =>
    (
      await service.sql.query(`select from outbox where kind = 'signal' and workflow_id = any($1)`, [
        ids.map((id) => `order/${id}`),
      ])
    ).rows.length;
  const before = await signals();
  await together(Object.fromEntries(ids.map((id) => [id, all])));
  expect(await signals()).toBe(before);
  const byHand = await sold(1);
  await shop.through([byHand], 'pick');
  expect(
    (await service.sql.query(`select from outbox where kind = 'signal' and workflow_id = $1`, [`order/${byHand}`])).rows
      .length,
  ).toBe(1);
});

test('cartons get the carrier of their order', async () => {
  const carrier_id = await shop.carrier('Plain');
  const id = await sold(1, { carrier_id });
  expect(await together({ [id]: ['pick', 'pack'] })).toEqual({ [id]: ['pick', 'pack'] });
  const { cartons } = (await shop.see(id, 'packs.cartons')).packs[0];
  expect(cartons.length).toBeGreaterThan(0);
  for (const carton of cartons) expect(carton).toMatchObject({ carrier_id });
});
