import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service: testService, shop } = await testShop({}, 'each');

const kit = async (lines: { part_id: number; qty: number }[]) => {
  const part_id = await shop.part({ parttype_id: 3 });
  await shop.done('/billofmaterial', { part_id, lines });
  return part_id;
};
const workOf = async (id: number, task: number) => {
  const { data } = await shop.get(`/work?order_id=${id}&task_id=${task}&sort=line_id,part_id`);
  return data.map((row: Record<string, number>) => [row.part_id, row.qty]);
};
const sum = (rows: { [name: string]: number }[], name: string) => rows.reduce((total, row) => total + row[name]!, 0);

describe('an alias', () => {
  test('an alias is picked, packed and shipped as its parent', async () => {
    const part = await shop.part({}, 5);
    const alias = await shop.part({ parttype_id: 4, parent_part_id: part });
    const id = await shop.issued([
      { part_id: alias, qty: 2 },
      { part_id: part, qty: 1 },
    ]);
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    expect(pick.lines.map((line: { part_id: number; qty: number }) => [line.part_id, line.qty])).toEqual([
      [part, 2],
      [part, 1],
    ]);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [2, 1]]);
    expect(await shop.units(part)).toEqual({ storage: 2 });
    const { invoices } = await shop.see(id, 'invoices.lines');
    expect(invoices[0].lines.map((line: { part_id: number }) => line.part_id)).toEqual([alias, part]);
  });

  test('an alias for a case of twelve is picked, packed and shipped as twelve units of its parent', async () => {
    const part = await shop.part({ unit: 'bottle', whole_units: true }, 50);
    const box = await shop.part({
      parttype_id: 4,
      parent_part_id: part,
      parent_qty: 12,
      unit: 'case',
      whole_units: true,
    });
    const id = await shop.issued([{ part_id: box, qty: 3 }]);
    expect(await workOf(id, 1)).toEqual([[part, 36]]);
    await shop.through([id], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const carton = await shop.done(`/pack/${pack.id}/carton`);
    const by = { add_carton_id: carton.id, order_id: id };
    expect(await shop.refused(`/pack/${pack.id}/moveitem`, { ...by, part_id: box, qty: 4 })).toBe('409 stock.short');
    expect(await shop.refused(`/pack/${pack.id}/moveitem`, { ...by, part_id: part, qty: 0.5 })).toBe(
      '422 body.invalid',
    );
    await shop.done(`/pack/${pack.id}/moveitem`, { ...by, part_id: box, qty: 2 });
    const { contents } = await shop.done(`/pack/${pack.id}/moveitem`, { ...by, part_id: part, qty: 12 });
    expect(sum(contents, 'qty')).toBe(36);
    await shop.done(`/pack/${pack.id}/finish`);
    await shop.through([id], 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [3]]);
    expect(await shop.units(part)).toEqual({ storage: 14 });
    expect(await testService.verify()).toEqual([]);
  });

  test('a case with missing bottles is short, and counts when all bottles are picked', async () => {
    const part = await shop.part({}, 8);
    const box = await shop.part({ parttype_id: 4, parent_part_id: part, parent_qty: 6 });
    const id = await shop.issued([{ part_id: box, qty: 2 }]);
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    expect(sum(pick.lines, 'qty')).toBe(8);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    await shop.done(`/pick/${pick.id}/finish`);
    expect(await shop.counters(id, 'qty_picked')).toEqual([1]);
    await shop.done('/inventoryadjustment', { part_id: part, location_id: shop.stockId, qty: 4 });
    await shop.through([id], 'pick');
    expect(await shop.counters(id, 'qty_picked')).toEqual([2]);
  });

  test('the parent quantity of an alias cannot change after an order, and other part types have none', async () => {
    const part = await shop.part({}, 5);
    const box = await shop.part({ parttype_id: 4, parent_part_id: part, parent_qty: 6 });
    await shop.order([{ part_id: box, qty: 1 }]);
    expect(await shop.refused(`/part/${box}`, { parent_qty: 12 }, 'PUT')).toBe('409 record.in-use');
    expect(await shop.refused(`/part/${part}`, { parent_qty: 2 }, 'PUT')).toBe('422 body.invalid');
  });
});

describe('parts that are counted in whole units', () => {
  test('parts that are counted in whole units have whole quantities', async () => {
    const part = await shop.part({ unit: 'each', whole_units: true }, 5);
    const cable = await shop.part({ unit: 'm' }, 5);
    const serial = await shop.part({ tracking: 'serial' });
    const customer_id = shop.customerId;
    const ordered = (part_id: number, qty: number) =>
      shop.refused('/salesorder', { customer_id, lines: [{ part_id, qty }] });
    expect([await ordered(part, 1.5), await ordered(serial, 0.5)]).toEqual(['422 body.invalid', '422 body.invalid']);
    const adjusted = { part_id: part, location_id: shop.stockId, qty: 0.25 };
    expect(await shop.refused('/inventoryadjustment', adjusted)).toBe('422 body.invalid');
    const id = await shop.issued([
      { part_id: part, qty: 2 },
      { part_id: cable, qty: 1.5 },
    ]);
    const { lines } = await shop.done('/picklinebyorder', { order_id: [id] });
    const lineOf = (wanted: number) => lines.find((line: { part_id: number }) => line.part_id === wanted).id;
    expect(await shop.refused(`/pickline/${lineOf(part)}/commit`, { qty: 0.5 })).toBe('422 body.invalid');
    await shop.done(`/pickline/${lineOf(cable)}/commit`, { qty: 0.75 });
  });

  test('half a kit and a third of a case are refused only if they need part of a unit', async () => {
    const bottle = await shop.part({ unit: 'bottle', whole_units: true }, 50);
    const oil = await shop.part({ unit: 'l' }, 50);
    const box = await shop.part({ parttype_id: 4, parent_part_id: bottle, parent_qty: 12 });
    const basket = await kit([
      { part_id: bottle, qty: 3 },
      { part_id: oil, qty: 0.75 },
    ]);
    const id = await shop.order([
      { part_id: oil, qty: 0.5 },
      { part_id: basket, qty: 0.5 },
      { part_id: box, qty: 0.3 },
    ]);
    const { status, body } = await shop.post(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
    expect([status, body.code]).toEqual([409, 'order.part-of-unit']);
    expect(body.errors.map((error: { pointer: string; detail: string }) => error)).toEqual([
      { pointer: '/lines/1/qty', detail: expect.stringMatching(/^comes to 1\.5 of part P/) },
      { pointer: '/lines/2/qty', detail: expect.stringMatching(/^comes to 3\.6 of part P/) },
    ]);
    expect([await shop.status(id), await workOf(id, 1)]).toEqual(['Draft', []]);
    const fits = await shop.issued([
      { part_id: oil, qty: 0.5 },
      { part_id: basket, qty: 2 },
      { part_id: box, qty: 0.5 },
    ]);
    expect(await workOf(fits, 1)).toEqual([
      [oil, 0.5],
      [bottle, 6],
      [oil, 1.5],
      [bottle, 6],
    ]);
  });

  test('no task accepts a quantity of a line that needs part of a unit', async () => {
    const part = await shop.part({ whole_units: true }, 50);
    const box = await shop.part({ parttype_id: 4, parent_part_id: part, parent_qty: 6 });
    const carrier_id = await shop.carrier('Will Call');
    const id = await shop.issued(
      [
        { part_id: part, qty: 4 },
        { part_id: box, qty: 2 },
      ],
      { carrier_id },
    );
    const [units, cases] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    const only = (transactionline_id: number, qty: number) => ({ line_details: [{ transactionline_id, qty }] });
    for (const task of ['pick', 'pack', 'ship', 'pickup'] as const) {
      const { status, body } = await shop.perform(task, [id], only(units, 1.5));
      expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'body.invalid', '/line_details/0/qty']);
    }
    expect((await shop.perform('pick', [id], only(cases, 0.25))).body.code).toBe('body.invalid');
    expect(await shop.refused(`/salesorder/${id}/autowork`, only(units, 0.5))).toBe('422 body.invalid');
    await shop.done('/task/1/perform', { order_id: [id], ...only(cases, 0.5) });
    expect((await shop.perform('pickup', [id], only(cases, 0.25))).body.code).toBe('body.invalid');
    await shop.done('/task/4/perform', { order_id: [id], ...only(cases, 0.5) });
    await shop.done(`/salesorder/${id}/closeshort`);
    expect(await shop.units(part)).toEqual({ storage: 47 });
  });

  test('a part with fractions in stock or on orders cannot be changed to whole units', async () => {
    const [rope, wire, tape] = [await shop.part({}, 1.5), await shop.part({}, 3), await shop.part({}, 3)];
    const id = await shop.issued([{ part_id: wire, qty: 0.5 }]);
    const whole = (part: number) => shop.refused(`/part/${part}`, { whole_units: true }, 'PUT');
    expect([await whole(rope), await whole(wire)]).toEqual(['409 record.in-use', '409 record.in-use']);
    await shop.done(`/salesorder/${id}/void`);
    await shop.done(`/part/${wire}`, { whole_units: true }, 'PUT');
    const draft = await shop.order([{ part_id: tape, qty: 0.5 }]);
    await shop.done(`/part/${tape}`, { whole_units: true }, 'PUT');
    expect(await shop.refused(`/salesorder/${draft}/issue`, { ignore_warnings: 1 })).toBe('409 order.part-of-unit');
  });
});

describe('kits', () => {
  test('a kit is picked as its components, and a kit of kits as the components of its kits', async () => {
    const [screw, board, leg] = [await shop.part({}, 100), await shop.part({}, 10), await shop.part({}, 10)];
    const bag = await kit([{ part_id: screw, qty: 4 }]);
    const table = await kit([
      { part_id: board, qty: 1 },
      { part_id: leg, qty: 4 },
      { part_id: bag, qty: 2 },
      { part_id: screw, qty: 1 },
    ]);
    const id = await shop.issued([{ part_id: table, qty: 2 }]);
    expect(await workOf(id, 1)).toEqual([
      [screw, 18],
      [board, 2],
      [leg, 8],
    ]);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [2]]);
    expect(await shop.units(screw)).toEqual({ storage: 82 });
  });

  test('moving a kit into a carton is refused, and the answer asks for its components', async () => {
    const leg = await shop.part({}, 10);
    const table = await kit([{ part_id: leg, qty: 4 }]);
    const id = await shop.issued([{ part_id: table, qty: 2 }]);
    await shop.through([id], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    const move = (part_id: number) =>
      shop.post(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, part_id, qty: 1 });
    const { body } = await move(table);
    expect(body).toMatchObject({ status: 409, code: 'stock.short' });
    expect(body.detail).toMatch(/is a kit: it is packed as its components\./);
    expect((await move(leg)).status).toBe(200);
    expect((await shop.get(`/pack/${pack.id}?embed=lines,cartons.contents`)).cartons[0].contents).toHaveLength(1);
  });

  test('a kit counts as many whole kits as its scarcest component allows, and is invoiced by them', async () => {
    const [board, leg] = [await shop.part({}, 3), await shop.part({}, 5)];
    const table = await kit([
      { part_id: board, qty: 1 },
      { part_id: leg, qty: 4 },
    ]);
    const id = await shop.issued([{ part_id: table, qty: 3, unit_price: 100 }]);
    expect((await shop.progress(id)).waiting_for).toBe('pick by hand');
    await shop.perform('pick', [id], { partial: 1 });
    expect(await shop.counters(id, 'qty_picked')).toEqual([1]);
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([1]);
    await shop.stock(leg, 7);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [3]]);
    const { invoices } = await shop.see(id, 'invoices');
    expect(invoices.map((one: { total: number }) => one.total)).toEqual([100, 200]);
  });

  test('half a kit is half of each component, and its line is complete at the end', async () => {
    const [flour, egg] = [await shop.part({}, 10), await shop.part({}, 10)];
    const dough = await kit([
      { part_id: flour, qty: 0.333333 },
      { part_id: egg, qty: 3 },
    ]);
    const id = await shop.issued([{ part_id: dough, qty: 1.5, unit_price: 2 }]);
    expect(await workOf(id, 1)).toEqual([
      [flour, 0.5],
      [egg, 4.5],
    ]);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.counters(id, 'qty_picked_up'), (await shop.see(id, 'invoices')).invoices[0].total]).toEqual([
      [1.5],
      3,
    ]);
  });
});

describe('lines without stock, and fractions', () => {
  test('non-inventory and shipping lines are not picked; they are done with the last stock line', async () => {
    const [part, service] = [await shop.part({}, 1), await shop.part({ parttype_id: 2 })];
    const freight = await shop.part({ parttype_id: 5 });
    const id = await shop.issued([
      { part_id: service, qty: 2, unit_price: 5 },
      { part_id: part, qty: 2, unit_price: 10 },
      { part_id: freight, linetype_id: 9, qty: 1, unit_price: 3 },
    ]);
    await shop.perform('pick', [id], { partial: 1 });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([0, 1, 0]);
    await shop.stock(part, 1);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [2, 2, 1]]);
    expect(sum((await shop.see(id, 'invoices')).invoices, 'total')).toBe(33);
  });

  test('quantities may have up to six decimal digits', async () => {
    const part = await shop.part({}, 10);
    const id = await shop.issued([{ part_id: part, qty: '2.123456', unit_price: 1.5 }]);
    await shop.perform('pick', [id], {
      line_details: [{ transactionline_id: (await shop.see(id)).lines[0].id, qty: '0.000001' }],
    });
    expect(await shop.counters(id, 'qty_picked')).toEqual([0.000001]);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([2.123456]);
    expect(await shop.units(part)).toEqual({ storage: 7.876544 });
  });
});

describe('partial orders and backorders', () => {
  test('one part of an order is sent, and the rest is shown as waiting until stock arrives', async () => {
    const [part, scarce] = [await shop.part({}, 9), await shop.part({ number: 'SCARCE-9' }, 1)];
    const id = await shop.issued([
      { part_id: part, qty: 2 },
      { part_id: scarce, qty: 3 },
    ]);
    await shop.perform('pick', [id], { partial: 1 });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['In Progress', [2, 1]]);
    expect(await shop.progress(id)).toMatchObject({
      step: 'pick',
      state: 'waiting',
      waiting_for: 'stock: 2 of part SCARCE-9',
    });

    await testService.sql.query('delete from outbox');
    await shop.stock(scarce, 1.5);
    expect((await shop.progress(id)).waiting_for).toBe('pick by hand');
    await shop.stock(scarce, 0.5);
    const events = (await shop.get(`/salesorder/${id}/timeline`)).map((row: { event: string }) => row.event);
    expect(events.filter((event: string) => event === 'salesorder.stocked')).toHaveLength(1);
    const { rows } = await testService.sql.query('select workflow_id, kind, payload from outbox');
    expect(rows).toEqual([
      { workflow_id: `order/${id}`, kind: 'signal', payload: { event: 'salesorder.stocked', by: 'Administrator' } },
    ]);

    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [2, 3]]);
    const { picks, packs, ships, pickups, invoices } = await shop.see(id, 'picks,packs,ships,pickups,invoices');
    expect([picks, packs, ships, pickups, invoices].map((list) => list.length)).toEqual([2, 2, 2, 2, 2]);
  });

  test('stock that one order gives back is reserved for the order that waits for it', async () => {
    const part = await shop.part({}, 3);
    const [first, second] = [
      await shop.issued([{ part_id: part, qty: 3 }]),
      await shop.issued([{ part_id: part, qty: 2 }]),
    ];
    expect((await shop.progress(second)).state).toBe('waiting');
    await shop.through([first], 'pick');
    await shop.done(`/salesorder/${first}/void`);
    expect((await shop.progress(second)).steps[0].ready).toBe(2);
    await shop.through([second], 'pick');
  });

  test('stock that is committed to orders cannot be removed', async () => {
    const part = await shop.part({}, 3);
    await shop.issued([{ part_id: part, qty: 2 }]);
    const out = (qty: number) => ({ part_id: part, location_id: shop.stockId, qty, reason: 'lost' });
    expect(await shop.refused('/inventoryadjustment', out(-2))).toBe('409 stock.short');
    expect(await shop.done('/inventoryadjustment', out(-1))).toMatchObject({
      qty: 1,
      reason: 'lost',
      from_location_id: shop.stockId,
    });
    expect(await shop.refused('/inventoryadjustment', out(0))).toBe('422 body.invalid');
    expect(await shop.refused('/inventoryadjustment', { ...out(1), location_id: shop.movingId })).toBe(
      '422 body.invalid',
    );
    expect(await shop.refused('/inventoryadjustment', { ...out(1), part_id: 999_999 })).toBe('422 reference.unknown');
    const alias = await shop.part({ parttype_id: 4, parent_part_id: part });
    expect(await shop.refused('/inventoryadjustment', { ...out(1), part_id: alias })).toBe('422 body.invalid');
    expect(await shop.refused('/inventoryadjustment', { ...out(1), tracking: [{ lot: 'A', qty: 1 }] })).toBe(
      '422 tracking.mismatch',
    );
  });
});

describe('invoices', () => {
  test('the invoices of three pickups add up to the order: lines, discounts, fees and tax', async () => {
    const [fee, discount] = [
      await shop.done('/fee', { name: 'Handling', level: 'any', active: true }),
      await shop.done('/discount', { name: 'Loyalty', level: 'any', active: true }),
    ];
    const part = await shop.part({}, 2);
    const id = await shop.issued(
      [
        { part_id: part, qty: 7, unit_price: '3.333333', discounts: [{ discount_id: discount.id, amount: 0.1 }] },
        { linetype_id: 9, unit_price: 4.5 },
        { linetype_id: 4, qty: 1, unit_price: 99 },
        { linetype_id: 2, qty: 1, unit_price: 1.25 },
        { linetype_id: 3, qty: 2, unit_price: 0.5 },
        { linetype_id: 5, part_id: part, qty: 1, unit_price: 2 },
      ],
      {
        discounts: [{ discount_id: discount.id, amount: 2 }],
        fees: [{ fee_id: fee.id, amount: 1.75 }],
        total_tax: 0.77,
      },
    );
    for (const more of [2, 3, 0]) {
      await shop.perform('pick', [id], { partial: 1 });
      await shop.through([id], 'pack', 'ship', 'pickup');
      if (more > 0) await shop.stock(part, more);
    }
    const order = await shop.see(id, 'status,invoices.lines');
    expect(order.status.name).toBe('Fulfilled');
    expect(order.invoices).toHaveLength(3);
    for (const amount of ['subtotal', 'total_discount', 'total_fee', 'total_tax', 'total']) {
      expect([amount, sum(order.invoices, amount)]).toEqual([amount, expect.closeTo(order[amount], 9)]);
    }
    // Two of seven units carry two sevenths of the flat amounts; the last invoice takes the rest.
    expect(order.invoices[0]).toMatchObject({
      total_tax: 0.22,
      total_fee: 0.79,
      total_discount: 1.13,
      subtotal: 7.39,
    });
    expect(order.invoices[1]).toMatchObject({ total_tax: 0.22, total_fee: 0.78, total_discount: 1.13 });
    expect(order.invoices[0].lines.map((line: { qty: number }) => line.qty)).toEqual([2, 0.285714, -0.285714]);
    expect(order.invoices[1].lines.map((line: { qty: number }) => line.qty)).toEqual([2, 0.285715, -0.285715]);
  });

  test('thirds of a cent are not lost between invoices', async () => {
    const part = await shop.part({}, 1);
    const id = await shop.issued([
      { part_id: part, qty: '3', unit_price: '0.000001', discounts: [] },
      { part_id: part, qty: '0.5', unit_price: '0.333333' },
    ]);
    for (let round = 0; round < 4; round++) {
      if ((await shop.perform('pick', [id], { partial: 1 })).status !== 200) break;
      await shop.through([id], 'pack', 'ship', 'pickup');
      await shop.stock(part, 1);
    }
    const order = await shop.see(id, 'status,invoices');
    expect(order.status.name).toBe('Fulfilled');
    expect(sum(order.invoices, 'total')).toBeCloseTo(order.total, 9);
  });

  test('an order with only a fee left gets an invoice for it', async () => {
    const fee = await shop.done('/fee', { name: 'Consulting', level: 'order', active: true });
    const id = await shop.issued([], { fees: [{ fee_id: fee.id, amount: 12 }] });
    await shop.through([id], 'pickup');
    expect((await shop.see(id, 'invoices')).invoices).toMatchObject([{ total: 12 }]);
  });
});
