import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';
import { atOnce, rounds } from '../../properties/rounds.ts';

const { service, shop } = await testShop({}, 'each');

/** Makes a pick of one order, and returns it with its lines. */
async function pickOf(orderId: number) {
  const pick = await shop.done('/picklinebyorder', { order_id: [orderId] });
  return pick as { id: number; lines: { id: number; qty: number; location_id: number }[] };
}
const movements = async (part: number, reason: string) =>
  (await shop.get(`/inventorymovement?part_id=${part}&reason=${encodeURIComponent(reason)}`)).data;

describe('missing units at a commit', () => {
  test('are written off with the reason, and the order waits for stock', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const { id: pick, lines } = await pickOf(id);
    const line = await shop.done(`/pickline/${lines[0]!.id}/commit`, {
      qty: 3,
      missing: 1,
      short_reason: 'box crushed',
    });
    expect(line).toMatchObject({ id: lines[0]!.id, qty: 3, qty_committed: 3, short_reason: 'box crushed' });
    expect(await shop.units(part)).toEqual({ moving: 3 });
    expect(await movements(part, 'missing: box crushed')).toMatchObject([
      { qty: 2, from_location_id: shop.stockId, to_location_id: null, order_id: id, pickline_id: lines[0]!.id },
    ]);
    await shop.done(`/pick/${pick}/finish`);
    expect((await shop.progress(id)).waiting_for).toMatch(/^stock: 2 of part/);
    await shop.stock(part, 2);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('are replaced by other stock at once', async () => {
    const part = await shop.part({}, 4);
    const shelf = await shop.storage();
    await shop.stock(part, 4, { location_id: shelf });
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const { lines } = await pickOf(id);
    await shop.done(`/pickline/${lines[0]!.id}/commit`, { qty: 1, missing: 1 });
    const waiting = (await shop.get(`/pickline?order_id=${id}&filter=pick_id IS NULL`)).data;
    expect(waiting).toMatchObject([{ qty: 3, location_id: shelf }]);
    expect(await movements(part, 'missing')).toHaveLength(1);
  });

  test('can be all units: another pickline takes the place, and the units are no longer reserved', async () => {
    const part = await shop.part({}, 2);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const { id: pick, lines } = await pickOf(id);
    expect(await shop.refused(`/pickline/${lines[0]!.id}/commit`, { qty: 0 })).toBe('422 body.invalid');
    const instead = await shop.done(`/pickline/${lines[0]!.id}/commit`, { qty: 0, missing: 1, short_reason: 'empty' });
    expect(instead).toMatchObject({ pick_id: null, location_id: null, qty: 2, qty_committed: 0 });
    expect(await shop.units(part)).toEqual({});
    expect((await shop.get(`/pick/${pick}?embed=lines`)).lines).toEqual([]);
    await shop.done(`/pick/${pick}/finish`);
  });

  test('stay reserved without `missing`', async () => {
    const part = await shop.part({}, 3);
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    const { lines } = await pickOf(id);
    await shop.done(`/pickline/${lines[0]!.id}/commit`, { qty: 1, short_reason: 'trolley full' });
    expect(await shop.units(part)).toEqual({ moving: 1, storage: 2 });
    const rest = (await shop.get(`/pickline?order_id=${id}&filter=pick_id IS NULL`)).data;
    expect(rest).toMatchObject([{ qty: 2, location_id: shop.stockId, short_reason: 'trolley full' }]);
  });

  test('of a lot are written off, and the units of other lots are taken', async () => {
    const part = await shop.part({ tracking: 'lot' });
    for (const lot of ['A', 'B']) await shop.stock(part, 2, { tracking: [{ lot, qty: 2 }] });
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    const { lines } = await pickOf(id);
    const body = { qty: 2, tracking: [{ lot: 'A', qty: 2 }], missing: 1 };
    await shop.done(`/pickline/${lines[0]!.id}/commit`, body);
    expect(await movements(part, 'missing')).toMatchObject([{ lot: 'B', qty: 1 }]);
    // One unit of lot B is left, and serves the order.
    expect((await shop.get(`/pickline?order_id=${id}&filter=pick_id IS NULL`)).data).toMatchObject([{ qty: 1 }]);
  });
});

describe('a count with fewer units than on the books', () => {
  test('does not take out committed units, and the answer says how to', async () => {
    const part = await shop.part({}, 3);
    await shop.issued([{ part_id: part, qty: 2 }]);
    const reply = await shop.post('/inventoryadjustment', { part_id: part, location_id: shop.stockId, qty: -2 });
    expect([reply.status, reply.body.code]).toEqual([409, 'stock.short']);
    expect(reply.body.detail).toContain('Only 1 are free there');
    expect(reply.body.detail).toContain('from_orders');
  });

  test('with from_orders takes out free units first, then those of the order that would be served last', async () => {
    const part = await shop.part({}, 6);
    const [early, late] = [
      await shop.issued([{ part_id: part, qty: 2 }]),
      await shop.issued([{ part_id: part, qty: 3 }]),
    ];
    const urgent = await shop.issued([{ part_id: part, qty: 1 }], { priority: 1 });
    await shop.done('/inventoryadjustment', {
      part_id: part,
      location_id: shop.stockId,
      qty: -2,
      reason: 'count',
      from_orders: 1,
    });
    expect((await shop.progress(late)).steps[0]).toMatchObject({ step: 'pick', open: 3, ready: 1 });
    for (const id of [early, urgent]) expect((await shop.progress(id)).steps[0].ready).toBeGreaterThan(0);
    expect(await shop.units(part)).toEqual({ storage: 4 });
    expect(
      (await movements(part, 'count')).map((one: { qty: number; order_id: number }) => [one.qty, one.order_id]),
    ).toEqual([[2, late]]);
    expect((await shop.get(`/salesorder/${late}/timeline`)).map((one: { event: string }) => one.event)).toContain(
      'inventory.adjusted',
    );
  });

  test('shortens lines of an open pick; other stock serves the order at once', async () => {
    const part = await shop.part({}, 3);
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    const { id: pick, lines } = await pickOf(id);
    const shelf = await shop.storage();
    await shop.stock(part, 2, { location_id: shelf });
    await shop.done('/inventoryadjustment', { part_id: part, location_id: shop.stockId, qty: -2, from_orders: 1 });
    expect((await shop.get(`/pick/${pick}?embed=lines`)).lines).toMatchObject([{ id: lines[0]!.id, qty: 1 }]);
    expect((await shop.get(`/pickline?order_id=${id}&filter=pick_id IS NULL`)).data).toMatchObject([
      { qty: 2, location_id: shelf },
    ]);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('does not take out more units than are there', async () => {
    const part = await shop.part({}, 3);
    await shop.issued([{ part_id: part, qty: 2 }]);
    const body = { part_id: part, location_id: shop.stockId, qty: -4, from_orders: 1 };
    expect(await shop.refused('/inventoryadjustment', body)).toBe('409 stock.short');
    expect(await shop.units(part)).toEqual({ storage: 3 });
  });

  test('takes out a serial number that an order has reserved', async () => {
    const part = await shop.part({ tracking: 'serial' });
    await shop.stock(part, 2, { tracking: [{ serial: 'S1' }, { serial: 'S2' }] });
    const id = await shop.issued([{ part_id: part, qty: 1 }]);
    const body = { part_id: part, location_id: shop.stockId, qty: -1, tracking: [{ serial: 'S1' }], from_orders: 1 };
    await shop.done('/inventoryadjustment', body);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(
      (await service.sql.query('select serial from inventorymovement where order_id = $1 and pickup_id > 0', [id]))
        .rows,
    ).toEqual([{ serial: 'S2' }]);
  });
});

test('units that come into an empty location count as new stock', async () => {
  const part = await shop.part({}, 2);
  const [old, fresh] = [shop.stockId, await shop.storage()];
  const out = (qty: number) => ({ part_id: part, location_id: old, qty });
  await shop.done('/inventoryadjustment', out(-2));
  await shop.stock(part, 1, { location_id: fresh });
  await service.sql.query(`update inventory set received_at = received_at - interval '1 day' where part_id = $1`, [
    part,
  ]);
  await shop.done('/inventoryadjustment', out(5));
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  const lines = (await shop.get(`/pickline?order_id=${id}&sort=id`)).data;
  expect(lines.map((line: { location_id: number; qty: number }) => [line.location_id, line.qty]).sort()).toEqual(
    [
      [fresh, 1],
      [old, 1],
    ].sort(),
  );
  const { rows } = await service.sql.query(
    'select location_id from inventory where part_id = $1 order by received_at',
    [part],
  );
  expect(rows.map((row) => row.location_id)).toEqual([fresh, old]);
});

test('every rule holds after rounds of simultaneous counts, commits, missing units, new orders and voids', {
  timeout: rounds * 3_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const part = await shop.part({}, 9);
    const shelf = await shop.storage();
    const [a, b, c] = [
      await shop.issued([{ part_id: part, qty: 4 }]),
      await shop.issued([{ part_id: part, qty: 3 }]),
      await shop.order([{ part_id: part, qty: 4 }]),
    ];
    const [first, second] = [(await pickOf(a)).lines[0]!.id, (await pickOf(b)).lines[0]!.id];
    const count = { part_id: part, location_id: shop.stockId, from_orders: 1 };
    await atOnce(
      () => shop.post(`/pickline/${first}/commit`, { qty: round % 2, missing: 1 }),
      () => shop.post(`/pickline/${second}/commit`, {}),
      () => shop.post('/inventoryadjustment', { ...count, qty: -3 }),
      () => shop.post('/inventoryadjustment', { ...count, qty: -2 }),
      () => shop.post(`/salesorder/${c}/issue`, { ignore_warnings: 1 }),
      () => shop.post(`/salesorder/${round % 3 === 0 ? b : c}/void`, {}),
      () => shop.post('/inventoryadjustment', { part_id: part, location_id: shelf, qty: 2 }),
    );
    expect(await service.verify()).toEqual([]);
  }
});
