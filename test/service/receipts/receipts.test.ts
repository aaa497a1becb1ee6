import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { shop, service } = await testShop();

interface Received {
  line_id: number;
  qty: number;
  location_id: number;
  lot: string | null;
}
const receive = (id: number, lines: object[], more: object = {}) =>
  shop.done(`/receipt/${id}/receive`, { lines, ...more });
const refused = (id: number, lines: object[], more: object = {}) =>
  shop.refused(`/receipt/${id}/receive`, { lines, ...more });
const expectation = async (...lines: object[]) =>
  (await shop.done('/receipt', { supplier: 'Exotic Liquids', lines })).id;
const linesOf = async (id: number): Promise<{ id: number; part_id: number; qty: number; qty_received: number }[]> =>
  (await shop.get(`/receipt/${id}?embed=lines`)).lines;
const statusOf = async (id: number) => (await shop.get(`/receipt/${id}?embed=status`)).status.name;

test('goods come in by parts, and what is missing is named when the receipt is closed', async () => {
  const part_id = await shop.part();
  const id = await expectation({ part_id, qty: 12 });
  const [line] = await linesOf(id);
  const first = await receive(id, [{ line_id: line!.id, qty: 5, location_id: shop.stockId }]);
  expect(first).toMatchObject({ id, received: [{ line_id: line!.id, qty: 5, location_id: shop.stockId }] });
  expect(await statusOf(id)).toBe('Receiving');
  // The next units go to the place of the first ones.
  await receive(id, [{ part_id, qty: 4 }]);
  expect(await linesOf(id)).toMatchObject([{ qty: 12, qty_received: 9 }]);
  expect(await shop.units(part_id)).toMatchObject({ storage: 9 });
  const closed = await shop.done(`/receipt/${id}/close`);
  expect(closed.differences).toMatchObject([{ line_id: line!.id, expected: 12, received: 9 }]);
  expect(await refused(id, [{ part_id, qty: 1 }])).toBe('409 receipt.state');
  expect((await shop.done(`/receipt/${id}/close`)).differences).toHaveLength(1);
  expect(await service.verify()).toEqual([]);
});

test('more than is expected and parts that are not expected need a flag', async () => {
  const [part_id, other] = [await shop.part(), await shop.part()];
  const id = await expectation({ part_id, qty: 3 }, { part_id, qty: 2 });
  const at = { location_id: shop.stockId };
  expect(await refused(id, [{ part_id, qty: 6, ...at }])).toBe('409 receipt.over');
  expect(await refused(id, [{ part_id: other, qty: 1, ...at }])).toBe('409 receipt.unexpected');
  expect(await statusOf(id)).toBe('Open');
  await receive(id, [{ part_id, qty: 6, ...at }], { over: 1 });
  await receive(id, [{ part_id: other, qty: 1, ...at }], { add_lines: 1 });
  const lines = await linesOf(id);
  expect(lines.map(({ qty, qty_received }) => [qty, qty_received])).toEqual([
    [3, 3],
    [2, 3],
    [null, 1],
  ]);
});

test('a blind receipt takes what comes, by scanned codes', async () => {
  const part_id = await shop.part({ number: 'BLIND-1', upc: '9506000134352', tracking: 'lot' });
  const carton = await shop.part({ number: 'BLIND-12', parttype_id: 4, parent_part_id: part_id, parent_qty: 12 });
  const { id } = await shop.done('/receipt', {});
  const codes = [
    { code: '(01)09506000134352(17)300531(10)L7', qty: 2 },
    { code: 'blind-12', lot: 'l7' },
  ];
  const { received } = await receive(
    id,
    codes.map((entry) => ({ ...entry, location_id: shop.stockId })),
  );
  expect(received).toMatchObject([
    { part_id, qty: 2, lot: 'L7' },
    { part_id, qty: 12 },
  ]);
  expect(carton).not.toBe(part_id);
  const { data } = await shop.get(`/receiptentry?receipt_id=${id}&sort=id`);
  expect(data[0]).toMatchObject({ lot: 'L7', expires_on: '2030-05-31', qty: 2 });
  expect(await refused(id, [{ code: 'nobody-knows' }])).toBe('422 body.invalid');
  expect(await refused(id, [{ part_id, qty: 1 }])).toBe('422 tracking.required');
});

test('serial numbers are received once', async () => {
  const part_id = await shop.part({ tracking: 'serial' });
  const id = await expectation({ part_id, qty: 3 });
  const unit = (serial: string) => ({ part_id, serial, location_id: shop.stockId });
  await receive(id, [unit('A1'), unit('A2')]);
  expect(await refused(id, [unit('A2')])).toBe('409 record.exists');
  expect(await refused(id, [unit('A3'), unit('a3')])).toBe('422 tracking.mismatch');
  expect(await refused(id, [{ ...unit('A3'), qty: 2 }])).toBe('422 tracking.mismatch');
});

test('orders that wait have the stock when it is received', async () => {
  const part_id = await shop.part();
  const order = await shop.issued([{ part_id, qty: 4 }]);
  const id = await expectation({ part_id, qty: 4 });
  expect(await refused(id, [{ part_id, qty: 4 }])).toBe('422 body.invalid');
  await receive(id, [{ part_id, qty: 4, location_id: shop.stockId }]);
  const timeline: { event: string }[] = await shop.get(`/salesorder/${order}/timeline`);
  expect(timeline.at(-1)?.event).toBe('salesorder.stocked');
  await shop.through([order], 'pick');
  expect(await service.verify()).toEqual([]);
});

test('places are proposed for what is open', async () => {
  const [known, unknown] = [await shop.part({}, 3), await shop.part()];
  const shelf = await shop.storage();
  await shop.stock(known, 5, { location_id: shelf });
  const id = await expectation({ part_id: known, qty: 7 }, { part_id: unknown, qty: 1 });
  expect(await shop.get(`/receipt/${id}/putaway`)).toMatchObject([
    { part_id: known, qty: 7, location_id: shelf },
    { part_id: unknown, qty: 1, location_id: null },
  ]);
});

test('lines are replaced and a receipt is canceled or deleted only before anything came in', async () => {
  const part_id = await shop.part();
  const id = await expectation({ part_id, qty: 7 });
  await shop.done(`/receipt/${id}`, { lines: [{ part_id, qty: 8 }], note: 'late' }, 'PUT');
  expect(await linesOf(id)).toMatchObject([{ qty: 8 }]);
  await receive(id, [{ part_id, qty: 1, location_id: shop.stockId }]);
  expect(await shop.refused(`/receipt/${id}`, { lines: [] }, 'PUT')).toBe('409 receipt.state');
  expect(await shop.refused(`/receipt/${id}/cancel`)).toBe('409 receipt.state');
  expect(await shop.refused(`/receipt/${id}`, undefined, 'DELETE')).toBe('409 receipt.state');
  const second = await expectation({ part_id, qty: 1 });
  await shop.done(`/receipt/${second}/cancel`);
  await shop.done(`/receipt/${second}`, undefined, 'DELETE');
  expect(await shop.refused('/receipt', { lines: [{ part_id, qty: null }] })).toBe('422 body.invalid');
});

test('two people who receive the rest at once do not receive it twice', async () => {
  const part_id = await shop.part({}, 1);
  for (let round = 0; round < Number(process.env.CONVEYOR_RACE_ROUNDS ?? 5); round++) {
    const id = await expectation({ part_id, qty: 5 });
    const answers = await Promise.all(
      [1, 2].map(() => shop.post(`/receipt/${id}/receive`, { lines: [{ part_id, qty: 5 }] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await linesOf(id)).toMatchObject([{ qty_received: 5 }]);
  }
  expect(await service.verify()).toEqual([]);
});

test('a line of a long receipt costs no more than one of a short one', async () => {
  const sizes = [1, 200, 2_000];
  const most = Math.max(...sizes);
  const parts = await Promise.all(Array.from({ length: 200 }, () => shop.part({}, 1)));
  const took: Record<number, number> = {};
  for (const size of sizes) {
    const lines = Array.from({ length: size }, (_, at) => ({ part_id: parts[at % parts.length]!, qty: 2 }));
    const id = await expectation(...lines);
    const start = performance.now();
    const { received } = await receive(id, lines);
    took[size] = performance.now() - start;
    expect(received.reduce((sum: number, { qty }: Received) => sum + qty, 0)).toBe(size * 2);
  }
  if (process.env.PRINT_FIGURES) console.log(took);
  expect(took[most]! / most).toBeLessThan(3 * (took[200]! / 200) + 1);
  expect(await service.verify()).toEqual([]);
}, 60_000);

test('goods are put at a location in use, as the proposed places are', async () => {
  const part_id = await shop.part();
  const id = await expectation({ part_id, qty: 2 });
  const closed = (await shop.done('/location', { site_id: shop.siteId, name: 'Out of use', active: false })).id;
  expect(await refused(id, [{ part_id, qty: 2, location_id: closed }])).toBe('422 body.invalid');
  expect(await statusOf(id)).toBe('Open');
});
