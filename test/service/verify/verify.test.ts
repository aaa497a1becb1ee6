import { expect, test } from 'vitest';
import { rules } from '../../../service/verify/verify.ts';
import { openShop } from '../../support/shop.ts';
import { testService } from '../../support/test-service.ts';

const service = await testService({ config: 'carriers: { Will Call: { plugin: will-call } }' });
const shop = await openShop(service);
const part = await shop.part({ price: 5, whole_units: true }, 20);
const [fulfilled, packed, picked, open] = [
  await shop.issued([{ part_id: part, qty: 3, taxes: [{ name: 'VAT', amount: 2 }] } as never]),
  await shop.issued([{ part_id: part, qty: 4 }]),
  await shop.issued([{ part_id: part, qty: 2 }]),
  await shop.issued([{ part_id: part, qty: 1 }]),
] as const;
await shop.through([fulfilled], 'pick', 'pack', 'ship', 'pickup');
await shop.through([packed], 'pick', 'pack');
await shop.through([picked], 'pick');
await shop.done('/picklinebyorder', { order_id: [open] });
await shop.through([await shop.issued([{ part_id: part, qty: 1 }])], 'pick', 'pack', 'ship');
const carrier_id = await shop.carrier('Will Call');
await shop.through([await shop.issued([{ part_id: part, qty: 1 }], { carrier_id })], 'pick');
await shop.issued([{ part_id: await shop.part({ parttype_id: 2 }), qty: 1 }], { carrier_id });
const lots = await shop.part({ tracking: 'lot' });
await shop.stock(lots, 2, { tracking: [{ lot: 'A', qty: 2 }] });
for (const [part_id, lot] of [[part], [lots, 'A']] as const) {
  const { lines } = await shop.done('/picklinebyorder', { order_id: [await shop.issued([{ part_id, qty: 2 }])] });
  await shop.done(`/pickline/${lines[0].id}/count`, { lot });
}
const receipt = await shop.done('/receipt', { lines: [{ part_id: lots, qty: 2 }] });
await shop.done(`/receipt/${receipt.id}/receive`, { lines: [{ part_id: lots, qty: 1, lot: 'B' }] });
const to_site_id = (await shop.done('/site', { name: 'Second', sitetype_id: 1 })).id;
const moved = { to_site_id, lines: [{ part_id: await shop.part({}, 5), qty: 5 }] };
const { id: transfer } = await shop.done('/transferorder', moved);
await shop.done(`/transferorder/${transfer}/issue`, { ignore_warnings: 1 });
await shop.through([transfer], 'pick', 'pack', 'ship', 'pickup');
const [{ id: line_id }] = await shop.get(`/salesorder/${fulfilled}/line`);
const dock = (await shop.done('/location', { site_id: shop.siteId, name: 'Returns', active: false })).id;
const back = await shop.done('/returnorder', { salesorder_id: fulfilled, lines: [{ line_id, qty: 1 }] });
await shop.done(`/returnorder/${back.id}/authorise`);
await shop.done(`/returnorder/${back.id}/receive`, { location_id: dock, lines: [{ part_id: part }] });
await shop.done(`/count/${(await shop.done('/count', { part_ids: [part] })).id}/cancel`);
await shop.done('/count', { part_ids: [part] });
// Constraints of the database would refuse some of the broken rows.
const { rows } = await service.sql.query<{ name: string }>(
  `select conname as name from pg_constraint where contype = 'c' and conrelid = 'inventory'::regclass`,
);
for (const { name } of rows) await service.sql.query(`alter table inventory drop constraint ${name}`);

const at = (kind: number) => `location_id in (select id from location where locationtype_id = ${kind}) and qty > 0`;

/** A change that breaks a rule: the table, the condition of the row, the column, and its value. */
type Break = [table: string, where: string, column: string, value: string];

const breaks: Readonly<Record<string, Break>> = {
  'every quantity is the sum of its movements': ['inventory', at(1), 'qty', 'qty + 1'],
  'committed is the sum of open reservations': ['inventory', at(1), 'qty_committed', 'qty_committed + 1'],
  'received quantities are the sums of entries with their movements': [
    'receiptline',
    'true',
    'qty_received',
    'qty_received + 1',
  ],
  'every line of an approved count is counted': ['count', 'status_id = 1', 'status_id', '2'],
  'goods came in with receipts that are receiving or closed': ['receipt', 'status_id = 2', 'status_id', '1'],
  'no units are in two open counts': ['count', 'status_id = 3', 'status_id', '1'],
  'every row that names a site agrees with its order or location': ['work', 'true', 'site_id', 'site_id + 1'],
  'no quantity is negative and no more is committed than is in stock': ['inventory', at(1), 'qty_committed', 'qty + 1'],
  'parts that are counted in whole units have whole quantities': ['inventory', at(1), 'qty', 'qty - 0.5'],
  'units of orders outside storage are picked and not picked up': [
    'pickline',
    'qty_committed > 0',
    'qty_committed',
    'qty_committed - 1',
  ],
  'all units outside storage belong to an order': ['inventory', at(2), 'qty', 'qty + 1'],
  'cartons hold the units of their packs': ['packline', 'true', 'qty', 'qty + 1'],
  'reservations in storage equal open picklines with a location': [
    'pickline',
    'qty_committed = 0',
    'location_id',
    'null',
  ],
  'picklines add up to the work of their order': ['pickline', 'qty_committed = 0', 'qty', 'qty + 1'],
  "each line's counters are the sums of its work": ['salesorderline', 'qty_packed > 0', 'qty_packed', 'qty_packed - 1'],
  'work is for the units of its line that are not canceled': [
    'work',
    'task_id = 4 and not stocked',
    'per_unit',
    'per_unit * 2',
  ],
  'no more is canceled than was ordered and did not leave': [
    'salesorderline',
    'qty_picked_up > 0',
    'qty_canceled',
    'qty - qty_picked_up + 1',
  ],
  'what pickups took out of stock is what their orders picked up': [
    'inventorymovement',
    'pickup_id is not null',
    'pickup_id',
    'null',
  ],
  'no step has more units than the step before it': ['work', 'task_id = 1 and qty_done = 4', 'qty_done', '3'],
  'the state of an order follows from its work': ['salesorder', 'status_id = 3', 'status_id', '2'],
  'each order keeps the state that follows from its records': [
    'salesorder',
    "state = 'waiting'",
    'reason',
    "'cartons'",
  ],
  'each order keeps whether it has something to pack or to ship': ['salesorder', 'to_pack', 'to_pack', 'false'],
  'every pickline of a finished pick is committed': ['pickline', 'finished', 'finished', 'false'],
  'counts are of open picklines on open picks, and never exceed them': ['picklinecount', 'lot is null', 'qty', '3'],
  'counted units are in stock where they were counted': ['picklinecount', 'lot is not null', 'qty', '3'],
  'a carton is locked if and only if it was picked up': ['carton', 'status_id = 2', 'status_id', '3'],
  'every closed carton that waits for no ship is ready for pickup': [
    'pickupline',
    'carton_id is not null and pickup_id is null',
    'carton_id',
    '(select min(c.id) from carton c where not exists (select from pickupline p where p.carton_id = c.id))',
  ],
  'every order without cartons is ready for pickup with its finished units': [
    'pickupline',
    'order_id in (select order_id from work where stocked)',
    'order_id',
    '(select min(id) from salesorder)',
  ],
  'every order of services alone is ready for pickup': [
    'pickupline',
    'order_id not in (select order_id from work where stocked)',
    'order_id',
    '(select min(id) from salesorder)',
  ],
  'invoices and credits are for the units that left and did not come back': [
    'invoiceline',
    'qty > 0',
    'qty',
    'qty - 1',
  ],
  'what transfer orders sent is expected at their receiving sites': [
    'receiptline',
    'receipt_id in (select id from receipt where pickup_id is not null)',
    'qty',
    'qty + 1',
  ],
  'units that were lost in transit have a reason': ['receipt', 'pickup_id is not null', 'status_id', '3'],
  'the state of a return follows from its units': ['returnorder', 'status_id = 3', 'status_id', '4'],
  'lines count the units that stay of closed returns as returned': [
    'salesorderline',
    'qty_picked_up > 0',
    'qty_returned',
    '1',
  ],
  'no more units come back than left': ['salesorderline', 'qty_picked_up = 0', 'qty_returned', '1'],
  'nothing is returned twice': ['returnorderunit', 'true', 'qty', 'qty + 3'],
  'no line of a return has more units than are authorised': ['returnorderline', 'true', 'qty_authorised', '0'],
  'a return has the label that a carrier booked for it': ['returnorder', 'true', 'tracking_number', "'T-1'"],
  'the invoices of a fulfilled order add up to it, and those of returned goods to nothing': [
    'invoice',
    'true',
    'total_tax',
    'total_tax + 1',
  ],
  'the lines of each invoice add up to its subtotal': ['invoice', 'true', 'subtotal', 'subtotal + 1'],
  'the taxes of an order add up to its tax': ['salesordertax', 'true', 'total', 'total + 1'],
  'the taxes on each invoice add up to its tax': ['invoicetax', 'true', 'amount', 'amount + 1'],
  'the invoices have the tax of the units that customers have': ['invoicetax', 'true', 'amount', 'amount + 1'],
  'each credit corrects an invoice of its order': ['invoice', 'true', 'credited_id', '0'],
};

test('no rule reports rows of consistent data, and each rule reports a broken row', async () => {
  expect(await service.verify()).toEqual([]);
  expect(Object.keys(breaks).sort()).toEqual([...rules].sort());
});

test.each(Object.entries(breaks))('%s: a violation is reported, with the row', (rule, broken) =>
  assertReport(rule, broken),
);

test.each([
  ['pickline', 'true', 'site_id + 1'],
  ['reservation', 'true', 'site_id + 1'],
  ['inventorymovement', 'true', 'site_id + 1'],
  ['receipt', 'pickup_id is not null', 'site_id - 1'],
])('a wrong site is reported in %s too', (table, where, value) =>
  assertReport('every row that names a site agrees with its order or location', [table, where, 'site_id', value]),
);

async function assertReport(rule: string, [table, where, column, value]: Break): Promise<void> {
  const { rows } = await service.sql.query<{ id: number; before: unknown }>(
    `select id, ${column} as before from ${table} where ${where} order by id limit 1`,
  );
  const { id, before } = rows[0]!;
  await service.sql.query(`update ${table} set ${column} = ${value} where id = $1`, [id]);
  const violations = await service.verify();
  await service.sql.query(`update ${table} set ${column} = $2 where id = $1`, [id, before]);
  expect(violations.map((one) => one.rule)).toContain(rule);
  expect(violations.find((one) => one.rule === rule)!.rows).toHaveLength(1);
  expect(await service.verify()).toEqual([]);
}
