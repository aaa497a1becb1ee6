import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Issues of a bulk run by statements over several orders. */

const config = `
settings: { auto-create-pick-by-order: true }
rules:
  - { name: Checked first, when: note = "checked", then: { hold: Check it } }
  - { name: Picked later, when: note = "later", then: { create_pick: false } }
  - { name: Urgent, when: note = "urgent", then: { priority: 1 } }
  - { name: Unknown level, when: note = "unknown level", then: { service_level: Nowhere } }
  - { name: Loose, when: note = "loose", then: { skip: pack } }
`;

const { service, shop } = await testShop({ config }, 'each');

/** An order: the quantity of each part, and what else makes it differ. */
interface Wanted {
  readonly qty: readonly number[];
  readonly note: string;
  readonly held: boolean;
}

/** Makes the stock and the orders of a case, each with parts of its own. @returns the ids of the orders */
async function ordersOf(stock: readonly number[], wanted: readonly Wanted[]): Promise<number[]> {
  const parts: number[] = [];
  for (const qty of stock) parts.push(await shop.part({}, qty));
  const ids: number[] = [];
  for (const { qty, note, held } of wanted) {
    const lines = parts.map((part_id, index) => ({ part_id, qty: qty[index] ?? 0 })).filter((line) => line.qty > 0);
    const id = await shop.order(lines, { note });
    if (held) await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
    ids.push(id);
  }
  return ids;
}

/** Performs a run on orders by calls over the given parts of them. @returns the outcome of each, without ids */
async function issued(
  ids: readonly number[],
  calls: readonly (readonly number[])[],
  options: object,
): Promise<unknown[]> {
  const { id } = await shop.done('/bulkrun', { order_id: ids, action: 'issue', options });
  for (const order_id of calls) await shop.done(`/engine/bulkrun/${id}/perform`, { order_id });
  const { data } = await shop.get(`/bulkrun/${id}/order?sort=id&perPage=100`);
  const plain = (text: string | null) => text?.replace(/part \S+,/g, 'part,') ?? null;
  const outcomes = data as { order_id: number; outcome: string; code: string | null; reason: string | null }[];
  return Promise.all(
    outcomes.map(async ({ order_id, outcome, code, reason }) => ({
      ...{ outcome, code, reason: plain(reason) },
      ...(await orderOf(order_id)),
      events: await eventsOf(order_id),
    })),
  );
}

/** Returns the state, the work and the picklines of an order. */
async function orderOf(id: number): Promise<object> {
  const { rows } = await service.sql.query<object>(
    `select state, priority, held_at is not null as held, plan is not null as planned,
      (select json_agg(json_build_array(w.task_id, w.qty, w.qty_short) order by w.id) from work w where w.order_id = o.id) as work,
      (select json_agg(json_build_array(p.qty, p.pick_id is not null) order by p.id) from pickline p where p.order_id = o.id) as picklines,
      (select json_agg(r.qty order by r.id) from reservation r where r.order_id = o.id) as reserved
    from salesorder o where o.id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

async function eventsOf(id: number): Promise<string[]> {
  const { rows } = await service.sql.query<{ name: string }>(
    'select e.name from event_log l join event e on e.id = l.event_id where $1 = any(l.order_ids) order by e.name',
    [id],
  );
  return rows.map(({ name }) => name);
}

test('has the same outcomes as one order after the other', async () => {
  const aPart = fc.integer({ min: 0, max: 4 });
  const anOrder = fc.record({
    qty: fc.array(aPart, { minLength: 3, maxLength: 3 }),
    note: fc.constantFrom('', '', '', 'checked', 'later', 'urgent', 'unknown level', 'loose'),
    held: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 3 }),
      fc.array(anOrder, { minLength: 2, maxLength: 12 }),
      fc.constantFrom({}, {}, { ignore_warnings: true }),
      async (stock, wanted, options) => {
        const [one, other] = [await ordersOf(stock, wanted), await ordersOf(stock, wanted)];
        const apart = await issued(
          one,
          one.map((id) => [id]),
          options,
        );
        expect(await issued(other, [other], options)).toEqual(apart);
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 60_000);

test('an order that others have locked does not stop those beside it, and is issued when it is free', async () => {
  const ids = await ordersOf(
    [100],
    Array.from({ length: 4 }, () => ({ qty: [1], note: '', held: false })),
  );
  const { id } = await shop.done('/bulkrun', { order_id: ids, action: 'issue' });
  const other = await service.sql.connect();
  await other.query('begin');
  await other.query('select 1 from salesorder where id = $1 for update', [ids[1]]);
  const performing = shop.post(`/engine/bulkrun/${id}/perform`, { order_id: ids });
  try {
    await expect.poll(() => shop.status(ids[3] as number), { timeout: 4_000 }).toBe('Issued');
    expect(await shop.status(ids[1] as number)).toBe('Draft');
  } finally {
    await other.query('commit');
    other.release();
  }
  expect((await performing).body.outcomes.length).toBe(4);
  expect(await shop.get(`/bulkrun/${id}`)).toMatchObject({ done: 4, failed: 0 });
});

test('a run without a limit of its rate gets several orders as one unit', async () => {
  const ids = await ordersOf(
    [100],
    Array.from({ length: 20 }, () => ({ qty: [1], note: '', held: false })),
  );
  const unitsOf = async (options: object): Promise<number[][]> => {
    const { id } = await shop.done('/bulkrun', { order_id: ids, action: 'issue', ...options });
    const { units } = await shop.done(`/engine/bulkrun/${id}/next`, { max: 16 });
    await shop.done(`/bulkrun/${id}/cancel`);
    return units;
  };
  const [together = [], ...others] = await unitsOf({});
  expect(others).toEqual([]);
  expect(together.length).toBeGreaterThan(1);
  expect(together).toEqual(ids.slice(0, together.length));
  const apart = ids.slice(0, together.length).map((id) => [id]);
  expect(await unitsOf({ rate: 5 })).toEqual(apart);
  expect(await unitsOf({ options: { when: 'possible' } })).toEqual(apart);
});
