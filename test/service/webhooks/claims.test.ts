import { beforeEach, expect, test } from 'vitest';
import { testService } from '../../support/test-service.ts';

/** First attempts, which workers claim and report. test/workflows/webhook/ tests the worker itself. */

const service = await testService({ config: 'webhooks: { attempts: 2, retry_every: 5m, switch_off_on_410: true }\n' });
const { client, sql } = service;
const { webhookdelivery } = client.engine;

beforeEach(async () => {
  await sql.query('delete from webhookattempt; delete from outbox');
});

async function webhookOf(event = 'customer.modified'): Promise<number> {
  const { data } = await client.event.list({ where: { name: event } });
  return (await client.webhook.create({ url: 'https://shop.example/hook', event_id: data[0]!.id })).id;
}

/** Queues first attempts of new deliveries with bodies of a size. */
async function queued(webhook: number, many: number, bytes = 2): Promise<void> {
  await sql.query(
    `with delivery as (
       insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body)
       select id, event_id, 1, 0, rpad('{', $3::int - 1) || '}' from webhook, generate_series(1, $2::int) where id = $1
       returning id, webhook_id, event_id)
     insert into webhookattempt (webhook_id, webhookdelivery_id, event_id, run, resend, bytes)
     select webhook_id, id, event_id, 'webhook/' || webhook_id || '/' || id, false, $3 from delivery order by id`,
    [webhook, many, bytes],
  );
}

const claim = async (body: { seconds: number; slow?: number[] } = { seconds: 30 }) =>
  (await webhookdelivery.claim(body)).attempts;
type Claimed = Awaited<ReturnType<typeof claim>>[number];
const keyOf = ({ id, log_id, webhookdelivery_id }: Claimed) => ({ id, log_id, webhookdelivery_id });
const report = (attempts: readonly Claimed[], result: object) =>
  webhookdelivery.report({
    results: attempts.map((attempt) => ({ ...keyOf(attempt), duration_ms: 5, ...result })),
    released: [],
  });
const rowsOf = async (table: string) => (await sql.query(`select * from ${table}`)).rows;

test('an attempt that arrives leaves the queue, is in the log, and starts no workflow', async () => {
  const webhook = await webhookOf();
  const { id } = await client.webhook.test(webhook);
  const [attempt, ...others] = await claim();
  expect(others).toEqual([]);
  expect(attempt).toMatchObject({ webhook_id: webhook, webhookdelivery_id: id, resend: false });
  expect(attempt!.headers).toMatchObject({ 'webhook-id': `msg_${id}`, 'webhook-sequence': '0' });
  expect(await client.webhooklog.get(attempt!.log_id)).toMatchObject({ outcome: 'sending', attempt: 1 });
  await report([attempt!], { status: 204 });
  expect(await client.webhooklog.get(attempt!.log_id)).toMatchObject({ outcome: 'delivered', status: 204 });
  expect(await client.webhookdelivery.get(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect([await rowsOf('webhookattempt'), await rowsOf('outbox')]).toEqual([[], []]);
  // A late report of another worker changes nothing.
  await report([attempt!], { status: 500 });
  expect(await client.webhookdelivery.get(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(await rowsOf('outbox')).toEqual([]);
});

test('an attempt that fails starts the workflow, which knows the failure, the order and the customer', async () => {
  const webhook = await webhookOf('salesorder.created');
  const customer = await client.customer.create({ type: 'Company', name: 'Alfreds' });
  const order = await client.salesorder.create({ customer_id: customer.id });
  await report(await claim(), { status: 503 });
  const [row] = await rowsOf('outbox');
  const delivery = row.payload.delivery;
  expect(row).toMatchObject({ kind: 'deliver', workflow_id: `webhook/${webhook}/${delivery}` });
  expect(row.payload).toMatchObject({
    ...{ webhook, event: 'salesorder.created', object: order.id, again: false, firstAttempt: 2, waitSeconds: 300 },
    ...{ why: 'the target answered 503', code: 'target.503', order: order.id, customer: customer.id },
  });
  expect(await client.webhookdelivery.get(delivery)).toMatchObject({ state: 'waiting', attempts: 1 });
  expect((await client.webhook.get(webhook)).failing_since).not.toBeNull();
  await client.webhook.remove(webhook);
});

test('an attempt whose failure is final starts no workflow', async () => {
  const webhook = await webhookOf();
  const { id } = await client.webhook.test(webhook);
  await report(await claim(), { status: 410 });
  expect(await client.webhookdelivery.get(id)).toMatchObject({ state: 'failed' });
  expect((await client.webhook.get(webhook)).active).toBe(false);
  expect(await rowsOf('outbox')).toEqual([]);
});

test('a batch stores each result as its own', async () => {
  const [good, bad] = [await webhookOf(), await webhookOf()];
  await queued(good, 3);
  await queued(bad, 3);
  const attempts = await claim();
  expect(attempts).toHaveLength(6);
  await webhookdelivery.report({
    results: attempts.map((attempt) => ({
      ...keyOf(attempt),
      ...(attempt.webhook_id === good
        ? { status: 200, headers: { 'x-is': 'good' }, body: 'thanks' }
        : { error: 'No such host.' }),
      duration_ms: attempt.webhook_id,
    })),
    released: [],
  });
  const logOf = async (webhook_id: number) => (await client.webhooklog.list({ where: { webhook_id } })).data;
  expect(
    (await logOf(good)).map(({ status, answer_body, error, duration_ms }) => [status, answer_body, error, duration_ms]),
  ).toEqual(Array.from({ length: 3 }, () => [200, 'thanks', null, good]));
  expect((await logOf(bad)).map(({ outcome, error, status }) => [outcome, error, status])).toEqual(
    Array.from({ length: 3 }, () => ['failed', 'No such host.', null]),
  );
  expect(await rowsOf('outbox')).toHaveLength(3);
});

test('an attempt without a report is due again, with the same delivery and the same log entry', async () => {
  const webhook = await webhookOf();
  await queued(webhook, 1);
  const [first] = await claim({ seconds: 1 });
  const again = await claim({ seconds: 30 });
  expect(again.map(keyOf)).toEqual([keyOf(first!)]);
  expect(again[0]!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(await client.webhookdelivery.get(first!.webhookdelivery_id)).toMatchObject({ attempts: 1 });
});

test('a released attempt is due again, and is not in the log until it is made', async () => {
  const webhook = await webhookOf();
  await queued(webhook, 1);
  const [attempt] = await claim();
  await webhookdelivery.report({ results: [], released: [{ ...keyOf(attempt!), seconds: 0 }] });
  expect(await client.webhookdelivery.get(attempt!.webhookdelivery_id)).toMatchObject({
    state: 'waiting',
    attempts: 0,
  });
  expect((await client.webhooklog.list({ where: { webhook_id: webhook } })).total).toBe(0);
  const [again] = await claim();
  expect(again).toMatchObject({ id: attempt!.id, webhookdelivery_id: attempt!.webhookdelivery_id });
  await report([again!], { status: 200 });
  expect((await client.webhooklog.list({ where: { webhook_id: webhook } })).data).toMatchObject([{ attempt: 1 }]);
});

test('a webhook that is slow or fails has ten attempts under way, and a fast one fifty; none waits for another', async () => {
  const [fast, slow, failing] = [await webhookOf(), await webhookOf(), await webhookOf()];
  for (const webhook of [slow, failing, fast]) await queued(webhook, 120);
  await sql.query('update webhook set failing_since = now() where id = $1', [failing]);
  const all: Claimed[] = [];
  const count = (webhook: number) => all.filter(({ webhook_id }) => webhook_id === webhook).length;
  for (let calls = 0; calls < 3 && all.length < 70; calls += 1)
    all.push(...(await claim({ seconds: 60, slow: [slow] })));
  expect([count(slow), count(failing), count(fast)]).toEqual([10, 10, 50]);
  // The oldest come first, and places that are free again are filled.
  const ids = all.flatMap(({ id, webhook_id }) => (webhook_id === fast ? [id] : []));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  await report(all.filter(({ webhook_id }) => webhook_id === fast).slice(0, 20), { status: 200 });
  expect((await claim({ seconds: 60, slow: [slow] })).map(({ webhook_id }) => webhook_id)).toEqual(
    Array.from({ length: 20 }, () => fast),
  );
});

test('a claim takes four MiB of bodies, and a larger body alone', async () => {
  const webhook = await webhookOf();
  await queued(webhook, 6, 1_000_000);
  expect((await claim()).length).toBe(5);
  expect((await claim()).length).toBe(1);
});

test('deliveries of a webhook that is switched off are dropped, and those of a deleted one leave the queue', async () => {
  const [off, gone, on] = [await webhookOf(), await webhookOf(), await webhookOf()];
  for (const webhook of [off, gone, on]) await queued(webhook, 2);
  await client.webhook.update(off, { active: false });
  await client.webhook.remove(gone);
  const attempts = await claim();
  expect(attempts.map(({ webhook_id }) => webhook_id)).toEqual([on, on]);
  const { rows } = await sql.query(
    'select webhook_id, state, count(*)::int as n from webhookdelivery where webhook_id = any($1) group by 1, 2 order by 1',
    [[off, gone]],
  );
  expect(rows).toEqual([off, gone].map((webhook_id) => ({ webhook_id, state: 'dropped', n: 2 })));
  expect(await rowsOf('webhookattempt')).toHaveLength(2);
});

test('a failed attempt at a webhook that was deleted meanwhile leaves its delivery dropped', async () => {
  const webhook = await webhookOf();
  await queued(webhook, 1);
  const attempts = await claim();
  await client.webhook.remove(webhook);
  await report(attempts, { status: 500 });
  expect(await client.webhookdelivery.get(attempts[0]!.webhookdelivery_id)).toMatchObject({ state: 'dropped' });
  expect(await rowsOf('outbox')).toEqual([]);
});

test('a call waits for an event, and a caller that has gone gets nothing', async () => {
  const webhook = await webhookOf('customer.created');
  const gone = new AbortController();
  const lost = webhookdelivery.claim({ seconds: 60 }, { signal: gone.signal }).catch(() => 'gone');
  await new Promise((resolve) => setTimeout(resolve, 200));
  gone.abort();
  expect(await lost).toBe('gone');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await client.customer.create({ type: 'Company', name: 'Antonio' });
  expect(await claim()).toHaveLength(1);

  const waiting = claim();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = performance.now();
  await client.customer.create({ type: 'Company', name: 'Berglunds' });
  expect(await waiting).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(1_000);
  await client.webhook.remove(webhook);
});

test('two workers never claim the same attempt', async () => {
  const webhook = await webhookOf();
  await queued(webhook, 40);
  const claimed = (await Promise.all([claim(), claim(), claim()].map((one) => Promise.race([one, timeout()])))).flat();
  expect(claimed.length).toBeGreaterThanOrEqual(40);
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
});

/** The calls that find nothing wait for ten seconds. */
const timeout = () => new Promise<Claimed[]>((resolve) => setTimeout(() => resolve([]), 2_000));
