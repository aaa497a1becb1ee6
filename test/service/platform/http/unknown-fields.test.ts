import { expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { testShop } from '../../../support/shop.ts';

/** Fields of a body that the endpoint does not take: ignored and named, or refused with the nearest name. */

const { service, shop } = await testShop();
const part = await shop.part({}, 10);

const strict = { prefer: 'handling=strict' };
const send = (path: string, body: unknown, headers = {}, method = 'POST') => service.call(method, path, body, headers);
const mistyped = () => ({
  customer_id: shop.customerId,
  shp_city: 'Berlin',
  lines: [{ part_id: part, quantity: 2, unit_prize: 3 }],
});

test('a mistyped field is ignored, and a header of the answer names it with its place', async () => {
  const { status, headers, body } = await send('/salesorder', mistyped());
  expect(status).toBe(201);
  expect(body.ship_city).not.toBe('Berlin');
  expect(headers.get('x-ignored-fields')).toBe('/shp_city, /lines/0/quantity, /lines/0/unit_prize');
  const right = await send('/salesorder', { customer_id: shop.customerId, lines: [{ part_id: part, qty: 2 }] });
  expect(right.headers.get('x-ignored-fields')).toBeNull();
});

test('with Prefer: handling=strict it is refused with the nearest name, and nothing is done', async () => {
  const before = (await shop.get('/salesorder?perPage=0')).total;
  const { status, body } = await send('/salesorder', mistyped(), strict);
  expect([status, body.code]).toEqual([422, 'body.invalid']);
  expect(body.detail).toBe('shp_city is not known here; did you mean ship_city (and 2 more)?');
  expect(body.errors).toEqual([
    { pointer: '/shp_city', detail: 'is not known here; did you mean ship_city?' },
    { pointer: '/lines/0/quantity', detail: expect.stringMatching(/^is not known here/) },
    { pointer: '/lines/0/unit_prize', detail: 'is not known here; did you mean unit_price?' },
  ]);
  expect((await shop.get('/salesorder?perPage=0')).total).toBe(before);
});

test('a strict request without unknown fields is done, and the answer says which preference was applied', async () => {
  for (const prefer of ['handling=strict', 'return=minimal, Handling="strict"']) {
    const values = { customer_id: shop.customerId, custom: { anything: { at: 'all' } } };
    const { status, headers } = await send('/salesorder', values, { prefer });
    expect(status).toBe(201);
    expect(headers.get('preference-applied')?.split(', ')).toContain('handling=strict');
  }
  expect((await send('/salesorder', mistyped(), { prefer: 'handling=lenient' })).status).toBe(201);
});

test('the endpoints that take no fields of a name say so, and forms are looked through too', async () => {
  const id = await shop.order([{ part_id: part, qty: 1 }]);
  const held = await send(`/salesorder/${id}/hold`, { reason: 'Wait', until: 'Friday' }, strict);
  expect(held.body.errors).toEqual([{ pointer: '/until', detail: 'is not known here: expected one of reason' }]);
  const form = await fetch(`${service.url}/salesorder`, {
    method: 'POST',
    headers: { ...strict, authorization: `Basic ${btoa(`${service.adminKey}:`)}` },
    body: new URLSearchParams({ customer_id: String(shop.customerId), 'lines[0][part]': String(part) }),
  });
  expect(form.status).toBe(422);
  expect((await form.json()).errors[0].pointer).toBe('/lines/0/part');
});

test('the header stays short and within ASCII, whatever the names are', async () => {
  const names = Array.from({ length: 500 }, (_, n) => `größe ${n},${'x'.repeat(500)}`);
  const body = { customer_id: shop.customerId, ...Object.fromEntries(names.map((name) => [name, 1])) };
  const { status, headers } = await send('/salesorder', body);
  expect(status).toBe(201);
  const ignored = headers.get('x-ignored-fields') ?? '';
  expect(ignored.split(', ')).toHaveLength(21);
  expect(ignored).toMatch(/^[\x21-\x7e ]{1,6000}$/);
});

test('the typed client sends strict, unless it is told to be lenient', async () => {
  const options = { url: service.url, apiKey: service.adminKey };
  const body = { customer_id: shop.customerId, ship_town: 'Berlin' } as never;
  const [usual, lenient] = [createClient(options), createClient({ ...options, handling: 'lenient' })];
  try {
    await expect(usual.salesorder.create(body)).rejects.toMatchObject({ status: 422, code: 'body.invalid' });
    expect(await lenient.salesorder.create(body)).toMatchObject({ customer_id: shop.customerId });
  } finally {
    await Promise.all([usual.close(), lenient.close()]);
  }
});
