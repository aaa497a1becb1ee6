import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Lists of returns by expressions: over the order, the customer, the lines and the units. */

const { shop } = await testShop();
const part_id = await shop.part({ number: 'MUG' }, 10);
const order = await shop.issued([{ part_id, qty: 3 }]);
await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
const [line] = await shop.get(`/salesorder/${order}/line`);
const request = (qty: number, condition: string) =>
  shop.done('/returnorder', { salesorder_id: order, lines: [{ line_id: line.id, qty, condition }] });
const [opened, sealed] = [await request(2, 'opened'), await request(1, 'sealed')];
const dock = await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false });
await shop.done(`/returnorder/${opened.id}/authorise`);
await shop.done(`/returnorder/${opened.id}/receive`, { location_id: dock.id, lines: [{ part_id, qty: 2 }] });

const numbers = async (filter: string) => {
  const { data } = await shop.get(`/returnorder?sort=id&filter=${encodeURIComponent(filter)}`);
  return data.map(({ number }: { number: string }) => number);
};

test.each([
  ['status.name = "Received"', [opened.number]],
  ['status.name IN ("Requested", "Received")', [opened.number, sealed.number]],
  [`salesorder.id = ${order} && lines.condition = "SEALED"`, [sealed.number]],
  ['lines[qty_requested >= 2].part.number = "mug"', [opened.number]],
  ['count(units) > 0', [opened.number]],
  ['units.location.name = "Dock" && customer.name IS NOT NULL', [opened.number]],
  ['decision % "A person decides"', [opened.number, sealed.number]],
  ['received_at IS NULL && created_at > now-1h', [sealed.number]],
  ['sum(lines.qty_received) = 2', [opened.number]],
])('%s', async (filter, found) => {
  expect(await numbers(filter)).toEqual(found);
});
