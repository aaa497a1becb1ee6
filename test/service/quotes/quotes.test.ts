import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Totals of quotes, and the orders that are made from them. */

const { service, shop } = await testShop();
const part = await shop.part({ price: 9.99 }, 100);
const discount = (await shop.done('/discount', { name: 'Volume' })).id;
const fee = (await shop.done('/fee', { name: 'Freight' })).id;

const totalsOf = ({ subtotal, total_discount, total_fee, total_tax, total }: Record<string, number>) => ({
  subtotal,
  total_discount,
  total_fee,
  total_tax,
  total,
});

const quote = (body: object) => shop.done('/quote', { customer_id: shop.customerId, ...body });

test('a quote has the totals of an order, after each change', async () => {
  const made = await quote({
    total_tax: '1.005',
    lines: [
      { part_id: part, qty: 3, discounts: [{ discount_id: discount, amount: 0.3333333333333333 }] },
      { linetype_id: 9, unit_price: 4.5, fees: [{ fee_id: fee, amount: 1 }] },
    ],
    discounts: [{ discount_id: discount, amount: 5 }],
    fees: [{ fee_id: fee, amount: 2.5 }],
  });
  expect(totalsOf(made)).toEqual({ subtotal: 34.47, total_discount: 6, total_fee: 3.5, total_tax: 1.01, total: 32.98 });
  const path = `/quote/${made.id}`;
  const read = await shop.get(`${path}?embed=lines.discounts,discounts,fees,site`);
  expect([read.discounts.length, read.fees[0].amount, read.lines[0].total, read.lines[0].discounts[0].amount]).toEqual([
    1, 2.5, 29.97, 0.333333,
  ]);
  const line = `${path}/line/${read.lines[0].id}`;
  await shop.done(line, { qty: 1, discounts: [] }, 'PUT');
  expect(await shop.get(path)).toMatchObject({ subtotal: 14.49, total_discount: 5, total: 14 });
  await shop.done(path, { discounts: [], total_tax: 0 }, 'PUT');
  expect(await shop.get(path)).toMatchObject({ total_discount: 0, total_fee: 3.5, total: 17.99 });
  await shop.done(`${path}/line`, { part_id: part, fees: [{ fee_id: fee, amount: 0.01 }] });
  expect(await shop.get(path)).toMatchObject({ subtotal: 24.48, total_fee: 3.51, total: 27.99 });
  await service.call('DELETE', line);
  expect(await shop.get(path)).toMatchObject({ subtotal: 14.49 });
  await shop.done(path, { lines: [] }, 'PUT');
  expect(await shop.get(path)).toMatchObject({ subtotal: 0, total_fee: 2.5, total: 2.5 });
  expect((await shop.get(`/quote?filter=${encodeURIComponent('total = 2.5')}`)).data[0].id).toBe(made.id);
});

test('the digits are those of the currency of its site', async () => {
  const yen = (await shop.done('/site', { name: 'Tokyo', currency_digits: 0 })).id;
  const lines = [{ part_id: part, qty: 1, unit_price: 9.5 }];
  const made = await quote({ site_id: yen, lines });
  expect([made.site_id, made.subtotal, made.total]).toEqual([yen, 10, 10]);
  expect(await shop.done(`/quote/${made.id}`, { site_id: shop.siteId }, 'PUT')).toMatchObject({ total: 9.5 });
});

test('a quote has a currency, and the order that is made from it too', async () => {
  const made = await quote({ currency: 'KWD', lines: [{ part_id: part, qty: 1, unit_price: 0.5555 }] });
  expect(made).toMatchObject({ currency: 'KWD', total: 0.556 });
  const order = await shop.done(`/quote/${made.id}/convert`, {});
  expect(await shop.get(`/salesorder/${order.id}`)).toMatchObject({ currency: 'KWD', total: 0.556 });
  expect(await shop.done(`/quote/${made.id}`, { currency: null }, 'PUT')).toMatchObject({
    currency: null,
    total: 0.56,
  });
});

test('a kind that does not exist, or is for orders only, is refused with its place', async () => {
  const whole = (await shop.done('/discount', { name: 'Whole', level: 'order' })).id;
  const refused = async (body: object) => (await shop.post('/quote', { customer_id: shop.customerId, ...body })).body;
  expect(await refused({ fees: [{ fee_id: 4711, amount: 1 }] })).toMatchObject({
    errors: [{ pointer: '/fees/0/fee_id' }],
  });
  const discounts = [{ discount_id: whole, amount: 1 }];
  expect(await refused({ lines: [{ part_id: part }, { part_id: part, discounts }] })).toMatchObject({
    errors: [{ pointer: '/lines/1/discounts/0/discount_id' }],
  });
});

const embed = 'taxes,lines.taxes';

/** The taxes of a document and of its lines, by their places. */
const taxesOf = ({ taxes, lines }: { taxes: Tax[]; lines: { taxes: Tax[] }[] }) =>
  [{ taxes }, ...lines].map((one) =>
    one.taxes.map(({ name, rate, amount, included, total }) => ({ name, rate, amount, included, total })),
  );
type Tax = Record<'name' | 'rate' | 'amount' | 'included' | 'total', unknown>;

test('any quote and the order made from it have the same totals', async () => {
  const money = fc.integer({ min: -2_000_000, max: 9_000_000 }).map((amount) => amount / 100_000);
  const amounts = fc.array(money, { maxLength: 2 });
  const tax = fc.record({ amount: money, included: fc.boolean(), rate: fc.constantFrom(null, 7, 19.6) });
  const taxes = fc.array(tax, { maxLength: 2 });
  const lines = fc.array(
    fc.record({ qty: fc.integer({ min: 1, max: 9 }), price: money, discounts: amounts, fees: amounts, taxes }),
    {
      maxLength: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.record({ lines, discounts: amounts, fees: amounts, taxes }), async (offer) => {
      const charges = (one: { discounts: number[]; fees: number[]; taxes: object[] }) => ({
        discounts: one.discounts.map((amount) => ({ discount_id: discount, amount })),
        fees: one.fees.map((amount) => ({ fee_id: fee, amount })),
        taxes: one.taxes.map((each) => ({ name: 'VAT', ...each })),
      });
      const body = offer.lines.map((one) => ({ part_id: part, qty: one.qty, unit_price: one.price, ...charges(one) }));
      const made = await quote({ ...charges(offer), lines: body });
      const order = await shop.done(`/quote/${made.id}/convert`);
      expect(totalsOf(order)).toEqual(totalsOf(made));
      const [own, its] = [await shop.get(`/quote/${made.id}?embed=${embed}`), await shop.see(order.id, embed)];
      expect(taxesOf(its)).toEqual(taxesOf(own));
    }),
    { numRuns: 25 },
  );
});

test('a quote has taxes like an order, and their sum is its tax', async () => {
  const vat = (amount: number, more = {}) => ({ name: 'VAT', rate: 19, amount, ...more });
  const lines = [
    { part_id: part, qty: 2, unit_price: 10, taxes: [vat(3.805), vat(1, { included: true })] },
    { part_id: part, qty: 1, unit_price: 5, taxes: [vat(0.955)] },
  ];
  const made = await quote({ taxes: [vat(0.005, { name: 'Duty', rate: null })], lines });
  expect(totalsOf(made)).toMatchObject({ subtotal: 25, total_tax: 4.77, total: 29.77 });
  const path = `/quote/${made.id}`;
  expect(await shop.refused(path, { total_tax: 1 }, 'PUT')).toBe('422 body.invalid');
  // A client that sends the whole record changes nothing.
  expect(await shop.done(path, { total_tax: 4.77 }, 'PUT')).toMatchObject({ total_tax: 4.77 });
  const [first, second] = await shop.get(`${path}/line`);
  await shop.done(`${path}/line/${first.id}`, { taxes: [vat(4)] }, 'PUT');
  expect(await shop.get(path)).toMatchObject({ total_tax: 4.96 });
  await service.call('DELETE', `${path}/line/${second.id}`);
  expect(await shop.get(path)).toMatchObject({ total_tax: 4.01 });
  await shop.done(path, { taxes: [] }, 'PUT');
  expect(await shop.get(path)).toMatchObject({ total_tax: 4 });
  await shop.done(`${path}/line/${first.id}`, { taxes: [] }, 'PUT');
  expect(await shop.get(path)).toMatchObject({ total_tax: 0, total: 20 });
  expect(await shop.done(path, { total_tax: 2 }, 'PUT')).toMatchObject({ total: 22 });
});

test('a quote makes one draft, however often and by however many at once it is converted', async () => {
  const made = await quote({ lines: [{ part_id: part, qty: 2, unit_price: 7 }] });
  const path = `/quote/${made.id}/convert`;
  const answers = await Promise.all([1, 2, 3].map(() => shop.post(path)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [order, ...others] = answers.map(({ body }) => body);
  expect(others.map(({ id }) => id)).toEqual([order.id, order.id]);
  expect(order).toMatchObject({ customer_id: shop.customerId, site_id: made.site_id, status_id: 1, total: 14 });
  const { lines } = await shop.see(order.id, 'lines');
  expect(lines).toMatchObject([{ part_id: part, qty: 2, unit_price: 7 }]);
  expect(await shop.get(`/quote/${made.id}?embed=salesorder`)).toMatchObject({ salesorder: { id: order.id } });

  const events = (timeline: { event: string }[]) => timeline.map(({ event }) => event);
  expect(events(await shop.get(`/quote/${made.id}/timeline`))).toEqual(['quote.created', 'quote.converted']);
  const [created] = await shop.get(`/salesorder/${order.id}/timeline`);
  expect(created).toMatchObject({ event: 'salesorder.created', detail: { quote_id: made.id, number: made.number } });

  await service.call('DELETE', `/salesorder/${order.id}`);
  const next = await shop.done(path);
  expect(next.id).not.toBe(order.id);
  await shop.done(`/salesorder/${next.id}/issue`, { ignore_warnings: 1 });
  expect((await shop.done(path)).id).toBe(next.id);
  expect(await service.verify()).toEqual([]);
});

test('it needs both permissions, and the site of the quote', async () => {
  const made = await quote({ lines: [{ part_id: part }] });
  const north = (await shop.done('/site', { name: 'North' })).id;
  const as = async (values: object) => {
    const user = await shop.done('/user', { first_name: 'U', usertype: 'API', ...values });
    const authorization = `Basic ${Buffer.from(`${user.api_key}:`).toString('base64')}`;
    const { status, body } = await service.call('POST', `/quote/${made.id}/convert`, undefined, { authorization });
    return [status, body.code, body.permission];
  };
  expect(await as({ permissions: ['salesorder.create'] })).toEqual([403, 'permission.missing', 'quote.convert']);
  expect(await as({ permissions: ['quote.convert'] })).toEqual([403, 'permission.missing', 'salesorder.create']);
  const both = ['quote.convert', 'salesorder.create', 'salesorder.read'];
  expect((await as({ permissions: both, site_ids: [north] })).slice(0, 2)).toEqual([403, 'site.not-allowed']);
  expect((await as({ permissions: both, site_ids: [made.site_id] }))[0]).toBe(201);
  expect((await service.call('POST', '/quote/4711/convert')).status).toBe(404);
});
