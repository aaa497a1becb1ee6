import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');

const reason = 'The customer wants less';
const cancel = (order: number, line: number, qty: number) =>
  shop.post(`/salesorder/${order}/line/${line}/cancel`, { qty, reason });

/** An issued order of two lines of five units each. */
async function issued(stock = 5) {
  const parts = [await shop.part({}, stock), await shop.part({}, 5)];
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

  test('are refused when they are packed, with the deletion that helps', async () => {
    const { id, line } = await issued();
    await shop.through([id], 'pick', 'pack');
    const { status, body } = await cancel(id, line, 2);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'order.state', next: [{ method: 'DELETE' }] });
    await shop.done(body.next[0].path, undefined, 'DELETE');
    expect((await cancel(id, line, 2)).status).toBe(200);
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('void the order, if nothing is left to deliver', async () => {
    const { id, line, other } = await issued();
    await shop.through([id], 'pick', 'pack');
    await shop.done(`/pack/${(await shop.see(id, 'packs')).packs[0].id}`, undefined, 'DELETE');
    expect((await cancel(id, line, 5)).status).toBe(200);
    await shop.through([id], 'pack');
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
