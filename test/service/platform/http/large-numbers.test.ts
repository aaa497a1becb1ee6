import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseProblem } from '../../../../service/platform/http/database-failure.ts';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';
import { numberFields, withNumber } from './number-fields.ts';

/** A number that is too large is refused with its field, before PostgreSQL overflows. */

let service: TestService;
let shop: Shop;
beforeAll(async () => {
  // The examples of the description name records by the id 1.
  service = await startTestService({ idsFrom: '' });
  shop = await openShop(service);
  const part = await shop.part({}, 10);
  await shop.issued([{ part_id: part }]);
});
afterAll(() => service.close());

test('every number of every body is refused by its name where it is too large, and never as a defect', async () => {
  const fields = numberFields((await service.call('GET', '/openapi.json')).body);
  expect(fields.length).toBeGreaterThan(200);
  const faults: string[] = [];
  for (const field of fields) {
    for (const value of [1e15, 1e30, 9_007_199_254_740_991]) {
      const path = field.path.replace(/\{\w+\}/g, '1');
      const { status, body } = await service.call(field.method, path, withNumber(field, value));
      const errors: { pointer: string; detail: string }[] = body?.errors ?? [];
      // The error of a list of ids names the list.
      const list = field.pointer.replace(/\/0$/, '');
      const isNamed = errors.some(
        ({ pointer, detail }) => [field.pointer, list].includes(pointer) && detail.includes(shown(value)),
      );
      // A value in the range may meet no record, or one in another state, or a body that lacks another field.
      const isFit =
        value > field.most ? status === 403 || (status === 422 && isNamed) : status !== 422 || errors[0]?.pointer;
      const hasNoEngine = status === 503 && /^\/(engine|schedule)\b/.test(path);
      if ((status >= 500 && !hasNoEngine) || !isFit)
        faults.push(`${field.method} ${path}${field.pointer} ${value}: ${status} ${JSON.stringify(body)}`);
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

/** A number as JSON, and as a refusal has it. */
const shown = (value: number) => JSON.stringify(value);

const large = 999_999_999;

test.each<[what: string, path: () => string, body: (part: number) => object, named: RegExp, pointer: string]>([
  [
    'a line',
    () => '/salesorder',
    order({ qty: large, unit_price: large }),
    /^lines\/0\/qty 999999999 times/,
    '/lines/0/qty',
  ],
  [
    'lines',
    () => '/salesorder',
    order(...Array(3).fill({ qty: 1000, unit_price: large / 2 })),
    /^The totals of the order are/,
    '',
  ],
  [
    'discounts',
    () => '/salesorder',
    order({ qty: large, discounts: [{ discount_id: 1, amount: large }] }),
    /^The totals of/,
    '',
  ],
  [
    'a line of a quote',
    () => '/quote',
    order({ qty: large, unit_price: -large }),
    /^lines\/0\/qty 999999999 times/,
    '/lines/0/qty',
  ],
])('%s whose product or sum is too large is refused by its name', async (_, path, body, named, pointer) => {
  await service.sql.query(
    `insert into discount (id, name) overriding system value values (1, 'Any') on conflict do nothing`,
  );
  const part = await shop.part();
  const reply = await shop.post(path(), body(part));
  expect(reply.body).toMatchObject({ status: 422, detail: expect.stringMatching(named), errors: [{ pointer }] });
});

function order(...lines: object[]) {
  return (part_id: number) => ({ customer_id: shop.customerId, lines: lines.map((line) => ({ part_id, ...line })) });
}

test('a change of a line or a quote is refused likewise', async () => {
  const part_id = await shop.part();
  const draft = await shop.order([{ part_id, qty: large }]);
  const quote = await shop.done('/quote', order({ qty: large })(part_id));
  const { lines } = await shop.see(draft, 'lines');
  for (const [method, path, detail] of [
    ['PUT', `/salesorder/${draft}/line/${lines[0].id}`, /^qty 999999999 times unit_price 999999999 has/],
    ['POST', `/salesorder/${draft}/line`, /^qty 999999999 times/],
    ['POST', `/quote/${quote.id}/line`, /^qty 999999999 times/],
    ['PUT', `/quote/${quote.id}/line/${quote.id}`, /^qty 999999999 times/],
  ] as const) {
    const { status, body } = await service.call(method, path, { part_id, qty: large, unit_price: large });
    expect([path, status, body.detail, body.errors[0].pointer]).toEqual([
      path,
      422,
      expect.stringMatching(detail),
      '/qty',
    ]);
  }
});

test('stock that would become too large is refused by the quantity', async () => {
  const part_id = await shop.part();
  const units = { part_id, location_id: shop.stockId, qty: 600_000_000_000 };
  await shop.done('/inventoryadjustment', units);
  const reply = await shop.post('/inventoryadjustment', units);
  expect(reply.body).toMatchObject({ status: 422, errors: [{ pointer: '/qty' }] });
  expect(reply.body.detail).toMatch(/^qty 600000000000 makes the stock there too large/);
  const to_location_id = await shop.storage('Full');
  await shop.done('/inventoryadjustment', { ...units, location_id: to_location_id });
  const move = { part_id, from_location_id: shop.stockId, to_location_id, qty: units.qty };
  const { body } = await shop.post('/inventorytransfer', move);
  expect([body.status, body.detail, body.errors[0].pointer]).toEqual([422, reply.body.detail, '/qty']);
});

test('an order of a kit that needs too many units is refused by its number', async () => {
  const component = await shop.part();
  const kit = await shop.part({ parttype_id: 3 });
  await shop.done('/billofmaterial', { part_id: kit, lines: [{ part_id: component, qty: 999_999 }] });
  const draft = await shop.order([{ part_id: kit, qty: large }]);
  const { number } = await shop.see(draft);
  const reply = await shop.post(`/salesorder/${draft}/issue`, { ignore_warnings: 1 });
  expect(reply.body).toMatchObject({ status: 422, code: 'order.too-large', detail: expect.stringContaining(number) });
});

test('a price that is no reduction cannot be below zero, and the price of a line can', async () => {
  const part_id = await shop.part();
  for (const [method, path, body, pointer] of [
    ['POST', '/part', { number: 'NEGATIVE', name: 'Negative', parttype_id: 1, price: -1 }, '/price'],
    ['PUT', `/part/${part_id}`, { price: '-0.01' }, '/price'],
    ['POST', `/customer/${shop.customerId}/partprice`, { part_id, unit_price: -1 }, '/unit_price'],
  ] as const) {
    const { status, body: refusal } = await service.call(method, path, body);
    expect([path, status, refusal.errors?.[0]]).toEqual([
      path,
      422,
      { pointer, detail: expect.stringMatching(/^must not be less than 0; .* is not$/) },
    ]);
  }
  await shop.order([{ part_id, unit_price: -1 }]);
});

test.each([
  [`select '3000000000'::int`, 'The number 3000000000 is too large. Send a smaller one.'],
  [
    'select 1e12::numeric(18, 6)',
    'A number of the request, or its sum or product with others, is too large: more than 12 digits before the point. Send a smaller one.',
  ],
])('a number that only PostgreSQL finds too large is refused with what it says: %s', async (statement, detail) => {
  const error = await service.sql.query(statement).then(
    () => null,
    (failure) => failure,
  );
  const refusal = databaseProblem(error, { method: 'POST', requestId: '' });
  expect([refusal.status, refusal.message]).toEqual([422, detail]);
});
