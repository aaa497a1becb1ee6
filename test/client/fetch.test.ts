import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type BrowserClientOptions, type Call, createBrowserClient, TransportError } from '../../client/browser.ts';
import { fetchConnection } from '../../client/fetch-connection.ts';
import { answeringTo, json } from './server.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await close?.();
  close = undefined;
});

async function service(answer: Parameters<typeof answeringTo>[1], options: BrowserClientOptions = {}) {
  const started = await answeringTo((url) => createBrowserClient({ url, ...options }), answer);
  close = started.close;
  return started;
}

const adjustment = { part_id: 1, location_id: 2, qty: 5, reason: 'found' };

test('a request has the headers of the client, and a name instead of a user agent', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { data: [], last_page: 1 }), {
    userAgent: 'console',
    headers: { 'x-shop': '7' },
  });
  await client.salesorder.list({ filter: 'customer.name = "A & B"', where: { status_id: [2, 3] } });
  expect(seen[0]).toMatchObject({ method: 'GET', path: '/salesorder' });
  expect([...seen[0]!.query]).toEqual([
    ['status_id', '2'],
    ['status_id', '3'],
    ['filter', 'customer.name = "A & B"'],
  ]);
  const expected = { 'x-conveyor-console': '1', 'x-user-agent': 'console', 'x-shop': '7', prefer: 'handling=strict' };
  expect(seen[0]?.headers).toMatchObject({ ...expected, accept: 'application/json' });
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
  expect(seen[0]?.headers['user-agent']).not.toContain('console');
});

test('the cookie is sent to the own site alone', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    return new Response('{"id":1}', { headers: { 'content-type': 'application/json' } });
  });
  await createBrowserClient().site.get(1);
  expect(sent).toMatchObject([{ credentials: 'same-origin' }]);
});

test('without an address the client calls the site of its page', async () => {
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address);
    return new Response('{"id":1}', { headers: { 'content-type': 'application/json' } });
  });
  await createBrowserClient().site.get(1);
  await createBrowserClient({ url: '/orders/' }).site.get(1);
  expect(addresses).toEqual(['/site/1', '/orders/site/1']);
});

test('a repeated POST keeps its key, also on a page without HTTPS', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { client, seen } = await service((_, response, count) => {
    if (count === 2) json(response, 201, { id: 9 });
    else response.destroy();
  });
  expect(await client.inventoryadjustment.create(adjustment)).toEqual({ id: 9 });
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test('a service that cannot be reached is an error with a code', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const client = createBrowserClient({ url: `http://127.0.0.1:${port}`, retries: 0 });
  const error: unknown = await client.site.get(1).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ code: 'NO_CONNECTION', message: 'GET /site/1 got no answer: NO_CONNECTION' });
});

test('the timeout of a call covers all its attempts', async () => {
  const { client, seen } = await service(() => undefined, { timeout: 120 });
  const startedAt = performance.now();
  await expect(client.site.get(1)).rejects.toMatchObject({ name: 'TransportError', code: 'TimeoutError' });
  await expect(client.site.get(1, {}, { timeout: 60 })).rejects.toMatchObject({ code: 'TimeoutError' });
  expect(performance.now() - startedAt).toBeLessThan(400);
  expect(seen).toHaveLength(2);
});

test('an attempt ends after silence, and not while the answer arrives', async () => {
  const { url } = await service((_, response, count) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (count === 1) return response.write('[0');
    const timer = setInterval(() => response.write(',1'), 40);
    setTimeout(() => response.end(']', () => clearInterval(timer)), 400);
    return response.write('[0');
  });
  const connection = fetchConnection(url, 150);
  const message = { method: 'GET', path: '/site/1', headers: {}, body: undefined, signal: undefined };
  await expect(connection.exchange(message)).rejects.toMatchObject({ code: 'ANSWER_TIMEOUT' });
  expect((await connection.exchange(message)).text()).toMatch(/^\[0(,1)+\]$/);
});

test('a signal aborts a call, and its pause before the next attempt', async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count > 1) json(response, 503, {}, { 'retry-after': '30' });
  });
  const aborted = new AbortController();
  const broken = client.site.get(1, undefined, { signal: aborted.signal });
  setTimeout(() => aborted.abort(new Error('left the page')), 30);
  await expect(broken).rejects.toThrow('left the page');
  const paused = client.site.get(1, undefined, { signal: AbortSignal.timeout(100) });
  await expect(paused).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(seen).toHaveLength(2);
});

test('a redirection is not followed', async () => {
  const { client, seen } = await service(
    (_, response) => response.writeHead(302, { location: '/sign-in' }).end('moved'),
    { retries: 0 },
  );
  // Node shows the status. Browsers hide it.
  await expect(client.site.get(1)).rejects.toMatchObject({ status: 302 });
  const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null };
  vi.stubGlobal('fetch', async () => hidden);
  await expect(client.site.get(1)).rejects.toMatchObject({ name: 'TransportError', code: 'REDIRECTED' });
  expect(seen).toHaveLength(1);
});

test('while the service gives no answer, calls that may fail at once are not sent', async () => {
  const { client, seen } = await service(() => undefined, { retries: 0 });
  await expect(client.site.get(3, {}, { timeout: 50 })).rejects.toMatchObject({ code: 'TimeoutError' });
  await expect(client.site.get(3, {}, { failFast: true })).rejects.toMatchObject({ code: 'BREAKER_OPEN' });
  expect(seen).toHaveLength(1);
});

test('onCall gets each call once, with what decides about its meaning', async () => {
  const calls: Call[] = [];
  const { client } = await service(
    (_, response, count) => {
      if (count === 1) json(response, 503, {});
      else json(response, 200, { id: 1 }, { etag: '"v1"' });
    },
    { onCall: (call) => calls.push(call) },
  );
  const site = await client.site.get(1, { fields: 'name' });
  await client.site.update(1, { name: 'Main' }, { ifMatch: site });
  await client.inventoryadjustment.create(adjustment, { idempotencyKey: 'found-1' });
  expect(calls).toEqual([
    { method: 'GET', path: '/site/1?fields=name', body: undefined, headers: {} },
    { method: 'PUT', path: '/site/1', body: { name: 'Main' }, headers: { 'if-match': '"v1"' } },
    { method: 'POST', path: '/inventoryadjustment', body: adjustment, headers: {} },
  ]);
});

test('close waits for the calls under way', async () => {
  const { client } = await service((_, response) => setTimeout(() => json(response, 200, { id: 1 }), 50));
  let isAnswered = false;
  const get = client.site.get(1).then(() => {
    isAnswered = true;
  });
  await client.close();
  await get;
  expect(isAnswered).toBe(true);
});
