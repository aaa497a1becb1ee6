import { expect, test } from 'vitest';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

export function returns({ client, issued, siteId, storageId, unique }: TestContext): void {
  /** A return of two units that left with an order. */
  async function requested() {
    const { id, part } = await issued();
    for (const task_id of [1, 2, 3, 4]) await client.task.perform(task_id, { order_id: [id] });
    const [line] = await client.salesorder.line.list(id);
    const made = await client.returnorder.create({ salesorder_id: id, lines: [{ line_id: line!.id, qty: 2 }] });
    return { id: made.id, part };
  }

  test('a return from the request to its credit', async () => {
    const dock = await client.location.create({ site_id: siteId, name: unique('Dock'), active: false });
    const { id, part } = await requested();
    await expectReadable(client.returnorder, id);
    const [requestedLine] = await client.returnorder.line.list(id);
    expect(await client.returnorder.line.get(id, requestedLine!.id)).toMatchObject({ qty_requested: 2 });
    expect(await client.returnorder.update(id, { reason: 'Too small' })).toMatchObject({ reason: 'Too small' });
    await client.returnorder.authorise(id);
    const [own] = (await client.returnorder.get(id, { embed: 'lines' })).lines;
    const fewer = await client.returnorder.authorise(id, { lines: [{ line_id: own!.id, qty: 1 }] });
    expect(fewer.lines).toMatchObject([{ qty_authorised: 1 }]);
    await client.returnorder.authorise(id, { lines: [{ line_id: own!.id, qty: 2 }] });
    const scan = { part_id: part.id, qty: 2 };
    const { units } = await client.returnorder.receive(id, { location_id: dock.id, lines: [scan] });
    const outcome = { unit_id: units[0]!.id, outcome: 'restock', location_id: storageId } as const;
    expect(await client.returnorder.putaway(id)).toMatchObject([{ part_id: part.id, qty: 2 }]);
    expect(await client.returnorder.inspect(id, { units: [outcome] })).toMatchObject({ units: [{ qty_restocked: 2 }] });
    const exchange = await client.returnorder.exchange(id, { lines: [{ part_id: part.id, qty: 2 }] });
    expect(await client.returnorder.exchange(id)).toMatchObject({ id: exchange.id });
    expect(await client.salesorder.line.list(exchange.id)).toMatchObject([{ part_id: part.id, qty: 2 }]);
    await client.returnorder.close(id);
    const closed = await client.returnorder.get(id, { embed: 'status,credit,customer,salesorder,site,lines.units' });
    expect([closed.status.name, closed.credit?.total]).toEqual(['Closed', -20]);
  });

  test('a return has the label of its carrier, with its number, its tracking and its document', async () => {
    const { id } = await requested();
    await client.returnorder.authorise(id);
    const asked = await client.returnorder.fetchlabel(id, { carrier: 'Speedy Express' });
    expect(asked).toMatchObject({ carrier_name: 'Speedy Express', bookings: [] });
    const failure = { problem: 'Speedy Express: busy', tries_on: false };
    expect(await client.engine.returnorder.labelfailure.update(id, failure)).toMatchObject({ label_due: false });
    const booking = { carrier_name: 'Speedy Express', plugin: 'parcel', tracking_number: 'R-17' };
    const booked = await client.engine.returnorder.booking(id, booking);
    expect(booked).toMatchObject({ returnorder_id: id, carton_id: null, state: 'booked' });
    await expectReadable(client.booking, booked.id);
    await client.engine.booking.label.update(booked.id, { media_type: 'text/plain', content: btoa('LABEL') });
    expect(await client.returnorder.label(id)).toBe('LABEL');
    expect(await client.returnorder.printlabel(id, { printer: 'Labels' })).toMatchObject({ returnorder_id: id });
    expect(await client.returnorder.track(id)).toMatchObject({ tracking_number: 'R-17' });
    await client.returnorder.cancel(id);
    expect(await client.booking.get(booked.id)).toMatchObject({ state: 'canceling' });
  });

  test('a return is refused, and another one canceled', async () => {
    const { id } = await requested();
    expect(await client.returnorder.refuse(id, { decision: 'Too late' })).toMatchObject({ decision: 'Too late' });
    const other = await requested();
    await client.returnorder.cancel(other.id);
    expect((await client.returnorder.get(other.id, { embed: 'status' })).status.name).toBe('Canceled');
    await expectRemoved(client.returnorder, other.id);
  });
}
