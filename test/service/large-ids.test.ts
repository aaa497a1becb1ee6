import { expect, test } from 'vitest';
import { readPdf } from '../lib/printing/read-pdf.ts';
import { testShop } from '../support/shop.ts';

/** A service whose ids all begin above 2^31. `CONVEYOR_TEST_IDS_FROM` runs all other tests so. */

const { service, shop } = await testShop({ idsFrom: '3000000000' });

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id);

test('an order whose ids are above 2^31 goes from issue to pickup, and every list and record finds it', async () => {
  const eventId = (await shop.get('/event?name=salesorder.fulfilled')).data[0].id;
  await shop.done('/webhook', { url: 'https://shop.example/hook', event_id: eventId });
  const [part, other] = [await shop.part({ tracking: 'lot' }), await shop.part({}, 10)];
  await shop.stock(part, 5, { tracking: [{ lot: 'L-7', qty: 5 }] });
  const order = await shop.issued([
    { part_id: part, qty: 2 },
    { part_id: other, qty: 3 },
  ]);
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  expect(await shop.status(order)).toBe('Fulfilled');

  const embed = 'customer,lines.part,picks.lines.commits,packs.cartons.contents,invoices';
  const filters = [
    `filter=id = ${order}`,
    `filter=id IN (1, ${order})`,
    `filter=lines.part_id = ${part}`,
    `id=${order}`,
  ];
  for (const filter of [...filters, `filter=id > 2147483648`, `customer_id=${shop.customerId}`]) {
    const { total, data } = await shop.get(`/salesorder?${filter}&embed=${embed}&sort=-id`);
    expect([filter, total, idsOf(data)]).toEqual([filter, 1, [order]]);
    expect(data[0].customer.id).toBe(shop.customerId);
    expect(idsOf(data[0].lines.map((line: { part: { id: number } }) => line.part))).toEqual([part, other]);
    expect(data[0].picks[0].lines[0].commits[0].from_location_id).toBe(shop.stockId);
  }
  const { data: rows } = await service.client.inventorymovement.list({ filter: `order_id = ${order}` });
  for (const row of rows) expect(Math.min(row.id, row.part_id, row.line_id ?? 0)).toBeGreaterThan(3_000_000_000);

  const timeline = (await shop.get(`/salesorder/${order}/timeline`)) as { event: string; object_id: number }[];
  expect(timeline.find(({ event }) => event === 'salesorder.fulfilled')?.object_id).toBe(order);
  const { data: deliveries } = await shop.get(`/webhookdelivery?filter=object_id = ${order}`);
  expect((await shop.get(`/webhookdelivery/${deliveries[0].id}/body`)).id).toBe(order);
  const [slip] = await shop.done('/document', { kind: 'packingslip', salesorder_id: order });
  expect((await readPdf((await service.client.document.pdf(slip.id)) as Uint8Array)).pages.join()).toContain('L-7');
  expect(await service.verify()).toEqual([]);
});

test('a bulk run, a backorder and a transfer take ids above 2^31', async () => {
  const part = await shop.part();
  const draft = await shop.order([{ part_id: part, qty: 2, unit_price: 1 }]);
  const run = await shop.done('/bulkrun', { order_id: [draft], action: 'issue', options: { ignore_warnings: true } });
  const { units } = await shop.done(`/engine/bulkrun/${run.id}/next`, { max: 10 });
  expect(units).toEqual([[draft]]);
  await shop.done(`/engine/bulkrun/${run.id}/perform`, { order_id: units[0] });
  expect(await shop.status(draft)).toBe('Issued');
  await shop.stock(part, 2);
  const shelf = await shop.storage();
  await shop.done('/inventorytransfer', {
    part_id: part,
    from_location_id: shop.stockId,
    to_location_id: shelf,
    qty: 2,
  });
  const { data: lines } = await shop.get(`/pickline?order_id=${draft}`);
  expect(lines).toMatchObject([{ location_id: shelf, qty: 2 }]);
  expect(await service.verify()).toEqual([]);
});

test('an id that no record has is unknown up to 2^53 - 1; a greater number is no id', async () => {
  for (const id of ['2147483648', '9007199254740991', '9007199254740992', '9'.repeat(30)])
    expect(await shop.refused(`/salesorder/${id}`, undefined, 'GET')).toBe('404 record.unknown');
  for (const id of [2_147_483_648, '2147483648', 2 ** 53 - 1])
    expect(await shop.refused('/salesorder', { customer_id: id })).toBe('422 reference.unknown');
  for (const id of [2 ** 53, '9007199254740993'])
    expect(await shop.refused('/salesorder', { customer_id: id })).toBe('422 body.invalid');
  for (const id of ['2147483648', '9007199254740991', '9'.repeat(30)])
    expect((await shop.get(`/salesorder?filter=id = ${id}`)).total).toBe(0);
});
