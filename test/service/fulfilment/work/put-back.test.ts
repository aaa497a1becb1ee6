import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/**
 * Units that people hold of orders that left their lists: the units, their places, and the confirmation of the
 * return.
 */

const { shop } = await testShop(
  {
    config: 'rules: [{ name: U, when: source.name = "Unpacked", then: { skip: pack } }]',
  },
  'each',
);
const shelf = await shop.storage('A-1');

/** An issued order of some units of a part at A-1. */
async function issued(qty: number, values: Record<string, unknown> = {}, stock = qty) {
  const part = await shop.part({});
  await shop.stock(part, stock, { location_id: shelf });
  const id = await shop.issued([{ part_id: part, qty }], values);
  return { id, part };
}
async function packed(qty: number) {
  const order = await issued(qty);
  await shop.through([order.id], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order.id], start_in_carton: 1 });
  return { ...order, pack: pack.id as number, carton: `${pack.number}-1` };
}
async function shipped(qty: number) {
  const order = await packed(qty);
  await shop.done(`/pack/${order.pack}/finish`);
  const ship = (await shop.done('/shiplinebyorder', { order_id: [order.id] })).id as number;
  return { ...order, ship };
}
const putBackOf = async (list: string) => (await shop.get(`/${list}`)).put_back;
const noted = async (filter: string) => (await shop.get(`/putback?filter=${encodeURIComponent(filter)}`)).data;

describe('an order that is voided', () => {
  test('leaves the units of its cartons to its ship and its pack, with the carton that they are in', async () => {
    const { id, pack, ship, carton } = await shipped(2);
    await shop.done(`/salesorder/${id}/void`);
    const units = [{ qty: 2, location: 'A-1', carton, why: 'void', by: 'Administrator' }];
    expect(await putBackOf(`ship/${ship}`)).toMatchObject(units);
    expect(await putBackOf(`pack/${pack}`)).toMatchObject(units);
  });

  test('leaves its loose units to its ship, where it has no pack step', async () => {
    const source_id = (await shop.done('/source', { name: 'Unpacked' })).id;
    const { id } = await issued(3, { source_id });
    await shop.through([id], 'pick');
    const ship = (await shop.done('/shiplinebyorder', { order_id: [id] })).id;
    await shop.done(`/salesorder/${id}/closeshort`);
    expect(await putBackOf(`ship/${ship}`)).toMatchObject([
      { qty: 3, location: 'A-1', carton: null, why: 'closeshort' },
    ]);
  });
});

test('a site that wants no tasks has none', async () => {
  await shop.done(`/site/${shop.siteId}`, { put_back_tasks: 0 }, 'PUT');
  const { id, part } = await issued(3);
  await shop.through([id], 'pick');
  await shop.done(`/salesorder/${id}/void`);
  expect(await noted(`order_id = ${id}`)).toEqual([]);
  expect(await shop.units(part)).toMatchObject({ storage: 3 });
  await shop.done(`/site/${shop.siteId}`, { put_back_tasks: 1 }, 'PUT');
});

describe('a list that is deleted', () => {
  test('of a pick notes what is counted and what is committed', async () => {
    const [a, b] = [await issued(2), await issued(3)];
    const pick = await shop.done('/picklinebyorder', { order_id: [a.id, b.id] });
    const lineOf = (order: number) => pick.lines.find((line: { order_id: number }) => line.order_id === order).id;
    await shop.done(`/pickline/${lineOf(a.id)}/commit`);
    await shop.done(`/pickline/${lineOf(b.id)}/count`, {});
    await shop.done(`/pick/${pick.id}`, undefined, 'DELETE');
    const common = { location_id: shelf, why: 'delete', decided_by: 'Administrator', back_at: null };
    expect(await noted(`pick_id = ${pick.id}`)).toMatchObject([
      { part_id: a.part, order_id: a.id, qty: 2, ...common },
      { part_id: b.part, order_id: b.id, qty: 1, ...common },
    ]);
  });

  test('of a pack notes what is taken out of which carton, until the goods are packed again', async () => {
    const { id, pack, carton } = await packed(2);
    await shop.done(`/pack/${pack}`, undefined, 'DELETE');
    const rows = await noted(`pack_id = ${pack}`);
    expect(rows).toMatchObject([{ qty: 2, carton, why: 'delete' }]);
    expect((await shop.get(`/location/${rows[0].location_id}?embed=locationtype`)).locationtype.name).toBe('Moving');
    await shop.done('/packlinebyorder', { order_id: [id] });
    expect(await noted(`pack_id = ${pack}`)).toEqual([]);
  });

  test('of a ship notes the cartons that wait for another one, until it is there', async () => {
    const { id, ship, carton } = await shipped(2);
    await shop.done(`/ship/${ship}`, undefined, 'DELETE');
    expect(await noted(`ship_id = ${ship}`)).toMatchObject([{ qty: 2, carton, why: 'delete', pack_id: null }]);
    await shop.done('/shiplinebyorder', { order_id: [id] });
    expect(await noted(`ship_id = ${ship}`)).toEqual([]);
  });

  test('notes the way to storage alone, if the order is voided after that', async () => {
    const { id, pack, ship } = await shipped(2);
    await shop.done(`/ship/${ship}`, undefined, 'DELETE');
    await shop.done(`/pack/${pack}`, undefined, 'DELETE');
    await shop.done(`/salesorder/${id}/void`);
    expect(await noted(`order_id = ${id}`)).toMatchObject([{ qty: 2, location_id: shelf, why: 'void' }]);
  });
});

describe('a count that ends without a commit', () => {
  async function counted(qty: number, counts: number, stock = qty) {
    const order = await issued(qty, {}, stock);
    const pick = await shop.done('/picklinebyorder', { order_id: [order.id] });
    await shop.done(`/pickline/${pick.lines[0].id}/count`, { qty: counts });
    return { ...order, pick: pick.id as number, line: pick.lines[0].id as number };
  }

  test.each([
    ['leaves a part of the line', -3],
    ['leaves nothing of the line', -4],
  ])('by a write-off that %s tells its picker', async (_name, qty) => {
    const { part, pick } = await counted(4, 3);
    const body = { part_id: part, location_id: shelf, qty, reason: 'broken', from_orders: 1 };
    await shop.done('/inventoryadjustment', body);
    expect(await putBackOf(`pick/${pick}`)).toMatchObject([{ qty: 3, location: 'A-1', why: 'writeoff' }]);
  });

  test('by a write-off that leaves the counted units tells nobody', async () => {
    const { part, pick } = await counted(4, 1);
    await shop.done('/inventoryadjustment', { part_id: part, location_id: shelf, qty: -3, from_orders: 1 });
    expect(await putBackOf(`pick/${pick}`)).toBeNull();
  });

  test('by a transfer of its stock names the new place', async () => {
    const { part, pick } = await counted(4, 2);
    const to = await shop.storage('B-9');
    await shop.done('/inventorytransfer', { part_id: part, from_location_id: shelf, to_location_id: to, qty: 4 });
    expect(await putBackOf(`pick/${pick}`)).toMatchObject([{ qty: 2, location: 'B-9', why: 'transfer' }]);
  });

  test('by its commit tells nobody', async () => {
    const { pick, line } = await counted(4, 2);
    await shop.done(`/pickline/${line}/commit`, { counted: true, missing: true });
    expect(await putBackOf(`pick/${pick}`)).toBeNull();
  });
});

describe('units that are back', () => {
  test('leave the list, with the person and the time, and the stock stays as it is', async () => {
    const { id, pack, part } = await packed(2);
    await shop.done(`/salesorder/${id}/void`);
    const stock = await shop.units(part);
    const [units] = await putBackOf(`pack/${pack}`);
    const back = await shop.done(`/putback/${units.id}/confirm`);
    expect(back).toMatchObject({ id: units.id, back_at: expect.any(String), back_by: expect.any(Number) });
    expect(await shop.done(`/putback/${units.id}/confirm`)).toEqual(back);
    expect(await putBackOf(`pack/${pack}`)).toBeNull();
    expect(await shop.units(part)).toEqual(stock);
    const events = await shop.get(`/salesorder/${id}/timeline`);
    const said = events.filter(({ event }: { event: string }) => event === 'putback.confirmed');
    expect(said).toMatchObject([{ detail: { qty: 2, location: 'A-1' } }]);
  });

  test('that nobody noted are unknown', async () => {
    expect(await shop.refused('/putback/999999/confirm')).toBe('404 record.unknown');
  });
});
