import { expect, test } from 'vitest';
import { id, text } from '../../../../records/field.ts';
import { resource } from '../../../../service/platform/listing/declaration/resource.ts';
import { item, list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { customer, line, openShop, order } from './shop.ts';

const shop = await untilEnd(openShop());

test('every type of field has its documented form, in every time zone of the connection', async () => {
  expect(JSON.parse((await item(shop, customer, 1))!)).toEqual({
    id: 1,
    name: 'Alfreds "Futter"\\kiste',
    status_id: 1,
    active: true,
    credit: expect.anything(),
    born: '1990-02-28',
    custom: { colour: 'red', size: 5 },
    created_at: '2026-04-23T22:54:28+00:00',
    seen_at: '2026-04-23T22:00:00+00:00',
    changed_at: '2026-04-23T22:54:28+00:00',
    note: 'x',
  });
});

test('nulls and letters that JSON escapes arrive whole', async () => {
  expect(JSON.parse((await item(shop, customer, 3))!)).toMatchObject({
    name: 'Ärzte & Söhne\n50%',
    active: false,
    born: null,
    custom: null,
    seen_at: null,
    note: null,
  });
});

test('decimals are exact JSON numbers without trailing zeros', async () => {
  expect(await item(shop, customer, 1, { fields: 'credit' })).toBe('{"id":1,"credit":12345678901234.123456}');
  expect(await item(shop, customer, 2, { fields: 'credit' })).toBe('{"id":2,"credit":-0.5}');
  expect(await item(shop, customer, 3, { fields: 'credit' })).toBe('{"id":3,"credit":100000000000000000000}');
  expect(await item(shop, line, 1, { fields: ['qty', 'qty_open'] })).toBe('{"id":1,"qty":2.5,"qty_open":2}');
});

test('hidden fields are never served, not even in an embedded object', async () => {
  expect(await item(shop, customer, 1)).not.toContain('s3cret');
  expect(await item(shop, order, 2, { embed: 'customer' })).not.toContain('s3cret');
  await expect(item(shop, customer, 1, { fields: 'password' })).rejects.toMatchObject({ code: 'query.unknown-field' });
});

test('fields limits the record, except its id, and embedded objects stay whole', async () => {
  const [one] = JSON.parse(
    String(
      await list(
        shop,
        order,
        { fields: 'number, lines', embed: 'customer,lines', id: '1' },
        { url: '/order', readAccess: everything },
      ),
    ),
  ).data;
  expect(Object.keys(one)).toEqual(['id', 'number', 'customer', 'lines']);
  expect(one.customer).toMatchObject({ id: 2, name: 'Berglunds', active: true });
  expect(one.lines[0]).toMatchObject({ id: 1, qty: 2.5, part_id: 1 });
});

test('an unknown field is refused with the nearest names', async () => {
  await expect(item(shop, order, 1, { fields: 'nubmer' })).rejects.toMatchObject({
    code: 'query.unknown-field',
    status: 400,
    message: expect.stringContaining('Did you mean number?'),
    members: { parameter: 'fields', name: 'nubmer', nearest: ['number'] },
  });
});

test('an id that is unknown, out of range or out of scope returns no item', async () => {
  expect(await item(shop, order, 999_999)).toBeNull();
  expect(await item(shop, order, 2 ** 52)).toBeNull();
  expect(await item(shop, order, 1e30)).toBeNull();
  const scope = {
    sql: (alias: string, parameter: (value: unknown) => string) => `${alias}.customer_id = ${parameter(1)}`,
  };
  expect(await item(shop, order, 1, { scope })).toBeNull();
  expect(await item(shop, order, 2, { scope, fields: 'id' })).toBe('{"id":2}');
});

test('a record with more fields than PostgreSQL takes arguments is served', async () => {
  const names = Array.from({ length: 130 }, (_, index) => `f${index}`);
  const wide = resource('wide', {
    table: `(SELECT 1 AS id, ${names.map((name) => `'${name}'::text AS ${name}`).join(', ')})`,
    fields: { id: id(), ...Object.fromEntries(names.map((name) => [name, text()])) },
  });
  expect(JSON.parse((await item(shop, wide, 1))!)).toEqual({ id: 1, ...Object.fromEntries(names.map((n) => [n, n])) });
});
