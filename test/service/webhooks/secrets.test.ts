import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret } from '../../../lib/outgoing/signing.ts';
import { testService } from '../../support/test-service.ts';

const service = await testService();

let runs = 0;
/** Returns the secrets that let a receiver accept the next attempt. */
async function verifications(webhook: number, secrets: readonly string[]): Promise<boolean[]> {
  const { client } = service;
  const { id } = await client.webhook.test(webhook);
  const { headers, body } = await client.engine.webhookdelivery.attempt(id, {
    run: `run ${++runs}`,
    attempt: 1,
    again: false,
  });
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
}

async function webhook(secret: string): Promise<number> {
  const { data } = await service.client.event.list({ where: { name: 'customer.created' } });
  return (await service.client.webhook.create({ url: 'https://shop.example/hook', event_id: data[0]!.id, secret })).id;
}

const replaced: [string, (id: number, secret: string) => Promise<unknown>][] = [
  ['POST /webhook/{id}/secret', (id, secret) => service.client.webhook.secret(id, { secret })],
  ['PUT /webhook/{id}', (id, secret) => service.client.webhook.update(id, { secret })],
];

test.each(replaced)('after %s both secrets sign for 24 hours, and then only the new one', async (_, replace) => {
  const [old, now, other] = [newSecret(), newSecret(), newSecret()];
  const id = await webhook(old);
  expect(await verifications(id, [old, now, other])).toEqual([true, false, false]);
  await replace(id, now);
  expect(await verifications(id, [old, now, other])).toEqual([true, true, false]);
  const until = Date.parse((await service.client.webhook.get(id)).previous_secret_until!);
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
  await service.sql.query(`update webhook set previous_secret_until = now() - interval '2 seconds' where id = $1`, [
    id,
  ]);
  expect(await verifications(id, [old, now, other])).toEqual([false, true, false]);
});

test.each(replaced)('after %s with the present secret nothing changes', async (_, replace) => {
  const [old, now] = [newSecret(), newSecret()];
  const id = await webhook(old);
  await replace(id, now);
  await replace(id, now);
  expect(await verifications(id, [old, now])).toEqual([true, true]);
});

test('the values of own headers are sent and never shown, and a hidden value keeps the present one', async () => {
  const { client, call } = service;
  const { data } = await client.event.list({ where: { name: 'customer.created' } });
  const headers = { Authorization: 'Bearer of the shop', 'X-Shop': 'one' };
  const { id } = await client.webhook.create({
    url: 'https://shop.example/hook',
    event_id: data[0]!.id,
    headers: headers,
  });
  const sent = async () => {
    const delivery = await client.webhook.test(id);
    const { headers } = await client.engine.webhookdelivery.attempt(delivery.id, {
      run: `run ${++runs}`,
      attempt: 1,
      again: false,
    });
    return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(authorization|x-)/i.test(name)));
  };
  const shown = { Authorization: '…', 'X-Shop': '…' };
  expect((await client.webhook.get(id)).headers).toEqual(shown);
  expect((await call('GET', `/webhook?id=${id}&fields=headers`)).body.data).toEqual([{ id, headers: shown }]);
  expect((await call('GET', `/webhookdelivery?embed=webhook`)).body.data.every(hidden)).toBe(true);
  expect(await sent()).toEqual(headers);

  const read = (await call('GET', `/webhook/${id}`)).body;
  const changed = await call('PUT', `/webhook/${id}`, { headers: { ...read.headers, 'X-More': 'two' }, active: true });
  expect([changed.status, changed.body.headers]).toEqual([200, { ...shown, 'X-More': '…' }]);
  expect(await sent()).toEqual({ ...headers, 'X-More': 'two' });

  await call('PUT', `/webhook/${id}`, { headers: { authorization: '…', 'X-Shop': 'three' } });
  expect(await sent()).toEqual({ authorization: 'Bearer of the shop', 'X-Shop': 'three' });
  await call('PUT', `/webhook/${id}`, { active: true });
  expect(await sent()).toEqual({ authorization: 'Bearer of the shop', 'X-Shop': 'three' });

  const elsewhere = { url: 'https://elsewhere.example/hook' };
  for (const body of [elsewhere, { ...elsewhere, headers: { authorization: '…' } }]) {
    expect((await call('PUT', `/webhook/${id}`, body)).body).toMatchObject({ status: 422, code: 'body.invalid' });
  }
  const same = new URL((await client.webhook.get(id)).url);
  same.pathname = '/another-path';
  expect((await call('PUT', `/webhook/${id}`, { url: same.href })).status).toBe(200);
  const anew = { ...elsewhere, headers: { authorization: 'Bearer of the shop', 'X-Shop': 'three' } };
  expect((await call('PUT', `/webhook/${id}`, anew)).status).toBe(200);

  for (const [method, path] of [
    ['PUT', `/webhook/${id}`],
    ['POST', '/webhook'],
  ] as const) {
    const body = { url: 'https://shop.example/hook', event_id: data[0]!.id, headers: { 'X-New': '…' } };
    expect((await call(method, path, body)).body).toMatchObject({ status: 422, code: 'body.invalid' });
  }
  await call('PUT', `/webhook/${id}`, { headers: {} });
  expect((await client.webhook.get(id)).headers).toEqual({});
  expect(await sent()).toEqual({});
});

/** Returns whether a text has no value of a header. */
const hidden = (record: object) => !JSON.stringify(record).includes('Bearer of the shop');
