import { describe, expect, test } from 'vitest';
import { testService } from '../../support/test-service.ts';
import { person } from './people.ts';

/** The values that a saved view accepts: names that its list knows, within the rights of the user, up to some sizes. */

const service = await testService();
const ana = await person(service, 'Ana', ['salesorder.read', 'customer.read']);

let counter = 0;
const post = async (more: object) =>
  (await ana.call('POST', '/view', { name: `Check ${++counter}`, resource: 'salesorder', ...more })).body;

test('a wrong filter is refused with its position, and nothing is saved', async () => {
  const before = (await ana.call('GET', '/view?perPage=0')).body.total;
  expect(await post({ filter: 'total > 5 && custmer.name = "A"' })).toMatchObject({
    status: 400,
    code: 'filter.invalid',
    parameter: 'filter',
    position: 13,
    nearest: ['customer'],
  });
  expect(await post({ filter: 'total > ' })).toMatchObject({ code: 'filter.invalid', position: 8 });
  expect((await ana.call('GET', '/view?perPage=0')).body.total).toBe(before);
  expect(await post({ filter: 'total > 5 && customer.name = "A"' })).toMatchObject({ id: expect.any(Number) });
});

test.each([
  ['numbr', 'numbr', 'number'],
  ['custmer.name', 'custmer', 'customer'],
  ['customer.nam', 'nam', 'name'],
])('the unknown column %s is refused with the nearest name', async (path, name, near) => {
  const refused = await post({ columns: ['number', path] });
  expect(refused).toMatchObject({ status: 400, code: 'query.unknown-field', parameter: 'columns', name });
  expect(refused.nearest).toContain(near);
  expect(refused.detail).toContain(near);
});

test.each([
  ['customer', 'query.unknown-field'],
  ['number.length', 'query.unknown-field'],
  // For expressions only: no answer has it.
  ['weight_g', 'query.unknown-field'],
  ['', 'body.invalid'],
  ['customer.', 'query.unknown-field'],
  ['lines.salesorder.number', 'query.leads-back'],
])('the column "%s" is refused: %s', async (path, code) => {
  expect((await post({ columns: [path] })).code).toBe(code);
});

test('columns may be fields of related records that the user may list, and the name of an owner', async () => {
  const columns = ['customer.default_address.city', 'status.name', 'lines.qty', 'custom.colour', 'attention.code'];
  expect((await post({ columns })).columns).toEqual(columns);
  expect(await post({ columns: ['carrier.name'] })).toMatchObject({
    status: 403,
    code: 'permission.missing',
    permission: 'carrier.read',
  });
  const people = { resource: 'view', columns: ['owner.last_name'] };
  expect((await post(people)).columns).toEqual(['owner.last_name']);
  expect(await post({ resource: 'view', columns: ['owner.email'] })).toMatchObject({ permission: 'user.read' });
});

test('an order by an unknown field, or by one that cannot be sorted, is refused', async () => {
  const unknown = { code: 'query.unknown-field', parameter: 'sort', nearest: ['number'] };
  expect(await post({ sort: '-numbr' })).toMatchObject(unknown);
  expect(await post({ sort: 'customer.nmae' })).toMatchObject({ code: 'query.unknown-field', nearest: ['name'] });
  expect(await post({ sort: 'lines.qty' })).toMatchObject({ code: 'query.not-sortable' });
  expect(await post({ sort: 'carrier.name' })).toMatchObject({
    code: 'permission.missing',
    permission: 'carrier.read',
  });
  expect((await post({ sort: '-customer.name,id' })).sort).toBe('-customer.name,id');
  expect(await post({ sort: 'custom' })).toMatchObject({ code: 'query.not-sortable' });
  expect((await post({ sort: '-number,id' })).sort).toBe('-number,id');
});

test('an unknown resource, and one without a list, is refused with the nearest name', async () => {
  const refused = await post({ resource: 'salesordr' });
  expect(refused).toMatchObject({ status: 422, code: 'body.invalid', errors: [{ pointer: '/resource' }] });
  expect(refused.detail).toContain('salesorder');
  expect((await post({ resource: 'customeremail' })).code).toBe('body.invalid');
});

describe('reading rights', () => {
  test('the resource, and related records in the filter, must be open to the user', async () => {
    const needs = (permission: string) => ({ status: 403, code: 'permission.missing', permission });
    expect(await post({ resource: 'part' })).toMatchObject(needs('part.read'));
    expect(await post({ filter: 'carrier.name = "UPS"' })).toMatchObject(needs('carrier.read'));
    expect(await post({ filter: 'carrier.id = 1' })).toMatchObject({ id: expect.any(Number) });
  });

  test('a view whose owner has lost a right can still be renamed and deleted', async () => {
    const { id } = await post({ filter: 'customer.name = "A"' });
    await service.client.user.update(ana.id, { permissions: ['salesorder.read'] });
    expect((await ana.call('PUT', `/view/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await ana.call('PUT', `/view/${id}`, { sort: 'id' })).body.permission).toBe('customer.read');
    expect((await ana.call('DELETE', `/view/${id}`)).status).toBe(204);
    await service.client.user.update(ana.id, { permissions: ['salesorder.read', 'customer.read'] });
  });
});

test('a change is checked together with what stays', async () => {
  const { id } = await post({ filter: 'total > 5', columns: ['number'] });
  expect((await ana.call('PUT', `/view/${id}`, { resource: 'customer' })).body).toMatchObject({
    code: 'filter.invalid',
  });
  const moved = { resource: 'customer', filter: null, columns: ['name'] };
  expect((await ana.call('PUT', `/view/${id}`, moved)).body).toMatchObject(moved);
});

test.each([
  ['a name', { name: 'n'.repeat(100) }, { name: 'n'.repeat(101) }, '/name'],
  ['a filter', { filter: sized(2_000) }, { filter: sized(2_001) }, '/filter'],
  ['columns', { columns: customs(40) }, { columns: customs(41) }, '/columns'],
  ['groups', {}, { usergroup_ids: Array.from({ length: 101 }, (_, id) => id + 1) }, '/usergroup_ids'],
])('%s may have a greatest size', async (_what, fits, exceeds, pointer) => {
  expect(await post(fits)).toMatchObject({ id: expect.any(Number) });
  expect(await post(exceeds)).toMatchObject({ status: 422, code: 'body.invalid', errors: [{ pointer }] });
});

function sized(length: number): string {
  const start = 'number = "';
  return `${start}${'x'.repeat(length - start.length - 1)}"`;
}

function customs(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `custom.c${index}`);
}

test('a user has at most 100 views, also when requests come together', async () => {
  const ben = await person(service, 'Ben', ['salesorder.read']);
  const one = (index: number) => ben.call('POST', '/view', { name: `V ${index}`, resource: 'salesorder' });
  for (let index = 0; index < 95; index++) await one(index);
  const late = await Promise.all(Array.from({ length: 10 }, (_, index) => one(95 + index)));
  expect(late.filter(({ status }) => status === 201)).toHaveLength(5);
  const [refused] = late.filter(({ status }) => status !== 201);
  expect(refused).toMatchObject({ status: 422, body: { code: 'record.too-many', limit: 100 } });
  const { data } = (await ben.call('GET', '/view')).body;
  expect(data).toHaveLength(100);
  await ben.call('DELETE', `/view/${data[0].id}`);
  expect((await one(200)).status).toBe(201);
  expect((await post({})).id).toEqual(expect.any(Number));
});
