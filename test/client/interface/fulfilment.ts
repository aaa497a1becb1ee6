import { expect, test } from 'vitest';
import { expectBelow, expectReadable, type TestContext } from './context.ts';

/** Picking, packing, shipping and pickup, by the calls of the client. */
export function fulfilment(context: TestContext): void {
  picking(context);
  packing(context);
  shipping(context);
}

/** Issues an order and picks it. */
async function pickedOrder({ client, issued }: TestContext) {
  const order = await issued();
  const pick = await client.picklinebyorder.create({ order_id: [order.id] });
  for (const { id } of pick.lines) await client.pickline.commit(id);
  await client.pick.finish(pick.id);
  return order;
}

/** Issues an order, picks it, and packs it into one carton. */
async function packedOrder(context: TestContext) {
  const { client, movingId } = context;
  const order = await pickedOrder(context);
  const pack = await client.packlinebyorder.create({ order_id: [order.id] });
  const carton = await client.pack.carton.create(pack.id, {});
  await client.pack.moveitem(pack.id, { add_carton_id: carton.id, subtract_location_id: movingId, move_all: 1 });
  await client.pack.finish(pack.id);
  return { ...order, cartonId: carton.id };
}

function picking({ client, issued, siteId, storageId, part, order }: TestContext): void {
  test('picklines are listed by order, customer, destination and part', async () => {
    const { id, part: orderedPart } = await issued();
    const mine = { filter: `order_id = ${id}` };
    const byOrder = await client.picklinebyorder.list(mine);
    expect(byOrder.data).toMatchObject([{ order_id: id, qty: 2, qty_short: 0, ship_country: 'DE' }]);
    const { customer_id } = byOrder.data[0]!;
    expect((await client.picklinebycustomer.list({ where: { customer_id, order_id: id } })).data).toEqual(byOrder.data);
    const there = { filter: `ship_country = "DE" && order_id = ${id}` };
    expect((await client.picklinebydestination.list(there)).data).toEqual(byOrder.data);
    const byPart = await client.picklinebypart.list({ filter: `part_id = ${orderedPart.id}`, embed: 'part' });
    expect(byPart.data.map(({ order_id, qty, part }) => [order_id, qty, part.number])).toEqual([
      [id, 2, orderedPart.number],
    ]);
    for await (const { order_id } of client.picklinebyorder.each(mine)) expect(order_id).toBe(id);
  });

  test('a pick is created by order, customer, part or destination', async () => {
    const customer = await client.customer.create({ type: 'Company', name: 'Pickers Inc.' });
    const [one, two, three, four] = [
      await issued(),
      await issued({ customer_id: customer.id }),
      await issued(),
      await issued({ ship_country: 'NZ', ship_postal_code: '6011' }),
    ];
    const picks = [
      await client.picklinebyorder.create({ order_id: [one.id] }),
      await client.picklinebycustomer.create({ customer_id: [customer.id], site_id: siteId }),
      await client.picklinebypart.create({ part_id: [three.part.id] }),
      await client.picklinebydestination.create({ ship_country: ['NZ'], ship_postal_code: ['6011'] }),
    ];
    expect(picks.map(({ order_ids }) => order_ids)).toEqual([[one.id], [two.id], [three.id], [four.id]]);
    expect(picks.flatMap(({ lines }) => lines.map(({ qty }) => qty))).toEqual([2, 2, 2, 2]);
    await expect(client.picklinebyorder.create({ order_id: [one.id] })).rejects.toMatchObject({
      code: 'pick.nothing-left',
    });
    const embed = 'status,lines.part.qty_available_for_pick.location';
    const read = await client.pick.get(picks[0]!.id, { embed });
    expect(read.status.name).toBe('Open');
    expect(read.lines[0]!.part.qty_available_for_pick[0]).toMatchObject({ qty: 10, location: { id: storageId } });
    await expectReadable(client.pick, picks[0]!.id);
  });

  test('a line is committed in part, and the rest goes back to the order', async () => {
    const { id } = await issued();
    const pick = await client.picklinebyorder.create({ order_id: [id] });
    const line = pick.lines[0]!;
    await expectReadable(client.pickline, line.id);
    await expectBelow(client.pick.line, pick.id, [line.id]);
    const committed = await client.pickline.commit(line.id, { location_id: storageId, qty: 1 });
    expect(committed).toMatchObject({ id: line.id, pick_id: pick.id, qty_committed: 1 });
    const finished = await client.pick.finish(pick.id, { embed: 'status' });
    expect(finished.status.name).toBe('Finished');
    expect((await client.picklinebyorder.list({ where: { order_id: id } })).data).toMatchObject([{ qty: 1 }]);
  });

  test('people who work on a pick are shown, and count its units', async () => {
    const { id } = await issued();
    const pick = await client.picklinebyorder.create({ order_id: [id] });
    const line = pick.lines[0]!;
    const joined = await client.pick.join(pick.id);
    expect(joined.workers.map(({ since }) => since)).toEqual([expect.stringMatching(/^\d{4}-/)]);
    const counted = await client.pickline.count(line.id, { location_id: storageId });
    expect([counted.qty_counted, counted.counts]).toMatchObject([1, [{ location_id: storageId, qty: 1 }]]);
    expect((await client.pick.leave(pick.id)).workers).toEqual([]);
    await client.pickline.count(line.id, { qty: -1 });
    await expect(client.pickline.count(line.id, { qty: 3 })).rejects.toMatchObject({ code: 'pickline.counted' });
    expect(await client.pickline.count(line.id, { qty: 2 })).toMatchObject({ qty_committed: 2, qty_counted: 0 });
  });

  test('units that people hold of a deleted pick are noted, and confirmed to be back', async () => {
    const { id } = await issued();
    const pick = await client.picklinebyorder.create({ order_id: [id] });
    await client.pickline.count(pick.lines[0]!.id);
    await client.pick.remove(pick.id);
    const [units] = (await client.putback.list({ where: { pick_id: pick.id } })).data;
    expect(units).toMatchObject({ order_id: id, qty: 1, why: 'delete', back_at: null });
    await expectReadable(client.putback, units!.id);
    expect((await client.putback.confirm(units!.id)).back_at).toMatch(/^\d{4}-/);
  });

  test('damaged and found units of a line are reported', async () => {
    const { id } = await issued();
    const pick = await client.picklinebyorder.create({ order_id: [id] });
    const line = pick.lines[0]!.id;
    const damaged = await client.pickline.discrepancy(line, { kind: 'damaged', reason: 'broken' });
    expect([damaged.id, damaged.written_off]).toMatchObject([pick.id, { qty: 1, replaced: 1, short: 0 }]);
    expect((await client.pickline.discrepancy(line, { kind: 'found' })).written_off).toBeNull();
  });

  test('a deleted pick returns everything', async () => {
    const { id } = await issued();
    const pick = await client.picklinebyorder.create({ order_id: [id] });
    await client.pickline.commit(pick.lines[0]!.id);
    expect(await client.pickline.uncommit(pick.lines[0]!.id)).toMatchObject({ qty_committed: 0 });
    await client.pickline.commit(pick.lines[0]!.id);
    expect(await client.pick.remove(pick.id)).toBeUndefined();
    expect((await client.picklinebyorder.list({ where: { order_id: id } })).data).toMatchObject([{ qty: 2 }]);
  });

  test('a tracked part is committed with its lot', async () => {
    const { id: part_id } = await part(0, { tracking: 'lot' });
    const tracking = [{ lot: 'L1', qty: 4 }];
    await client.inventoryadjustment.create({ part_id, location_id: storageId, qty: 4, tracking });
    const id = await order([{ part_id, qty: 4 }]);
    await client.salesorder.issue(id, { ignore_warnings: 1 });
    const { lines } = await client.picklinebyorder.create({ order_id: [id] });
    await expect(client.pickline.commit(lines[0]!.id, { qty: 4 })).rejects.toMatchObject({ code: 'tracking.required' });
    expect(await client.pickline.commit(lines[0]!.id, { qty: 4, tracking })).toMatchObject({ qty_committed: 4 });
  });
}

function packing(context: TestContext): void {
  const { client, movingId } = context;
  test('a pack moves picked units into cartons, and closes them when it is finished', async () => {
    const { id, part: used } = await pickedOrder(context);
    const open = await client.packlinebyorder.list({ where: { order_id: id }, embed: 'customer' });
    expect(open.data).toMatchObject([{ order_id: id, qty: 2, customer: { name: 'Alfreds Futterkiste' } }]);
    const pack = await client.packlinebyorder.create({ order_id: [id] });
    expect([pack.order_ids, pack.lines.map(({ qty }) => qty), pack.cartons]).toEqual([[id], [2], []]);
    await expectReadable(client.pack, pack.id);
    await expectReadable(client.packline, pack.lines[0]!.id);
    await expectBelow(client.pack.line, pack.id, [pack.lines[0]!.id]);
    await expect(client.pack.finish(pack.id)).rejects.toMatchObject({ code: 'pack.not-all-in-cartons' });

    expect(await client.pack.parcels(pack.id)).toEqual([{ order_ids: [id], fits_with: [] }]);
    expect((await client.pack.join(pack.id)).workers).toHaveLength(1);
    expect((await client.pack.leave(pack.id)).workers).toEqual([]);

    const { carton } = client.pack;
    const [box, spare] = [await carton.create(pack.id, {}), await carton.create(pack.id, {})];
    expect([box.carton_id, box.contents]).toEqual([box.id, []]);
    const item = { order_id: id, part_id: used.id, subtract_location_id: movingId };
    const moved = await client.pack.moveitem(pack.id, { ...item, add_carton_id: box.id, qty: 1 });
    expect(moved.contents).toMatchObject([{ order_id: id, part_id: used.id, qty: 1 }]);
    await client.pack.moveitem(pack.id, { ...item, add_carton_id: box.id, move_all: 1 });
    await carton.remove(pack.id, spare.id);
    await client.pack.finish(pack.id);

    // The details of a carton can be changed until it is locked, also after its pack is finished.
    const details = { tracking_number: '1Z-7', weight_g: 700 };
    expect(await carton.update(pack.id, box.id, details)).toMatchObject({ ...details, pack_id: pack.id });
    const listed = await carton.list(pack.id, { embed: 'status,contents' });
    expect(listed.map(({ status, contents }) => [status.name, contents.map(({ qty }) => qty)])).toEqual([
      ['Closed', [2]],
    ]);
    expect(await carton.get(pack.id, box.id)).toMatchObject({ id: box.id, tracking_number: '1Z-7' });
    expect((await client.carton.list({ where: { tracking_number: '1Z-7' } })).data.map((one) => one.id)).toEqual([
      box.id,
    ]);
    await expectReadable(client.carton, box.id);
  });

  test('a booking has the label, the pickup, the tracking and the cancelation of its carton', async () => {
    const { id, cartonId } = await packedOrder(context);
    const carrier = await client.carrier.create({ name: 'Bicycle Courier' });
    const booking = { order_id: id, carrier_name: 'Bicycle Courier', plugin: 'bicycle', tracking_number: 'B-17' };
    const booked = await client.engine.carton.booking(cartonId, { ...booking, cost: 7.4, cost_currency: 'EUR' });
    expect(booked).toMatchObject({ carton_id: cartonId, state: 'booked', cost: 7.4, carrier_id: carrier.id });
    await expectReadable(client.booking, booked.id);
    const tracked = await client.engine.booking.update(booked.id, { tracking: { status: 'in_transit' } });
    expect(tracked.tracking_status).toBe('in_transit');
    await client.engine.booking.label.update(booked.id, { media_type: 'text/plain', content: btoa('LABEL') });
    expect(await client.carton.label(cartonId)).toBe('LABEL');
    expect(await client.carton.printlabel(cartonId, { printer: 'Labels' })).toMatchObject({ booking_id: booked.id });
    const { pack_id } = await client.carton.get(cartonId);
    expect(await client.pack.labels(pack_id)).toMatchObject([{ carton_id: cartonId, state: 'stored' }]);
    expect((await client.carton.fetchlabel(cartonId)).bookings[0]?.id).toBe(booked.id);
    expect((await client.carton.track(cartonId)).tracking_status).toBe('in_transit');
    const { site_id } = booked;
    expect(await client.carrier.pickup(carrier.id, { site_id })).toEqual({ bookings: 1 });
    expect(await client.booking.cancel(booked.id)).toMatchObject({ state: 'canceling' });
  });

  test('autopack fills cartons by size, and stores the place of each item', async () => {
    const size = { inner_width_mm: 300, inner_length_mm: 200, inner_depth_mm: 150 };
    const box = await client.cartontype.create({ name: 'Autobox', ...size });
    const { id, part: used } = await pickedOrder(context);
    const pack = await client.packlinebyorder.create({ order_id: [id] });
    const { cartons, left_out } = await client.pack.autopack(pack.id);
    expect(left_out).toEqual([]);
    expect(cartons.map(({ cartontype_id }) => cartontype_id)).toEqual([box.id]);
    expect(cartons[0]!.contents).toMatchObject([{ part_id: used.id, qty: 2 }]);
    expect(cartons[0]!.placements?.map(({ part_id, width_mm }) => [part_id, width_mm > 0])).toEqual([
      [used.id, true],
      [used.id, true],
    ]);
    const drawing = await client.carton.drawing(cartons[0]!.id);
    expect(drawing).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    expect(drawing).toContain('Autobox');
    const step = await client.carton.drawing(cartons[0]!.id, { view: 'top', upto: 1, lit: 1 });
    expect(step).toContain('Unit 1 (1: ');
  });

  test('a deleted pack returns its goods to the moving location', async () => {
    const { id, part: used } = await pickedOrder(context);
    const pack = await client.packlinebyorder.create({ order_id: [id], start_in_carton: true });
    expect(pack.cartons).toHaveLength(1);
    expect(await client.pack.remove(pack.id)).toBeUndefined();
    const there = await client.inventory.list({ filter: `part_id = ${used.id} && location_id = ${movingId}` });
    expect(there.data.map(({ qty }) => qty)).toEqual([2]);
  });
}

function shipping(context: TestContext): void {
  const { client, siteId } = context;
  test('cartons go onto a pallet, and a finished ship makes them ready for pickup', async () => {
    const { id, cartonId } = await packedOrder(context);
    expect((await client.shiplinebyorder.list({ where: { order_id: id } })).data).toMatchObject([
      { cartons: 1, qty: 2 },
    ]);
    const ship = await client.shiplinebyorder.create({ order_id: [id] });
    expect([ship.order_ids, ship.lines.map(({ carton_id }) => carton_id)]).toEqual([[id], [cartonId]]);
    await expectReadable(client.ship, ship.id);
    await expectReadable(client.shipline, ship.lines[0]!.id);
    await expectBelow(client.ship.line, ship.id, [ship.lines[0]!.id]);
    expect(await client.ship.labels(ship.id)).toMatchObject([{ carton_id: cartonId, state: 'none' }]);
    const first = await client.ship.pallet.create(ship.id, { carton_ids: [cartonId] });
    await client.ship.pallet.remove(ship.id, first.id);
    expect((await client.carton.get(cartonId)).pallet_id).toBeNull();
    const pallet = await client.ship.pallet.create(ship.id, { carton_ids: [cartonId] });
    expect([pallet.ship_id, pallet.cartons.map((one) => one.id)]).toEqual([ship.id, [cartonId]]);
    const again = await client.ship.pallet.load(ship.id, pallet.id, { carton_ids: [cartonId] });
    expect(again.cartons.map((one) => one.id)).toEqual([cartonId]);
    await expectReadable(client.pallet, pallet.id);
    await expectBelow(client.ship.pallet, ship.id, [pallet.id]);
    expect((await client.ship.finish(ship.id, { embed: 'status' })).status.name).toBe('Finished');
    const { data } = await client.pickupline.list({ filter: `orders.id = ${id}` });
    expect(data).toMatchObject([{ carton_id: cartonId, pickup_id: null, site_id: siteId }]);
    await expectReadable(client.pickupline, data[0]!.id);
  });

  test('the cartons of a deleted ship can be shipped again', async () => {
    const { id } = await packedOrder(context);
    const ship = await client.shiplinebyorder.create({ order_id: [id] });
    expect(await client.ship.remove(ship.id)).toBeUndefined();
    expect((await client.shiplinebyorder.list({ where: { order_id: id } })).total).toBe(1);
  });

  test('a pickup locks the cartons, fulfils the order and creates its invoice', async () => {
    const { id, cartonId } = await packedOrder(context);
    await client.ship.finish((await client.shiplinebyorder.create({ order_id: [id] })).id);
    const embed = 'pickuplines,invoices,status,pickups,picks,packs,ships';
    const line = (await client.salesorder.get(id, { embed })).pickuplines[0]!;
    const pickup = await client.pickup.create({ pickupline_ids: [line.id], site_id: siteId });
    expect(pickup.lines.map((one) => [one.id, one.carton_id])).toEqual([[line.id, cartonId]]);
    await expectReadable(client.pickup, pickup.id);
    await expectBelow(client.pickup.line, pickup.id, [line.id]);
    await expect(client.pickup.create({ pickupline_ids: [line.id], site_id: siteId })).rejects.toMatchObject({
      code: 'pickup.done',
    });

    const done = await client.salesorder.get(id, { embed });
    expect(done.status.name).toBe('Fulfilled');
    expect([done.picks, done.packs, done.ships, done.pickups].map((made) => made.length)).toEqual([1, 1, 1, 1]);
    const invoice = await client.invoice.get(done.invoices[0]!.id, { embed: 'customer,lines' });
    expect(invoice).toMatchObject({ order_id: id, total: 20, pickup_id: pickup.id });
    expect(invoice.lines.map(({ qty, unit_price }) => [qty, unit_price])).toEqual([[2, 10]]);
    await expectReadable(client.invoice, invoice.id);
    await expectBelow(client.invoice.line, invoice.id, [invoice.lines[0]!.id]);
    const carton = await client.carton.get(cartonId, { embed: 'status' });
    expect(carton.status.name).toBe('Locked');
    await expect(
      client.pack.carton.update(carton.pack_id, cartonId, { tracking_number: 'late' }),
    ).rejects.toMatchObject({
      code: 'carton.state',
    });

    expect(await client.pickup.undo(pickup.id, { reason: 'The van was full' })).toMatchObject({ lines: [] });
    expect((await client.salesorder.get(id, { embed: 'status' })).status.name).toBe('In Progress');
  });
}
