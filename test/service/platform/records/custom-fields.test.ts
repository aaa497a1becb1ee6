import { expect, test } from 'vitest';
import { serviceInterface } from '../../../../service/interface.ts';
import { namesOf } from '../../../../service/platform/http/checks.ts';
import { allEndpoints } from '../../../../service/platform/server/server.ts';
import { testShop } from '../../../support/shop.ts';

/** The caller's own fields: where they are stored, how filters and rules read them, and where they are refused. */

const config = `
rules:
  - name: Gifts of the fair are not packed
    when: customer.custom.tier = "gold" && custom.fair = 2026 && lines.custom.gift = true
    then: { skip: pack }
`;

const { service, shop } = await testShop({ config });

const found = async (path: string, filter: string) => {
  const { data } = await shop.get(`${path}?filter=${encodeURIComponent(filter)}&embed=&sort=id`);
  return data.map(({ id }: { id: number }) => id);
};

async function fairOrder() {
  const customer = await shop.done('/customer', { type: 'Company', name: 'Fair', custom: { tier: 'gold', stand: 12 } });
  const part = await shop.part({ custom: { colour: 'red' } }, 10);
  const order = await shop.done('/salesorder', {
    customer_id: customer.id,
    ship_address_1: 'Hall 4',
    ship_city: 'Berlin',
    ship_country: 'DE',
    custom: { fair: 2026, 'Best before': '2026-12-01' },
    lines: [{ part_id: part }, { part_id: part, custom: { gift: true, text: 'For you' } }],
  });
  return { customer, order };
}

test('customers, orders and lines have them, filters read them, and a change replaces them', async () => {
  const { customer, order } = await fairOrder();
  expect(customer.custom).toEqual({ tier: 'gold', stand: 12 });
  const { lines, ...whole } = await shop.see(order.id, 'lines,customer');
  expect([whole.custom, whole.customer.custom]).toEqual([{ fair: 2026, 'Best before': '2026-12-01' }, customer.custom]);
  expect(lines.map((line: { custom: object }) => line.custom)).toEqual([{}, { gift: true, text: 'For you' }]);

  expect(await found('/customer', `custom.stand > 9 && id = ${customer.id}`)).toEqual([customer.id]);
  const about = `id = ${order.id}`;
  expect(await found('/salesorder', `${about} && custom."Best before" < "2027-01-01"`)).toEqual([order.id]);
  expect(await found('/salesorder', `${about} && lines.custom.gift = true && customer.custom.tier % "g%d"`)).toEqual([
    order.id,
  ]);
  expect(await found('/salesorder', `${about} && custom.fair = 2027`)).toEqual([]);

  const path = `/salesorder/${order.id}`;
  expect((await shop.done(path, { custom: { fair: 2027 } }, 'PUT')).custom).toEqual({ fair: 2027 });
  const line = `${path}/line/${lines[1].id}`;
  expect((await shop.done(line, { qty: 2 }, 'PUT')).custom).toEqual({ gift: true, text: 'For you' });
  expect((await shop.done(line, { custom: {} }, 'PUT')).custom).toEqual({});
  expect((await shop.done(`${path}/line`, { part_id: lines[0].part_id, custom: { a: [1] } })).custom).toEqual({
    a: [1],
  });
  expect((await shop.done(`/customer/${customer.id}`, { custom: { tier: 'silver' } }, 'PUT')).custom).toEqual({
    tier: 'silver',
  });
  const text = await shop.post('/customer', { type: 'Company', name: 'Text', custom: 'gold' });
  expect([text.status, text.body.errors]).toEqual([422, [{ pointer: '/custom', detail: 'must be an object' }]]);
});

test('the same object is no change, a copy has it, and a closed order takes it', async () => {
  const { order } = await fairOrder();
  const path = `/salesorder/${order.id}`;
  const whole = await shop.get(path);
  await shop.done(path, whole, 'PUT');
  const timeline = await shop.get(`${path}/timeline`);
  expect(timeline.map(({ event }: { event: string }) => event)).toEqual(['salesorder.created']);
  const copy = await shop.done(`${path}/clone`);
  const { lines } = await shop.see(copy.id, 'lines');
  expect([copy.custom, lines[1].custom]).toEqual([order.custom, { gift: true, text: 'For you' }]);
  await shop.done(`${path}/void`);
  expect((await shop.done(path, { custom: { refund: 7 } }, 'PUT')).custom).toEqual({ refund: 7 });
});

test('rules read them, and the plan shows their values', async () => {
  const { order } = await fairOrder();
  const plan = await shop.get(`/salesorder/${order.id}/plan`);
  const pack = plan.steps.find(({ step }: { step: string }) => step === 'pack');
  expect([pack.required, pack.reasons[0].name]).toEqual([false, 'Gifts of the fair are not packed']);
  const seen = pack.reasons[0].conditions.map(({ path, actual }: { path: string; actual: unknown }) => [path, actual]);
  expect(seen).toEqual([
    ['customer.custom.tier', 'gold'],
    ['custom.fair', 2026],
    ['lines.custom.gift', [null, true]],
  ]);
});

test('every other body is refused with them', async () => {
  const orders = ['sales', 'transfer', 'use'].map((kind) => `${kind}order`);
  const places = [
    '/customer',
    '/part',
    '/receipt',
    ...orders.flatMap((name) => [`/${name}`, `/${name}/{${name}_id}/line`]),
  ];
  const bodies = allEndpoints(serviceInterface, []).filter(({ body }) => body);
  const takers = bodies.filter(({ body }) => namesOf(body).includes('custom'));
  expect(new Set(takers.map(({ path }) => path.replace(/\/\{(id|line_id)\}$/, '')))).toEqual(new Set(places));
  const others: string[] = [];
  for (const { method, path } of bodies.filter((endpoint) => !takers.includes(endpoint))) {
    const address = path.replace(/\{\w+\}/g, '1');
    // Only pages of the service sign in to the console.
    const headers = { 'x-conveyor-console': '1' };
    const { status, body } = await service.call(method, address, { custom: { a: 1 } }, headers);
    if (status !== 422 || body.errors?.[0]?.pointer !== '/custom') others.push(`${method} ${path} ${status}`);
  }
  expect(others).toEqual([]);
  expect(bodies.length).toBeGreaterThan(80);
  const quote = await service.call('POST', '/quote', { customer_id: shop.customerId, lines: [{ custom: { a: 1 } }] });
  expect([quote.status, quote.body.errors[0].pointer]).toEqual([422, '/lines/0/custom']);
});
