import { expect, test } from 'vitest';
import { testService } from '../../support/test-service.ts';

/** Resends of failed deliveries. The tests report attempts as the engine does. */

const service = await testService({ config: 'webhooks: { attempts: 2, retry_every: 5m, switch_off_on_410: true }\n' });

const since = '2026-01-01';

/** Creates a webhook with failed deliveries. */
async function failing(deliveries: number): Promise<number> {
  const { client } = service;
  const { data } = await client.event.list({ where: { name: 'customer.modified' } });
  const { id } = await client.webhook.create({ url: 'https://shop.example/hook', event_id: data[0]!.id });
  await service.sql.query(
    `insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body, state, attempts)
     select $1, $2, n, n, '{}', 'failed', 2 from generate_series(1, $3::int) n`,
    [id, data[0]!.id, deliveries],
  );
  return id;
}

interface Message {
  workflow_id: string;
  payload: { delivery: number };
}
/** Returns the attempts at a webhook that are queued for the workers, in their sequence. */
const messagesOf = async (webhook: number): Promise<Message[]> =>
  (
    await service.sql.query<Message>(
      `select run as workflow_id, json_build_object('delivery', webhookdelivery_id) as payload from webhookattempt where webhook_id = $1 order by id`,
      [webhook],
    )
  ).rows;

/** Makes the attempts of these deliveries one after the other, each with a result. */
async function tried({ workflow_id: run, payload }: Message, ...statuses: number[]): Promise<void> {
  for (const [at, status] of statuses.entries()) {
    const attempt = { run, attempt: at + 1, again: true };
    const { log_id } = await service.client.engine.webhookdelivery.attempt(payload.delivery, attempt);
    for (const _ of ['first result', 'same result again'])
      if (log_id !== null) await service.client.engine.webhooklog.update(log_id, { status, duration_ms: 5 });
  }
}
const resend = async (webhook_id: number) => (await service.client.webhook.resend({ since, webhook_id })).id!;
const statesOf = async (webhook_id: number) => {
  const { rows } = await service.sql.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from webhookdelivery where webhook_id = $1 group by 1 order by 1',
    [webhook_id],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

test('a resend has a few deliveries of each webhook under way, and one more after each attempt', async () => {
  const { client } = service;
  const [many, few] = [await failing(40), await failing(3)];
  expect(await client.webhook.resend({ since, dry_run: true })).toEqual({ id: null, deliveries: 43, switched_off: 0 });
  const { id, ...answer } = await client.webhook.resend({ since });
  expect(answer).toEqual({ deliveries: 43, switched_off: 0 });
  expect([(await messagesOf(many)).length, (await messagesOf(few)).length]).toEqual([12, 3]);
  expect(await client.resend.get(id!)).toMatchObject({ state: 'running', total: 43, pending: 43, webhook_id: null });

  await tried((await messagesOf(many))[0]!, 204);
  expect((await messagesOf(many)).length).toBe(13);
  // A failed first attempt makes room too: a delivery that waits for its second attempt does not block others.
  await tried((await messagesOf(many))[1]!, 500);
  expect(await client.resend.get(id!)).toMatchObject({ delivered: 1, failed: 0, pending: 42 });
  await tried((await messagesOf(many))[1]!, 500, 500);
  expect((await messagesOf(many)).length).toBe(14);
  expect(await client.resend.get(id!)).toMatchObject({ delivered: 1, failed: 1, pending: 41 });

  for (let at = 2; at < 40; at += 1) await tried((await messagesOf(many))[at]!, 200);
  for (const one of await messagesOf(few)) await tried(one, 503, 200);
  expect((await messagesOf(many)).map(({ payload }) => payload.delivery)).toEqual(
    [...new Set((await messagesOf(many)).map(({ payload }) => payload.delivery))].sort((a, b) => a - b),
  );
  const { finished_at, ...over } = await client.resend.get(id!, { embed: 'user' });
  expect(over).toMatchObject({ state: 'done', total: 43, delivered: 42, failed: 1, not_sent: 0, pending: 0 });
  expect([over.user?.first_name, finished_at === null]).toEqual(['Administrator', false]);
  const log = await client.webhooklog.list({ filter: `webhookdelivery.resend_id = ${id} && outcome = "failed"` });
  expect(log.total).toBe(5);
  const failed = await client.webhookdelivery.list({ where: { resend_id: id!, state: 'failed' } });
  expect(failed.total).toBe(1);

  // A single delivery that is sent again later counts as delivered.
  const entry = log.data.find(({ webhookdelivery_id }) => webhookdelivery_id === failed.data[0]!.id);
  await client.webhooklog.resend(entry!.id);
  await tried((await messagesOf(many)).at(-1)!, 200);
  expect(await client.resend.get(id!)).toMatchObject({ delivered: 43, failed: 0, pending: 0 });
});

test('two resends at the same time share the deliveries, and send none twice', async () => {
  const webhook = await failing(10);
  const both = await Promise.all([1, 2].map(() => service.client.webhook.resend({ since, webhook_id: webhook })));
  expect(both.map(({ deliveries }) => deliveries).sort()).toEqual([0, 10]);
  expect(both.map(({ id }) => id === null).sort()).toEqual([false, true]);
  expect(await messagesOf(webhook)).toHaveLength(10);
});

test('a canceled resend finishes the deliveries under way, and the others stay failed', async () => {
  const { client } = service;
  const webhook = await failing(40);
  const id = await resend(webhook);
  expect(await client.resend.cancel(id)).toMatchObject({
    state: 'canceled',
    not_sent: 28,
    pending: 12,
    finished_at: null,
  });
  expect(await client.resend.cancel(id)).toMatchObject({ state: 'canceled', not_sent: 28 });
  expect(await statesOf(webhook)).toEqual({ failed: 28, waiting: 12 });
  for (const one of await messagesOf(webhook)) await tried(one, 200);
  expect(await messagesOf(webhook)).toHaveLength(12);
  const over = await client.resend.get(id);
  expect(over).toMatchObject({ state: 'canceled', delivered: 12, pending: 0 });
  expect(over.finished_at).not.toBeNull();
  const next = await resend(webhook);
  expect(await client.resend.get(next)).toMatchObject({ total: 28, pending: 28 });
  for (let at = 12; at < 40; at += 1) await tried((await messagesOf(webhook))[at]!, 200);
  const refused = await service.call('POST', `/resend/${next}/cancel`);
  expect([refused.status, refused.body.code]).toEqual([409, 'record.state']);
  expect((await service.call('POST', '/resend/999999/cancel')).status).toBe(404);
});

test('a resend skips a webhook that was switched off, and its deliveries can be sent once it is on', async () => {
  const { client } = service;
  const webhook = await failing(40);
  const id = await resend(webhook);
  const [first, second, third] = await messagesOf(webhook);
  await tried(first!, 410);
  expect((await client.webhook.get(webhook)).active).toBe(false);
  await tried(second!, 200);
  await tried(third!, 200);
  // One of the forty failed. Two were under way and are dropped, and one more was started after the first.
  expect(await client.resend.get(id)).toMatchObject({ failed: 1, not_sent: 2 + 27, pending: 10 });
  expect(await statesOf(webhook)).toEqual({ dropped: 2, failed: 1 + 27, waiting: 10 });
  await client.webhook.update(webhook, { active: true });
  expect((await client.webhook.resend({ since, webhook_id: webhook })).deliveries).toBe(28 + 2);
});

test('a resend includes deliveries that were dropped when their webhook was switched off', async () => {
  const { client } = service;
  const webhook = await failing(1);
  const waiting = await client.webhook.test(webhook);
  await client.webhook.update(webhook, { active: false });
  const attempt = { run: `first ${waiting.id}`, attempt: 1, again: false };
  expect((await client.engine.webhookdelivery.attempt(waiting.id, attempt)).log_id).toBeNull();
  expect((await client.webhookdelivery.get(waiting.id)).state).toBe('dropped');
  const ask = { since, webhook_id: webhook };
  expect(await client.webhook.resend(ask)).toEqual({ id: null, deliveries: 0, switched_off: 2 });
  await client.webhook.update(webhook, { active: true });
  expect((await client.webhook.resend(ask)).deliveries).toBe(2);
  await tried((await messagesOf(webhook)).at(-1)!, 200);
  expect((await client.webhookdelivery.get(waiting.id)).state).toBe('delivered');
});

test('a dropped delivery that is sent again later is counted in its resend', async () => {
  const { client } = service;
  const webhook = await failing(2);
  const id = await resend(webhook);
  const [first] = await messagesOf(webhook);
  await tried(first!, 500);
  await client.webhook.update(webhook, { active: false });
  await client.engine.webhookdelivery.attempt(first!.payload.delivery, {
    run: first!.workflow_id,
    attempt: 2,
    again: true,
  });
  expect(await client.resend.get(id)).toMatchObject({ not_sent: 1, pending: 1 });
  await client.webhook.update(webhook, { active: true });
  const { data: log } = await client.webhooklog.list({ where: { webhook_id: webhook } });
  await client.webhooklog.resend(log[0]!.id);
  await tried((await messagesOf(webhook)).at(-1)!, 200);
  expect(await client.resend.get(id)).toMatchObject({ delivered: 1, not_sent: 0, pending: 1, state: 'running' });
});

test('a resend has no pending delivery of a deleted webhook', async () => {
  const { client } = service;
  const webhook = await failing(40);
  const id = await resend(webhook);
  const [first, second] = await messagesOf(webhook);
  await tried(first!, 200);
  await client.webhook.remove(webhook);
  expect(await messagesOf(webhook)).toEqual([]);
  expect(await client.resend.get(id)).toMatchObject({ state: 'done', delivered: 1, not_sent: 39, pending: 0 });
  await tried(second!, 200);
  expect(await client.resend.get(id)).toMatchObject({ delivered: 1, not_sent: 39 });
});
