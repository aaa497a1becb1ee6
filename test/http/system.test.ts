import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../service/http/server.ts';
import { serviceInterface } from '../../service/interface.ts';
import { catalogue } from '../../service/problems.ts';
import { type House, openHouse } from './house.ts';

/** What whoever runs the service asks it, and the description that integrators read. */

let house: House;
let engine: string | null = null;

beforeAll(async () => {
  house = await openHouse({ whole: serviceInterface, readiness: [async () => engine, async () => null] });
});
afterAll(() => house.close());

test('nobody has to say who they are to ask for health, measurements, the description and its page', async () => {
  for (const url of ['/healthz', '/readyz', '/metrics', '/problem', '/openapi.json', '/docs', '/docs/json']) {
    expect([url, (await house.call({ url, as: null })).status]).toEqual([url, 200]);
  }
});

test('/readyz names what is missing', async () => {
  engine = 'The engine has not been heard of for 30 seconds.';
  const answer = await house.call({ url: '/readyz', as: null });
  expect([answer.status, answer.body.code, answer.body.missing]).toEqual([503, 'service.unavailable', [engine]]);
  expect((await house.call({ url: '/healthz', as: null })).status).toBe(200);
  engine = null;
  expect((await house.call({ url: '/readyz', as: null })).body).toEqual({ status: 'ready' });
});

test('/readyz says so where the database is away, and a request is 503', async () => {
  const other = await openHouse();
  await other.database.close();
  const ready = await other.call({ url: '/readyz', as: null });
  expect([ready.status, ready.body.missing]).toEqual([503, ['The database does not answer.']]);
  await other.app.close();
  await other.test.drop();
});

test('/metrics counts requests by address, never by id', async () => {
  await house.call({ url: '/linetype/1' });
  await house.call({ url: '/linetype/9' });
  await house.call({ url: '/nothing/at/all' });
  const { text, headers } = await house.call({ url: '/metrics' });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain('conveyor_requests_total{method="GET",route="/linetype/:id",status="200"} 2');
  expect(text).toMatch(/conveyor_requests_total\{method="GET",route="none",status="404"\} 1/);
  expect(text).toContain('conveyor_request_seconds_bucket{le="0.005",method="GET",route="/linetype/:id"}');
});

test('/problem lists the whole catalogue', async () => {
  const { body } = await house.call({ url: '/problem' });
  expect(body.map((entry: { code: string }) => entry.code)).toEqual(Object.keys(catalogue));
});

test('/permission lists what can be given', async () => {
  const { body } = await house.call({ url: '/permission' });
  expect(body).toContainEqual({ name: 'usergroup.create', addresses: ['POST /usergroup'] });
});

describe('the description', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document
  let document: any;
  beforeAll(async () => {
    document = (await house.call({ url: '/openapi.json' })).body;
  });

  test('has every address that answers', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const path of [
      '/user',
      '/user/{id}',
      '/user/{id}/apikey',
      '/salesorder/linetype',
      '/background/{id}',
      '/login',
    ]) {
      expect(Object.keys(document.paths)).toContain(path);
    }
  });

  test('every reference in it leads somewhere', () => {
    const missing: string[] = [];
    JSON.stringify(document, (name, value) => {
      if (name === '$ref') {
        const parts = String(value).replace(/^#\//, '').split('/');
        if (parts.reduce((at, part) => at?.[part], document) === undefined) missing.push(value);
      }
      return value;
    });
    expect(missing).toEqual([]);
  });

  test('operation ids are unique, and every operation has a summary and its errors', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a JSON document
    const operations = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const operation of operations) {
      expect(operation.summary).toMatch(/\w/);
      expect(Object.keys(operation.responses)).toContain('500');
    }
  });

  test('bodies show what they take and require', () => {
    const { post } = document.paths['/login'];
    expect(post.security).toEqual([]);
    expect(post.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['email', 'password'] } } },
    });
    const schema = document.paths['/user'].post.requestBody.content['application/json'].schema;
    expect(schema.properties.usertype).toMatchObject({ type: 'string', enum: ['Standard', 'API'] });
    expect(schema.properties.site_ids).toMatchObject({ type: 'array', items: { type: 'integer' } });
  });

  test('lists have their parameters and the paginated object', () => {
    const { get } = document.paths['/user'];
    const names = get.parameters.map((parameter: { name: string }) => parameter.name);
    expect(names).toEqual(
      expect.arrayContaining(['perPage', 'page', 'filter', 'embed', 'sort', 'fields', 'last_name']),
    );
    const page = get.responses['200'].content['application/json'].schema;
    expect(page.properties.data).toEqual({ type: 'array', items: { $ref: '#/components/schemas/user' } });
    expect(document.paths['/user/{id}/apikey'].get.responses['200'].content['application/json'].schema.type).toBe(
      'array',
    );
  });
});

test('two endpoints at one address stop the start', () => {
  const endpoints = [...serviceInterface.endpoints, serviceInterface.endpoints[0]!];
  expect(() => createServer(house.services, { ...serviceInterface, endpoints })).toThrow(/ is declared twice$/);
});
