import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop();

const pickOf = async (...order_id: number[]) => (await shop.done('/picklinebyorder', { order_id })).id as number;
/** The lines of a pick with the stock that it can take, as the contract's client reads it. */
const read = async (pickId: number) =>
  (await shop.get(`/pick/${pickId}?embed=lines,lines.part.qty_available_for_pick.location`)).lines;

describe('the stock that is available, read from a pick', () => {
  test('counts what the pick itself has reserved', async () => {
    const part = await shop.part({}, 3);
    const [line] = await read(await pickOf(await shop.issued([{ part_id: part, qty: 3 }])));
    expect(line.part).toMatchObject({ id: part, qty_available_for_pick: [{ qty: 3, lot: null, serial: null }] });
    expect(line.part.qty_available_for_pick[0].location).toMatchObject({ id: shop.stockId, name: 'Stock' });
    // To everybody else the units are taken.
    expect((await shop.get(`/part/${part}?embed=qty_available_for_pick`)).qty_available_for_pick).toEqual([]);
  });

  test('has the place first where the units of the line are reserved, with lot and serial number', async () => {
    const shelf = await shop.storage();
    const lots = await shop.part({ tracking: 'lot' });
    await shop.stock(lots, 2, { location_id: shelf, tracking: [{ lot: 'OLD', qty: 2, expires_on: '2041-01-01' }] });
    await shop.stock(lots, 5, { tracking: [{ lot: 'NEW', qty: 5, expires_on: '2042-01-01' }] });
    const serials = await shop.part({ tracking: 'serial' });
    await shop.stock(serials, 2, { tracking: [{ serial: 'A' }, { serial: 'B' }] });
    const id = await shop.issued([
      { part_id: lots, qty: 3 },
      { part_id: serials, qty: 1 },
    ]);
    const lines = await read(await pickOf(id));
    const rows = (at: number) =>
      lines[at].part.qty_available_for_pick.map((row: Record<string, unknown>) => [
        row.location_id,
        row.lot ?? row.serial,
        row.qty,
      ]);
    // Each line begins with its own units. Free units of the same lot are added to them.
    expect(rows(0)).toEqual([
      [shop.stockId, 'NEW', 5],
      [shelf, 'OLD', 2],
    ]);
    expect(rows(1)).toEqual([
      [shelf, 'OLD', 2],
      [shop.stockId, 'NEW', 5],
    ]);
    expect(rows(2)).toEqual([
      [shop.stockId, 'A', 1],
      [shop.stockId, 'B', 1],
    ]);
  });

  test('does not count what other picks have reserved, and shrinks with each commit', async () => {
    const part = await shop.part({}, 5);
    const [own, other] = [
      await pickOf(await shop.issued([{ part_id: part, qty: 2 }])),
      await pickOf(await shop.issued([{ part_id: part, qty: 3 }])),
    ];
    const [line] = await read(own);
    expect(line.part.qty_available_for_pick).toMatchObject([{ qty: 2 }]);
    await shop.done(`/pickline/${line.id}/commit`);
    expect((await read(own))[0].part.qty_available_for_pick).toEqual([]);
    expect((await read(other))[0].part.qty_available_for_pick).toMatchObject([{ qty: 3 }]);
  });
});

describe('`take` of a pickline', () => {
  test('names the units that a commit without a body takes', async () => {
    const part = await shop.part({ tracking: 'lot' });
    for (const [lot, year] of [
      ['L2', 2042],
      ['L1', 2041],
    ]) {
      await shop.stock(part, 2, { tracking: [{ lot, qty: 2, expires_on: `${year}-01-01` }] });
    }
    const pick = await pickOf(await shop.issued([{ part_id: part, qty: 3 }]));
    const [line] = await read(pick);
    const at = { location_id: shop.stockId, serial: null };
    expect(line.take).toEqual([
      { ...at, lot: 'L1', qty: 2 },
      { ...at, lot: 'L2', qty: 1 },
    ]);
    await shop.done(`/pickline/${line.id}/commit`);
    const { commits, take } = await shop.get(`/pickline/${line.id}?embed=commits`);
    expect(commits.map((move: { lot: string; qty: number }) => [move.lot, move.qty])).toEqual([
      ['L1', 2],
      ['L2', 1],
    ]);
    expect(take).toEqual([]);
  });

  test('shares the units of a place among the lines of an order there', async () => {
    const part = await shop.part({ tracking: 'lot' });
    await shop.stock(part, 1, { tracking: [{ lot: 'L1', qty: 1, expires_on: '2041-01-01' }] });
    await shop.stock(part, 4, { tracking: [{ lot: 'L2', qty: 4, expires_on: '2042-01-01' }] });
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const [{ id: line }] = (await shop.see(id)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 1 }] });
    const open = (await shop.get(`/pickline?order_id=${id}&filter=qty_committed = 0`)).data;
    expect(open.flatMap((one: { take: unknown[] }) => one.take)).toMatchObject([{ lot: 'L2', qty: 3 }]);
  });

  test('is empty while stock is short', async () => {
    const id = await shop.issued([{ part_id: await shop.part(), qty: 2 }]);
    expect((await shop.get(`/pickline?order_id=${id}`)).data).toMatchObject([{ location_id: null, take: [] }]);
  });
});
