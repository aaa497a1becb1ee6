import { expect, test } from 'vitest';
import { CarrierRefused, CarrierUnavailable } from '../../../plugins/errors.ts';
import { byHand, changeCarrier, progress } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { carrier, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

const config = `carriers:
  Refusing Parcel: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
  Absent Parcel: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
  Good Parcel: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
rules:
  - { name: All of it runs by itself, when: lines.part.upc = "auto", then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

/** The idempotency keys that the good carrier got. */
const idempotencyKeys: string[] = [];

const refusing = carrier('Refusing Parcel', async () => {
  throw new CarrierRefused('The postal code does not exist.');
});
const absent = carrier('Absent Parcel', async () => {
  throw new CarrierUnavailable('Absent Parcel does not answer.');
});
const good = carrier('Good Parcel', async ({ cartons, idempotencyKey }) => {
  idempotencyKeys.push(idempotencyKey);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return cartons.map(({ id }) => ({ carton_id: id, tracking_number: `T-${id}` }));
});
const engine = await untilEnd(wholeEngine({ config, worker: { carriers: [refusing, absent, good] } }));
const ana = { first_name: 'Ana', last_name: 'Weber', email: 'ana@example.com', usertype: 'API' };
await engine.shop.done('/user', { ...ana, permissions: ['carrier.read', 'salesorder.carrier'] });

const issued = async (name: string, upc: string | null = 'auto') => {
  const { shop } = engine;
  return shop.issued([{ part_id: await shop.part({ upc }, 20), qty: 2 }], { carrier_id: await shop.carrier(name) });
};
const trackingOf = async (id: number) => {
  const [pack] = (await engine.shop.see(id, 'packs')).packs;
  const cartons: { tracking_number: string }[] = await engine.shop.get(`/pack/${pack.id}/carton`);
  return cartons.map(({ tracking_number }) => tracking_number);
};
/** The relay may not have started its workflow yet. */
const isIn = (id: number, state: string) =>
  until(async () => {
    const now = await engine
      .orderOf(id)
      .query(progress)
      .catch(() => null);
    return now?.state === state;
  }, state);
const send = (id: number, name: string) =>
  engine.orderOf(id).executeUpdate(changeCarrier, { args: [{ carrier: name, by: 'ana@example.com' }] });

test('an update sends a refused order with another carrier, and plan and timeline name it', async () => {
  const id = await issued('Refusing Parcel');
  await isIn(id, 'attention');
  await until(async () => (await engine.shop.progress(id)).state === 'attention', 'the service to know');
  await send(id, 'Good Parcel');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await trackingOf(id)).toEqual([expect.stringMatching(/^T-/)]);
  const timeline: { event: string; detail: object }[] = await engine.shop.get(`/salesorder/${id}/timeline`);
  expect(timeline.find(({ event }) => event === 'salesorder.replanned')?.detail).toMatchObject({
    by: 'Ana Weber',
    carrier: 'Good Parcel',
  });
});

test('the workflow stops waiting for an absent carrier when the interface changes the carrier', async () => {
  const id = await issued('Absent Parcel');
  await until(async () => (await engine.shop.progress(id)).step === 'ship', 'the booking');
  const body = { carrier_id: await engine.shop.carrier('Good Parcel') };
  await engine.shop.done(`/salesorder/${id}/carrier`, body);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await trackingOf(id)).toEqual([expect.stringMatching(/^T-/)]);
});

test('a retry by the interface repeats the booking', async () => {
  const id = await issued('Refusing Parcel');
  await isIn(id, 'attention');
  await until(async () => (await engine.shop.progress(id)).state === 'attention', 'the service to know');
  const tries = async () => {
    const { events } = await engine.orderOf(id).fetchHistory();
    return (events ?? []).filter(({ activityTaskScheduledEventAttributes: it }) => it?.activityType?.name === 'book')
      .length;
  };
  const before = await tries();
  await engine.shop.done(`/salesorder/${id}/retry`, { by: 'Ana' });
  await until(async () => (await tries()) > before, 'another try');
  await engine.testService.client.salesorder.void(id);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'voided' });
});

test('a refusal of the service fails the update with its sentence, and the order stays as it is', async () => {
  const id = await issued('Good Parcel', null);
  await isIn(id, 'waiting');
  await expect(send(id, 'Nobody')).rejects.toMatchObject({ cause: { message: 'There is no carrier called Nobody.' } });
  const empty = engine.orderOf(id).executeUpdate(byHand, { args: [{ step: 'sell' as 'ship', by: 'ana@example.com' }] });
  await expect(empty).rejects.toMatchObject({ cause: { message: expect.stringContaining('There is no step sell') } });
  expect(await engine.orderOf(id).query(progress)).toMatchObject({ step: 'pick', state: 'waiting' });
  await engine.testService.client.salesorder.void(id);
});

test("an autowork books the carrier once, and the order's own workflow does not book", async () => {
  const { testService: service, shop } = engine;
  const id = await issued('Good Parcel', null);
  idempotencyKeys.length = 0;
  const answer = await service.client.background.finished(await service.client.salesorder.autowork(id));
  expect(answer).toMatchObject({ outcome: 'done' });
  expect(await shop.status(id)).toBe('Fulfilled');
  expect(await trackingOf(id)).toEqual([expect.stringMatching(/^T-/)]);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(idempotencyKeys).toHaveLength(1);
});

test('an autowork with a refusing carrier does the steps before the booking, and ship is refused', async () => {
  const { testService: service } = engine;
  const id = await issued('Refusing Parcel', null);
  const answer = await service.client.background.finished(await service.client.salesorder.autowork(id));
  expect(answer).toMatchObject({
    outcome: 'partial',
    code: 'carrier.refused',
    tasks: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'refused' }, { outcome: 'nothing' }],
  });
  expect(await engine.shop.progress(id)).toMatchObject({ step: 'ship', state: 'attention' });
});

test('canceling an autowork that waits for an absent carrier reports its results, and the order continues', async () => {
  const { testService: service, shop, temporal } = engine;
  const id = await issued('Absent Parcel', null);
  const asking = await service.client.salesorder.autowork(id);
  await until(async () => (await shop.progress(id)).step === 'ship', 'the booking');
  const [{ id: autowork }] = (await shop.get(`/autowork?order_id=${id}`)).data;
  await temporal.workflow.getHandle(`autowork/${autowork}`).cancel();
  expect(await service.client.background.finished(asking)).toMatchObject({
    outcome: 'partial',
    code: 'autowork.canceled',
    tasks: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'refused' }],
  });
  expect(await shop.progress(id)).toMatchObject({ step: 'ship', autowork: null });
  await service.client.salesorder.void(id);
});
