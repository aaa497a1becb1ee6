import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldDeliveries } from '../../../service/platform/events/old-deliveries.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** The results of attempts, as the engine reports them. test/workflows/webhook/webhooks.test.ts tests the engine itself. */

const day = 86_400;
let service: TestService;
let lenient: TestService;
beforeAll(async () => {
  service = await startTestService({
    config:
      'webhooks: { switch_off_after: 2d, attempts: 2, retry_every: 5m, switch_off_on_410: true, follow_retry_after: true }\n',
  });
  lenient = await startTestService({ config: 'webhooks: { attempts: 2 }\n' });
});
afterAll(async () => {
  await service?.close();
  await lenient?.close();
});

async function webhookOf({ client }: TestService, event = 'customer.modified'): Promise<number> {
  const { data } = await client.event.list({ where: { name: event } });
  return (await client.webhook.create({ url: 'https://shop.example/hook', event_id: data[0]!.id })).id;
}

let runs = 0;
/** Makes attempts as the engine does, each with a result. */
async function tried({ client }: TestService, delivery: number, ...results: object[]) {
  const run = `run ${++runs}`;
  const replies = [];
  for (const [at, result] of results.entries()) {
    const { log_id } = await client.engine.webhookdelivery.attempt(delivery, { run, attempt: at + 1, again: at > 0 });
    replies.push(await client.engine.webhooklog.update(log_id!, { duration_ms: 5, ...result }));
  }
  return replies;
}
const failing = ({ sql }: TestService, webhook: number, seconds: number) =>
  sql.query('update webhook set failing_since = now() - make_interval(secs => $1) where id = $2', [seconds, webhook]);
const logOf = async ({ client }: TestService, webhook: number) =>
  (await client.webhooklog.list({ where: { webhook_id: webhook }, sort: 'id' })).data;

test('days of failures switch a webhook off, with an event and a log entry', async () => {
  const { client, sql } = service;
  const id = await webhookOf(service);
  const watching = await webhookOf(service, 'webhook.switchedoff');
  await failing(service, id, 2 * day - 60);
  await tried(service, (await client.webhook.test(id)).id, { status: 500 }, { status: 500 });
  expect((await client.webhook.get(id)).active).toBe(true);
  await failing(service, id, 2 * day);
  await tried(service, (await client.webhook.test(id)).id, { status: 500 }, { status: 500 });
  const why = 'Every delivery has failed for 48 hours.';
  expect(await client.webhook.get(id)).toMatchObject({ active: false, switched_off_why: why });
  const log = await logOf(service, id);
  expect(log.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'failed', 'switched_off']);
  expect(log.at(-1)).toMatchObject({ error: why, status: null, attempt: 2, next_attempt_at: null });
  const { rows } = await sql.query(
    `select h.detail from event_log h join event e on e.id = h.event_id where e.name = 'webhook.switchedoff' and h.object_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ detail: { why } }]);
  const { data } = await client.webhookdelivery.list({ where: { webhook_id: watching } });
  const bodies = await Promise.all(data.map((delivery) => client.webhookdelivery.body(delivery.id)));
  expect(bodies).toMatchObject([{ id, active: false, switched_off_why: why }]);
  // The log has such entries, and their deliveries can be sent again once the webhook is on.
  expect((await client.webhooklog.list({ filter: 'outcome = "switched_off"' })).total).toBe(1);
  await client.webhook.update(id, { active: true });
  expect((await client.webhooklog.resend(log.at(-1)!.id)).webhook_id).toBe(id);
});

test('without the configuration nothing switches a webhook off, and every answer but 2xx is tried again in five minutes', async () => {
  const { client } = lenient;
  const id = await webhookOf(lenient);
  await failing(lenient, id, 400 * day);
  await tried(lenient, (await client.webhook.test(id)).id, { status: 500 }, { error: 'No such host.' });
  expect((await client.webhook.get(id)).active).toBe(true);
  const asking = { status: 410, retry_after_seconds: 3600 };
  const [reply] = await tried(lenient, (await client.webhook.test(id)).id, asking);
  expect(reply).toEqual({ outcome: 'failed', again_in_seconds: 300 });
  expect((await client.webhook.get(id)).active).toBe(true);
});

test('the options make 410 switch a webhook off, and Retry-After move an attempt', async () => {
  const { client } = service;
  const id = await webhookOf(service);
  const asking = { status: 503, retry_after_seconds: 3600 };
  const [reply] = await tried(service, (await client.webhook.test(id)).id, asking);
  expect(reply).toEqual({ outcome: 'failed', again_in_seconds: 3600 });
  await tried(service, (await client.webhook.test(id)).id, { status: 410 });
  expect(await client.webhook.get(id)).toMatchObject({
    active: false,
    switched_off_why: 'The target answered 410: it is gone.',
  });
  expect((await logOf(service, id)).at(-1)!.outcome).toBe('switched_off');
});

test('a repeated request for a new secret gets the same secret, and the previous one keeps signing', async () => {
  const { client, sql } = service;
  const id = await webhookOf(service);
  const ask = () => client.webhook.secret(id, {}, { idempotencyKey: 'rotation' });
  const { rows: before } = await sql.query('select secret from webhook where id = $1', [id]);
  const first = await ask();
  expect(await ask()).toEqual(first);
  const { rows } = await sql.query('select secret, previous_secret from webhook where id = $1', [id]);
  expect(rows).toEqual([{ secret: first.secret, previous_secret: before[0].secret }]);
  const stored = await sql.query(`select body from idempotency where key = 'rotation'`);
  expect(stored.rows[0].body).not.toContain(first.secret);
});

test('a success clears the failures', async () => {
  const { client } = service;
  const id = await webhookOf(service);
  await tried(service, (await client.webhook.test(id)).id, { status: 500 });
  expect((await client.webhook.get(id)).failing_since).not.toBeNull();
  await tried(service, (await client.webhook.test(id)).id, { status: 204 });
  expect((await client.webhook.get(id)).failing_since).toBeNull();
});

test('the log shows when the next attempt is due, later if the target asks for it', async () => {
  const { client } = service;
  const id = await webhookOf(service);
  const [usual, delayed] = await Promise.all([client.webhook.test(id), client.webhook.test(id)]);
  expect(await tried(service, usual.id, { status: 503 })).toEqual([{ outcome: 'failed', again_in_seconds: 300 }]);
  expect(await tried(service, delayed.id, { status: 503, retry_after_seconds: 3_600 })).toEqual([
    { outcome: 'failed', again_in_seconds: 3_600 },
  ]);
  const waits = (await logOf(service, id)).map(
    ({ next_attempt_at, updated_at }) => (Date.parse(next_attempt_at!) - Date.parse(updated_at)) / 1_000,
  );
  expect(waits).toEqual([300, 3_600]);
});

test('the log is listed like other records', async () => {
  const { client } = service;
  const id = await webhookOf(service);
  await tried(service, (await client.webhook.test(id)).id, { status: 503, body: 'busy' }, { status: 200 });
  const list = async (filter: string) =>
    (await client.webhooklog.list({ filter: `webhook_id = ${id} && (${filter})`, embed: 'webhookdelivery,event' }))
      .data;
  expect((await list('status >= 500')).map(({ attempt }) => attempt)).toEqual([1]);
  expect((await list('outcome = "delivered"')).map(({ attempt }) => attempt)).toEqual([2]);
  expect(await list('webhookdelivery.state = "delivered" && event.name = "customer.modified"')).toHaveLength(2);
  expect(await list('created_at < now-1d')).toEqual([]);
});

test('old log entries and deliveries are deleted, except those that wait or were sent again', async () => {
  const { client, sql } = service;
  const id = await webhookOf(service);
  const [old, waiting, again, recent] = [1, 2, 3, 4].map(() => client.webhook.test(id)) as [never, never, never, never];
  const ids: Record<string, number> = {};
  for (const [name, made] of Object.entries({ old, waiting, again, recent }))
    ids[name] = (await (made as Promise<{ id: number }>)).id;
  await tried(service, ids.old!, { status: 200 });
  await tried(service, ids.again!, { status: 500 }, { status: 500 });
  await tried(service, ids.recent!, { status: 200 });
  const made = (name: string, days: number) =>
    sql.query(
      'update webhookdelivery set created_at = now() - make_interval(days => $1), updated_at = now() - make_interval(days => $1) where id = $2',
      [days, ids[name]],
    );
  for (const name of ['old', 'waiting', 'again']) await made(name, 31);
  await tried(service, ids.again!, { status: 200 });
  expect(await forgetOldDeliveries(service.database, 30 * day)).toEqual({ deleted: 1, dropped: [] });
  const left = (await client.webhookdelivery.list({ where: { webhook_id: id }, sort: 'id' })).data.map((one) => one.id);
  expect(left).toEqual([ids.waiting, ids.again, ids.recent].sort((a, b) => a! - b!));
  expect((await logOf(service, id)).filter((log) => log.webhookdelivery_id === ids.old)).toEqual([]);
});

test('the sample is the example of the catalogue if there is no record', async () => {
  const { client } = lenient;
  const id = await webhookOf(lenient, 'quote.created');
  const body = await client.webhookdelivery.body((await client.webhook.test(id)).id);
  const { data } = await client.event.list({ where: { name: 'quote.created' } });
  expect(body).toEqual(data[0]!.example);
});
