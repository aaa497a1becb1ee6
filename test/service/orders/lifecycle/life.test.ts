import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'end');

const post = (path: string, body?: unknown) => service.call('POST', path, body);
const order = async (id: number, embed = 'status,lines') =>
  (await service.call('GET', `/salesorder/${id}?embed=${embed}`)).body;

describe('an order goes from issue to pickup by calls of the interface', () => {
  test('pick, pack with cartons and moveitem, ship, pickup', async () => {
    const [a, b] = [await shop.part({}, 10), await shop.part({}, 10)];
    const id = await shop.order([
      { part_id: a, qty: 2, unit_price: 5 },
      { part_id: b, qty: 3, unit_price: 1.5 },
    ]);
    const issued = await post(`/salesorder/${id}/issue`);
    expect(issued.status).toBe(200);
    expect((await order(id)).status.name).toBe('Issued');

    const pick = await post('/picklinebyorder', { order_id: [id] });
    expect(pick.status).toBe(201);
    expect(pick.body).toMatchObject({ order_ids: [id], lines: [{ qty: 2, qty_committed: 0 }, { qty: 3 }] });
    for (const line of pick.body.lines) expect((await post(`/pickline/${line.id}/commit`)).status).toBe(200);
    expect((await post(`/pick/${pick.body.id}/finish`)).status).toBe(200);
    expect((await order(id)).lines.map((line: { qty_picked: number }) => line.qty_picked)).toEqual([2, 3]);
    expect((await order(id)).status.name).toBe('In Progress');

    const pack = await post('/packlinebyorder', { order_id: [id] });
    expect(pack.status).toBe(201);
    expect((await post(`/pack/${pack.body.id}/finish`)).body).toMatchObject({
      status: 409,
      code: 'pack.not-all-in-cartons',
    });
    const carton = await post(`/pack/${pack.body.id}/carton`, {});
    expect(carton.status).toBe(201);
    expect(carton.body.carton_id).toBe(carton.body.id);
    const moved = await post(`/pack/${pack.body.id}/moveitem`, {
      add_carton_id: carton.body.id,
      order_id: id,
      part_id: a,
      qty: 2,
      subtract_location_id: shop.movingId,
    });
    expect(moved.status).toBe(200);
    expect(moved.body.contents).toMatchObject([{ order_id: id, part_id: a, qty: 2 }]);
    await post(`/pack/${pack.body.id}/moveitem`, {
      add_carton_id: carton.body.id,
      order_id: id,
      move_all: 1,
      subtract_location_id: shop.movingId,
    });
    const finished = await post(`/pack/${pack.body.id}/finish`);
    expect(finished.status).toBe(200);

    const ship = await post('/shiplinebyorder', { order_id: [id] });
    expect(ship.status).toBe(201);
    expect((await post(`/ship/${ship.body.id}/finish`)).status).toBe(200);
    const ready = await order(id, 'pickuplines');
    expect(ready.pickuplines).toHaveLength(1);
    const pickup = await post('/pickup', { pickupline_ids: [ready.pickuplines[0].id], site_id: shop.siteId });
    expect(pickup.status).toBe(201);
    const done = await order(id, 'status,lines,invoices,pickups');
    expect(done.status.name).toBe('Fulfilled');
  });

  test('every task by one call each', async () => {
    const a = await shop.part({}, 10);
    const id = await shop.issued([{ part_id: a, qty: 4 }]);
    for (const [task, key] of [
      [1, 'pick'],
      [2, 'pack'],
      [3, 'ship'],
      [4, 'pickup'],
    ] as const) {
      const done = await post(`/task/${task}/perform`, { order_id: [id] });
      expect(done.status, JSON.stringify(done.body)).toBe(200);
      expect(done.body.id, key).toBeGreaterThan(0);
    }
    expect((await order(id)).status.name).toBe('Fulfilled');
  });
});
