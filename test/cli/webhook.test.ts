import { expect, test } from 'vitest';
import { listWebhooks, webhookTable } from '../../cli/webhook/list.ts';
import { listen } from '../../cli/webhook/listen.ts';
import { logTable, webhookLog } from '../../cli/webhook/log.ts';
import { resend, resendText, timeOf } from '../../cli/webhook/resend.ts';
import { exitCodeOf, followResend, listResends, resendsTable } from '../../cli/webhook/resends.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { testService } from '../support/test-service.ts';
import { silentTerminal } from './import/folder.ts';

const service = await testService({ config: 'webhooks: { attempts: 2 }\n' });
const { client } = service;
const { data } = await client.event.list({ where: { name: 'customer.created' } });
const url = 'https://shop.example/hook?key=secret';
const webhook = (await client.webhook.create({ url, event_id: data[0]!.id, filter: 'name = "A%"' })).id;
const { id } = await client.webhook.test(webhook);
for (const attempt of [1, 2]) {
  const { log_id } = await client.engine.webhookdelivery.attempt(id, { run: 'first', attempt, again: false });
  const refused = attempt === 1 ? { status: 503, body: 'busy' } : { error: 'shop.example leads to no address' };
  await client.engine.webhooklog.update(log_id!, { duration_ms: 87, ...refused });
}

const lines = (text: string) => text.trimEnd().split('\n');

test('webhooks are listed with what they wait for and how they are', async () => {
  const [head, line] = lines(webhookTable(await listWebhooks(service.client), { ...silentTerminal(), columns: 160 }));
  expect(head).toMatch(/^ *id +event +url +filter +state$/);
  expect(line).toMatch(/customer\.created +https:\/\/shop\.example\/hook\?key=secret +name = "A%" +failing since 20/);
});

test('the log says what was answered, and names the host of the target alone', async () => {
  const found = await webhookLog(service.client, { webhook, limit: 50 });
  const text = logTable(found, { ...silentTerminal(), columns: 160 });
  expect(lines(text)).toHaveLength(3);
  expect(text).not.toContain('secret');
  const [, last, first] = lines(text);
  expect(first).toMatch(/customer\.created +shop\.example +1 +failed, 503 +87 +20/);
  expect(last).toMatch(/ 2 +failed: shop\.example leads to/);
  expect((await webhookLog(service.client, { failed: true, filter: 'status = 503', limit: 50 })).total).toBe(1);
  expect(logTable(await webhookLog(service.client, { webhook: webhook + 1, limit: 50 }), silentTerminal())).toBe(
    'The log has no entries.\n',
  );
  expect(logTable(await webhookLog(service.client, { limit: 1 }), silentTerminal())).toContain('1 of 2; --limit');
});

test('failed deliveries are sent again by log entry or since a time, with a dry run first', async () => {
  const { client } = service;
  expect(await resend(client, [], { since: '1h', dryRun: true })).toEqual({ id: null, deliveries: 1, switched_off: 0 });
  const queued = async () => (await service.sql.query('select 1 from webhookattempt')).rows.length;
  const before = await queued();
  const { id, ...resent } = await resend(client, [], { since: '1h', webhook });
  expect(resent).toEqual({ deliveries: 1, switched_off: 0 });
  expect(await queued()).toBe(before + 1);
  const [entry] = (await webhookLog(client, { limit: 1 })).records;
  await resend(client, [entry!.id], {});
  expect(await queued()).toBe(before + 2);
  await expect(resend(client, [], {})).rejects.toThrow('Select the deliveries');
  await expect(resend(client, [1], { since: '1h' })).rejects.toThrow('Select the deliveries');
  expect(resendText({ id: null, deliveries: 1_200, switched_off: 3 }, true)).toBe(
    '1,200 deliveries would be sent again. 3 omitted: their webhook is switched off or deleted.\n',
  );
  const one = { id: 7, deliveries: 1, switched_off: 0 };
  expect(resendText(one, false)).toBe(
    '1 delivery sent again. For the outcomes: conveyor webhook resends 7 --follow.\n',
  );

  const terminal = silentTerminal();
  const written: string[] = [];
  const live = { ...terminal, live: true, write: (text: string) => void written.push(text) };
  const following = followResend(client, id!, live);
  await expect.poll(() => written.join('')).toContain('0 of 1');
  const { rows } = await service.sql.query(
    `select webhookdelivery_id as delivery, run from webhookattempt where run like '%/resend/%'`,
  );
  const { delivery, run } = rows[0];
  const { log_id } = await client.engine.webhookdelivery.attempt(delivery, { run, attempt: 1, again: true });
  await client.engine.webhooklog.update(log_id!, { status: 200, duration_ms: 5 });
  const over = await following;
  expect([over.delivered, exitCodeOf(over)]).toEqual([1, 0]);
  expect(written.join('')).toContain('done, 1 delivered');
  expect([exitCodeOf({ ...over, failed: 1 }), exitCodeOf({ ...over, state: 'canceled' })]).toEqual([1, 3]);
  const listed = await listResends(client, undefined, { limit: 5 });
  const [, shown] = lines(resendsTable(listed, { ...terminal, columns: 160 }));
  expect(shown).toMatch(new RegExp(`^ *${id} +20.* ${webhook} +done +1 +1 delivered$`));
  expect(await listResends(client, id!, { limit: 5 })).toEqual(listed);
  await expect(listResends(client, id!, { cancel: true, limit: 5 })).rejects.toThrow('is done');
  await expect(listResends(client, undefined, { cancel: true, limit: 5 })).rejects.toThrow('need the id of a resend');
});

test('if the service may not call this machine, the error names the setting', async () => {
  const events = ['customer.created'];
  const port = await threeFreePorts();
  await expect(listen({ port, status: 200 }, { client: service.client, events })).rejects.toThrow(
    /^The service does not call this machine: .*their network\. Add `webhooks: allow_networks: \[127\.0\.0\.1\]`/,
  );
});

test('a time is a timestamp or a duration ago', () => {
  const now = Date.parse('2026-04-23T12:00:00Z');
  expect(timeOf('2h', now)).toBe('2026-04-23T10:00:00.000Z');
  expect(timeOf('3d', now)).toBe('2026-04-20T12:00:00.000Z');
  expect(timeOf('2026-04-23T08:00:00+02:00', now)).toBe('2026-04-23T06:00:00.000Z');
  expect(() => timeOf('yesterday', now)).toThrow('yesterday is not a time');
});
