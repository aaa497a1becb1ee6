import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Where the units of a return are put. */

const config = `
receiving:
  put_away: [{ when: weight_g > 5000, to: Floor }]
returns:
  location: Dock
`;
const { service, shop } = await testShop({ config });
const dock = (await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false })).id;
const cage = (await shop.done('/location', { site_id: shop.siteId, name: 'Cage', active: false })).id;
const floor = await shop.storage('Floor');

/** A return of two units of a part, which wait at the dock. */
async function received(fields: Record<string, unknown>) {
  const part_id = await shop.part(fields, 10);
  const order = await shop.issued([{ part_id, qty: 2 }]);
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  const [line] = await shop.get(`/salesorder/${order}/line`);
  const made = await shop.done('/returnorder', { salesorder_id: order, lines: [{ line_id: line.id, qty: 2 }] });
  await shop.done(`/returnorder/${made.id}/authorise`);
  const { units } = await shop.done(`/returnorder/${made.id}/receive`, { lines: [{ part_id, qty: 2 }] });
  return { id: made.id, part_id, unit_id: units[0].id };
}
const places = async (id: number) => shop.get(`/returnorder/${id}/putaway`);

test('restocked units go where goods come in, and units in quarantine to where others of the part are', async () => {
  const { id, part_id, unit_id } = await received({ weight_g: 9_000 });
  const { number } = await shop.get(`/part/${part_id}`);
  expect(await places(id)).toEqual([
    {
      ...{ part_id, part: number, qty: 2 },
      restock: { location_id: floor, location: 'Floor' },
      // No other location that is not in use ever had the part.
      quarantine: { location_id: dock, location: 'Dock' },
    },
  ]);
  await shop.done(`/returnorder/${id}/inspect`, {
    units: [{ unit_id, outcome: 'quarantine', qty: 1, location_id: cage }],
  });
  expect(await places(id)).toMatchObject([{ qty: 1, quarantine: { location: 'Cage' } }]);
  await shop.done(`/returnorder/${id}/inspect`, { units: [{ unit_id, outcome: 'restock', location_id: floor }] });
  expect(await places(id)).toEqual([]);
});

test('without a rule they go back to the location that has most of the part', async () => {
  const { id } = await received({});
  expect(await places(id)).toMatchObject([{ restock: { location: 'Stock' } }]);
});

test('an unknown return is refused', async () => {
  expect((await service.call('GET', '/returnorder/999999/putaway')).status).toBe(404);
});
