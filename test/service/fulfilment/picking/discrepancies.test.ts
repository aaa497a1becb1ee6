import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');

type PickAnswer = {
  id: number;
  status_id: number;
  lines: { id: number; qty: number; location_id: number; qty_committed: number }[];
};

const pickOf = async (orderId: number): Promise<PickAnswer> => shop.done('/picklinebyorder', { order_id: [orderId] });
const report = (line: number, body: object) => shop.done(`/pickline/${line}/discrepancy`, body);
const seen = (pick: number): Promise<PickAnswer> => shop.get(`/pick/${pick}?embed=lines`);
const movements = async (part: number, reason: string) =>
  (await shop.get(`/inventorymovement?part_id=${part}&reason=${encodeURIComponent(reason)}`)).data;

describe('a damaged unit', () => {
  test('among good ones is written off with the reason, and the line takes another one', async () => {
    const part = await shop.part({}, 20);
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    const pick = await pickOf(id);
    const [line] = pick.lines;
    const answer = await report(line!.id, { kind: 'damaged', reason: 'jar broken' });
    expect(answer).toMatchObject({
      id: pick.id,
      written_off: { qty: 1, location_id: shop.stockId, replaced: 1, short: 0 },
    });
    expect((await seen(pick.id)).lines).toMatchObject([{ id: line!.id, qty: 3 }]);
    expect(await shop.units(part)).toEqual({ storage: 19 });
    expect(await movements(part, 'damaged: jar broken')).toMatchObject([
      { qty: 1, from_location_id: shop.stockId, to_location_id: null },
    ]);
    const timeline = await shop.get(`/salesorder/${id}/timeline`);
    expect(timeline.at(-1)).toMatchObject({ event: 'inventory.adjusted', detail: { reason: 'damaged: jar broken' } });
  });

  test('without another one at the place is replaced by stock elsewhere, on the same pick', async () => {
    const part = await shop.part({}, 2);
    const shelf = await shop.storage();
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const pick = await pickOf(id);
    await shop.stock(part, 5, { location_id: shelf });
    await shop.done(`/pickline/${pick.lines[0]!.id}/count`, {});
    const { written_off } = await report(pick.lines[0]!.id, { kind: 'damaged' });
    expect(written_off).toMatchObject({ replaced: 1, short: 0 });
    expect(await seen(pick.id)).toMatchObject({
      status_id: 1,
      lines: [
        { qty: 1, qty_committed: 1, location_id: shop.stockId },
        { qty: 1, qty_committed: 0, location_id: shelf },
      ],
    });
  });

  test('without any other stock makes the order wait, and the pick ends with what is counted', async () => {
    const part = await shop.part({}, 2);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0]!.id}/count`, {});
    const { written_off } = await report(pick.lines[0]!.id, { kind: 'damaged' });
    expect(written_off).toMatchObject({ qty: 1, replaced: 0, short: 1 });
    expect(await seen(pick.id)).toMatchObject({ status_id: 2, lines: [{ qty: 1, qty_committed: 1 }] });
    expect((await shop.progress(id)).waiting_for).toMatch(/^stock: 1 of part/);
  });

  test('of a lot is that lot, though the line has reserved another one', async () => {
    const part = await shop.part({ tracking: 'lot' });
    for (const lot of ['A', 'B']) await shop.stock(part, 2, { tracking: [{ lot, qty: 2 }] });
    await shop.issued([{ part_id: part, qty: 2 }]);
    const second = await shop.issued([{ part_id: part, qty: 2 }]);
    const pick = await pickOf(second);
    expect(await shop.refused(`/pickline/${pick.lines[0]!.id}/discrepancy`, { kind: 'damaged' })).toBe(
      '422 tracking.required',
    );
    const { written_off } = await report(pick.lines[0]!.id, { kind: 'damaged', lot: 'A' });
    expect(written_off).toMatchObject({ short: 1 });
    expect(await movements(part, 'damaged')).toMatchObject([{ qty: 1, lot: 'A' }]);
  });

  test('that is counted already is refused, and one of a committed line too', async () => {
    const part = await shop.part({}, 1);
    const other = await shop.part({}, 1);
    const id = await shop.issued([
      { part_id: part, qty: 1 },
      { part_id: other, qty: 1 },
    ]);
    const pick = await pickOf(id);
    const path = (line: number) => `/pickline/${line}/discrepancy`;
    await shop.done(`/pickline/${pick.lines[0]!.id}/count`, {});
    expect(await shop.refused(path(pick.lines[0]!.id), { kind: 'damaged' })).toBe('409 pickline.committed');
    expect(await shop.refused(path(pick.lines[1]!.id), { kind: 'damaged', qty: 2 })).toBe('409 pickline.counted');
  });
});

test('units that lie there and are not on the books are added, and orders that wait get them', async () => {
  const part = await shop.part({}, 2);
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  const waiting = await shop.issued([{ part_id: part, qty: 1 }]);
  const pick = await pickOf(id);
  const answer = await report(pick.lines[0]!.id, { kind: 'found', qty: 3, reason: 'behind the rack' });
  expect(answer).toMatchObject({ id: pick.id, written_off: null });
  expect(await shop.units(part)).toEqual({ storage: 5 });
  expect((await shop.progress(waiting)).waiting_for).toBe('pick by hand');
  expect(await movements(part, 'found: behind the rack')).toMatchObject([{ qty: 3, to_location_id: shop.stockId }]);
});

describe('missing units', () => {
  test('with refill are replaced on the same pick, and the answer says what became of them', async () => {
    const part = await shop.part({}, 4);
    const shelf = await shop.storage();
    await shop.stock(part, 2, { location_id: shelf });
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const pick = await pickOf(id);
    const body = { qty: 1, missing: 1, refill: 1 };
    const answer = await shop.done(`/pickline/${pick.lines[0]!.id}/commit`, body);
    expect(answer.written_off).toEqual({ qty: 3, location_id: shop.stockId, replaced: 2, short: 1 });
    expect(await seen(pick.id)).toMatchObject({
      status_id: 1,
      lines: [
        { qty: 1, qty_committed: 1 },
        { qty: 2, qty_committed: 0, location_id: shelf },
      ],
    });
    expect(await shop.refused(`/pickline/${pick.lines[0]!.id}/commit`, { refill: 1 })).toBe('422 body.invalid');
  });

  test('without refill leave the pick as before', async () => {
    const part = await shop.part({}, 4);
    const shelf = await shop.storage();
    await shop.stock(part, 4, { location_id: shelf });
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const pick = await pickOf(id);
    const answer = await shop.done(`/pickline/${pick.lines[0]!.id}/commit`, { qty: 1, missing: 1 });
    expect(answer.written_off).toEqual({ qty: 3, location_id: shop.stockId, replaced: 3, short: 0 });
    const { status_id, rest } = await shop.get(`/pick/${pick.id}?embed=rest,rest.location`);
    expect([status_id, rest]).toMatchObject([2, [{ qty: 3, location: { id: shelf } }]]);
  });
});

describe('an order that leaves a pick or a pack', () => {
  test('leaves what people hold of it, where that belongs, and who decided', async () => {
    const [mug, cup] = [await shop.part({ number: 'MUG' }, 9), await shop.part({ number: 'CUP' }, 9)];
    const lines = [
      { part_id: mug, qty: 3 },
      { part_id: cup, qty: 2 },
    ];
    const id = await shop.issued(lines);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0]!.id}/count`, {});
    await shop.done(`/pickline/${pick.lines[1]!.id}/commit`);
    await shop.done(`/salesorder/${id}/void`, {});
    const { status_id, put_back } = await shop.get(`/pick/${pick.id}`);
    const common = { order_id: id, location: 'Stock', why: 'void', by: 'Administrator' };
    expect(status_id).toBe(3);
    expect(put_back).toMatchObject([
      { part: 'CUP', qty: 2, ...common },
      { part: 'MUG', qty: 1, ...common },
    ]);
  });

  test('says so on a pick that goes on with another order', async () => {
    const part = await shop.part({}, 9);
    const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 2 }])];
    const pick = await shop.done('/picklinebyorder', { order_id: [a, b] });
    expect((await shop.get(`/pick/${pick.id}`)).put_back).toBeNull();
    const line = pick.lines.find(({ order_id }: { order_id: number }) => order_id === a);
    await shop.done(`/pickline/${line.id}/count`, {});
    await shop.done(`/salesorder/${a}/unissue`, {});
    expect(await shop.get(`/pick/${pick.id}`)).toMatchObject({ status_id: 1, put_back: [{ qty: 1, why: 'unissue' }] });
  });

  test('leaves the units of its cartons to its pack', async () => {
    const part = await shop.part({}, 9);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    await shop.through([id], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    await shop.done(`/salesorder/${id}/closeshort`, {});
    expect(await shop.get(`/pack/${pack.id}`)).toMatchObject({
      put_back: [{ qty: 2, location: 'Stock', why: 'closeshort' }],
    });
  });
});
