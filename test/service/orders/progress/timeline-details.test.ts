import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** The details of a timeline are numbers where they are quantities and ids, although bodies may send them as texts. */

const { service, shop } = await testShop();

/** The texts of details that may look like a number: names and numbers that people give. */
const texts = new Set(['number', 'reason', 'part', 'location', 'from', 'to', 'name', 'tracking_number', 'by', 'why']);

/** Returns the texts in a detail that are numbers, with their places. */
function numbersAsText(detail: unknown, place: string): string[] {
  if (typeof detail === 'string') {
    return /^-?\d+(\.\d+)?$/.test(detail) && !texts.has(place.split('.').at(-1)!) ? [`${place} "${detail}"`] : [];
  }
  if (Array.isArray(detail)) return detail.flatMap((each) => numbersAsText(each, place));
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail).flatMap(([key, value]) => numbersAsText(value, `${place}.${key}`));
}

test('no detail of an order that lived through everything has a number as text', async () => {
  const cable = await shop.part({ unit: 'm' }, 20);
  const other = await shop.part({}, 20);
  const shelf = await shop.storage();
  await shop.done('/inventorytransfer', {
    part_id: cable,
    from_location_id: shop.stockId,
    to_location_id: shelf,
    qty: '2.5',
  });
  const lines = [
    { part_id: cable, qty: '2.5', unit_price: '3.20' },
    { part_id: other, qty: '3' },
  ];
  const id = await shop.order(lines);
  const [line] = await shop.get(`/salesorder/${id}/line`);
  await shop.done(`/salesorder/${id}/line/${line.id}`, { qty: '2.25' }, 'PUT');
  await shop.done(`/salesorder/${id}`, { notes: 'Ring twice', po_number: '4711' }, 'PUT');
  await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: '1' });
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
  await shop.done(`/salesorder/${id}/release`);
  const pick = await shop.done('/picklinebyorder', { order_id: [String(id)] });
  await shop.done(`/pickline/${pick.lines[0].id}/count`, { qty: '0.75' });
  await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: '1.25', keep_rest: 1 });
  await shop.done(`/pickline/${pick.lines[0].id}/uncommit`);
  await shop.through([id], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  const carton = await shop.done(`/pack/${pack.id}/carton`, {});
  await shop.done(`/pack/${pack.id}/moveitem`, {
    add_carton_id: String(carton.id),
    move_all: 1,
    subtract_location_id: String(shop.movingId),
  });
  await shop.done(`/pack/${pack.id}/carton/${carton.id}`, { weight_g: '850' }, 'PUT');
  await shop.done(`/pack/${pack.id}/finish`);
  await shop.done('/document', { kind: 'cartonlabel', carton_id: carton.id });
  await shop.through([id], 'ship', 'pickup');
  const copy = await shop.done(`/salesorder/${id}/clone`);
  await shop.done(`/salesorder/${copy.id}/issue`, { ignore_warnings: 1 });
  await shop.done(`/salesorder/${copy.id}/void`);
  const draft = await shop.order(lines);
  await shop.done(`/salesorder/${draft}/issue`, { when: 'possible', not_before: '2030-01-01T00:00:00Z' });
  await shop.done('/bulkrun', { order_id: [String(id)], action: 'hold', options: { reason: '12' } });

  const { rows } = await service.sql.query<{ name: string; detail: unknown }>(
    'select e.name, l.detail from event_log l join event e on e.id = l.event_id',
  );
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(25);
  expect(rows.flatMap(({ name, detail }) => numbersAsText(detail, name))).toEqual([]);
});
