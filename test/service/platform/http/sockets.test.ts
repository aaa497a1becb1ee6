import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { adminKey, basic, startTestService } from './bare-service.ts';

/** Behaviour that needs a real connection. */

const slow = endpoint('POST /slow/{id}', {
  permission: null,
  summary: 'Take as many milliseconds as the id says',
  handle: async ({ params }) => {
    await sleep(params.id);
    return { value: { waited: params.id } };
  },
});

const large = endpoint('POST /large', {
  permission: null,
  summary: 'Take much',
  body: z.object({ text: z.string() }),
  handle: async ({ body }) => ({ value: body.text.length }),
});

const service = await untilEnd(startTestService({ endpoints: [slow, large], seconds: 1 }));
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });

const authorization = basic(adminKey);
const send = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { authorization, ...init.headers } });

/** Sends these very bytes and gives back everything that comes. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: what tests look into
const jsonOf = (response: Response): Promise<any> => response.json();

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

test('a request that takes too long is 504, and others go on meanwhile', async () => {
  const [long, short] = await Promise.all([
    send('/slow/3000', { method: 'POST' }),
    send('/slow/10', { method: 'POST' }),
  ]);
  expect([short.status, await short.json()]).toEqual([200, { waited: 10 }]);
  expect([long.status, (await jsonOf(long)).code]).toEqual([504, 'request.timeout']);
});

test('a body of 1 MiB is accepted, and one byte more is 413', async () => {
  const room = 1_048_576 - '{"text":""}'.length;
  const post = (length: number) =>
    send('/large', { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(length) }) });
  expect(await (await post(room)).json()).toBe(room);
  const refused = await post(room + 1);
  expect([refused.status, (await jsonOf(refused)).code]).toEqual([413, 'body.too-large']);
});

test('a body that grows beyond 1 MiB without having said so is 413', async () => {
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  const head = `POST /large HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await raw(`${head}${chunk}${chunk}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(bodyOf(answer).code).toBe('body.too-large');
});

test('a body that is too large is read to its end, so that a client that sends first and reads then sees the answer', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  const write = (text: string) => new Promise<void>((done, fail) => socket.write(text, (e) => (e ? fail(e) : done())));
  await write(
    `POST /large HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 4194304\r\nConnection: close\r\n\r\n`,
  );
  for (let sent = 0; sent < 4; sent++) {
    await write('x'.repeat(1_048_576));
    await sleep(20);
  }
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.resume();
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(bodyOf(answer).code).toBe('body.too-large');
});

test('a request without a Host header gets links with the address of its socket', async () => {
  const answer = await raw(`GET /linetype?perPage=1 HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`);
  expect(bodyOf(answer).next_page_url).toBe(`${url}/linetype?perPage=1&page=2`);
});

test('the service does not read the body of an unknown caller', async () => {
  const answer = await raw('POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('verbs come with a content type, a length of 0, and nothing else', async () => {
  const answer = await raw(
    `POST /slow/1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['QUERY /linetype?page=1', /^HTTP\/1\.1 405 /, 'method.not-allowed'],
  ['BREW /linetype/1', /^HTTP\/1\.1 405 /, 'method.not-allowed'],
  ['get /linetype/1', /^HTTP\/1\.1 405 /, 'method.not-allowed'],
  ['Patch /linetype', /^HTTP\/1\.1 405 /, 'method.not-allowed'],
  ['BREW /coffee', /^HTTP\/1\.1 404 /, 'path.unknown'],
])('%s, a method that Node or the web server may not know, gets the allowed methods', async (request, line, code) => {
  const answer = await raw(`${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(line);
  expect(bodyOf(answer)).toMatchObject({ code });
  expect(/^allow: GET, HEAD, OPTIONS\r$/im.test(answer)).toBe(code === 'method.not-allowed');
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'request.malformed'],
  ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'request.headers-too-large'],
])('%s is answered with a problem, too', async (_name, text, status, code) => {
  const answer = await raw(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(bodyOf(answer)).toMatchObject({ status, code });
});

test('a filter of 4 KiB arrives, however long its address gets', async () => {
  const text = `name = "${'ü'.repeat(2040)}"`;
  const answer = await send(`/linetype?filter=${encodeURIComponent(text)}&sort=${'id,'.repeat(2000)}`);
  expect([answer.status, (await jsonOf(answer)).total]).toEqual([200, 0]);
});

test('a connection over the limit is refused while all others work, and accepted later', async () => {
  const narrow = await startTestService({ endpoints: [slow], connections: { connections: 2 } });
  const address = await narrow.app.listen({ host: '127.0.0.1', port: 0 });
  const post = (milliseconds: number) =>
    fetch(`${address}/slow/${milliseconds}`, { method: 'POST', headers: { authorization, connection: 'close' } });
  const running = [post(800), post(800)];
  await sleep(200);
  const turnedAway = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  await once(turnedAway, 'close');
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  const answer = await fetch(`${address}/metrics`, { headers: { authorization, connection: 'close' } });
  expect(await answer.text()).toMatch(/^conveyor_connections_refused_total 1$/m);
  await narrow.close();
});

test('closing lets running requests end, and accepts no new ones', async () => {
  const other = await startTestService({ endpoints: [slow] });
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 });
  const running = fetch(`${address}/slow/300`, { method: 'POST', headers: { authorization } });
  await sleep(100);
  const closed = other.close();
  expect((await running).status).toBe(200);
  await closed;
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test.each([
  '/docs/static/../',
  '/docs/static/..%2f',
  '/docs/static/../../package.json',
  '/docs/static/.git',
  '/docs/static/nothing.js',
])('%s is an unknown address', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(bodyOf(answer).code).toBe('path.unknown');
});

test('a service that stops waits for no connection that was opened ahead', async () => {
  const other = await startTestService({ endpoints: [slow] });
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 });
  const unused = connect(Number(new URL(address).port), '127.0.0.1');
  await once(unused, 'connect');
  const working = fetch(`${address}/slow/300`, { method: 'POST', headers: { authorization } });
  await sleep(100);
  const start = performance.now();
  await other.close();
  expect(performance.now() - start).toBeLessThan(3_000);
  expect((await working).status).toBe(200);
});
