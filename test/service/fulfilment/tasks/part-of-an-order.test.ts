import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** Tasks for some lines of an order, while an open list holds all lines of it. */

const config = `
settings: { auto-create-pick-by-order: true }
carriers:
  Freight: { plugin: freight, cartons_per_pallet: 2 }
rules:
  - { name: Loose, when: source.name = "Loose", then: { skip: pack } }
  - { name: Bare, when: source.name = "Bare", then: { skip: [pack, ship] } }
  - { name: By people, when: priority = 2, then: { create_pick: false } }
`;

type Task = 'pick' | 'pack' | 'ship' | 'pickup';

const sources: Record<string, { source_id?: number }> = { Packed: {} };

const { shop } = await testShop({ config }, 'each');
for (const name of ['Loose', 'Bare']) sources[name] = { source_id: (await shop.done('/source', { name })).id };

const steps: Record<string, Task[]> = {
  Packed: ['pick', 'pack', 'ship', 'pickup'],
  Loose: ['pick', 'ship', 'pickup'],
  Bare: ['pick', 'pickup'],
};
const counters = { pick: 'qty_picked', pack: 'qty_packed', ship: 'qty_shipped', pickup: 'qty_picked_up' } as const;
const done = (id: number, task: Task) => shop.counters(id, counters[task]);

interface Sold {
  id: number;
  part: number;
  /** Ids of its lines: three units of the part, and two. */
  first: number;
  second: number;
}

const sold = async (maker: 'setting' | 'people' | 'nobody', values = {}): Promise<Sold> => {
  const part = await shop.part({}, 9);
  const lines = [3, 2].map((qty) => ({ part_id: part, qty }));
  const id = await shop.issued(lines, { priority: maker === 'setting' ? 3 : 2, ...values });
  if (maker === 'people') await shop.done('/picklinebyorder', { order_id: [id] });
  const [first, second] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
  return { id, part, first, second };
};
const of = (transactionline_id: number, qty?: number) => ({
  line_details: [{ transactionline_id, ...(qty === undefined ? {} : { qty }) }],
});
const picksOf = async (id: number) =>
  (await shop.see(id, 'picks.lines')).picks.map((pick: { status_id: number; lines: { qty: number }[] }) => [
    pick.status_id,
    pick.lines.map((line) => line.qty),
  ]);

describe.each(['setting', 'people', 'nobody'] as const)('with a pick made by %s', (maker) => {
  test.each(Object.keys(steps))('an order that is %s goes in parts, and the rest later', async (kind) => {
    const { id, first } = await sold(maker, sources[kind]);
    for (const task of steps[kind]!) {
      expect((await shop.perform(task, [id], of(first, 2))).body).toMatchObject({ order_ids: [id] });
      expect([task, await done(id, task)]).toEqual([task, [2, 0]]);
    }
    expect(await shop.status(id)).toBe('In Progress');
    for (const task of steps[kind]!) {
      expect((await shop.perform(task, [id])).status).toBe(200);
      expect([task, await done(id, task)]).toEqual([task, [3, 2]]);
    }
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test.each(Object.keys(steps))('an order that is %s goes line by line', async (kind) => {
    const { id, first, second } = await sold(maker, sources[kind]);
    for (const line of [second, first])
      for (const task of steps[kind]!) expect((await shop.perform(task, [id], of(line))).status).toBe(200);
    expect(await shop.status(id)).toBe('Fulfilled');
    expect((await shop.perform('pick', [id], of(first))).body.code).toBe('order.state');
  });

  test.each(Object.keys(steps))('an order that is %s goes as a whole', async (kind) => {
    const { id } = await sold(maker, sources[kind]);
    await shop.through([id], ...steps[kind]!);
    expect(await shop.status(id)).toBe('Fulfilled');
    expect(await picksOf(id)).toEqual([[2, [3, 2]]]);
  });
});

describe('an open pick', () => {
  test('keeps the lines that the task does not need, with their ids', async () => {
    const { id, first } = await sold('setting');
    const [before] = (await shop.see(id, 'picks.lines')).picks;
    await shop.perform('pick', [id], of(first, 2));
    expect(await picksOf(id)).toEqual([
      [1, [1, 2]],
      [2, [2]],
    ]);
    const [after] = (await shop.see(id, 'picks.lines')).picks;
    const idsOf = (pick: { lines: { id: number }[] }) => pick.lines.map((line) => line.id);
    expect(idsOf(after)).toEqual(idsOf(before));
    for (const line of idsOf(after)) await shop.done(`/pickline/${line}/commit`);
    await shop.done(`/pick/${after.id}/finish`);
    expect(await done(id, 'pick')).toEqual([3, 2]);
  });

  test('is continued if the task needs all of it', async () => {
    const { id, first, second } = await sold('setting');
    const [pick] = (await shop.see(id, 'picks')).picks;
    const both = { line_details: [{ transactionline_id: first }, { transactionline_id: second, qty: 2 }] };
    expect((await shop.perform('pick', [id], both)).body.id).toBe(pick.id);
    expect(await picksOf(id)).toEqual([[2, [3, 2]]]);
  });

  test('gives a committed line as a whole, or is named in the refusal', async () => {
    const { id, part, first } = await sold('people');
    const [pick] = (await shop.see(id, 'picks.lines')).picks;
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    const { status, body } = await shop.perform('pick', [id], of(first, 2));
    expect([status, body.code, body.detail]).toEqual([
      409,
      'pick.state',
      `The rest to pick is on pick ${pick.id}. Finish or delete it first.`,
    ]);
    const made = await shop.perform('pick', [id], of(first));
    expect([made.status, await done(id, 'pick')]).toEqual([200, [3, 0]]);
    expect(await picksOf(id)).toEqual([
      [1, [2]],
      [2, [3]],
    ]);
    // Each pick knows its units: deleting a pick moves them back to their locations.
    await shop.done(`/pick/${made.body.id}`, undefined, 'DELETE');
    await shop.done(`/pick/${pick.id}`, undefined, 'DELETE');
    expect(await shop.units(part)).toEqual({ storage: 9 });
  });

  test('keeps its lines if enough units are on no pick', async () => {
    const { id, first, second } = await sold('people');
    const [pick] = (await shop.see(id, 'picks.lines')).picks;
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 1 });
    // Two units of the first line returned to the order, so the pick is not needed.
    await shop.perform('pick', [id], of(first, 2));
    expect(await picksOf(id)).toEqual([
      [1, [1, 2]],
      [2, [2]],
    ]);
    await shop.perform('pick', [id], of(second, 1));
    expect(await done(id, 'pick')).toEqual([2, 1]);
  });

  test('with lines of other orders stays unchanged, and the refusal names it', async () => {
    const [a, b] = [await sold('nobody'), await sold('nobody')];
    const pick = await shop.done('/picklinebyorder', { order_id: [a.id, b.id] });
    const { body } = await shop.perform('pick', [a.id], of(a.first, 1));
    expect([body.code, body.detail]).toEqual([
      'pick.state',
      `The rest to pick is on pick ${pick.id} together with other orders. Finish or delete it first.`,
    ]);
    expect((await shop.perform('pick', [a.id, b.id], of(a.first, 1))).status).toBe(200);
    expect([await done(a.id, 'pick'), await done(b.id, 'pick')]).toEqual([
      [1, 0],
      [0, 0],
    ]);
    await shop.through([a.id, b.id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.status(a.id), await shop.status(b.id)]).toEqual(['Fulfilled', 'Fulfilled']);
  });

  test('of a kit gives components for the quantity of the line', async () => {
    const [screw, board] = [await shop.part({}, 20), await shop.part({}, 20)];
    const kit = await shop.part({ parttype_id: 3 });
    await shop.done('/billofmaterial', {
      part_id: kit,
      lines: [
        { part_id: screw, qty: 4 },
        { part_id: board, qty: 1 },
      ],
    });
    const id = await shop.issued([{ part_id: kit, qty: 3 }]);
    const [{ id: line }] = (await shop.see(id)).lines;
    for (const task of steps.Packed!) expect((await shop.perform(task, [id], of(line, 1))).status).toBe(200);
    expect([await done(id, 'pickup'), await shop.units(screw)]).toEqual([[1], { storage: 16 }]);
    await shop.through([id], ...steps.Packed!);
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('is not named for lines without open work, even if other lines are short', async () => {
    const [part, scarce] = [await shop.part({}, 2), await shop.part({}, 0)];
    const id = await shop.issued([
      { part_id: part, qty: 2 },
      { part_id: scarce, qty: 1 },
    ]);
    const [first] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    await shop.perform('pick', [id], of(first));
    for (const task of ['pick', 'pack', 'ship'] as const) {
      if (task === 'pack') await shop.perform('pack', [id]);
      if (task === 'ship') await shop.perform('ship', [id]);
      const { body } = await shop.perform(task, [id], of(first));
      expect([body.code, body.detail]).toEqual([
        `${task}.nothing-left`,
        expect.stringContaining('of these lines of order'),
      ]);
    }
  });
});

describe('an open pack', () => {
  const startPack = async (body = {}) => {
    const order = await sold('nobody');
    await shop.through([order.id], 'pick');
    return { ...order, pack: await shop.done('/packlinebyorder', { order_id: [order.id], ...body }) };
  };

  test('keeps the lines that the task does not need', async () => {
    const { id, first, pack } = await startPack();
    const made = await shop.perform('pack', [id], of(first, 2));
    expect([made.status, made.body.id === pack.id, await done(id, 'pack')]).toEqual([200, false, [2, 0]]);
    // The open pack loses no units: it is packed by hand as before.
    expect((await shop.post(`/pack/${pack.id}/finish`)).body.loose.map((l: { qty: number }) => l.qty)).toEqual([1, 2]);
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
    expect((await shop.see(id, 'packs')).packs).toHaveLength(2);
  });

  test('is continued with its cartons if the task needs all of it', async () => {
    const { id, first, second, part, pack } = await startPack();
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    await shop.done(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, part_id: part, qty: 1 });
    const both = { line_details: [{ transactionline_id: first }, { transactionline_id: second }] };
    expect((await shop.perform('pack', [id], both)).body.id).toBe(pack.id);
    expect(await done(id, 'pack')).toEqual([3, 2]);
  });

  test('gives its loose units; units in a carton stay, and the refusal says so', async () => {
    const { id, first, part, pack } = await startPack();
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    await shop.done(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, part_id: part, qty: 2 });
    await shop.perform('pack', [id], of(first));
    expect(await done(id, 'pack')).toEqual([1, 0]);
    expect(await shop.perform('pack', [id], of(first))).toMatchObject({
      status: 409,
      body: { code: 'pack.state', detail: `The rest to pack is on pack ${pack.id}. Finish or delete it first.` },
    });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('with all units in one carton is continued as a whole', async () => {
    const { id, first, pack } = await startPack({ start_in_carton: 1 });
    expect((await shop.perform('pack', [id], of(first))).body.code).toBe('pack.state');
    expect((await shop.perform('pack', [id])).body.id).toBe(pack.id);
    expect(await done(id, 'pack')).toEqual([3, 2]);
  });

  test('gives only what the task needs beyond the units on no pack', async () => {
    const { id, first, pack } = await startPack();
    await shop.perform('pack', [id], of(first, 1));
    await shop.done(`/pack/${pack.id}`, undefined, 'DELETE');
    // Two units of the first line are on no pack now. The task then needs one more.
    const some = await shop.done('/packlinebyorder', { order_id: [id] });
    expect((await shop.perform('pack', [id], of(first, 5))).body.id).not.toBe(some.id);
    expect(await done(id, 'pack')).toEqual([3, 0]);
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });
});

describe('an open ship', () => {
  /** Makes one pack for each line, so that the cartons can be shipped one by one, and one open ship of them. */
  const startShip = async (values = {}) => {
    const order = await sold('nobody', values);
    await shop.through([order.id], 'pick');
    for (const line of [order.first, order.second]) await shop.perform('pack', [order.id], of(line));
    return { ...order, ship: await shop.done('/shiplinebyorder', { order_id: [order.id] }) };
  };

  test('keeps the cartons that the task does not need', async () => {
    const { id, second, ship } = await startShip();
    const made = await shop.perform('ship', [id], of(second));
    expect([made.status, made.body.id === ship.id, await done(id, 'ship')]).toEqual([200, false, [0, 2]]);
    await shop.done(`/ship/${ship.id}/finish`);
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('is continued if the task needs all of it', async () => {
    const { id, first, second, ship } = await startShip();
    const both = { line_details: [{ transactionline_id: first }, { transactionline_id: second }] };
    expect((await shop.perform('ship', [id], both)).body.id).toBe(ship.id);
    expect(await done(id, 'ship')).toEqual([3, 2]);
  });

  test('keeps cartons on a pallet, and the refusal names it', async () => {
    const { id, second, ship } = await startShip({ carrier_id: await shop.carrier('Freight') });
    const cartons = (await shop.see(id, 'packs.cartons')).packs.flatMap((pack: { cartons: { id: number }[] }) =>
      pack.cartons.map((carton) => carton.id),
    );
    await shop.done(`/ship/${ship.id}/pallet`, { carton_ids: cartons });
    expect(await shop.perform('ship', [id], of(second))).toMatchObject({
      status: 409,
      body: { code: 'ship.state', detail: `The rest to ship is on ship ${ship.id}. Finish or delete it first.` },
    });
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('of orders without a pack step takes these quantities, and the rest of the order is shipped later', async () => {
    const { id, first } = await sold('nobody', sources.Loose);
    await shop.through([id], 'pick');
    const ship = await shop.done('/shiplinebyorder', { order_id: [id] });
    expect((await shop.perform('ship', [id], of(first, 2))).body.id).toBe(ship.id);
    expect(await done(id, 'ship')).toEqual([2, 0]);
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('with other orders stays unchanged', async () => {
    const [a, b] = [await sold('nobody', sources.Loose), await sold('nobody', sources.Loose)];
    await shop.through([a.id, b.id], 'pick');
    const ship = await shop.done('/shiplinebyorder', { order_id: [a.id, b.id] });
    expect((await shop.perform('ship', [a.id], of(a.first))).body.detail).toContain(
      `is on ship ${ship.id} together with other orders`,
    );
    expect((await shop.perform('ship', [a.id, b.id], of(a.first))).status).toBe(200);
    expect([await done(a.id, 'ship'), await done(b.id, 'ship')]).toEqual([
      [3, 0],
      [0, 0],
    ]);
    await shop.through([a.id, b.id], 'ship', 'pickup');
    expect([await shop.status(a.id), await shop.status(b.id)]).toEqual(['Fulfilled', 'Fulfilled']);
  });
});

test('an order of services alone is picked up as a whole, whichever lines are named', async () => {
  const lines = [await shop.part({ parttype_id: 2 }), await shop.part({ parttype_id: 2 })].map((part_id) => ({
    part_id,
  }));
  const id = await shop.issued(lines);
  const [first] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
  expect((await shop.perform('pickup', [id], of(first))).status).toBe(200);
  expect([await shop.status(id), await done(id, 'pickup')]).toEqual(['Fulfilled', [1, 1]]);
});

test('a pickup of some lines does not pick up another order of the request', async () => {
  const [a, b] = [await sold('nobody', sources.Bare), await sold('nobody', sources.Bare)];
  await shop.through([a.id, b.id], 'pick');
  const pickup = await shop.perform('pickup', [a.id, b.id], of(a.first));
  expect((await shop.get(`/pickup/${pickup.body.id}?embed=lines`)).lines).toMatchObject([{ order_id: a.id }]);
  expect([await done(a.id, 'pickup'), await done(b.id, 'pickup')]).toEqual([
    [3, 0],
    [0, 0],
  ]);
});
