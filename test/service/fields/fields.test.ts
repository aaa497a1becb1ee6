import { describe, expect, test } from 'vitest';
import { parse } from '../../../lib/expressions/parse.ts';
import { expressionNames } from '../../../service/fields/expression-names.ts';
import { resources } from '../../../service/platform/listing/declaration/registry.ts';
import { testService } from '../../support/test-service.ts';
import { person } from '../views/people.ts';

/** The names that an editor completes in expressions. */

const service = await testService();
const ana = await person(service, 'Ana', ['salesorder.read', 'customer.read']);

const names = async (resource: string) => (await service.call('GET', `/field?resource=${resource}`)).body;

test('has the fields of the resource with types, meanings and values, and its relations', async () => {
  const { resource, resources: all } = await names('salesorder');
  expect(resource).toBe('salesorder');
  const { fields, values, meanings, relations, many } = all.salesorder;
  expect(fields).toMatchObject({
    number: 'text',
    total: 'decimal',
    priority: 'integer',
    since: 'timestamp',
    weight_g: 'decimal',
  });
  expect(values).toMatchObject({ state: ['working', 'waiting', 'attention', 'held', 'done'] });
  expect(meanings).toMatchObject({ priority: 'From 1 (first) to 5', discounts: 'Of the whole order' });
  expect(relations).toMatchObject({ customer: 'customer', lines: 'salesorderline', status: 'salesorderstatus' });
  expect(many).toContain('lines');
  expect(many).not.toContain('customer');
});

test('has the names of related resources, and all values of constants', async () => {
  const { resources: all } = await names('salesorder');
  expect(all.salesorderstatus).toEqual({
    fields: { id: 'integer', name: 'text' },
    values: { name: ['Draft', 'Issued', 'In Progress', 'Fulfilled', 'Closed Short', 'Void'] },
    relations: {},
  });
  expect(all.customer.fields).toMatchObject({ name: 'text' });
  expect(all.customer.relations).toMatchObject({ groups: 'customergroup' });
  // Two levels: the relations of a customer are named, and their fields are not.
  expect(all.customergroup).toBeUndefined();
  expect((await names('customergroup')).resources.customergroup.fields).toMatchObject({ name: 'text' });
});

test('no answer has more than 10 KiB, and that of orders leaves out no resource that filters often use', () => {
  const sizes = [...resources.all()].map(({ name }) => {
    return { name, bytes: Buffer.byteLength(JSON.stringify(expressionNames(name, null))) };
  });
  expect(sizes.filter(({ bytes }) => bytes > 10_240)).toEqual([]);
  const { resources: all } = expressionNames('salesorder', null);
  const often = ['customer', 'salesorderstatus', 'site', 'carrier', 'source', 'job', 'salesorderline', 'pick', 'pack'];
  expect(Object.keys(all)).toEqual(expect.arrayContaining(often));
});

test('names the related resources that have no room, so that an editor can ask for them', () => {
  const answer = expressionNames('salesorder', null, 6_000);
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(6_000);
  expect(answer.left_out.length).toBeGreaterThan(0);
  const related = [...resources.get('salesorder').relations.values()].map(({ target }) => target.name);
  const all = [...Object.keys(answer.resources), ...answer.left_out];
  expect(all.sort()).toEqual([...new Set(['salesorder', ...related])].sort());
});

test('every name that it has can be used in a filter', async () => {
  const { resources: all } = await names('salesorder');
  const { fields, relations } = all.salesorder;
  const own = Object.keys(fields).map((name) => (fields[name] === 'json' ? `${name}.x IS NULL` : `${name} IS NULL`));
  const related = Object.keys(relations).map((name) => `${name}.id IS NULL`);
  for (const some of [own, related]) {
    const filter = encodeURIComponent(some.slice(0, 100).join(' || '));
    expect((await service.call('GET', `/salesorder?perPage=0&filter=${filter}`)).status).toBe(200);
  }
});

describe('reading rights', () => {
  test('relations to records that the user may not list are left out', async () => {
    const { body } = await ana.call('GET', '/field?resource=salesorder');
    expect(Object.keys(body.resources.salesorder.relations)).toEqual(expect.arrayContaining(['customer', 'status']));
    expect(body.resources.salesorder.relations).not.toHaveProperty('carrier');
    expect(body.resources.salesorder.fields).toHaveProperty('carrier_id');
    expect(body.resources).not.toHaveProperty('carrier');
    // Of a related resource, too: invoices are not open to the user.
    expect(body.resources.customer.relations).toHaveProperty('salesorders');
    expect(body.resources.salesorderline.relations).not.toHaveProperty('part');
  });

  test('a resource that the user may not list is refused', async () => {
    const { status, body } = await ana.call('GET', '/field?resource=part');
    expect([status, body.code, body.permission]).toEqual([403, 'permission.missing', 'part.read']);
  });
});

test('an unknown resource is refused with the nearest name, and a missing one, too', async () => {
  const unknown = await service.call('GET', '/field?resource=salesordr');
  expect([unknown.status, unknown.body.code, unknown.body.nearest]).toEqual([
    400,
    'query.invalid-value',
    expect.arrayContaining(['salesorder']),
  ]);
  expect((await service.call('GET', '/field')).body.code).toBe('query.invalid-value');
});

test('is not sent again to a caller who has it', async () => {
  const first = await service.call('GET', '/field?resource=salesorder');
  const etag = first.headers.get('etag')!;
  const again = await service.call('GET', '/field?resource=salesorder', undefined, { 'if-none-match': etag });
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag]);
  // With other rights, the answer is another one.
  const other = await ana.call('GET', '/field?resource=salesorder', undefined, { 'if-none-match': etag });
  expect(other.status).toBe(200);
});

test('each operator and function is one of the language', async () => {
  const { operators, functions } = await names('job');
  const example: Record<string, string> = {
    IN: 'name IN ("a")',
    'NOT IN': 'name NOT IN ("a")',
    'IS NULL': 'name IS NULL',
    'IS NOT NULL': 'name IS NOT NULL',
    '&&': 'id = 1 && id = 2',
    '||': 'id = 1 || id = 2',
    NOT: 'NOT (id = 1)',
  };
  for (const { name, meaning } of operators) {
    expect(() => parse(example[name] ?? `name ${name} "a"`), name).not.toThrow();
    expect(meaning, name).toMatch(/^.{2,80}$/);
  }
  for (const { name } of functions) expect(() => parse(`${name}(lines.qty) > 3`), name).not.toThrow();
});
