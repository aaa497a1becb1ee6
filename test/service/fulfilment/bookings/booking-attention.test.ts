import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** Events that end the attention of an order whose carrier refused to book it. The engine does not run here. */

const config = `carriers:
  Vans: { plugin: local-delivery, country: DE, routes: { North: { stops: ["13*"] } } }
`;

const { service, shop } = await testShop({ config }, 'each');

const refusal = { step: 'ship', code: 'carrier.refused', detail: 'Vans: no route goes to 12209 Berlin' };

/** Makes a packed order with two cartons, which is in attention about its carrier. */
async function refused(attention: object = refusal) {
  const part_id = await shop.part({ weight_g: 300 }, 5);
  const order = await shop.issued([{ part_id, qty: 2 }], { carrier_id: await shop.carrier('Vans') });
  await shop.through([order], 'pick');
  await shop.done('/packlinebyorder', { order_id: [order] });
  const { packs } = await shop.see(order, 'packs');
  const cartons: number[] = [];
  for (const _ of [1, 2]) {
    const { id } = await shop.done(`/pack/${packs[0].id}/carton`, {});
    cartons.push(id);
    const { next } = await shop.progress(order);
    const move = next.find(({ path }: { path: string }) => path.endsWith('/moveitem')).body;
    await shop.done(`/pack/${packs[0].id}/moveitem`, {
      add_carton_id: id,
      subtract_location_id: move.subtract_location_id,
      part_id,
      qty: 1,
    });
  }
  await shop.done(`/pack/${packs[0].id}/finish`);
  await shop.done(`/engine/salesorder/${order}/attention`, attention);
  return { order, cartons };
}

const book = (order: number, carton: number, more: object = {}) =>
  shop.done(`/engine/carton/${carton}/booking`, {
    order_id: order,
    carrier_name: 'Vans',
    plugin: 'local-delivery',
    tracking_number: `V-${carton}`,
    ...more,
  });

const label = { media_type: 'application/pdf', content: 'JVBERi0=' };

const retries = async (order: number): Promise<unknown[]> => {
  const { rows } = await service.sql.query(
    `select payload ->> 'event' as event from outbox where workflow_id = 'order/' || $1 and payload ->> 'event' = 'salesorder.retried'`,
    [order],
  );
  return rows;
};

test('the attention of a refused order ends when all of its cartons have labels, and the engine tries again', async () => {
  const { order, cartons } = await refused();
  await book(order, cartons[0]!);
  expect(await shop.see(order)).toMatchObject({ state: 'attention', attention: refusal });
  await book(order, cartons[1]!);
  expect(await shop.see(order)).toMatchObject({ state: 'waiting', reason: 'hand', attention: null });
  expect(await retries(order)).toHaveLength(1);
});

test('the attention about a label that the carrier did not give ends with the last label', async () => {
  const { order, cartons } = await refused({ step: 'ship', code: 'nothing', detail: 'before the booking' });
  const bookings = [await book(order, cartons[0]!), await book(order, cartons[1]!)];
  await shop.done(`/engine/salesorder/${order}/attention`, { ...refusal, detail: 'Vans: no label' });
  await shop.done(`/engine/booking/${bookings[0].id}/label`, label, 'PUT');
  expect(await shop.see(order)).toMatchObject({ state: 'attention' });
  await shop.done(`/engine/booking/${bookings[1].id}/label`, label, 'PUT');
  expect(await shop.see(order)).toMatchObject({ state: 'waiting', attention: null });
  expect(await retries(order)).toHaveLength(1);
});

test('labels do not end the attention about a pickup, nor another one', async () => {
  const { order, cartons } = await refused({ step: 'ship', code: 'step.overdue', detail: 'due' });
  for (const carton of cartons) await book(order, carton);
  expect(await shop.see(order)).toMatchObject({ attention: { code: 'step.overdue' } });
  await shop.through([order], 'ship');
  await shop.done(`/engine/salesorder/${order}/attention`, { ...refusal, step: 'pickup', detail: 'nobody comes' });
  const { data } = await shop.get(`/booking?order_id=${order}`);
  for (const { id } of data) await shop.done(`/engine/booking/${id}/label`, label, 'PUT');
  expect(await shop.see(order)).toMatchObject({ attention: { step: 'pickup', code: 'carrier.refused' } });
});

test('another address of a refused order is a retry of the booking; another note is none', async () => {
  const { order } = await refused();
  await shop.done(`/salesorder/${order}`, { note: 'Ring twice' }, 'PUT');
  expect(await shop.see(order)).toMatchObject({ state: 'attention' });
  await shop.done(`/salesorder/${order}`, { ship_postal_code: '13355' }, 'PUT');
  expect(await shop.see(order)).toMatchObject({ state: 'working', attention: { code: 'carrier.refused' } });
  const timeline = await shop.get(`/salesorder/${order}/timeline`);
  expect((timeline.data ?? timeline).at(-1)).toMatchObject({
    event: 'salesorder.retried',
    detail: { step: 'ship', code: 'carrier.refused' },
  });
  // The second change comes before the engine has tried.
  await shop.done(`/salesorder/${order}`, { ship_city: 'Berlin-Wedding' }, 'PUT');
  expect(await retries(order)).toHaveLength(1);
  await shop.done(`/engine/salesorder/${order}/attention`, refusal);
  expect(await shop.see(order)).toMatchObject({ state: 'attention' });
});
