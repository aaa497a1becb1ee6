import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** Goods that leave by hand without the label that their carrier should have made. The engine does not run here. */

const config = `
carriers:
  Post: { plugin: parcel, url: "http://127.0.0.1:1" }
  Van: { plugin: plain }
rules:
  - { name: Unshipped, when: source.name = "Counter", then: { skip: ship } }
`;

const { shop } = await testShop({ config }, 'each');

/** A packed order without a ship step, whose carrier refused its label. */
async function refused() {
  const part = await shop.part({}, 1);
  const source_id = (await shop.done('/source', { name: 'Counter' }).catch(() => null))?.id ?? (await sourceId());
  const id = await shop.issued([{ part_id: part }], { carrier_id: await shop.carrier('Post'), source_id });
  await shop.through([id], 'pick', 'pack');
  await shop.done(`/engine/salesorder/${id}/attention`, {
    step: 'pickup',
    code: 'carrier.refused',
    detail: 'No such place.',
  });
  const { data } = await shop.get(`/pickupline?order_ids=${id}`);
  return { id, line: data[0].id as number };
}
const sourceId = async () => (await shop.get('/source?filter=name%20%3D%20%22Counter%22')).data[0].id;

test('a pickup by lines asks about an order without a label, and names its line', async () => {
  const { id, line } = await refused();
  const { status, body } = await shop.post('/pickup', { pickupline_ids: [line] });
  expect([status, body.code]).toEqual([428, 'order.warnings']);
  expect(body.warnings).toMatchObject([
    { code: 'carrier.not-booked', pointer: '/pickupline_ids/0', message: expect.stringContaining('No such place.') },
  ]);
  expect(await shop.status(id)).toBe('In Progress');
  await shop.done('/pickup', { pickupline_ids: [line], ignore_warnings: 1 });
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('a pickup of everything that is ready for a carrier asks, too', async () => {
  const { id } = await refused();
  const carrier_id = await shop.carrier('Post');
  const { status, body } = await shop.post('/pickup', { carrier_id, site_id: shop.siteId });
  expect([status, body.warnings?.[0].pointer]).toEqual([428, '/carrier_id']);
  await shop.done('/pickup', { carrier_id, site_id: shop.siteId, ignore_warnings: 1 });
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('goods of a carrier that books nothing leave without a question', async () => {
  const part = await shop.part({}, 1);
  const id = await shop.issued([{ part_id: part }], { carrier_id: await shop.carrier('Van') });
  await shop.through([id], 'pick', 'pack', 'ship');
  const { data } = await shop.get(`/pickupline?order_ids=${id}`);
  await shop.done('/pickup', { pickupline_ids: [data[0].id] });
  expect(await shop.status(id)).toBe('Fulfilled');
});
