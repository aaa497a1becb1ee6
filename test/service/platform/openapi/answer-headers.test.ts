import { expect, test } from 'vitest';
import { testService } from '../../../support/test-service.ts';

/** Headers of answers that say how the request was handled: each that comes is in the description of its operation. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

const service = await testService();
const document = (await service.call('GET', '/openapi.json')).body;

const handling = ['idempotent-replayed', 'preference-applied', 'x-ignored-fields'];

const resolved = (one: Any): Any =>
  one.$ref
    ? one.$ref
        .slice(2)
        .split('/')
        .reduce((node: Any, part: string) => node[part], document)
    : one;

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${service.adminKey}:`)}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.text();
  return { status: answer.status, headers: handling.filter((name) => answer.headers.has(name)) };
}

function described(method: string, path: string, status: number): string[] {
  const { headers = {} } = resolved(document.paths[path][method].responses[status]);
  return Object.keys(headers).map((name) => name.toLowerCase());
}

test('a list that may take longer', async () => {
  const { status, headers } = await send('GET', '/customer', { prefer: 'wait=3' });
  expect([status, headers]).toEqual([200, ['preference-applied']]);
  expect(described('get', '/customer', 200)).toEqual(headers);
});

test('a repeated deletion', async () => {
  const { body } = await service.call('POST', '/customer', { name: 'Alfreds', type: 'Company' });
  const key = { 'idempotency-key': 'delete-alfreds' };
  expect(await send('DELETE', `/customer/${body.id}`, key)).toEqual({ status: 204, headers: [] });
  const { status, headers } = await send('DELETE', `/customer/${body.id}`, key);
  expect([status, headers]).toEqual([204, ['idempotent-replayed']]);
  expect(described('delete', '/customer/{id}', 204)).toEqual(headers);
});

test('a request in the background', async () => {
  const always = { 'x-background-processing': 'always', 'idempotency-key': 'later' };
  const body = { name: 'Berglunds', type: 'Company', colour: 'red' };
  const first = await send('POST', '/customer', always, body);
  const again = await send('POST', '/customer', always, body);
  expect([first.status, first.headers, again.status, again.headers]).toEqual([
    202,
    ['x-ignored-fields'],
    202,
    ['idempotent-replayed', 'x-ignored-fields'],
  ]);
  const strict = await send(
    'POST',
    '/customer',
    { ...always, 'idempotency-key': 'strict', prefer: 'handling=strict' },
    { name: 'B', type: 'Company' },
  );
  expect([strict.status, strict.headers]).toEqual([202, ['preference-applied']]);
  expect(described('post', '/customer', 202)).toEqual(expect.arrayContaining(handling));
});
