import { beforeEach, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service: testService, shop } = await testShop();
const carrierId = (await shop.carrier('Bicycle Courier')) as number;
beforeEach(() => testService.sql.query("delete from outbox where workflow_id like 'carrier-request/%'"));

/** Makes an order with one carton, packed and not shipped. */
async function packed() {
  const part = await shop.part({ weight_g: 300 }, 5);
  const order = await shop.issued([{ part_id: part, qty: 1 }]);
  await shop.through([order], 'pick', 'pack');
  const { packs } = await shop.get(`/salesorder/${order}?embed=packs.cartons`);
  return { order: order as number, pack: packs[0].id as number, carton: packs[0].cartons[0].id as number };
}

const bookingBody = (order: number, number = 'B-17') => ({
  order_id: order,
  carrier_name: 'Bicycle Courier',
  plugin: 'bicycle',
  tracking_number: number,
  reference: `R-${number}`,
  service: 'Same day',
  cost: '7.40',
  cost_currency: 'EUR',
  label_url: 'https://labels.test/B-17',
  details: { route: 'North', stop: 3 },
});

const carrierRequests = async () => {
  const { rows } = await testService.sql.query(
    "select workflow_id, payload from outbox where workflow_id like 'carrier-request/%' order by id",
  );
  return rows;
};

test('a booking is stored with its carton and shown with it; repeating it changes nothing', async () => {
  const { order, pack, carton } = await packed();
  const made = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  expect(made).toMatchObject({
    carton_id: carton,
    carton_number: 1,
    order_id: order,
    carrier_name: 'Bicycle Courier',
    carrier_id: carrierId,
    plugin: 'bicycle',
    state: 'booked',
    tracking_number: 'B-17',
    cost: 7.4,
    details: { route: 'North', stop: 3 },
    label_type: null,
    problem: null,
  });
  const [shown] = await shop.get(`/pack/${pack}/carton?embed=bookings`);
  expect(shown).toMatchObject({
    tracking_number: 'B-17',
    label_url: 'https://labels.test/B-17',
    carrier_id: carrierId,
  });
  expect(shown.bookings).toEqual([made]);
  expect((await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order))).id).toBe(made.id);
  expect(await carrierRequests()).toEqual([]);
  const timeline = await shop.get(`/salesorder/${order}/timeline`);
  const events = (timeline.data ?? timeline).filter(({ event }: { event: string }) => event === 'booking.created');
  expect(events).toHaveLength(1);
});

/** Fields in Temporal's lists for a request about these orders. */
const subjectOf = async (...orders: number[]) => ({
  orderId: orders.length === 1 ? orders[0] : null,
  customerId: shop.customerId,
  orders: await Promise.all(orders.map(async (id) => (await shop.see(id)).number)),
  total: orders.length,
});

test('a second label of a carton and the label of a deleted carton are voided at once', async () => {
  const { order, carton } = await packed();
  const first = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  const second = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order, 'B-18'));
  expect(second.state).toBe('canceling');
  expect((await shop.get(`/carton/${carton}`)).tracking_number).toBe('B-17');
  expect(await carrierRequests()).toEqual([
    {
      workflow_id: `carrier-request/${second.id}/cancel`,
      payload: {
        ...{ carrierRequest: 'cancel', carrier: 'Bicycle Courier', bookings: [second.id], priority: 2 },
        subject: await subjectOf(order),
      },
    },
  ]);
  await shop.done(`/salesorder/${order}/void`);
  const late = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order, 'B-19'));
  expect(late.state).toBe('canceling');
  expect((await carrierRequests()).map(({ workflow_id }) => workflow_id)).toEqual(
    [second, first, late].map(({ id }) => `carrier-request/${id}/cancel`),
  );
  expect(await shop.refused('/engine/carton/9007199254740991/booking', bookingBody(order))).toBe('404 record.unknown');
});

test('labels are voided when an order is voided or closed short, a carton or pack deleted, or its carrier changed', async () => {
  const ways: [string, (made: Awaited<ReturnType<typeof packed>>) => Promise<unknown>][] = [
    ['void', ({ order }) => shop.done(`/salesorder/${order}/void`)],
    ['close short', ({ order }) => shop.done(`/salesorder/${order}/closeshort`)],
    ['delete the pack', ({ pack }) => testService.call('DELETE', `/pack/${pack}`)],
    [
      'another carrier',
      async ({ pack, carton }) => {
        const other = await shop.carrier('Speedy Express');
        const changed = await shop.done(`/pack/${pack}/carton/${carton}`, { carrier_id: other }, 'PUT');
        expect(changed).toMatchObject({ carrier_id: other, tracking_number: null, label_url: null });
      },
    ],
  ];
  for (const [way, act] of ways) {
    const made = await packed();
    const booked = await shop.done(`/engine/carton/${made.carton}/booking`, bookingBody(made.order));
    await act(made);
    expect([way, (await shop.get(`/booking/${booked.id}`)).state]).toEqual([way, 'canceling']);
    expect((await carrierRequests()).at(-1)?.workflow_id).toBe(`carrier-request/${booked.id}/cancel`);
  }
});

test('details with the same carrier leave the label unchanged', async () => {
  const { order, pack, carton } = await packed();
  await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  const changed = await shop.done(`/pack/${pack}/carton/${carton}`, { carrier_id: carrierId, weight_g: 400 }, 'PUT');
  expect(changed).toMatchObject({ tracking_number: 'B-17', weight_g: 400 });
  expect(await carrierRequests()).toEqual([]);
});

test('the answer of the carrier to a void cancels or refuses it', async () => {
  const { order, carton } = await packed();
  const { id } = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  expect(await shop.done(`/booking/${id}/cancel`)).toMatchObject({ state: 'canceling' });
  expect((await shop.get(`/carton/${carton}`)).tracking_number).toBeNull();
  await shop.done(`/booking/${id}/cancel`);
  expect(await carrierRequests()).toHaveLength(1);
  const refused = { canceled: { done: false, why: 'the parcel is on its way' } };
  expect(await shop.done(`/engine/booking/${id}`, refused, 'PUT')).toMatchObject({
    state: 'refused',
    problem: 'the parcel is on its way',
  });
  expect(await shop.done(`/booking/${id}/cancel`)).toMatchObject({ state: 'canceling', problem: null });
  const done = { canceled: { done: true, refund: '7.00', currency: 'EUR' } };
  expect(await shop.done(`/engine/booking/${id}`, done, 'PUT')).toMatchObject({ state: 'canceled', refund: 7 });
  expect(await shop.done(`/engine/booking/${id}`, refused, 'PUT')).toMatchObject({ state: 'canceled' });
});

test('a carton without its label can be booked again', async () => {
  const { order, carton } = await packed();
  const { id } = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  await shop.done(`/booking/${id}/cancel`);
  const again = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order, 'B-20'));
  expect(again.state).toBe('booked');
  expect((await shop.get(`/carton/${carton}`)).tracking_number).toBe('B-20');
});

test('the engine tracks a carton, and the status is stored on it', async () => {
  const { order, carton } = await packed();
  expect(await shop.refused(`/carton/${carton}/track`)).toBe('409 record.state');
  const { id } = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  await shop.done(`/carton/${carton}/track`);
  expect(await carrierRequests()).toEqual([
    {
      workflow_id: `carrier-request/${id}/track`,
      payload: {
        ...{ carrierRequest: 'track', carrier: 'Bicycle Courier', bookings: [id], priority: 2 },
        subject: await subjectOf(order),
      },
    },
  ]);
  const events = [{ at: '2026-04-23T22:54:28+00:00', status: 'in_transit', place: 'Berlin' }];
  const tracking = { status: 'in_transit', detail: 'Has left Berlin', events };
  const tracked = await shop.done(`/engine/booking/${id}`, { tracking }, 'PUT');
  expect(tracked).toMatchObject({
    tracking_status: 'in_transit',
    tracking_detail: 'Has left Berlin',
    tracking_events: events,
  });
  const shown = await shop.get(`/carton/${carton}`);
  expect(shown).toMatchObject({ tracking_status: 'in_transit', tracked_at: tracked.tracked_at });
});

test('a label of up to 1 MiB is stored byte by byte, and a larger one is refused', async () => {
  const { order, carton } = await packed();
  const getBooking = () =>
    fetch(`${testService.url}/carton/${carton}/label`, {
      headers: { authorization: `Basic ${btoa(`${testService.adminKey}:`)}` },
    });
  expect((await getBooking()).status).toBe(404);
  const { id } = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  const none = await testService.call('GET', `/carton/${carton}/label`);
  expect(none.body.detail).toBe(
    `No label of carton ${carton} is stored here. The carrier has it at https://labels.test/B-17. Fetch it from the carrier: POST /carton/${carton}/fetchlabel.`,
  );
  await shop.done(`/carton/${carton}/fetchlabel`);
  expect((await carrierRequests())[0]?.workflow_id).toBe(`carrier-request/${id}/label`);
  const bytes = Buffer.alloc(1024 * 1024, 0xa7);
  const label = (content: Buffer) => ({ media_type: 'application/pdf', content: content.toString('base64') });
  expect(await shop.done(`/engine/booking/${id}/label`, label(bytes), 'PUT')).toMatchObject({
    label_type: 'application/pdf',
  });
  const answer = await getBooking();
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await shop.refused(`/engine/booking/${id}/label`, label(Buffer.alloc(1024 * 1024 + 1)), 'PUT')).toBe(
    '422 body.invalid',
  );
  expect(await shop.refused(`/engine/booking/${id}/label`, label(Buffer.alloc(1.2 * 1024 * 1024)), 'PUT')).toMatch(
    /^4(13|22)/,
  );
});

test('a pickup request to a carrier contains the closed cartons of a site that are not picked up', async () => {
  const own = (await shop.carrier('Day Courier')) as number;
  const body = (order: number, number: string) => ({ ...bookingBody(order, number), carrier_name: 'Day Courier' });
  const [one, two, gone] = [await packed(), await packed(), await packed()];
  const made = [];
  for (const [at, { order, carton }] of [one, two, gone].entries()) {
    made.push(await shop.done(`/engine/carton/${carton}/booking`, body(order, `D-${at}`)));
  }
  await shop.through([gone.order], 'ship', 'pickup');
  const site = made[0].site_id;
  expect(await shop.done(`/carrier/${own}/pickup`, { site_id: site })).toEqual({ bookings: 2 });
  const bookings = [made[0].id, made[1].id];
  expect(await carrierRequests()).toEqual([
    {
      workflow_id: `carrier-request/Day Courier/pickup/${site}`,
      payload: {
        ...{ carrierRequest: 'pickup', carrier: 'Day Courier', bookings, site, priority: 2 },
        subject: await subjectOf(one.order, two.order),
      },
    },
  ]);
  const pickup = { confirmation: 'P-9', from: '2026-04-23T16:00:00+00:00', until: '2026-04-23T18:00:00+00:00' };
  for (const id of bookings) await shop.done(`/engine/booking/${id}`, { pickup }, 'PUT');
  expect(await shop.get(`/booking/${bookings[0]}`)).toMatchObject({
    pickup_confirmation: 'P-9',
    pickup_from: pickup.from,
  });
  expect(await shop.done(`/carrier/${own}/pickup`, { site_id: site })).toEqual({ bookings: 0 });
  expect(await shop.refused(`/carrier/${own}/pickup`, { site_id: 999_999 })).toBe('422 reference.unknown');
});

test('a locked carton refuses another booking', async () => {
  const { order, carton } = await packed();
  const { id } = await shop.done(`/engine/carton/${carton}/booking`, bookingBody(order));
  await shop.through([order], 'ship', 'pickup');
  expect(await shop.refused(`/engine/carton/${carton}/booking`, bookingBody(order, 'B-30'))).toBe('409 carton.state');
  expect(await shop.refused(`/booking/${id}/cancel`)).toBe('409 carton.state');
});
