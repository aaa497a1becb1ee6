import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Units in transit: what left with a transfer order, and did not come in at the receiving site yet. */

const { service, shop } = await testShop({}, 'each');
const address = { address_1: '5 Low Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' };
const leeds = (await shop.done('/site', { name: 'Leeds', sitetype_id: 1, ...address })).id;
const shelf = (await shop.done('/location', { site_id: leeds, name: 'Leeds 1', locationtype_id: 1 })).id;

interface Sent {
  readonly order: number;
  readonly pickup: number;
}

/** Sends units of a part to the other site. */
async function sent(part_id: number, qty: number): Promise<Sent> {
  const { id } = await shop.done('/transferorder', { to_site_id: leeds, lines: [{ part_id, qty }] });
  await shop.done(`/transferorder/${id}/issue`);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const { pickups } = await shop.get(`/transferorder/${id}?embed=pickups`);
  return { order: id, pickup: pickups.at(-1).id };
}
const receiptOf = async ({ order }: Sent) =>
  (await shop.get(`/receipt?order_id=${order}&sort=-id&embed=lines,status`)).data[0];
const undo = ({ pickup }: Sent) => `/pickup/${pickup}/undo`;
const why = { reason: 'The van was full' };

test('what leaves is expected at the other site, and is in stock there when it is scanned', async () => {
  const part_id = await shop.part({ number: 'MOVED-1' }, 10);
  const one = await sent(part_id, 4);
  expect(await shop.units(part_id)).toEqual({ storage: 6 });
  const receipt = await receiptOf(one);
  expect(receipt).toMatchObject({
    site_id: leeds,
    order_id: one.order,
    pickup_id: one.pickup,
    status: { name: 'Open' },
  });
  expect(receipt.lines).toMatchObject([{ part_id, qty: 4, qty_received: 0 }]);
  expect((await shop.get(`/transferorder/${one.order}?embed=receipts,status`)).receipts).toMatchObject([
    { id: receipt.id },
  ]);
  await shop.done(`/receipt/${receipt.id}/receive`, { lines: [{ code: 'MOVED-1', qty: 4, location_id: shelf }] });
  expect(await shop.units(part_id)).toEqual({ storage: 10 });
  await shop.done(`/receipt/${receipt.id}/close`);
  expect(await receiptOf(one)).toMatchObject({ lost_reason: null, status: { name: 'Closed' } });
  const timeline = await shop.get(`/transferorder/${one.order}/timeline`);
  const events = timeline.map(({ event }: { event: string }) => event);
  const own = ['receipt.created', 'receipt.received', 'receipt.closed'];
  expect(events.filter((event: string) => event.startsWith('receipt.'))).toEqual(own);
  const ofReceipt = await shop.get(`/receipt/${receipt.id}/timeline`);
  expect(ofReceipt.map(({ event }: { event: string }) => event)).toEqual(own);
  expect(await shop.refused(undo(one), why)).toBe('409 receipt.state');
  expect(await service.verify()).toEqual([]);
});

test('units that do not come in are lost for a reason, and nothing else takes them out of transit', async () => {
  const part_id = await shop.part({}, 10);
  const one = await sent(part_id, 5);
  const { id } = await receiptOf(one);
  expect(await shop.refused(`/receipt/${id}/cancel`)).toBe('409 receipt.in-transit');
  expect(await shop.refused(`/receipt/${id}`, undefined, 'DELETE')).toBe('409 receipt.in-transit');
  expect(await shop.refused(`/receipt/${id}`, { lines: [{ part_id, qty: 1 }] }, 'PUT')).toBe('409 receipt.in-transit');
  await shop.done(`/receipt/${id}`, { note: 'Two pallets' }, 'PUT');
  await shop.done(`/receipt/${id}/receive`, { lines: [{ part_id, qty: 3, location_id: shelf }] });
  expect(await shop.refused(`/receipt/${id}/close`)).toBe('422 body.invalid');
  const closed = await shop.done(`/receipt/${id}/close`, { reason: 'Damaged on the way' });
  expect(closed).toMatchObject({ lost_reason: 'Damaged on the way', differences: [{ expected: 5, received: 3 }] });
  expect(await shop.units(part_id)).toEqual({ storage: 8 });
  expect(await service.verify()).toEqual([]);
});

test('the undo of a pickup takes units out of transit, as long as nothing came in', async () => {
  const part_id = await shop.part({}, 10);
  const one = await sent(part_id, 4);
  await shop.done(undo(one), why);
  expect(await receiptOf(one)).toMatchObject({ status: { name: 'Canceled' } });
  expect(await service.verify()).toEqual([]);
  await shop.through([one.order], 'pickup');
  const again = await receiptOf(one);
  expect(again).toMatchObject({ status: { name: 'Open' }, lines: [{ qty: 4 }] });
  await shop.done(`/receipt/${again.id}/receive`, { lines: [{ part_id, qty: 1, location_id: shelf }] });
  expect(await shop.refused(undo({ ...one, pickup: again.pickup_id }), why)).toBe('409 receipt.state');
  expect(await service.verify()).toEqual([]);
});

test('the undo of one of two cartons lowers what is expected', async () => {
  const part_id = await shop.part({}, 10);
  const other = await shop.part({}, 10);
  const lines = [
    { part_id, qty: 3 },
    { part_id: other, qty: 1 },
  ];
  const { id } = await shop.done('/transferorder', { to_site_id: leeds, lines });
  await shop.done(`/transferorder/${id}/issue`);
  await shop.through([id], 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [id] });
  const cartontype_id = await shop.cartontype();
  const cartons: number[] = [];
  for (const _ of lines) cartons.push((await shop.done(`/pack/${pack}/carton`, { cartontype_id })).carton_id);
  for (const [add_carton_id, part, qty] of [
    [cartons[0], part_id, 2],
    [cartons[1], part_id, 1],
    [cartons[1], other, 1],
  ])
    await shop.done(`/pack/${pack}/moveitem`, { add_carton_id, order_id: id, part_id: part, qty });
  await shop.done(`/pack/${pack}/finish`);
  await shop.through([id], 'ship', 'pickup');
  const { pickups } = await shop.get(`/transferorder/${id}?embed=pickups.lines`);
  const line = pickups[0].lines.find(({ carton_id }: { carton_id: number }) => carton_id === cartons[1]);
  await shop.done(`/pickup/${pickups[0].id}/undo`, { ...why, pickupline_ids: [line.id] });
  const receipt = await receiptOf({ order: id, pickup: pickups[0].id });
  expect(receipt).toMatchObject({ status: { name: 'Open' }, lines: [{ part_id, qty: 2 }] });
  expect(await service.verify()).toEqual([]);
});

test('a user of the sending site alone sends and takes back, and closes no receipt of the other site', async () => {
  const part_id = await shop.part({}, 10);
  const { api_key } = await shop.done('/user', {
    first_name: 'Sender',
    usertype: 'API',
    permissions: ['task.*', 'pickup.*', 'receipt.*'],
    site_ids: [shop.siteId],
  });
  const { id } = await shop.done('/transferorder', { to_site_id: leeds, lines: [{ part_id, qty: 2 }] });
  await shop.done(`/transferorder/${id}/issue`);
  await shop.through([id], 'pick', 'pack', 'ship');
  const as = { authorization: `Basic ${Buffer.from(`${api_key}:`).toString('base64')}` };
  const left = await service.call('POST', '/task/4/perform', { order_id: [id] }, as);
  expect(left.status).toBe(200);
  const { pickups } = await shop.get(`/transferorder/${id}?embed=pickups`);
  const receipt = await receiptOf({ order: id, pickup: pickups[0].id });
  const refused = await service.call('POST', `/receipt/${receipt.id}/close`, why, as);
  expect(refused.body.code).toBe('site.not-allowed');
  expect((await service.call('POST', `/pickup/${pickups[0].id}/undo`, why, as)).status).toBe(200);
  expect(await receiptOf({ order: id, pickup: pickups[0].id })).toMatchObject({ status: { name: 'Canceled' } });
});

test('a user of the receiving site alone receives what was sent, and does nothing with the order', async () => {
  const part_id = await shop.part({}, 10);
  const one = await sent(part_id, 2);
  const { id } = await shop.done('/transferorder', { to_site_id: leeds, lines: [{ part_id, qty: 1 }] });
  const { api_key } = await shop.done('/user', {
    first_name: 'Receiver',
    usertype: 'API',
    permissions: ['transferorder.*', 'task.*', 'pickup.*', 'receipt.*'],
    site_ids: [leeds],
  });
  const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
  const attempt = async (method: string, path: string, body?: object) => {
    const answer = await service.call(method, path, body, { authorization });
    return answer.body?.code ?? answer.status;
  };
  expect(await attempt('GET', `/transferorder/${id}`)).toBe(200);
  const refused: [method: string, path: string, body?: object][] = [
    ['POST', `/transferorder/${id}/issue`],
    ['PUT', `/transferorder/${id}`, { note: 'x' }],
    ['POST', `/transferorder/${one.order}/hold`, { reason: 'x' }],
    ['POST', undo(one), why],
    ['POST', '/transferorder', { site_id: shop.siteId, to_site_id: leeds }],
  ];
  for (const [method, path, body] of refused)
    expect([path, await attempt(method, path, body)]).toEqual([path, 'site.not-allowed']);
  const receipt = (await receiptOf(one)).id;
  const units = { lines: [{ part_id, qty: 1, location_id: shelf }] };
  expect(await attempt('POST', `/receipt/${receipt}/receive`, units)).toBe(200);
  expect(await attempt('POST', `/receipt/${receipt}/close`, { reason: 'Damaged' })).toBe(200);
  // Its own orders go to other sites.
  expect(await attempt('POST', '/transferorder', { site_id: leeds, to_site_id: shop.siteId })).toBe(201);
  expect(await service.verify()).toEqual([]);
});
