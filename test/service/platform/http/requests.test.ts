import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decimal, idList, integer, text } from '../../../../service/platform/coercion/coerce.ts';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { adminKey, basic, startTestService } from './bare-service.ts';

/** Reading, writing, refusing: what every address has in common. */

const body = z.object({ order_id: idList().optional(), qty: decimal().optional(), note: text(50).optional() });

const echo = endpoint('POST /echo/{first_id}/to/{second_id}', {
  permission: 'echo.create',
  summary: 'Answer what was understood',
  body,
  status: 201,
  handle: async ({ params, body }) => ({ value: { params, body } }),
});

const verb = endpoint('POST /echo/{id}/verb', {
  permission: null,
  summary: 'Take nothing',
  query: z.object({ ignore_warnings: integer().optional() }),
  handle: async ({ query }) => ({ value: query }),
});

const broken = endpoint('POST /broken', {
  permission: null,
  summary: 'Fail',
  handle: async () => {
    throw new Error('select secret from /srv/code');
  },
});

const log: string[] = [];

const service = await untilEnd(
  startTestService({
    endpoints: [echo, verb, broken],
    log: { write: (line: string) => void log.push(line) },
  }),
);

describe('reading', () => {
  test('a list is the paginated object, with whole addresses that keep the query', async () => {
    const { status, body } = await service.call({
      url: '/linetype?perPage=2&page=2&sort=-id',
      headers: { host: 'shop.example' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 6, per_page: 2, current_page: 2, last_page: 3, from: 3, to: 4 });
    expect(body.data.map((one: { id: number }) => one.id)).toEqual([4, 3]);
    expect(body.next_page_url).toBe('http://shop.example/linetype?perPage=2&sort=-id&page=3');
  });

  test('a trailing slash makes no difference', async () => {
    const { body } = await service.call({ url: '/linetype/1/' });
    expect(body).toEqual({ id: 1, name: 'Sale' });
  });

  test('a record has a version, and a caller who has it gets 304', async () => {
    const first = await service.call({ url: '/user/1' });
    const again = await service.call({ url: '/user/1', headers: { 'if-none-match': first.headers.etag! } });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers.etag).toBe(first.headers.etag);
    const other = await service.call({ url: '/user/1?embed=sites', headers: { 'if-none-match': first.headers.etag! } });
    expect(other.status).toBe(200);
  });

  test.each([
    ['/linetype/77', 404, 'record.unknown'],
    ['/linetype/0', 404, 'record.unknown'],
    ['/linetype/99999999999999999999', 404, 'record.unknown'],
    ['/linetype/abc', 404, 'path.unknown'],
    ['/linetype/-1', 404, 'path.unknown'],
    ['/linetype/1.5', 404, 'path.unknown'],
    ['/linetype/%00', 404, 'path.unknown'],
    [`/linetype/${'9'.repeat(500)}`, 404, 'path.unknown'],
    ['/nothing', 404, 'path.unknown'],
    ['/', 404, 'path.unknown'],
    ['/docs/nothing', 404, 'path.unknown'],
    ['/linetype/1?emebd=x', 400, 'query.unknown-parameter'],
    ['/linetype/1?embed=x', 400, 'query.unknown-relation'],
    ['/linetype?name=%00', 400, undefined],
    ['/linetype?filter=id=', 400, 'filter.invalid'],
    ['/%zz', 400, 'request.malformed'],
  ])('%s is %i %s', async (url, status, code) => {
    const answer = await service.call({ url });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.body.status).toBe(status);
    if (code) expect(answer.body.code).toBe(code);
  });

  test.each([
    ['/usr/1', '/user/{id}'],
    ['/users', '/user'],
    ['/user/1/timelines', '/user/{id}/timeline'],
  ])('the refusal of %s suggests %s', async (url, meant) => {
    const { detail } = (await service.call({ url })).body;
    expect(detail.split('Did you mean ')[1]).toMatch(new RegExp(`^${meant.replace(/[{}]/g, '\\$&')}[,?]`));
  });

  test('the refusal of an unknown parameter suggests the nearest name', async () => {
    const { body } = await service.call({ url: '/linetype/1?emebd=x' });
    expect(body.detail).toBe('There is no query parameter emebd here. Did you mean embed?');
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/linetype', 'GET, HEAD, OPTIONS'],
    ['POST', '/linetype/1', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/usergroup/5', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['DELETE', '/usergroup/', 'GET, HEAD, OPTIONS, POST'],
    // The router takes it for the item `linetype` of salesorder; people do not.
    ['PUT', '/salesorder/linetype', 'GET, HEAD, OPTIONS'],
    ['GET', '/echo/1/verb', 'OPTIONS, POST'],
    ['DELETE', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s is 405 and says what is allowed', async (method, url, allow) => {
    const answer = await service.call({ method, url });
    expect([answer.status, answer.headers.allow, answer.body.code]).toEqual([405, allow, 'method.not-allowed']);
  });

  test('the answer is 405 for every body', async () => {
    const headers = { 'content-type': 'image/png' };
    const answer = await service.call({ method: 'PATCH', url: '/usergroup/1', headers, payload: '{' });
    expect([answer.status, answer.body.code]).toEqual([405, 'method.not-allowed']);
  });

  test('OPTIONS lists the methods without an error', async () => {
    const answer = await service.call({ method: 'OPTIONS', url: '/usergroup/1' });
    expect([answer.status, answer.headers.allow]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PUT']);
  });

  test('HEAD is GET without the body', async () => {
    const answer = await service.call({ method: 'HEAD', url: '/linetype/1' });
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '22']);
    expect((await service.call({ method: 'HEAD', url: '/linetype/77' })).status).toBe(404);
  });
});

describe('writing', () => {
  test('values are coerced, unknown fields ignored', async () => {
    const payload = { order_id: '7', qty: 1.5, nonsense: { a: 1 } };
    const { status, body } = await service.call({ method: 'POST', url: '/echo/1/to/2', payload });
    expect([status, body]).toEqual([
      201,
      { params: { first_id: 1, second_id: 2 }, body: { order_id: [7], qty: '1.5' } },
    ]);
  });

  test('url-encoded bodies are accepted as well', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'order_id[]=7&order_id[]=8&qty=2&note=caf%C3%A9';
    const { body } = await service.call({ method: 'POST', url: '/echo/1/to/2', headers, payload });
    expect(body.body).toEqual({ order_id: [7, 8], qty: '2', note: 'café' });
  });

  test.each([{}, { 'content-type': 'application/json' }, { 'content-type': 'application/x-www-form-urlencoded' }])(
    'a verb without a body is fine with the headers %j',
    async (headers) => expect((await service.call({ method: 'POST', url: '/echo/1/verb', headers })).status).toBe(200),
  );

  test('a query that an endpoint declares is coerced, any other refused', async () => {
    expect((await service.call({ method: 'POST', url: '/echo/1/verb?ignore_warnings=1' })).body).toEqual({
      ignore_warnings: 1,
    });
    const wrong = await service.call({ method: 'POST', url: '/echo/1/verb?ignore_warnings=x' });
    expect(wrong.body).toMatchObject({ code: 'query.invalid-value', parameter: 'ignore_warnings' });
    const unknown = await service.call({ method: 'POST', url: '/echo/1/verb?ignore_warning=1' });
    expect(unknown.body).toMatchObject({ code: 'query.unknown-parameter', nearest: ['ignore_warnings'] });
  });

  test.each([
    ['{"qty":', 'application/json', 400, 'request.malformed'],
    ['{"qty":"much"}', 'application/json', 422, 'body.invalid'],
    ['{"note":"\\u0000"}', 'application/json', 422, 'body.invalid'],
    ['<qty/>', 'application/xml', 415, 'body.media-type'],
    ['{}', ';;;', 415, 'body.media-type'],
    [`{"note":"${'x'.repeat(1_048_576)}"}`, 'application/json', 413, 'body.too-large'],
  ])('%.20s as %s is %i %s', async (payload, type, status, code) => {
    const answer = await service.call({
      method: 'POST',
      url: '/echo/1/to/2',
      headers: { 'content-type': type },
      payload,
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('the answer is the record as GET shows it, with its embeds', async () => {
    const made = await service.call({ method: 'POST', url: '/usergroup?embed=users', payload: { name: 'Packers' } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Packers', permissions: [], users: [] });
    const read = await service.call({ url: `/usergroup/${made.body.id}?embed=users` });
    expect([read.text, read.headers.etag]).toEqual([made.text, made.headers.etag]);
  });

  test('an unknown embed is refused before anything is changed', async () => {
    const made = await service.call({ method: 'POST', url: '/usergroup?embed=nothing', payload: { name: 'Never' } });
    expect(made.body.code).toBe('query.unknown-relation');
    expect((await service.call({ url: '/usergroup?name=Never' })).body.total).toBe(0);
  });

  test('Prefer: return=minimal answers the id alone', async () => {
    const headers = { prefer: 'respond-now, return=minimal' };
    const made = await service.call({ method: 'POST', url: '/usergroup', headers, payload: { name: 'Minimal' } });
    expect([made.status, Object.keys(made.body)]).toEqual([201, ['id']]);
    expect(made.headers['preference-applied']).toBe('return=minimal');
  });

  test('only GET is answered with 304', async () => {
    const { headers } = await service.call({ url: '/user/1' });
    const again = await service.call({ method: 'PUT', url: '/user/1', payload: {}, headers: { 'if-none-match': '*' } });
    expect([again.status, headers.etag]).toEqual([200, expect.any(String)]);
  });

  test('If-Match allows a change only of an unchanged record', async () => {
    const { body } = await service.call({ method: 'POST', url: '/usergroup', payload: { name: 'Shippers' } });
    const url = `/usergroup/${body.id}`;
    const seen = (await service.call({ url })).headers.etag!;
    const change = (name: string, etag: string) =>
      service.call({ method: 'PUT', url, headers: { 'if-match': etag }, payload: { name } });

    const first = await change('Shipping', seen);
    expect([first.status, first.body.name]).toEqual([200, 'Shipping']);
    const stale = await change('Lost', seen);
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition.failed']);
    expect((await service.call({ url })).body.name).toBe('Shipping');
    expect((await change('Shipping 2', `"x", ${first.headers.etag}`)).status).toBe(200);
    expect((await service.call({ method: 'DELETE', url, headers: { 'if-match': seen } })).status).toBe(412);
    expect((await service.call({ method: 'DELETE', url, headers: { 'if-match': '*' } })).status).toBe(204);
    expect((await service.call({ method: 'DELETE', url, headers: { 'if-match': '*' } })).status).toBe(404);
  });

  test('one of two simultaneous changes with the same version is refused', async () => {
    const { body, headers } = await service.call({ method: 'POST', url: '/usergroup', payload: { name: 'Racers' } });
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) =>
        service.call({
          method: 'PUT',
          url: `/usergroup/${body.id}`,
          headers: { 'if-match': headers.etag! },
          payload: { name: `Racers ${name}` },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412]);
  });
});

describe('errors', () => {
  test('have the form of RFC 9457, with the id of the request', async () => {
    const answer = await service.call({ url: '/linetype/77', headers: { 'x-request-id': 'abc-123' } });
    expect(answer.headers['x-request-id']).toBe('abc-123');
    expect(answer.body).toEqual({
      type: '/problem#record.unknown',
      title: 'The record does not exist',
      status: 404,
      detail: 'There is no line type 77.',
      instance: '/linetype/77',
      code: 'record.unknown',
      request_id: 'abc-123',
    });
  });

  test('a request id that could harm the log is replaced', async () => {
    const answer = await service.call({ url: '/healthz', headers: { 'x-request-id': 'a"b\\c d' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an internal error is in the log with its details, and the answer has none', async () => {
    const answer = await service.call({ method: 'POST', url: '/broken', headers: { 'x-request-id': 'find-me' } });
    expect([answer.status, answer.body.code]).toEqual([500, 'service.defect']);
    expect(answer.text).not.toMatch(/select|srv/);
    const line = log.map((one) => JSON.parse(one)).find((one) => one.request_id === 'find-me' && one.err);
    expect(line.err.stack).toContain('select secret');
  });

  test('an error of the database becomes a problem in the terms of the interface', async () => {
    const first = await service.call({ method: 'POST', url: '/usergroup', payload: { name: 'Twice' } });
    const second = await service.call({ method: 'POST', url: '/usergroup', payload: { name: 'TWICE' } });
    expect([second.status, second.body.code, second.body.errors]).toEqual([
      409,
      'record.exists',
      [{ pointer: '/name', detail: 'is taken' }],
    ]);
    const nowhere = await service.call({ method: 'POST', url: '/user', payload: { site_ids: [99] } });
    expect([nowhere.status, nowhere.body.code]).toEqual([422, 'reference.unknown']);
    await service.call({ method: 'POST', url: '/user', payload: { first_name: 'M', usergroup_ids: [first.body.id] } });
    const used = await service.call({ method: 'DELETE', url: `/usergroup/${first.body.id}` });
    expect([used.status, used.body.code]).toEqual([409, 'record.in-use']);
    for (const { text } of [second, nowhere, used]) expect(text).not.toMatch(/insert|violates|constraint|relation /i);
  });
});

test('no secret reaches the log, however it was sent', async () => {
  log.length = 0;
  const secret = 'Hush-hush-secret-words';
  const person = { first_name: 'Quiet', email: 'quiet@example.com', usertype: 'API', password: secret };
  const { body } = await service.call({ method: 'POST', url: '/user', payload: person });
  const login = { method: 'POST', url: '/login', as: null } as const;
  await service.call({ ...login, payload: { email: 'quiet@example.com', password: secret } });
  await service.call({ ...login, payload: { email: 'nobody@example.com', password: secret } });
  await service.call({
    ...login,
    payload: `{"email": "a@b.c", "password": "${secret}" oops`,
    headers: { 'content-type': 'application/json' },
  });
  await service.call({ method: 'POST', url: '/user', payload: person });
  await service.call({ method: 'PUT', url: `/user/${body.id}`, payload: { password: secret, site_id: 999 } });
  await service.call({ url: '/user', as: secret });
  await service.call({ url: `/user?api_key=${secret}` });
  await service.call({ url: '/user', as: body.api_key, headers: { cookie: secret } });
  expect(log).toHaveLength(9);
  expect(log.join('')).not.toContain(secret);
  expect(log.join('')).not.toContain(body.api_key);
});

test('the log has a line for each request, and never credentials', async () => {
  log.length = 0;
  await service.call({ url: '/linetype/1?embed=', headers: { 'x-request-id': 'a-line' } });
  await service.call({
    method: 'POST',
    url: '/user',
    payload: { first_name: 'Logged', password: 'very secret words' },
  });
  service.services.logger.info({ req: { headers: { authorization: basic(adminKey) } }, api_key: adminKey }, 'careless');
  expect(JSON.parse(log[0]!)).toMatchObject({
    method: 'GET',
    path: '/linetype/1',
    status: 200,
    user: 1,
    request_id: 'a-line',
    msg: 'request',
  });
  expect(log).toHaveLength(3);
  expect(log.join('')).not.toContain(adminKey);
  expect(log.join('')).not.toContain(Buffer.from(`${adminKey}:`).toString('base64'));
  expect(log.join('')).not.toContain('very secret');
});

test('a query with bytes that are no UTF-8 is refused with their place', async () => {
  const { status, body } = await service.call({ url: '/linetype?name=M%FCller' });
  expect([status, body.code, body.position]).toEqual([400, 'request.malformed', 6]);
  expect((await service.call({ url: '/linetype?name=M%C3%BCller' })).status).toBe(200);
});

test('credentials that are no UTF-8 are refused in a sentence', async () => {
  const authorization = `Basic ${Buffer.from('M\xfcller:', 'latin1').toString('base64')}`;
  const { status, body } = await service.call({ url: '/linetype', headers: { authorization } });
  expect([status, body.code, body.detail]).toEqual([
    401,
    'credentials.wrong',
    'The credentials are not UTF-8. An API key has ASCII alone.',
  ]);
});

test('an address that cannot be decoded has the headers that every answer has', async () => {
  const { status, headers } = await service.call({ url: '/linetype/%E0%A4%A' });
  expect(status).toBe(400);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.any(String),
  });
});
