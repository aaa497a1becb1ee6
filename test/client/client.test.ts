import { afterEach, expect, test } from 'vitest';
import { isBackground, isProblem, ProblemError, TransportError } from '../../client/client.ts';
import { answering, json } from './server.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function service(...args: Parameters<typeof answering>): ReturnType<typeof answering> {
  const started = await answering(...args);
  close = started.close;
  return started;
}

test('a call sends the key as Basic credentials, its user agent, and its encoded query', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { data: [], last_page: 1 }), {
    userAgent: 'till/3',
    headers: { 'x-shop': '7' },
  });
  await client.salesorder.list({ filter: 'customer.name = "A & B"', embed: 'lines.part', where: { status_id: 2 } });
  expect(seen[0]).toMatchObject({ method: 'GET', path: '/salesorder' });
  expect(Object.fromEntries(seen[0]?.query ?? [])).toEqual({
    status_id: '2',
    filter: 'customer.name = "A & B"',
    embed: 'lines.part',
  });
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('key:').toString('base64')}`,
    'x-user-agent': 'till/3',
    'x-shop': '7',
  });
});

test('the client reaches a service below a path', async () => {
  const outer = await service((_, response) => json(response, 200, { id: 1 }));
  const { createClient } = await import('../../client/client.ts');
  await outer.client.site.get(1);
  const host = outer.seen[0]?.headers.host;
  const below = createClient({ url: `http://${host}/orders/`, apiKey: 'key' });
  await below.site.get(1);
  await below.close();
  expect(outer.seen[1]?.path).toBe('/orders/site/1');
});

test('verbs without a body are sent without one', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { id: 3 }));
  await client.pick.finish(3);
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/pick/3/finish', body: '' });
  expect(seen[0]?.headers['content-type']).toBeUndefined();
});

test('a refusal is thrown with code, status, detail and members', async () => {
  const warnings = [{ code: 'stock.short', message: 'B-17 is short', pointer: '/lines/0' }];
  const { client } = await service((_, response) =>
    json(response, 428, { code: 'order.warnings', status: 428, title: 'Warnings', detail: 'Answer them.', warnings }),
  );
  const error = await client.salesorder.issue(1).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: 'order.warnings', status: 428, detail: 'Answer them.', members: { warnings } });
  expect(error.request).toBe('POST /salesorder/1/issue');
  expect(error.passing).toBe(false);
});

test("a proxy's error page is an error with a code too", async () => {
  const { client } = await service((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'), {
    retries: 0,
  });
  await expect(client.site.get(1)).rejects.toMatchObject({ code: 'http.502', status: 502, passing: true });
});

test('a read is repeated after 503 and after a broken connection', async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count === 1) json(response, 503, { code: 'service.unavailable', detail: 'Not ready.' });
    else if (count === 2) response.destroy();
    else json(response, 200, { id: 1, name: 'Main' });
  });
  expect(await client.site.get(1)).toEqual({ id: 1, name: 'Main' });
  expect(seen).toHaveLength(3);
});

const adjustment = { part_id: 1, location_id: 2, qty: 5, reason: 'found' };

test('a repeated POST keeps its key, and every POST has its own key', async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count % 3 === 0) json(response, 201, { id: 9 });
    else response.destroy();
  });
  expect(await client.inventoryadjustment.create(adjustment)).toEqual({ id: 9 });
  await client.inventoryadjustment.create(adjustment);
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3], keys[3]]);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[3]).not.toBe(keys[0]);
});

test("a caller's own key goes before one that the client makes", async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count === 2) json(response, 201, { id: 9 });
    else response.destroy();
  });
  await client.inventoryadjustment.create(adjustment, { idempotencyKey: 'found-1' });
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['found-1', 'found-1']);
});

test('reads and plain changes have no key, and calls that must not run twice have one', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { id: 1 }, { etag: '"v1"' }));
  const site = await client.site.get(1);
  await client.site.update(1, { name: 'Main' });
  await client.site.update(1, { name: 'Main' }, { ifMatch: site });
  await client.site.remove(1);
  const keyed = seen.map(({ method, headers }) => [method, headers['idempotency-key'] !== undefined]);
  expect(keyed).toEqual([
    ['GET', false],
    ['PUT', false],
    ['PUT', true],
    ['DELETE', true],
  ]);
});

test('without retries the caller gets the first error, and the client sends no key', async () => {
  const { client, seen } = await service((_, response) => response.destroy(), { retries: 0 });
  await expect(client.inventoryadjustment.create(adjustment)).rejects.toBeInstanceOf(TransportError);
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
});

test('the creation of an API key is repeated without an idempotency key, because a stored answer would not show it', async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count === 1) response.destroy();
    else json(response, 201, { id: 4, api_key: 'shown once' });
  });
  expect(await client.user.apikey.create(4)).toEqual({ id: 4, api_key: 'shown once' });
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
});

test('ifMatch changes a record only if it has not changed since it was read', async () => {
  const { client, seen } = await service((_, response) =>
    json(response, 200, { id: 1, name: 'Main' }, { etag: '"v1"' }),
  );
  const site = await client.site.get(1);
  await client.site.update(1, { name: 'Other' }, { ifMatch: site });
  await client.site.update(1, { name: 'Other' }, { ifMatch: '"v0"' });
  expect(seen.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"v1"', '"v0"']);
  const copy = { ...site };
  await expect(client.site.update(1, {}, { ifMatch: copy })).rejects.toBeInstanceOf(TypeError);
});

test('the client waits for the time of Retry-After', async () => {
  const times: number[] = [];
  const { client } = await service((_, response, count) => {
    times.push(performance.now());
    if (count === 1) json(response, 429, { code: 'credentials.too-many-failures' }, { 'retry-after': '0.4' });
    else json(response, 200, { id: 1 });
  });
  await client.site.get(1);
  expect(times[1]! - times[0]!).toBeGreaterThan(395);
});

test('the client does not wait for a Retry-After of minutes', async () => {
  const { client, seen } = await service((_, response) =>
    json(response, 429, { code: 'credentials.too-many-failures' }, { 'retry-after': '900' }),
  );
  await expect(client.login({ email: 'a@b.de', password: 'x' })).rejects.toMatchObject({
    retryAfter: 900,
    status: 429,
  });
  expect(seen).toHaveLength(1);
});

test('the client waits no longer for Retry-After than longestRetryAfter says', async () => {
  const { client, seen } = await service(
    (_, response) => json(response, 429, { code: 'service.busy' }, { 'retry-after': '3' }),
    { longestRetryAfter: 2_000 },
  );
  await expect(client.site.get(1)).rejects.toMatchObject({ retryAfter: 3, status: 429 });
  expect(seen).toHaveLength(1);
});

test('the timeout of a call covers all its attempts', async () => {
  const { client, seen } = await service(() => undefined, { timeout: 120 });
  const startedAt = performance.now();
  await expect(client.site.get(1)).rejects.toMatchObject({ name: 'TransportError', code: 'TimeoutError' });
  await expect(client.site.get(1, {}, { timeout: 60 })).rejects.toMatchObject({ code: 'TimeoutError' });
  expect(performance.now() - startedAt).toBeLessThan(400);
  expect(seen).toHaveLength(2);
});

test('a queued call returns the address of its background request', async () => {
  const { client, seen } = await service((_, response) => response.writeHead(202, { location: '/background/7' }).end());
  const { background } = await client.pick.finish(3, { background: 'always' });
  expect(background).toBe('/background/7');
  expect(seen[0]?.headers['x-background-processing']).toBe('always');
});

test('changes take embed and fields, and lists below a record take a query', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { id: 3 }));
  await client.salesorder.hold(3, { reason: 'Credit check' }, { embed: 'customer', fields: 'number' });
  await client.salesorder.line.discount.list(3, 8, { filter: 'amount > 2', where: { discount_id: 5 } });
  expect(seen.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
    ['/salesorder/3/hold', { embed: 'customer', fields: 'number' }],
    ['/salesorder/3/line/8/discount', { discount_id: '5', filter: 'amount > 2' }],
  ]);
});

test('simple filters take several values, and null', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { data: [], last_page: 1 }));
  await client.salesorder.list({ where: { status_id: [2, 3], carrier_id: null, site_id: undefined } });
  expect([...seen[0]!.query]).toEqual([
    ['status_id', '2'],
    ['status_id', '3'],
    ['carrier_id', 'null'],
  ]);
  await expect(client.salesorder.list({ where: { status_id: [] } })).rejects.toBeInstanceOf(TypeError);
  expect(seen).toHaveLength(1);
});

test('a label that is a picture is returned as its bytes, and one in a language of printers or a drawing as text', async () => {
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00]);
  const answers = [
    ['image/png', picture],
    ['application/zpl', '^XA^XZ'],
    ['image/svg+xml', '<svg/>'],
  ] as const;
  const { client } = await service((_, response, count) => {
    const [type, body] = answers[count - 1]!;
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  expect(await client.carton.label(1)).toEqual(picture);
  expect(await client.carton.label(1)).toBe('^XA^XZ');
  expect(await client.carton.drawing(1)).toBe('<svg/>');
});

test('isProblem recognizes a refusal by its code', async () => {
  const { client } = await service((_, response) =>
    json(response, 422, { code: 'body.invalid', errors: [{ pointer: '/qty', detail: 'is required' }] }),
  );
  const error: unknown = await client.pickline.commit(1, { qty: 0 }).catch((thrown) => thrown);
  expect(isProblem(error)).toBe(true);
  expect(isProblem(error, 'body.invalid') && error.errors).toEqual([{ pointer: '/qty', detail: 'is required' }]);
  expect(isProblem(error, 'order.held')).toBe(false);
  expect(isProblem(new Error('body.invalid'))).toBe(false);
});

test('without a key a call has no credentials', async () => {
  const { client, seen } = await service((_, response) => json(response, 200, { session_token: 's' }), {
    apiKey: undefined,
  });
  await client.login({ email: 'a@b.de', password: 'x' });
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test('a repeated POST waits while its first attempt still runs', async () => {
  const { client } = await service((_, response, count) => {
    if (count === 1) response.destroy();
    else if (count === 2) json(response, 409, { code: 'idempotency.running', detail: 'Still running.' });
    else json(response, 201, { id: 9 });
  });
  expect(await client.inventoryadjustment.create(adjustment, { idempotencyKey: 'found-2' })).toEqual({ id: 9 });
});

test('refusals and defects are not repeated', async () => {
  const { client, seen } = await service((_, response, count) =>
    json(response, count === 1 ? 404 : 500, { code: count === 1 ? 'record.unknown' : 'service.defect', detail: 'No.' }),
  );
  await expect(client.site.get(1)).rejects.toMatchObject({ code: 'record.unknown' });
  await expect(client.site.get(1)).rejects.toMatchObject({ code: 'service.defect' });
  expect(seen).toHaveLength(2);
});

test('the number of attempts is limited', async () => {
  const { client, seen } = await service((_, response) => response.destroy(), { retries: 2 });
  await expect(client.site.get(1)).rejects.toBeInstanceOf(TransportError);
  expect(seen).toHaveLength(3);
});

test('background.finished waits for the answer of a background request', async () => {
  const { client } = await service(({ path }, response, count) => {
    if (path === '/salesorder/4/issue')
      response.writeHead(202, { location: '/background/12', 'retry-after': '0.01' }).end();
    else if (count < 3) json(response, 200, { id: 12, state: 'running', answer: null });
    else json(response, 200, { id: 12, state: 'done', answer: { status: 200, body: { id: 4 } } });
  });
  const answer = await client.salesorder.issue(4);
  expect(isBackground(answer) && answer.background).toBe('/background/12');
  expect(await client.background.finished(answer)).toEqual({ id: 4 });
});

test('background.finished throws the refusal of a background request', async () => {
  const body = { code: 'stock.short', status: 409, detail: 'B-17 is short.' };
  const { client } = await service((_, response) =>
    json(response, 200, { id: 12, state: 'failed', answer: { status: 409, body } }),
  );
  const background = { background: '/background/12', retryAfter: 0.01 };
  await expect(client.background.finished(background)).rejects.toMatchObject({ code: 'stock.short', status: 409 });
});

test('connections stay open, and each serves one request at a time', async () => {
  const { client, connections } = await service((_, response) => json(response, 200, { id: 1 }), { connections: 2 });
  for (let round = 0; round < 5; round += 1) await Promise.all([client.site.get(1), client.site.get(2)]);
  expect(connections()).toBeLessThanOrEqual(2);
});

test('a signal aborts a call', async () => {
  const { client } = await service(() => undefined);
  const broken = client.site.get(1, undefined, { signal: AbortSignal.timeout(50) });
  await expect(broken).rejects.toMatchObject({ name: 'TimeoutError' });
});
