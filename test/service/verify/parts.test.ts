import { expect, test } from 'vitest';
import { verifyParts } from '../../../cli/verify/in-parts.ts';
import type { PartState } from '../../../service/verify/part-state.ts';
import { stepOf } from '../../../service/verify/parts.ts';
import { rules } from '../../../service/verify/verify.ts';
import { openShop } from '../../support/shop.ts';
import { testService } from '../../support/test-service.ts';

let part: number;
let [mayOrder, juneOrder, recentOrder, openOrder]: number[] = [];

const service = await testService();
const shop = await openShop(service);
part = await shop.part({ price: 5 }, 50);
const orders: number[] = [];
for (let n = 0; n < 3; n++) orders.push(await shop.issued([{ part_id: part, qty: 2 }]));
await shop.through(orders, 'pick', 'pack', 'ship', 'pickup');
[mayOrder, juneOrder, recentOrder] = orders as [number, number, number];
openOrder = await shop.issued([{ part_id: part, qty: 1 }]);
await ended(mayOrder!, '2026-05-31T23:59:59Z');
await ended(juneOrder!, '2026-06-01T00:00:00Z');
await service.sql.query(`update inventorymovement set created_at = '2026-05-01T00:00:00Z' where order_id is null`);

async function ended(order: number, at: string): Promise<void> {
  await service.sql.query(`update salesorder set since = $2 where id = $1`, [order, at]);
  await service.sql.query(`update inventorymovement set created_at = $2 where order_id = $1`, [order, at]);
}

const run = (selection = {}) => verifyParts(service.client, selection, () => {});
const byPart = (parts: Awaited<ReturnType<typeof run>>) => Object.fromEntries(parts.map((one) => [one.part, one]));
const breakOrder = (order: number, by: number) =>
  service.sql.query(`update invoice set total_tax = total_tax + $2 where order_id = $1`, [order, by]);
const rule = 'the invoices of a fulfilled order add up to it, and those of returned goods to nothing';

test('each closed month has the orders that ended in it; the others are recent or open', async () => {
  const parts = byPart(await run());
  expect(parts['2026-05']).toMatchObject({ orders: 1, violations: [], finished_at: expect.any(String) });
  expect(parts['2026-06']).toMatchObject({ orders: 1, violations: [] });
  // The orders of this run ended today.
  expect(parts.recent).toMatchObject({ orders: 1, violations: [] });
  expect(parts.open).toMatchObject({ orders: 1, violations: [] });
  expect(parts.stock).toMatchObject({ orders: 0, violations: [] });
  const { rows } = await service.sql.query(`select count(*)::int as days, min(day)::text as first from ledger_day`);
  expect(rows[0].first).toBe('2026-05-01');
  // Each day of each closed month is summed once.
  expect(rows[0].days).toBeGreaterThanOrEqual(61);
});

test('a closed month is checked once: what breaks later is seen by a run that names it', async () => {
  await breakOrder(mayOrder!, 1);
  expect((await run()).map((one) => one.part)).toEqual(['recent', 'open', 'stock']);
  const [may] = await run({ month: '2026-05' });
  expect(may).toMatchObject({ part: '2026-05', violations: [{ rule, rows: [{ order_id: mayOrder }] }] });
  const since = byPart(await run({ since: '2026-05-15' }));
  expect(since['2026-05']!.violations).toHaveLength(1);
  expect(since['2026-06']!.violations).toEqual([]);
  await breakOrder(mayOrder!, -1);
  expect((await run({ month: '2026-05' }))[0]).toMatchObject({ violations: [] });
});

test('open orders and recent ones are checked each time', async () => {
  await breakOrder(recentOrder!, 1);
  await service.sql.query(`update salesorder set to_pack = true where id = $1`, [openOrder]);
  const parts = byPart(await run());
  expect(parts.recent!.violations).toMatchObject([{ rule }]);
  expect(parts.open!.violations).toMatchObject([
    { rule: 'each order keeps whether it has something to pack or to ship' },
  ]);
  await breakOrder(recentOrder!, -1);
  await service.sql.query(`update salesorder set to_pack = false where id = $1`, [openOrder]);
  expect((await run()).flatMap(({ violations }) => violations)).toEqual([]);
});

test('stock is compared with the sums of closed days and what came since', async () => {
  await service.sql.query(`update inventory set qty = qty + 1 where part_id = $1 and qty > 40`, [part]);
  const { stock } = byPart(await run());
  expect(stock!.violations).toMatchObject([
    { rule: 'every quantity is the sum of its movements', rows: [{ part_id: part }] },
  ]);
  await service.sql.query(`update inventory set qty = qty - 1 where part_id = $1 and qty > 40`, [part]);
  // A sum of a closed day that is wrong is as bad as a movement that is.
  await service.sql.query(`update ledger_sum set qty = qty + 1 where day = '2026-05-01'`);
  expect(byPart(await run()).stock!.violations).toHaveLength(1);
  expect(byPart(await run({ month: '2026-05' }))['2026-05']!.violations).toMatchObject([
    { rule: 'the ledger of a closed day does not change', rows: [{ part_id: part }] },
  ]);
  await service.sql.query(`update ledger_sum set qty = qty - 1 where day = '2026-05-01'`);
  expect((await run({ since: '2026-05-01' })).flatMap(({ violations }) => violations)).toEqual([]);
});

test('a run that was interrupted goes on after the last checkpoint', async () => {
  // As if it was killed after the orders of May and the first three days.
  await service.sql.query(
    `update verify_part set finished_at = null, next_day = '2026-05-04', orders = 1 where part = '2026-05'`,
  );
  await breakOrder(mayOrder!, 1);
  // The order was checked before, and is not checked again.
  expect(byPart(await run())['2026-05']).toMatchObject({ orders: 1, violations: [], finished_at: expect.any(String) });
  await breakOrder(mayOrder!, -1);
});

test('two runs at once store each checkpoint once', async () => {
  const both = await Promise.all([run({ month: '2026-06' }), run({ month: '2026-06' })]);
  for (const [june] of both) expect(june).toMatchObject({ orders: 1, violations: [], finished_at: expect.any(String) });
});

test('the rules of parts are those of the whole check', async () => {
  await service.sql.query(`update salesorder set to_ship = not to_ship where id = $1`, [juneOrder]);
  const whole = (await service.verify()).find(({ rule }) => rule.includes('to ship'));
  const fresh: PartState = {
    part: '2026-06',
    after_at: null,
    after_id: 0,
    next_day: null,
    orders: 0,
    violations: [],
    finished_at: null,
  };
  expect(await stepOf(service.database, fresh)).toMatchObject({ broken: [{ rule: whole!.rule }], orders: 1 });
  expect(rules).toContain(whole!.rule);
  await service.sql.query(`update salesorder set to_ship = not to_ship where id = $1`, [juneOrder]);
  expect(await service.verify()).toEqual([]);
});

test('a part that does not exist is refused', async () => {
  const { status, body } = await service.call('POST', '/verify/part', { part: '2035-01' });
  expect([status, body.code]).toEqual([404, 'record.unknown']);
});
