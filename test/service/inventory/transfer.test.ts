import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

const carry = (part_id: number, to_location_id: number, qty: number, more: Record<string, unknown> = {}) => ({
  part_id,
  from_location_id: shop.stockId,
  to_location_id,
  qty,
  ...more,
});
/** Returns the stock at a location with its reserved quantities. */
const at = async (part: number, location: number) =>
  (await shop.get(`/inventory?part_id=${part}&location_id=${location}&filter=qty>0&sort=lot,serial`)).data;

describe('a transfer to another location', () => {
  test('is one movement, and the units keep their age and expiry date', async () => {
    const [part, shelf] = [await shop.part({ tracking: 'lot' }), await shop.storage()];
    await shop.stock(part, 5, { tracking: [{ lot: 'L', expires_on: '2041-01-01' }] });
    const [before] = await at(part, shop.stockId);
    const body = carry(part, shelf, 2, { tracking: [{ lot: 'L', qty: 2 }], reason: 'nearer to the door' });
    expect(await shop.done('/inventorytransfer', body)).toMatchObject({
      from_location_id: shop.stockId,
      to_location_id: shelf,
      lot: 'L',
      qty: 2,
      reason: 'nearer to the door',
      order_id: null,
    });
    const { expires_on, received_at } = before;
    expect(await at(part, shelf)).toMatchObject([{ lot: 'L', qty: 2, expires_on, received_at }]);
    expect(await at(part, shop.stockId)).toMatchObject([{ lot: 'L', qty: 3 }]);
    expect(await shop.refused('/inventorytransfer', carry(part, shelf, 1))).toBe('422 tracking.required');
    const { body: answer } = await shop.post('/inventorytransfer', { ...body, tracking: [{ lot: 'M', qty: 2 }] });
    expect(answer).toMatchObject({ status: 409, code: 'stock.short' });
    expect(answer.detail).toContain('Only 0 of lot M can be moved, and 2 are asked for.');
  });

  test('moves reserved units too if the free ones are not enough, and changes their picklines', async () => {
    const [part, shelf] = [await shop.part({}, 10), await shop.storage()];
    const first = await shop.issued([{ part_id: part, qty: 4 }]);
    const last = await shop.issued([{ part_id: part, qty: 4 }]);
    const pick = await shop.done('/picklinebyorder', { order_id: [last] });
    // Two units are free; three of the order that would be served last are moved too.
    await shop.done('/inventorytransfer', carry(part, shelf, 5));
    expect(await at(part, shelf)).toMatchObject([{ qty: 5, qty_committed: 3 }]);
    expect(await at(part, shop.stockId)).toMatchObject([{ qty: 5, qty_committed: 5 }]);
    const { lines } = await shop.get(`/pick/${pick.id}?embed=lines`);
    expect(lines.map((line: Record<string, number>) => [line.location_id, line.qty])).toEqual([
      [shop.stockId, 1],
      [shelf, 3],
    ]);
    for (const line of lines) await shop.done(`/pickline/${line.id}/commit`);
    await shop.done(`/pick/${pick.id}/finish`);
    await shop.done('/inventorytransfer', carry(part, shelf, 4));
    expect((await shop.get(`/pickline?order_id=${first}`)).data).toMatchObject([{ location_id: shelf, qty: 4 }]);
    await shop.through([first], 'pick');
    await shop.through([first, last], 'pack');
    // All units return to where they were taken from.
    for (const id of [first, last]) await shop.done(`/salesorder/${id}/void`);
    expect(await shop.units(part)).toEqual({ storage: 10 });
  });

  test('to another site or to an inactive location moves only free units', async () => {
    const part = await shop.part({}, 5);
    await shop.issued([{ part_id: part, qty: 3 }]);
    const north = await shop.done('/site', { name: 'North', sitetype_id: 1 });
    const there = await shop.done('/location', { site_id: north.id, name: 'Shelf', locationtype_id: 1 });
    const quarantine = await shop.storage('Quarantine');
    await shop.done(`/location/${quarantine}`, { active: false }, 'PUT');
    const waiting = await shop.issued([{ part_id: part, qty: 1 }], { site_id: north.id });
    expect((await shop.progress(waiting)).waiting_for).toMatch(/^stock: 1 /);
    const { body } = await shop.post('/inventorytransfer', carry(part, there.id, 3));
    expect(body.detail).toBe(
      `Only 2 of the part can be moved, and 3 are asked for. Units that orders have reserved are moved only within a site, to a location in use. GET /inventory?part_id=${part} lists where the part is.`,
    );
    await shop.done('/inventorytransfer', carry(part, there.id, 1));
    // The units that arrive are reserved for the order that waits there.
    expect(await at(part, there.id)).toMatchObject([{ qty: 1, qty_committed: 1 }]);
    expect(await shop.refused('/inventorytransfer', carry(part, quarantine, 2))).toBe('409 stock.short');
    await shop.done('/inventorytransfer', carry(part, quarantine, 1));
    expect(await at(part, quarantine)).toMatchObject([{ qty: 1, qty_committed: 0 }]);
  });

  test('of serial numbers names them, and they keep their lots', async () => {
    const [part, shelf] = [await shop.part({ tracking: 'serial' }), await shop.storage()];
    await shop.stock(part, 2, { tracking: [{ serial: 'A', lot: 'L' }, { serial: 'B' }] });
    await shop.issued([{ part_id: part }]);
    await shop.done('/inventorytransfer', carry(part, shelf, 2, { tracking: [{ serial: 'A' }, { serial: 'B' }] }));
    expect((await at(part, shelf)).map((row: Record<string, unknown>) => [row.serial, row.lot])).toEqual(
      expect.arrayContaining([
        ['A', 'L'],
        ['B', null],
      ]),
    );
    const twice = carry(part, shelf, 2, { tracking: [{ serial: 'A' }, { serial: 'A' }] });
    expect(await shop.refused('/inventorytransfer', twice)).toBe('422 tracking.mismatch');
  });

  test('into a carton, from the moving location, to the same location and of half a unit is refused', async () => {
    const [part, shelf] = [await shop.part({ whole_units: true }, 5), await shop.storage()];
    expect(await shop.refused('/inventorytransfer', carry(part, shop.movingId, 1))).toBe('422 body.invalid');
    expect(await shop.refused('/inventorytransfer', carry(part, shop.stockId, 1))).toBe('422 body.invalid');
    expect(await shop.refused('/inventorytransfer', carry(part, shelf, 0.5))).toBe('422 body.invalid');
    expect(await shop.refused('/inventorytransfer', carry(part, 999_999, 1))).toBe('422 reference.unknown');
    const out = { part_id: part, from_location_id: shop.movingId, to_location_id: shelf, qty: 1 };
    expect(await shop.refused('/inventorytransfer', out)).toBe('422 body.invalid');
  });

  test('breaks no rule at the same time as commits, new orders and voids', async () => {
    const [part, shelf] = [await shop.part({}, 12), await shop.storage()];
    for (let round = 0; round < 8; round++) {
      const ids = await Promise.all([1, 2, 3].map((qty) => shop.issued([{ part_id: part, qty }])));
      const pick = await shop.done('/picklinebyorder', { order_id: ids.slice(0, 2) });
      const replies = await Promise.all([
        shop.post('/inventorytransfer', carry(part, shelf, 9)),
        ...pick.lines.map((line: { id: number }) => shop.post(`/pickline/${line.id}/commit`)),
        shop.post(`/salesorder/${ids[round % 3]}/void`),
        shop.perform('pick', [ids[2]!]),
        shop.post('/inventorytransfer', { ...carry(part, shop.stockId, 4), from_location_id: shelf }),
      ]);
      for (const { status, body } of replies) expect([200, 201, 404, 409], JSON.stringify(body)).toContain(status);
      expect(await service.verify()).toEqual([]);
      for (const id of ids) await shop.done(`/salesorder/${id}/void`);
      const [back] = await at(part, shelf);
      if (back)
        await shop.done('/inventorytransfer', { ...carry(part, shop.stockId, back.qty), from_location_id: shelf });
    }
    expect(await shop.units(part)).toEqual({ storage: 12 });
  });
});
