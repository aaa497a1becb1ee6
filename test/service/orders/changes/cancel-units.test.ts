import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');

const reason = 'The customer wants less';
const cancel = (order: number, line: number, qty: number) =>
  shop.post(`/salesorder/${order}/line/${line}/cancel`, { qty, reason });

/** An issued order of two lines of five units each. */
async function issued(stock = 5) {
  const parts = [await shop.part({ weight_g: 100 }, stock), await shop.part({ weight_g: 100 }, 5)];
  const id = await shop.issued(parts.map((part_id) => ({ part_id, qty: 5, unit_price: 10 })));
  const { lines } = await shop.see(id, 'lines');
  return { id, parts, line: lines[0].id as number, other: lines[1].id as number };
}
const lineOf = async (id: number, line: number) =>
  (await shop.see(id, 'lines')).lines.find((one: { id: number }) => one.id === line);
const putBack = async (id: number) => (await shop.get(`/putback?filter=order_id%20%3D%20${id}`)).data;

describe('units of a line that is canceled', () => {
  test('leave the totals, and the stock is free', async () => {
    const { id, line, parts } = await issued();
    expect(await cancel(id, line, 2)).toMatchObject({ status: 200, body: { total: 80 } });
    expect(await lineOf(id, line)).toMatchObject({ qty: 5, qty_canceled: 2 });
    const next = await shop.issued([{ part_id: parts[0]!, qty: 2 }]);
    await shop.through([id, next], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
    expect(await shop.status(next)).toBe('Fulfilled');
    expect(await lineOf(id, line)).toMatchObject({ qty_picked: 3, qty_picked_up: 3 });
  });

  test('are first those that are short, and the order is no longer short', async () => {
    const { id, line } = await issued(3);
    expect((await cancel(id, line, 2)).status).toBe(200);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('go to an order that waits for them', async () => {
    const { id, line, parts } = await issued();
    const next = await shop.issued([{ part_id: parts[0]!, qty: 2 }], {});
    await cancel(id, line, 2);
    await shop.through([next], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(next)).toBe('Fulfilled');
  });

  test('leave an open pick, which is finished if all other lines are committed', async () => {
    const { id, line, other } = await issued();
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    const own = pick.lines.find((one: { line_id: number }) => one.line_id === other);
    await shop.done(`/pickline/${own.id}/commit`);
    expect((await cancel(id, line, 2)).status).toBe(200);
    expect((await shop.get(`/pick/${pick.id}?embed=status`)).status.name).toBe('Open');
    expect((await cancel(id, line, 3)).status).toBe(200);
    expect((await shop.get(`/pick/${pick.id}?embed=status`)).status.name).toBe('Finished');
  });

  test('are put back when they are counted or committed, and the pick says where', async () => {
    const { id, line, parts } = await issued();
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    const own = pick.lines.find((one: { line_id: number }) => one.line_id === line);
    await shop.done(`/pickline/${own.id}/commit`);
    expect((await cancel(id, line, 2)).status).toBe(200);
    expect((await shop.get(`/pick/${pick.id}`)).put_back).toMatchObject([{ qty: 2, location: 'Stock', why: 'cancel' }]);
    // The rest of the commit can still be given back.
    await shop.done(`/pickline/${own.id}/uncommit`);
    expect(await shop.units(parts[0]!)).toEqual({ storage: 5 });
  });

  test('are put back when their pick is finished', async () => {
    const { id, line } = await issued();
    await shop.through([id], 'pick');
    expect((await cancel(id, line, 2)).status).toBe(200);
    expect(await lineOf(id, line)).toMatchObject({ qty_picked: 3, qty_canceled: 2 });
    expect(await putBack(id)).toMatchObject([{ qty: 2, why: 'cancel' }]);
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('are taken out of the cartons of a finished pack, and the pack says what to put back where', async () => {
    const { id, line, parts } = await issued();
    await shop.through([id], 'pick', 'pack');
    const [{ id: pack }] = (await shop.see(id, 'packs')).packs;
    const [{ id: carton, weight_g }] = (await shop.get(`/pack/${pack}?embed=cartons`)).cartons;
    expect((await cancel(id, line, 2)).status).toBe(200);
    const { put_back } = await shop.get(`/pack/${pack}`);
    expect(put_back).toMatchObject([
      { qty: 2, location: 'Stock', carton: expect.stringMatching(/-1$/), why: 'cancel' },
    ]);
    expect((await shop.get(`/carton/${carton}`)).weight_g).toBe(weight_g === null ? null : weight_g - 200);
    expect(await lineOf(id, line)).toMatchObject({ qty_picked: 3, qty_packed: 3, qty_canceled: 2 });
    expect(await shop.units(parts[0]!)).toMatchObject({ storage: 2 });
    await shop.done(`/putback/${put_back[0].id}/confirm`);
    expect((await shop.get(`/pack/${pack}`)).put_back).toBeNull();
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('are the loose units of an open pack first, and its person finishes it', async () => {
    const { id, line, parts } = await issued();
    await shop.through([id], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const { id: carton } = await shop.done(`/pack/${pack.id}/carton`, {});
    await shop.done(`/pack/${pack.id}/moveitem`, { add_carton_id: carton, part_id: parts[0], qty: 4 });
    expect((await cancel(id, line, 2)).status).toBe(200);
    const { put_back } = await shop.get(`/pack/${pack.id}`);
    expect(put_back.map((one: { qty: number; carton: string | null }) => [one.qty, one.carton !== null])).toEqual(
      expect.arrayContaining([
        [1, true],
        [1, false],
      ]),
    );
    await shop.done(`/pack/${pack.id}/moveitem`, { add_carton_id: carton, move_all: 1 });
    await shop.done(`/pack/${pack.id}/finish`);
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('void a pack that has nothing else, and its cartons leave their ship', async () => {
    const { id, line, other } = await issued();
    for (const one of [line, other])
      for (const step of ['pick', 'pack'] as const)
        await shop.perform(step, [id], { line_details: [{ transactionline_id: one, qty: 5 }] });
    const ship = await shop.done('/shiplinebyorder', { order_id: [id] });
    const { packs } = await shop.see(id, 'packs');
    expect((await cancel(id, line, 5)).status).toBe(200);
    const states = await Promise.all(
      packs.map(({ id: pack }: { id: number }) => shop.get(`/pack/${pack}?embed=status`)),
    );
    expect(states.map(({ status }) => status.name).sort()).toEqual(['Finished', 'Void']);
    expect((await shop.get(`/ship/${ship.id}?embed=lines`)).lines).toHaveLength(1);
    await shop.done(`/ship/${ship.id}/finish`);
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('of lots go back to where each lot was taken from', async () => {
    const part_id = await shop.part({ tracking: 'lot' });
    for (const lot of ['A', 'B']) await shop.stock(part_id, 2, { tracking: [{ lot, qty: 2 }] });
    const id = await shop.issued([
      { part_id, qty: 4 },
      { part_id: await shop.part({}, 1), qty: 1 },
    ]);
    const [{ id: line }] = (await shop.see(id)).lines;
    await shop.through([id], 'pick', 'pack');
    expect((await cancel(id, line, 3)).status).toBe(200);
    expect(await shop.units(part_id)).toMatchObject({ storage: 3 });
    const { data } = await shop.get(`/inventory?part_id=${part_id}&embed=location`);
    const stored = data.filter(
      ({ location, qty }: { location: { name: string }; qty: number }) => location.name === 'Stock' && qty > 0,
    );
    expect(stored.reduce((sum: number, { qty }: { qty: number }) => sum + qty, 0)).toBe(3);
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('are refused when they are shipped, with the deletion that helps', async () => {
    const { id, line } = await issued();
    await shop.through([id], 'pick', 'pack', 'ship');
    const { status, body } = await cancel(id, line, 2);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'order.state', next: [{ method: 'DELETE' }] });
    await shop.done(body.next[0].path, undefined, 'DELETE');
    expect((await cancel(id, line, 2)).status).toBe(200);
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('have the labels of closed cartons booked anew; a label that a person wrote stops it', async () => {
    const { id, line } = await issued();
    await shop.through([id], 'pick', 'pack');
    const [{ id: pack }] = (await shop.see(id, 'packs')).packs;
    const [{ id: carton }] = (await shop.get(`/pack/${pack}?embed=cartons`)).cartons;
    await shop.done(`/pack/${pack}/carton/${carton}`, { tracking_number: 'By hand' }, 'PUT');
    const { status, body } = await cancel(id, line, 2);
    expect([status, body.code]).toEqual([409, 'order.state']);
    expect(body.detail).toContain('By hand');
  });

  test('of a part that has left are credited from the discount of the order', async () => {
    const { id, line, other } = await issued();
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 5 }] });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect((await cancel(id, other, 2)).status).toBe(200);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('void the order, if nothing is left to deliver', async () => {
    const { id, line, other } = await issued();
    await shop.through([id], 'pick', 'pack');
    expect((await cancel(id, line, 5)).status).toBe(200);
    expect((await cancel(id, other, 5)).status).toBe(200);
    expect(await shop.status(id)).toBe('Void');
  });

  test('close the order short, if the rest has left', async () => {
    const { id, line, other } = await issued();
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 5 }] });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect((await cancel(id, other, 5)).status).toBe(200);
    expect(await shop.status(id)).toBe('Closed Short');
  });

  test('are whole kits, with all components', async () => {
    const [a, b] = [await shop.part({}, 20), await shop.part({}, 20)];
    const kit = await shop.part({ parttype_id: 3 });
    await shop.done('/billofmaterial', {
      part_id: kit,
      lines: [
        { part_id: a, qty: 2 },
        { part_id: b, qty: 1 },
      ],
    });
    const id = await shop.issued([{ part_id: kit, qty: 3 }]);
    const line = (await shop.see(id, 'lines')).lines[0].id;
    await shop.through([id], 'pick');
    expect((await cancel(id, line, 0.5)).status).toBe(422);
    expect((await cancel(id, line, 1)).status).toBe(200);
    expect(await lineOf(id, line)).toMatchObject({ qty_picked: 2, qty_canceled: 1 });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });
});

test('more than is open of a line is refused', async () => {
  const { id, line } = await issued();
  const { status, body } = await cancel(id, line, 6);
  expect(status).toBe(422);
  expect(body.detail).toContain('5 can be canceled');
});
