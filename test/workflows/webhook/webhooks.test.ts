import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@temporalio/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../support/test-service.ts';
import { until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-eight bytes').toString('base64')}`;

/** A request that arrived at the target. */
interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

let engine: WholeEngine;
let service: TestService;
let temporal: Client;
const received: ReceivedRequest[] = [];
let answer: (response: ServerResponse, request: ReceivedRequest) => void = (response) => response.end();
const target = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const one = {
      path: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    };
    received.push(one);
    answer(response, one);
  });
});
let at: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  engine = await wholeEngine({
    config:
      'webhooks: { retry_every: 1s, allow_networks: [127.0.0.1], switch_off_after: 1h, switch_off_on_410: true }\n',
    worker: { webhooks: { timeoutSeconds: 2, allowNetworks: ['127.0.0.1'] } },
  });
  ({ testService: service, temporal } = engine);
});

afterAll(async () => {
  await engine.stop();
  target.close();
  target.closeAllConnections();
});

const eventIds = new Map<string, number>();
async function webhookFor(event: string, more: object = {}) {
  if (eventIds.size === 0) {
    for (const { id, name } of (await service.client.event.list({ perPage: 100 })).data) eventIds.set(name, id);
    for (const { id, name } of (await service.client.event.list({ perPage: 100, page: 2 })).data)
      eventIds.set(name, id);
  }
  const path = `/${Math.random().toString(36).slice(2)}`;
  const made = await service.call('POST', '/webhook', {
    url: at + path,
    event_id: eventIds.get(event),
    secret,
    ...more,
  });
  expect(made.status).toBe(201);
  const mine = () => received.filter((one) => one.path === path);
  return { id: made.body.id as number, answer: made.body, mine };
}

const customer = (name: string) => service.client.customer.create({ type: 'Company', name });
const logOf = async (id: number) =>
  (await service.client.webhooklog.list({ filter: `webhook_id = ${id}`, sort: 'id' } as never)).data;

describe('a webhook', () => {
  test('gets the object as GET shows it, with a signature that the official library accepts', async () => {
    const { id, answer: made, mine } = await webhookFor('customer.created', { headers: { 'X-Shop': 'one' } });
    expect(Object.keys(made).sort()).toEqual(['created_at', 'event_id', 'id', 'updated_at', 'url']);
    const { id: customerId } = await customer('Alfreds');
    await until(() => mine().length === 1, 'the delivery');
    const [{ headers, body }] = mine() as [ReceivedRequest];
    expect(JSON.parse(body)).toEqual((await service.call('GET', `/customer/${customerId}`)).body);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ name: 'Alfreds' });
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    expect(headers).toMatchObject({
      'webhook-event': 'customer.created',
      'x-shop': 'one',
      'content-type': 'application/json',
    });
    await until(async () => (await logOf(id))[0]?.outcome === 'delivered', 'the log');
    const [log] = await logOf(id);
    expect(log).toMatchObject({ attempt: 1, status: 200, next_attempt_at: null, error: null });
    expect((log!.request_headers as Record<string, string>)['X-Shop']).toBe('…');
  });

  test('gets only the events that match its filter', async () => {
    const { mine } = await webhookFor('customer.created', { filter: 'name = "A%"' });
    await customer('Berglunds');
    await customer('Antonio');
    await until(() => mine().length > 0, 'the delivery');
    expect(mine().map(({ body }) => JSON.parse(body).name)).toEqual(['Antonio']);
  });

  test('is tried three times, with the same bytes and id and a later time each', async () => {
    const { id, mine } = await webhookFor('customer.created');
    answer = (response) => {
      response.writeHead(500, { 'x-why': 'broken' }).end('out of order');
    };
    await customer('Bólido');
    await until(
      async () => (await logOf(id)).length === 3 && (await logOf(id))[2]!.outcome === 'failed',
      'three attempts',
    );
    answer = (response) => response.end();
    const [first, second, third] = mine() as [ReceivedRequest, ReceivedRequest, ReceivedRequest];
    expect(new Set(mine().map(({ body }) => body)).size).toBe(1);
    expect(new Set(mine().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(second.at - first.at).toBeGreaterThan(900);
    expect(third.at - second.at).toBeGreaterThan(900);
    const log = await logOf(id);
    expect(log.map(({ attempt, status, answer_body }) => [attempt, status, answer_body])).toEqual([
      [1, 500, 'out of order'],
      [2, 500, 'out of order'],
      [3, 500, 'out of order'],
    ]);
    expect(log[0]!.next_attempt_at).not.toBeNull();
    expect(log[2]!.next_attempt_at).toBeNull();

    const again = await service.client.webhooklog.resend(log[0]!.id);
    expect(again.state).toBe('failed');
    await until(async () => (await logOf(id))[3]?.outcome === 'delivered', 'the resend');
    expect(mine()[3]!.body).toBe(first.body);
    expect(mine()[3]!.headers['webhook-id']).toBe(first.headers['webhook-id']);
  });

  test('has its failed deliveries sent again, each in its turn, and the resend shows the results', async () => {
    const { id, mine } = await webhookFor('customer.created', { filter: 'name = "nobody"' });
    await service.sql.query(
      `insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body, state, attempts)
       select id, event_id, n, n, '{"id":' || n || '}', 'failed', 3 from webhook, generate_series(1, 60) n where id = $1`,
      [id],
    );
    // The target always refuses one delivery and refuses another once; the others succeed at the same time.
    answer = (response, { body }) => {
      const tries = mine().filter((one) => one.body === body).length;
      response.writeHead(body === '{"id":1}' || (body === '{"id":2}' && tries === 1) ? 503 : 204).end();
    };
    const since = '2026-01-01';
    const { id: resend, deliveries } = await service.client.webhook.resend({ since, webhook_id: id });
    expect(deliveries).toBe(60);
    await until(async () => (await service.client.resend.get(resend!)).state === 'done', 'the resend');
    answer = (response) => response.end();
    expect(await service.client.resend.get(resend!)).toMatchObject({
      delivered: 59,
      failed: 1,
      not_sent: 0,
      pending: 0,
    });
    expect(mine()).toHaveLength(60 + 3);
    const log = await service.client.webhooklog.list({ where: { 'webhookdelivery.resend_id': resend! } });
    expect(log.total).toBe(60 + 3);
  });
});

describe('a webhook', () => {
  test('shows its attempts and timers in the history of its workflow', async () => {
    const { id } = await webhookFor('customer.created');
    answer = (response) => response.writeHead(503).end();
    await customer('Chop-suey');
    await until(async () => (await logOf(id))[2]?.outcome === 'failed', 'three attempts');
    answer = (response) => response.end();
    const [log] = await logOf(id);
    const handle = temporal.workflow.getHandle(`webhook/${id}/${log!.webhookdelivery_id}`);
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'target.503', message: 'The last of 3 attempts failed: the target answered 503.' },
    });
    const { events } = await handle.fetchHistory();
    const timers = events!.flatMap((event) => event.timerStartedEventAttributes ?? []);
    expect(timers.map(({ startToFireTimeout }) => Number(startToFireTimeout!.seconds))).toEqual([1, 1]);
    const summaries = events!.flatMap(({ userMetadata }) =>
      userMetadata?.summary ? [String(userMetadata.summary.data)] : [],
    );
    const host = new URL(at).host;
    // The worker has made the first attempt, before the workflow began.
    expect(summaries).not.toContain(`"First attempt at ${host}"`);
    expect(summaries).toContain('"Second attempt in 1 second: the target answered 503"');
    expect(summaries).toContain(`"Second attempt at ${host}"`);
    expect(summaries).toContain(`"Third attempt at ${host}"`);
  });

  test('whose target is gone is switched off, with an event and a reason', async () => {
    const off = await webhookFor('webhook.switchedoff');
    const { id } = await webhookFor('customer.created');
    answer = (response, one) =>
      response.writeHead(one.headers['webhook-event'] === 'customer.created' ? 410 : 200).end();
    await customer('Gone');
    await until(async () => (await service.client.webhook.get(id)).active === false, 'the switch');
    // Other webhooks for the same event are switched off as well.
    await until(() => off.mine().some(({ body }) => JSON.parse(body).id === id), 'the event');
    answer = (response) => response.end();
    expect(await service.client.webhook.get(id)).toMatchObject({
      switched_off_why: 'The target answered 410: it is gone.',
    });
    await service.client.webhook.update(id, { active: true });
    expect(await service.client.webhook.get(id)).toMatchObject({ active: true, switched_off_at: null });
  });

  test('signs with the old and the new secret after a rotation', async () => {
    const { id, mine } = await webhookFor('customer.created');
    const { secret: next } = await service.client.webhook.secret(id, {});
    await customer('Rotated');
    await until(() => mine().length === 1, 'the delivery');
    const { body, headers } = mine()[0]!;
    for (const one of [secret, next]) {
      expect(new Webhook(one).verify(body, headers as Record<string, string>)).toMatchObject({ name: 'Rotated' });
    }
    expect(JSON.stringify((await service.call('GET', `/webhook/${id}`)).body)).not.toContain('whsec_');
  });

  test('gets a sample when it is tested', async () => {
    const { id, mine } = await webhookFor('customer.deleted');
    expect((await service.call('POST', `/webhook/${id}/test`)).status).toBe(201);
    await until(() => mine().length === 1, 'the sample');
    expect(JSON.parse(mine()[0]!.body).id).toBeGreaterThan(0);
    expect(mine()[0]!.headers).toMatchObject({ 'webhook-event': 'customer.deleted', 'webhook-sequence': '0' });
  });

  test('is refused where its target is not public, its filter does not fit, or its event is unknown', async () => {
    const event_id = eventIds.get('customer.created');
    const refused = async (body: object) => (await service.call('POST', '/webhook', body)).body;
    expect(await refused({ url: 'http://10.0.0.1/', event_id })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/url' }],
    });
    expect(await refused({ url: 'file:///etc/passwd', event_id })).toMatchObject({ status: 422 });
    expect(await refused({ url: at, event_id: 9_999 })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/event_id' }],
    });
    expect(await refused({ url: at, event_id, filter: 'colour = 1' })).toMatchObject({ code: 'filter.invalid' });
    expect(await refused({ url: at, event_id, secret: 'short' })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/secret' }],
    });
  });
});

describe('a webhook', () => {
  test('whose target hangs delays no other', async () => {
    const slow = await webhookFor('customer.created');
    const quick = await webhookFor('customer.created');
    let hanging = 0;
    let most = 0;
    answer = (response, one) => {
      if (!slow.mine().includes(one)) return response.end();
      most = Math.max(most, ++hanging);
      response.on('close', () => hanging--);
    };
    for (let n = 0; n < 30; n++) await customer(`Quick ${n}`);
    await until(() => quick.mine().length === 30, 'thirty deliveries');
    // One target holds at most ten places of the worker.
    expect(most).toBeLessThanOrEqual(10);
    answer = (response) => response.end();
    await service.client.webhook.remove(slow.id);
  });

  test.each<[string, (response: ServerResponse) => void, object]>([
    ['a status that HTTP does not know', (response) => response.writeHead(999).end('go away'), { status: 999 }],
    [
      'that it is back in a thousand years',
      (response) => response.writeHead(503, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }).end(),
      { status: 503 },
    ],
    [
      'headers that are no UTF-8, and 20 KiB of control characters',
      (response) => response.writeHead(500, { 'x-odd': 'caf\u00e9' }).end(Buffer.alloc(20_000, 1)),
      { status: 500, answer_body: '\u0001'.repeat(16_384) },
    ],
    [
      'Latin-1 and a NUL',
      (response) =>
        response.writeHead(500, { 'content-type': 'text/plain' }).end(Buffer.from('ung\u00fcltig\0', 'latin1')),
      { status: 500, answer_body: 'ung\u00fcltig\u2400' },
    ],
  ])('whose target answers with %s has failed, and its log holds the answer', async (_, strange, logged) => {
    const { id, mine } = await webhookFor('customer.created');
    answer = strange;
    await customer('Comércio');
    await until(async () => (await logOf(id))[0]?.outcome === 'failed', 'the log');
    answer = (response) => response.end();
    expect(mine()).not.toHaveLength(0);
    const [log] = await logOf(id);
    expect(log).toMatchObject(logged);
    expect(log!.next_attempt_at).not.toBeNull();
  });

  test('gets nothing more after it was deleted', async () => {
    const { id, mine } = await webhookFor('customer.created');
    answer = (response) => response.writeHead(500).end();
    await customer('Deleted');
    await until(() => mine().length === 1, 'the first attempt');
    await service.client.webhook.remove(id);
    answer = (response) => response.end();
    await until(
      async () =>
        (
          await temporal.workflow
            .list({ query: `WorkflowId STARTS_WITH 'webhook/${id}/' AND ExecutionStatus = 'Running'` })
            [Symbol.asyncIterator]()
            .next()
        ).done === true,
      'its end',
    );
    expect(mine()).toHaveLength(1);
  });
});
