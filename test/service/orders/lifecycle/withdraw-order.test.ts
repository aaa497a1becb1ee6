import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');

type State =
  | (
      | 'Draft'
      | 'Issued'
      | 'with an open pick'
      | 'with a pick committed in part'
      | 'picked'
      | 'with an open pack'
      | 'packed'
    )
  | ('with an open ship' | 'shipped' | 'picked up in part' | 'Fulfilled' | 'Void' | 'Closed Short');

/** An order of two lines, four units each, as far as one of these states; and a part of it. */
const states: Record<State, () => Promise<number>> = {
  Draft: async () => shop.order(await lines()),
  Issued: async () => shop.issued(await lines()),
  'with an open pick': async () => {
    const id = await states.Issued();
    await shop.done('/picklinebyorder', { order_id: [id] });
    return id;
  },
  'with a pick committed in part': async () => {
    const id = await states.Issued();
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 3 });
    return id;
  },
  picked: async () => through(await states.Issued(), 'pick'),
  'with an open pack': async () => {
    const id = await states.picked();
    const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    const from = pack.cartons[0].location_id;
    await shop.done(`/pack/${pack.id}/moveitem`, {
      add_carton_id: carton.id,
      subtract_location_id: from,
      order_id: id,
      part_id: pack.lines[0].part_id,
      qty: 1,
    });
    return id;
  },
  packed: async () => through(await states.picked(), 'pack'),
  'with an open ship': async () => {
    const id = await states.packed();
    await shop.done('/shiplinebyorder', { order_id: [id] });
    return id;
  },
  shipped: async () => through(await states.packed(), 'ship'),
  'picked up in part': async () => {
    const id = await states.Issued();
    const [line] = (await shop.see(id)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line.id, qty: 3 }] });
    await through(id, 'pack', 'ship', 'pickup');
    await through(id, 'pick');
    return id;
  },
  Fulfilled: async () => through(await states.shipped(), 'pickup'),
  Void: async () => verb(await states.Issued(), 'void'),
  'Closed Short': async () => verb(await states.Issued(), 'closeshort'),
};

async function lines() {
  return [
    { part_id: await shop.part({}, 6), qty: 4, unit_price: 10 },
    { part_id: await shop.part({}, 6), qty: 4, unit_price: 5 },
  ];
}
async function through(id: number, ...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]) {
  await shop.through([id], ...tasks);
  return id;
}
async function verb(id: number, name: string) {
  await shop.done(`/salesorder/${id}/${name}`);
  return id;
}
const stockOf = async (id: number) => {
  const lines = (await shop.see(id)).lines as { part_id: number }[];
  return Promise.all(lines.map((line) => shop.units(line.part_id)));
};
const untouched = [{ storage: 6 }, { storage: 6 }];

describe('unissue', () => {
  test.each<State>(['Issued', 'with an open pick', 'with a pick committed in part'])(
    '%s: the order is a draft again',
    async (state) => {
      const id = await states[state]();
      await verb(id, 'unissue');
      expect(await shop.see(id, 'status,picks')).toMatchObject({
        status: { name: 'Draft' },
        issue_date: null,
        picks: [],
      });
      expect(await stockOf(id)).toEqual(untouched);
      const again = await shop.post(`/salesorder/${id}/unissue`);
      expect(again.status).toBe(200);
      // And it can be changed, issued and fulfilled as if nothing had been.
      await shop.done(`/salesorder/${id}/line/${(await shop.see(id)).lines[0].id}`, { qty: 5 }, 'PUT');
      await verb(id, 'issue');
      await through(id, 'pick', 'pack', 'ship', 'pickup');
      expect(await shop.counters(id, 'qty_picked_up')).toEqual([5, 4]);
    },
  );

  test.each<[State, string]>([
    ['picked', 'pick'],
    ['with an open pack', 'pick'],
    ['packed', 'pack'],
    ['shipped', 'ship'],
    ['picked up in part', 'picked up'],
    ['Fulfilled', 'Fulfilled'],
    ['Void', 'Void'],
    ['Closed Short', 'Closed Short'],
  ])('%s: it is refused, and the answer names %s', async (state, word) => {
    const id = await states[state]();
    const { status, body } = await shop.post(`/salesorder/${id}/unissue`);
    expect([status, body.code]).toEqual([409, 'order.state']);
    expect(body.detail).toContain(word);
  });
});

describe('void', () => {
  test.each<State>([
    'Draft',
    'Issued',
    'with an open pick',
    'with a pick committed in part',
    'picked',
    'with an open pack',
    'packed',
    'with an open ship',
    'shipped',
  ])('%s: everything goes back to storage', async (state) => {
    const id = await states[state]();
    await verb(id, 'void');
    expect(await stockOf(id)).toEqual(untouched);
    const order = await shop.see(id, 'status,lines,picks,packs,ships,pickuplines');
    expect(order).toMatchObject({ status: { name: 'Void' }, picks: [], packs: [], ships: [], pickuplines: [] });
    expect(
      order.lines.map((line: Record<string, number>) => [line.qty_canceled, line.qty_picked, line.qty_packed]),
    ).toEqual([
      [4, 0, 0],
      [4, 0, 0],
    ]);
    expect((await shop.post(`/salesorder/${id}/void`)).status).toBe(200);
    expect(await shop.progress(id)).toMatchObject({ state: 'done', next: [] });
  });

  test.each<[State, string]>([
    ['picked up in part', 'Close it short instead'],
    ['Fulfilled', 'is Fulfilled'],
    ['Closed Short', 'is Closed Short'],
  ])('%s: it is refused: %s', async (state, words) => {
    const { status, body } = await shop.post(`/salesorder/${await states[state]()}/void`);
    expect([status, body.code]).toEqual([409, 'order.state']);
    expect(body.detail).toContain(words);
  });

  test('empty picks and packs become Void, empty cartons are deleted, and shared ones remain', async () => {
    const part = await shop.part({}, 9);
    const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 3 }])];
    await shop.through([a, b], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [a, b], start_in_carton: 1 });
    await shop.done(`/pack/${pack.id}/finish`);
    await shop.done('/shiplinebyorder', { order_id: [a, b] });
    await verb(a, 'void');
    expect(await shop.units(part)).toEqual({ storage: 6, carton: 3 });
    await through(b, 'ship', 'pickup');
    expect(await shop.status(b)).toBe('Fulfilled');

    const alone = await through(await shop.issued([{ part_id: part, qty: 2 }]), 'pick', 'pack', 'ship');
    const { picks, packs, ships } = await shop.see(alone, 'picks,packs,ships');
    await verb(alone, 'void');
    for (const [kind, list] of Object.entries({ pick: picks, pack: packs, ship: ships })) {
      expect((await shop.get(`/${kind}/${list[0].id}?embed=status`)).status.name, kind).toBe('Void');
    }
    expect(await shop.get(`/pack/${packs[0].id}/carton`)).toEqual([]);
    expect(await shop.refused(`/pack/${packs[0].id}/finish`)).toBe('409 pack.state');
    expect(await shop.refused(`/ship/${ships[0].id}/finish`)).toBe('409 ship.state');
  });

  test('a shared carton weighs less without it', async () => {
    const part = await shop.part({ weight_g: 300 }, 5);
    const [going, staying] = [
      await shop.issued([{ part_id: part, qty: 3 }]),
      await shop.issued([{ part_id: part, qty: 2 }]),
    ];
    await shop.through([going, staying], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [going, staying], start_in_carton: 1 });
    await shop.done(`/pack/${pack.id}/finish`);
    const [carton] = await shop.get(`/pack/${pack.id}/carton`);
    expect(carton.weight_g).toBe(1500);
    await shop.done(`/salesorder/${going}/void`);
    expect(await shop.get(`/pack/${pack.id}/carton`)).toMatchObject([{ id: carton.id, weight_g: 600 }]);
  });

  test('lots and serial numbers return to their former locations', async () => {
    const part = await shop.part({ tracking: 'lot' });
    const shelf = await shop.storage();
    await shop.stock(part, 2, { tracking: [{ lot: 'A', qty: 2 }] });
    await shop.stock(part, 2, { location_id: shelf, tracking: [{ lot: 'B', qty: 2 }] });
    const id = await through(await shop.issued([{ part_id: part, qty: 4 }]), 'pick', 'pack');
    await verb(id, 'void');
    const { data } = await shop.get(`/inventory?part_id=${part}&filter=qty > 0&sort=lot`);
    expect(data.map((row: Record<string, unknown>) => [row.lot, row.location_id, row.qty, row.qty_committed])).toEqual([
      ['A', shop.stockId, 2, 0],
      ['B', shelf, 2, 0],
    ]);
  });
});

describe('closing short', () => {
  test('delivered quantities remain, and the rest is canceled and returns to storage', async () => {
    const id = await states['picked up in part']();
    await verb(id, 'closeshort');
    const order = await shop.see(id, 'status,lines,invoices,pickups');
    expect(order.status.name).toBe('Closed Short');
    expect(
      order.lines.map((line: Record<string, number>) => [line.qty_picked_up, line.qty_canceled, line.qty_picked]),
    ).toEqual([
      [3, 1, 3],
      [0, 4, 0],
    ]);
    expect(await stockOf(id)).toEqual([{ storage: 3 }, { storage: 6 }]);
    expect(order.invoices).toMatchObject([{ total: 30 }]);
    expect((await shop.post(`/salesorder/${id}/closeshort`)).status).toBe(200);
    expect(await shop.refused('/picklinebyorder', { order_id: [id] })).toBe('409 order.state');
  });

  test('only picks and packs whose goods were picked up keep their lines', async () => {
    const part = await shop.part({}, 9);
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const [{ id: line }] = (await shop.see(id)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 3 }] });
    const first = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    const open = await shop.done('/picklinebyorder', { order_id: [id] });
    await shop.done(`/pickline/${open.lines[0].id}/commit`);
    await shop.perform('pack', [id], { line_details: [{ transactionline_id: line, qty: 2 }] });
    const second = (await shop.see(id, 'packs')).packs.find((pack: { id: number }) => pack.id !== first.id);
    await through(id, 'ship', 'pickup');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
    await verb(id, 'closeshort');
    const { packs } = await shop.see(id, 'packs.lines');
    expect(packs).toMatchObject([{ id: second.id, lines: [{ qty: 2 }] }]);
    expect((await shop.get(`/pack/${first.id}?embed=status`)).status.name).toBe('Void');
    expect(await shop.units(part)).toEqual({ storage: 7 });
  });

  test.each<State>(['Issued', 'with a pick committed in part', 'shipped'])(
    '%s: with nothing delivered all of it is canceled',
    async (state) => {
      const id = await states[state]();
      await verb(id, 'closeshort');
      expect([await shop.status(id), await shop.counters(id, 'qty_canceled'), await stockOf(id)]).toEqual([
        'Closed Short',
        [4, 4],
        untouched,
      ]);
    },
  );

  test.each<State>(['Draft', 'Fulfilled', 'Void'])('%s: it is refused with the state', async (state) => {
    const { status, body } = await shop.post(`/salesorder/${await states[state]()}/closeshort`);
    expect([status, body.code]).toEqual([409, 'order.state']);
    expect(body.detail).toContain(`is ${state}`);
  });

  test('an order without a pack step keeps the quantities that were picked up', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 5 }], { carrier_id: await shop.carrier('Will Call') });
    const [{ id: line }] = (await shop.see(id)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 2 }] });
    await through(id, 'pickup', 'pick');
    await verb(id, 'closeshort');
    expect([await shop.units(part), await shop.counters(id, 'qty_canceled')]).toEqual([{ storage: 3 }, [3]]);
    const { picks, pickuplines } = await shop.see(id, 'picks.lines,pickuplines');
    expect(picks).toMatchObject([{ lines: [{ qty: 2 }] }]);
    expect(pickuplines).toHaveLength(1);
  });
});

describe('hold and release', () => {
  test.each<State>(['Draft', 'Issued', 'picked', 'packed', 'shipped'])(
    '%s: an order on hold gets no new work, and continues after the release',
    async (state) => {
      const id = await states[state]();
      const hold = (reason: string) => shop.post(`/salesorder/${id}/hold`, { reason });
      expect((await hold('Credit check')).body).toMatchObject({
        id,
        hold_reason: 'Credit check',
        held_at: expect.any(String),
      });
      const since = (await shop.see(id)).held_at;
      expect((await hold('Address')).body).toMatchObject({ hold_reason: 'Address', held_at: since });
      const task = { Draft: 'pick', Issued: 'pick', picked: 'pack', packed: 'ship', shipped: 'pickup' }[
        state as string
      ] as 'pick';
      const refusal = state === 'Draft' ? 'order.state' : 'order.held';
      expect(await shop.perform(task, [id])).toMatchObject({ status: 409, body: { code: refusal } });
      expect(await shop.progress(id)).toMatchObject({ state: 'held', held: true, waiting_for: 'release: Address' });
      await verb(id, 'release');
      expect((await shop.post(`/salesorder/${id}/release`)).body).toMatchObject({ held_at: null, hold_reason: null });
      if (state === 'Draft') await verb(id, 'issue');
      await through(id, task);
    },
  );

  test('open work may be finished', async () => {
    const id = await states['with a pick committed in part']();
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Wait' });
    const { picks } = await shop.see(id, 'picks.lines');
    await shop.done(`/pickline/${picks[0].lines[1].id}/commit`);
    await shop.done(`/pick/${picks[0].id}/finish`);
    expect(await shop.counters(id, 'qty_picked')).toEqual([3, 4]);
    expect(await shop.refused('/packlinebyorder', { order_id: [id] })).toBe('409 order.held');
    expect(await shop.refused('/picklinebyorder', { order_id: [id] })).toBe('409 order.held');
  });

  test.each<State>(['Fulfilled', 'Void', 'Closed Short'])('%s: there is nothing to hold', async (state) => {
    expect(await shop.refused(`/salesorder/${await states[state]()}/hold`, { reason: 'Wait' })).toBe('409 order.state');
  });

  test('a hold needs a reason', async () => {
    const id = await states.Issued();
    expect(await shop.refused(`/salesorder/${id}/hold`, {})).toBe('422 body.invalid');
    expect(await shop.refused(`/salesorder/${id}/hold`, { reason: ' ' })).toBe('422 body.invalid');
  });
});

describe('skipping a step by decision of a person', () => {
  const skip = (id: number, step: string) => shop.post(`/salesorder/${id}/skip`, { step, by: 'Ann' });

  test('without pack, picked goods are shipped; without pack and ship, they are ready for pickup', async () => {
    const id = await states.picked();
    expect((await skip(id, 'pack')).status).toBe(200);
    const plan = await shop.get(`/salesorder/${id}/plan`);
    const pack = plan.steps.find((step: { step: string }) => step.step === 'pack');
    expect(pack).toMatchObject({ required: false });
    expect(pack.reasons[0]).toMatchObject({ source: 'operator', name: 'Ann', fired: true });
    expect(await shop.progress(id)).toMatchObject({ step: 'ship' });
    expect((await skip(id, 'ship')).status).toBe(200);
    expect((await shop.see(id, 'pickuplines')).pickuplines).toHaveLength(1);
    expect((await skip(id, 'ship')).status).toBe(200);
    await through(id, 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('without ship, packed cartons are ready for pickup', async () => {
    const id = await states.packed();
    await skip(id, 'ship');
    await through(id, 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('an order with nothing to pick is not fulfilled by a skip', async () => {
    const id = await shop.issued([{ part_id: await shop.part({ parttype_id: 2 }), unit_price: 5 }]);
    expect((await skip(id, 'pack')).status).toBe(200);
    expect(await shop.status(id)).toBe('Issued');
    await through(id, 'pickup');
    expect((await shop.see(id, 'invoices')).invoices).toMatchObject([{ total: 5 }]);
  });

  test('pick and pickup, a started step and a closed order are refused', async () => {
    const id = await states['with an open pack']();
    expect(await shop.refused(`/salesorder/${id}/skip`, { step: 'pick', by: 'Ann' })).toBe('422 body.invalid');
    expect(await shop.refused(`/salesorder/${id}/skip`, { step: 'pickup', by: 'Ann' })).toBe('422 body.invalid');
    expect(await shop.refused(`/salesorder/${id}/skip`, { step: 'pack', by: 'Ann' })).toBe('409 order.state');
    expect(
      await shop.refused(`/salesorder/${await states['with an open ship']()}/skip`, { step: 'ship', by: 'Ann' }),
    ).toBe('409 order.state');
    expect(await shop.refused(`/salesorder/${await states.Void()}/skip`, { step: 'pack', by: 'Ann' })).toBe(
      '409 order.state',
    );
  });
});
