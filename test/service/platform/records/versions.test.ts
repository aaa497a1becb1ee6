import { expect, test } from 'vitest';
import { untilEnd } from '../../../support/until-end.ts';
import { openShop } from './shop.ts';

/** Records with an address below their parent have ETags too. */

const places: [string, string, object][] = [];

const shop = await untilEnd(openShop());
const customer = await shop.make('/customer', { type: 'Company', name: 'Versions' });
const part = await shop.make('/part', { number: 'V-1', name: 'Part' });
const discount = await shop.make('/discount', { name: 'Any' });
const order = await shop.make('/salesorder', { customer_id: customer, lines: [{ part_id: part }] });
const line = (await shop.get(`/salesorder/${order}/line`)).body[0].id;
const carrier = await shop.make('/carrier', { name: 'Versioned' });
const quote = await shop.make('/quote', { customer_id: customer });
const bill = await shop.make('/billofmaterial', {
  part_id: await shop.make('/part', { number: 'V-K', name: 'Kit', parttype_id: 3 }),
  lines: [{ part_id: part }],
});
places.push(
  [
    'alias',
    `/customer/${customer}/alias/${await shop.make(`/customer/${customer}/alias`, { name: 'V' })}`,
    { name: 'W' },
  ],
  [
    'contact',
    `/customer/${customer}/contact/${await shop.make(`/customer/${customer}/contact`, { last_name: 'V' })}`,
    { last_name: 'W' },
  ],
  ['line', `/salesorder/${order}/line/${line}`, { qty: 2 }],
  [
    'discount',
    `/salesorder/${order}/discount/${await shop.make(`/salesorder/${order}/discount`, { discount_id: discount, amount: 1 })}`,
    { amount: 2 },
  ],
  [
    'discount of a line',
    `/salesorder/${order}/line/${line}/discount/${await shop.make(`/salesorder/${order}/line/${line}/discount`, { discount_id: discount, amount: 1 })}`,
    { amount: 2 },
  ],
  [
    'service level',
    `/carrier/${carrier}/servicelevel/${await shop.make(`/carrier/${carrier}/servicelevel`, { name: 'V' })}`,
    { name: 'W' },
  ],
  ['quote line', `/quote/${quote}/line/${await shop.make(`/quote/${quote}/line`, { part_id: part })}`, { qty: 2 }],
  [
    'component',
    `/billofmaterial/${bill}/line/${(await shop.get(`/billofmaterial/${bill}/line`)).body[0].id}`,
    { qty: 2 },
  ],
);

test('each record has an ETag that allows one change and answers 304 to a caller who has it', async () => {
  for (const [what, url, change] of places) {
    const { etag } = (await shop.get(url)).headers;
    expect(etag, what).toMatch(/^"/);
    expect((await shop.service.call({ url, headers: { 'if-none-match': etag! } })).status, what).toBe(304);
    const put = () => shop.service.call({ method: 'PUT', url, payload: change, headers: { 'if-match': etag! } });
    const changed = await put();
    expect(changed.status, what).toBe(200);
    expect(changed.headers.etag, what).toBe((await shop.get(url)).headers.etag);
    expect((await put()).body.code, what).toBe('precondition.failed');
  }
});

test('with If-Match a child is added only to the same version of the parent, with any fields of the child', async () => {
  const order = await shop.make('/salesorder', { customer_id: (await shop.get('/customer')).body.data[0].id });
  const { id } = (await shop.get('/part')).body.data[0];
  const add = async (etag: string) =>
    shop.service.call({
      method: 'POST',
      // A line has no relation `lines`, and an order has no relation `part`.
      url: `/salesorder/${order}/line?embed=part&fields=id,qty`,
      payload: { part_id: id },
      headers: { 'if-match': etag },
    });
  const { etag } = (await shop.get(`/salesorder/${order}`)).headers;
  const added = await add(etag!);
  expect([added.status, Object.keys(added.body)]).toEqual([201, ['id', 'qty', 'part']]);
  expect((await add('"another"')).body.code).toBe('precondition.failed');
});

test('an ETag is valid for any selection of fields, in the request and in the answer', async () => {
  const order = await shop.make('/salesorder', { customer_id: (await shop.get('/customer')).body.data[0].id });
  const { id: part } = (await shop.get('/part')).body.data[0];
  const change = (etag: string, note: string) =>
    shop.service.call({
      method: 'PUT',
      url: `/salesorder/${order}?embed=customer`,
      payload: { note },
      headers: { 'if-match': etag },
    });
  for (const shown of ['', '?embed=lines.part,customer', '?fields=number,note', '?embed=lines&fields=note']) {
    const { etag } = (await shop.get(`/salesorder/${order}${shown}`)).headers;
    expect((await change(`"another", W/${etag}`, `after ${shown}`)).status, shown).toBe(200);
    expect((await change(etag!, 'again')).body.code, shown).toBe('precondition.failed');
  }
  // A change of an embedded record counts too.
  const { etag } = (await shop.get(`/salesorder/${order}?embed=lines.part`)).headers;
  await shop.make(`/salesorder/${order}/line`, { part_id: part, qty: 1, unit_price: 0 });
  expect((await change(etag!, 'late')).body.code).toBe('precondition.failed');
  // An ETag for a relation that no longer exists.
  const former = etag!.replace(/\..*/, `.${Buffer.from('embed=parcels').toString('base64url')}"`);
  expect((await change(former, 'later')).body.code).toBe('precondition.failed');
});
