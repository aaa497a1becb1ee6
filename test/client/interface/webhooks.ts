import { expect, test } from 'vitest';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

export function webhooks({ client, unique }: TestContext): void {
  const url = 'https://shop.example.com/hook';
  const event = async (name: string) => (await client.event.list({ where: { name } })).data[0]!.id;

  test('the event log is followed from its end', async () => {
    const { next } = await client.eventlog.get({ after: 'latest' });
    const { id } = await client.webhook.create({ url, event_id: await event('customer.modified') });
    // An open transaction of another database on the server holds the log back.
    const page = () => client.eventlog.get({ after: String(next), limit: 1 });
    await expect.poll(page, { timeout: 20_000 }).toMatchObject({
      data: [{ event: 'webhook.created', object: 'webhook', object_id: id }],
      more: false,
    });
    await client.webhook.remove(id);
  });

  test('a webhook is created, changed and deleted', async () => {
    const event_id = await event('customer.modified');
    const made = await client.webhook.create({ url, event_id, headers: { 'x-shop': '7' }, filter: 'name = "A%"' });
    expect(Object.keys(made).sort()).toEqual(['created_at', 'event_id', 'id', 'updated_at', 'url']);
    const read = await client.webhook.get(made.id, { embed: 'event' });
    expect(read).toMatchObject({ active: true, filter: 'name = "A%"', event: { name: 'customer.modified' } });
    await expectReadable(client.webhook, made.id);
    expect(await client.webhook.update(made.id, { active: 0, filter: null })).toMatchObject({ active: false, url });
    await expect(client.webhook.test(made.id)).rejects.toMatchObject({ code: 'webhook.inactive' });
    await expect(client.webhook.create({ url: 'http://localhost/', event_id })).rejects.toMatchObject({
      code: 'body.invalid',
      errors: [{ pointer: '/url', detail: expect.any(String) }],
    });
    await expectRemoved(client.webhook, made.id);
  });

  test('a new secret is shown once, and the previous one signs for a day', async () => {
    const { id } = await client.webhook.create({ url, event_id: await event('customer.modified') });
    const { secret, previous_secret_until } = await client.webhook.secret(id);
    expect(secret).toMatch(/^whsec_/);
    expect(Date.parse(previous_secret_until) - Date.now()).toBeGreaterThan(86_000_000);
    expect(await client.webhook.get(id)).toMatchObject({ previous_secret_until });
    await client.webhook.remove(id);
  });

  test('an event that matches the filter is delivered, and each attempt is logged', async () => {
    const name = unique('Watched');
    const filter = `name = "${name}"`;
    const { id } = await client.webhook.create({ url, event_id: await event('customer.modified'), filter });
    const customer = await client.customer.create({ type: 'Company', name });
    await client.customer.update(customer.id, { status_id: customer.status_id, first_name: null });
    // The filter is evaluated after the commit.
    const deliveries = () => client.webhookdelivery.list({ where: { webhook_id: id } });
    await expect.poll(async () => (await deliveries()).total, { timeout: 10_000 }).toBe(1);
    const { data } = await deliveries();
    expect(data).toMatchObject([{ object_id: customer.id, state: 'waiting', attempts: 0 }]);
    const delivery = data[0]!;
    const body = await client.webhookdelivery.body(delivery.id);
    expect(body).toMatchObject({ id: customer.id, name });
    await expectReadable(client.webhookdelivery, delivery.id);

    const run = unique('run');
    const first = await client.engine.webhookdelivery.attempt(delivery.id, { run, attempt: 1, again: false });
    expect(first.url).toBe(url);
    expect(JSON.parse(first.body)).toEqual(body);
    expect(first.headers).toMatchObject({ 'webhook-event': 'customer.modified', 'webhook-id': `msg_${delivery.id}` });
    const log = first.log_id!;
    expect(await client.webhooklog.get(log)).toMatchObject({ attempt: 1, outcome: 'sending', status: null });
    const failed = await client.engine.webhooklog.update(log, { status: 503, body: 'busy', duration_ms: 12 });
    expect(failed).toMatchObject({ outcome: 'failed', again_in_seconds: expect.any(Number) });
    expect(await client.webhooklog.get(log)).toMatchObject({ outcome: 'failed', status: 503, answer_body: 'busy' });
    await expectReadable(client.webhooklog, log);

    expect(await client.webhooklog.resend(log)).toMatchObject({ id: delivery.id, attempts: 1 });
    const again = await client.engine.webhookdelivery.attempt(delivery.id, { run, attempt: 2, again: true });
    expect(await client.engine.webhooklog.update(again.log_id!, { status: 204, duration_ms: 9 })).toEqual({
      outcome: 'delivered',
      again_in_seconds: null,
    });
    expect(await client.webhookdelivery.get(delivery.id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('a delivery outlives its webhook', async () => {
    const { id } = await client.webhook.create({ url, event_id: await event('customer.modified') });
    const sample = await client.webhook.test(id);
    await client.webhook.remove(id);
    const left = await client.webhookdelivery.get(sample.id, { embed: 'webhook' });
    expect(left).toMatchObject({ webhook_id: id, webhook: null });
  });

  test('a worker claims first attempts, and reports them', async () => {
    const { id } = await client.webhook.create({ url, event_id: await event('customer.modified') });
    const sample = await client.webhook.test(id);
    const { attempts } = await client.engine.webhookdelivery.claim({ seconds: 60 });
    const own = attempts.find(({ webhookdelivery_id }) => webhookdelivery_id === sample.id);
    expect(own).toMatchObject({ webhook_id: id, url, resend: false });
    const { log_id, webhookdelivery_id } = own!;
    const result = { id: own!.id, log_id, webhookdelivery_id, status: 204, duration_ms: 3 };
    await client.engine.webhookdelivery.report({ results: [result], released: [] });
    expect((await client.webhookdelivery.get(sample.id)).state).toBe('delivered');
    await client.webhook.remove(id);
  });

  test('a sample is a delivery, and failed deliveries are sent again together', async () => {
    const { id } = await client.webhook.create({ url, event_id: await event('customer.modified') });
    const since = new Date(Date.now() - 60_000).toISOString();
    const sample = await client.webhook.test(id);
    expect(sample).toMatchObject({ webhook_id: id, state: 'waiting' });
    expect(await client.webhook.resend({ since, webhook_id: id })).toEqual({
      id: null,
      deliveries: 0,
      switched_off: 0,
    });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { log_id } = await client.engine.webhookdelivery.attempt(sample.id, {
        run: 'sample',
        attempt,
        again: false,
      });
      await client.engine.webhooklog.update(log_id!, { error: 'No such host.', duration_ms: 3 });
    }
    expect((await client.webhookdelivery.get(sample.id)).state).toBe('failed');
    const one = { deliveries: 1, switched_off: 0 };
    expect(await client.webhook.resend({ since, webhook_id: id, dry_run: true })).toEqual({ id: null, ...one });
    const resent = await client.webhook.resend({ since, webhook_id: id });
    expect(resent).toMatchObject(one);
    await expectReadable(client.resend, resent.id!);
    expect(await client.resend.get(resent.id!)).toMatchObject({ state: 'running', total: 1, pending: 1 });
    expect(await client.resend.cancel(resent.id!)).toMatchObject({ state: 'canceled', not_sent: 0, pending: 1 });
    await client.webhook.update(id, { active: false });
    expect(await client.webhook.resend({ since, webhook_id: id })).toMatchObject({ id: null, deliveries: 0 });
    await client.webhook.remove(id);
  });
}
