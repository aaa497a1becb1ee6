import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

const change = (order: number, lines: readonly object[]) => shop.post(`/salesorder/${order}/change`, { lines });

/** An issued order of two lines of five units each. */
async function issued() {
  const parts = [await shop.part({}, 9), await shop.part({}, 5)];
  const id = await shop.issued(parts.map((part_id) => ({ part_id, qty: 5, unit_price: 10 })));
  const { lines } = await shop.see(id, 'lines');
  return { id, parts, line: lines[0].id as number, other: lines[1].id as number };
}
const linesOf = async (id: number) => (await shop.see(id, 'lines')).lines;
const finish = async (id: number) => {
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
};

describe('a change of the lines of an issued order', () => {
  test('adds, changes and removes lines in one call', async () => {
    const { id, line, other } = await issued();
    const part_id = await shop.part({}, 2);
    const { status, body } = await change(id, [
      { id: line, qty: 7 },
      { id: other, qty: 0 },
      { part_id, qty: 2, unit_price: 3 },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 76, short: [], added: [expect.any(Number)], plan: expect.any(Object) });
    expect(await linesOf(id)).toMatchObject([
      { qty: 7, qty_canceled: 0 },
      { qty: 5, qty_canceled: 5 },
      { qty: 2, qty_canceled: 0 },
    ]);
    await finish(id);
    expect(await linesOf(id)).toMatchObject([{ qty_picked_up: 7 }, { qty_picked_up: 0 }, { qty_picked_up: 2 }]);
  });

  test('leaves what is picked picked, and the rest is picked apart', async () => {
    const { id, line, parts } = await issued();
    await shop.through([id], 'pick', 'pack');
    expect((await change(id, [{ id: line, qty: 8 }])).status).toBe(200);
    expect((await linesOf(id))[0]).toMatchObject({ qty: 8, qty_picked: 5, qty_packed: 5 });
    expect(await shop.units(parts[0]!)).toMatchObject({ storage: 4 });
    await finish(id);
  });

  test('says what stock is short of, and the order waits for it', async () => {
    const { id, line, parts } = await issued();
    const { body } = await change(id, [{ id: line, qty: 12 }]);
    expect(body.short).toMatchObject([{ line_id: line, part_id: parts[0], qty: 12, short: 3 }]);
    await shop.stock(parts[0]!, 3);
    await finish(id);
  });

  test('brings back a line that was canceled as a whole', async () => {
    const { id, other } = await issued();
    expect((await change(id, [{ id: other, qty: 0 }])).status).toBe(200);
    expect((await change(id, [{ id: other, qty: 2 }])).status).toBe(200);
    expect((await linesOf(id))[1]).toMatchObject({ qty: 7, qty_canceled: 5 });
    await finish(id);
  });

  test('tries first with Prefer: dry-run', async () => {
    const { id, line } = await issued();
    const reply = await service.call(
      'POST',
      `/salesorder/${id}/change`,
      { lines: [{ id: line, qty: 6 }] },
      { prefer: 'dry-run' },
    );
    expect(reply).toMatchObject({ status: 200, body: { total: 110, differences: [] } });
    expect((await linesOf(id))[0]).toMatchObject({ qty: 5 });
  });

  test('changes prices, and what has left is invoiced at the new price', async () => {
    const { id, line, other } = await issued();
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 5 }] });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect((await change(id, [{ id: line, unit_price: 8 }])).status).toBe(200);
    const { data } = await shop.get(`/invoice?filter=order_id%20%3D%20${id}`);
    expect(data.map(({ total }: { total: number }) => total)).toEqual([50, -10]);
    expect((await change(id, [{ id: other, qty: 0 }])).status).toBe(200);
    expect(await shop.status(id)).toBe('Closed Short');
  });

  test('raises the taxes of a line with its quantity', async () => {
    const part_id = await shop.part({}, 9);
    const id = await shop.issued([{ part_id, qty: 2, unit_price: 10, taxes: [{ name: 'VAT', amount: 4 }] } as never]);
    const [{ id: line }] = await linesOf(id);
    expect((await change(id, [{ id: line, qty: 3 }])).body.total).toBe(36);
    expect((await change(id, [{ id: line, qty: 1 }])).body.total).toBe(12);
    await finish(id);
  });

  test('raises kits with all components', async () => {
    const [a, b] = [await shop.part({}, 20), await shop.part({}, 20)];
    const kit = await shop.part({ parttype_id: 3 });
    await shop.done('/billofmaterial', {
      part_id: kit,
      lines: [
        { part_id: a, qty: 2 },
        { part_id: b, qty: 1 },
      ],
    });
    const id = await shop.issued([{ part_id: kit, qty: 2 }]);
    const [{ id: line }] = await linesOf(id);
    await shop.through([id], 'pick');
    expect((await change(id, [{ id: line, qty: 3 }])).status).toBe(200);
    expect((await linesOf(id))[0]).toMatchObject({ qty: 3, qty_picked: 2 });
    await finish(id);
  });

  test('voids the order, if it removes all lines', async () => {
    const { id, line, other } = await issued();
    const { status } = await change(id, [
      { id: line, qty: 0 },
      { id: other, qty: 0 },
    ]);
    expect(status).toBe(200);
    expect(await shop.status(id)).toBe('Void');
  });
});

describe('a change is refused', () => {
  test('of fields that follow the plan, with what to do', async () => {
    const { id, line, parts } = await issued();
    const { status, body } = await change(id, [{ id: line, part_id: parts[1] }]);
    expect(status).toBe(422);
    expect(JSON.stringify(body.errors)).toContain('add another line');
  });

  test('of a draft, of an unknown line, and of one line twice', async () => {
    const { id, line } = await issued();
    const draft = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
    expect((await change(draft, [])).status).toBe(409);
    expect((await change(id, [{ id: 999_999, qty: 1 }])).status).toBe(404);
    expect(
      (
        await change(id, [
          { id: line, qty: 1 },
          { id: line, qty: 2 },
        ])
      ).status,
    ).toBe(422);
  });

  test('to less than what has left', async () => {
    const { id, line } = await issued();
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 5 }] });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect((await change(id, [{ id: line, qty: 4 }])).status).toBe(422);
  });

  test('of an order of services alone that gets goods', async () => {
    const id = await shop.issued([{ part_id: await shop.part({ parttype_id: 2 }), qty: 1 }]);
    const { status, body } = await change(id, [{ part_id: await shop.part({}, 1), qty: 1 }]);
    expect([status, body.next[0].path]).toEqual([409, `/salesorder/${id}/unissue`]);
  });
});
