import { expect, test } from 'vitest';
import { testService } from '../../support/test-service.ts';
import { type Person, person } from '../views/people.ts';

/** Preferences: values that a program keeps for its user. */

const service = await testService();
const ana = await person(service, 'Ana', []);
const ben = await person(service, 'Ben', ['*']);

const put = (one: Person, name: unknown, value?: unknown) => one.call('PUT', '/preference', { name, value });

test.each([
  ['an object', { rows: 'compact', widths: { number: 120.5 } }],
  ['a list', [1, 'two', null, [true]]],
  ['a text', 'de'],
  ['a text with every kind of character', 'ä 漢 🎁 " \\ \n \u0001'],
  ['a number', 0.1],
  ['false', false],
  ['null', null],
])('%s is kept as it was sent', async (_what, value) => {
  const { status, body } = await put(ana, 'a.value', value);
  expect([status, body]).toMatchObject([200, { name: 'a.value', value }]);
  expect((await ana.call('GET', `/preference/${body.id}`)).body.value).toEqual(value);
  const { total, data } = (await ana.call('GET', '/preference?name=a.value')).body;
  expect([total, data[0].value]).toEqual([1, value]);
});

test('a second value replaces the first, at the same id', async () => {
  const first = await put(ana, 'language', 'en');
  const second = await put(ana, 'language', 'de');
  expect(second.body).toMatchObject({ id: first.body.id, value: 'de' });
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
});

test('a user sees, changes and deletes the own preferences only, whatever the permissions are', async () => {
  const own = (await put(ana, 'private', 'of Ana')).body.id;
  const other = await put(ben, 'private', 'of Ben');
  expect(other.body.id).not.toBe(own);
  expect((await ben.call('GET', '/preference')).body.data).toMatchObject([{ value: 'of Ben' }]);
  expect((await ben.call('GET', `/preference?id=${own}`)).body.total).toBe(0);
  expect((await ben.call('GET', `/preference/${own}`)).body.code).toBe('record.unknown');
  expect((await ben.call('DELETE', `/preference/${own}`)).body.code).toBe('record.unknown');
  expect((await ana.call('GET', '/preference?name=private')).body.data).toMatchObject([{ value: 'of Ana' }]);
  expect((await ana.call('DELETE', `/preference/${own}`)).status).toBe(204);
  expect((await ana.call('DELETE', `/preference/${own}`)).status).toBe(404);
  expect((await ben.call('GET', `/preference/${other.body.id}`)).status).toBe(200);
});

test.each(['', 'Upper', '1st', 'a b', 'a/b', 'a_b', `a${'b'.repeat(64)}`, null, 7])(
  'the name %j is refused',
  async (name) => {
    const { status, body } = await put(ana, name, 1);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'body.invalid', '/name']);
  },
);

test('a name of 64 characters is accepted, and a missing value is refused', async () => {
  expect((await put(ana, `a${'b'.repeat(63)}`, 1)).status).toBe(200);
  const { body } = await put(ana, 'nothing');
  expect(body.errors).toEqual([{ pointer: '/value', detail: 'is required' }]);
});

test('a value has at most 8 KiB as JSON, in bytes', async () => {
  expect((await put(ana, 'large', 'x'.repeat(8_190))).status).toBe(200);
  const { status, body } = await put(ana, 'large', 'x'.repeat(8_191));
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'body.invalid', '/value']);
  expect((await put(ana, 'large', 'ä'.repeat(4_096))).status).toBe(422);
});

test('a user has at most 50 preferences, also when requests come together, and still sets those', async () => {
  const cleo = await person(service, 'Cleo', []);
  for (let index = 0; index < 46; index++) await put(cleo, `p${index}`, index);
  const late = await Promise.all(Array.from({ length: 10 }, (_, index) => put(cleo, `q${index}`, index)));
  expect(late.filter(({ status }) => status === 200)).toHaveLength(4);
  const refused = late.find(({ status }) => status !== 200);
  expect(refused).toMatchObject({ status: 422, body: { code: 'record.too-many', limit: 50 } });
  expect((await put(cleo, 'p1', 'again')).status).toBe(200);
  const { total, data } = (await cleo.call('GET', '/preference')).body;
  expect([total, data.length]).toEqual([50, 50]);
});

test('two requests that set a new preference together make one', async () => {
  const values = await Promise.all(['a', 'b', 'c', 'd'].map((value) => put(ana, 'together', value)));
  expect(values.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(values.map(({ body }) => body.id)).size).toBe(1);
});

test('the preferences of a deleted user go', async () => {
  const gone = await person(service, 'Gone', []);
  const { id } = (await put(gone, 'language', 'en')).body;
  await service.client.user.remove(gone.id);
  const { rows } = await service.sql.query('select 1 from preference where id = $1', [id]);
  expect(rows).toEqual([]);
});
