import { afterEach, expect, test } from 'vitest';
import { isBackground, ProblemError, TransportError } from '../../client/client.ts';
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

test('a call carries the key as Basic credentials, who asks, and its query encoded', async () => {
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

test('a service below a path is reached there', async () => {
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

test('what the service refuses is thrown with code, status, detail and members', async () => {
  const warnings = [{ code: 'stock.short', message: 'B-17 is short', pointer: '/lines/0' }];
  const { client } = await service((_, response) =>
    json(response, 428, { code: 'order.warnings', status: 428, title: 'Warnings', detail: 'Answer them.', warnings }),
  );
  const error = await client.salesorder.issue(1).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: 'order.warnings', status: 428, detail: 'Answer them.', members: { warnings } });
  expect(error.passing).toBe(false);
});

test("a proxy's error page is an error with a code too", async () => {
  const { client } = await service((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'), {
    retries: 0,
  });
  await expect(client.site.get(1)).rejects.toMatchObject({ code: 'http.502', status: 502, passing: true });
});

test('reading is tried again after 503 and after a connection that breaks', async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count === 1) json(response, 503, { code: 'service.unavailable', detail: 'Not ready.' });
    else if (count === 2) response.destroy();
    else json(response, 200, { id: 1, name: 'Main' });
  });
  expect(await client.site.get(1)).toEqual({ id: 1, name: 'Main' });
  expect(seen).toHaveLength(3);
});

test('a POST is not sent twice, unless it has an idempotency key', async () => {
  const { client, seen } = await service((_, response, count) => {
    if (count === 3) json(response, 201, { id: 9 });
    else response.destroy();
  });
  const adjustment = { part_id: 1, location_id: 2, qty: 5, reason: 'found' };
  await expect(client.inventoryadjustment.create(adjustment)).rejects.toBeInstanceOf(TransportError);
  expect(seen).toHaveLength(1);
  const made = await client.inventoryadjustment.create(adjustment, { idempotencyKey: 'found-1' });
  expect(made).toEqual({ id: 9 });
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'found-1', 'found-1']);
});

test('a repeated POST waits for its first attempt, where that is still at work', async () => {
  const { client } = await service((_, response, count) => {
    if (count === 1) response.destroy();
    else if (count === 2) json(response, 409, { code: 'idempotency.running', detail: 'Still running.' });
    else json(response, 201, { id: 9 });
  });
  const adjustment = { part_id: 1, location_id: 2, qty: 5, reason: 'found' };
  expect(await client.inventoryadjustment.create(adjustment, { idempotencyKey: 'found-2' })).toEqual({ id: 9 });
});

test('refusals and defects are not tried again', async () => {
  const { client, seen } = await service((_, response, count) =>
    json(response, count === 1 ? 404 : 500, { code: count === 1 ? 'record.unknown' : 'service.defect', detail: 'No.' }),
  );
  await expect(client.site.get(1)).rejects.toMatchObject({ code: 'record.unknown' });
  await expect(client.site.get(1)).rejects.toMatchObject({ code: 'service.defect' });
  expect(seen).toHaveLength(2);
});

test('attempts end', async () => {
  const { client, seen } = await service((_, response) => response.destroy(), { retries: 2 });
  await expect(client.site.get(1)).rejects.toBeInstanceOf(TransportError);
  expect(seen).toHaveLength(3);
});

test('a background answer names where to ask, and finished waits for what it would have been', async () => {
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

test('a background operation that was refused throws what it was refused with', async () => {
  const body = { code: 'stock.short', status: 409, detail: 'B-17 is short.' };
  const { client } = await service((_, response) =>
    json(response, 200, { id: 12, state: 'failed', answer: { status: 409, body } }),
  );
  const background = { background: '/background/12', retryAfter: 0.01 };
  await expect(client.background.finished(background)).rejects.toMatchObject({ code: 'stock.short', status: 409 });
});

test('connections are kept open, and one serves one request at a time', async () => {
  const { client, connections } = await service((_, response) => json(response, 200, { id: 1 }), { connections: 2 });
  for (let round = 0; round < 5; round += 1) await Promise.all([client.site.get(1), client.site.get(2)]);
  expect(connections()).toBeLessThanOrEqual(2);
});

test('a call can be broken off', async () => {
  const { client } = await service(() => undefined);
  const broken = client.site.get(1, undefined, { signal: AbortSignal.timeout(50) });
  await expect(broken).rejects.toMatchObject({ name: 'TimeoutError' });
});
