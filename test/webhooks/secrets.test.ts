import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../../outgoing/signing.ts';
import { type House, openHouse } from '../service/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.close());

let runs = 0;
/** Which of the secrets a receiver that has it would take the next attempt with. */
async function taken(webhook: number, secrets: readonly string[]): Promise<boolean[]> {
  const { client } = house;
  const { id } = await client.webhook.test(webhook);
  const { headers, body } = await client.webhookdelivery.attempt(id, {
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
  const { data } = await house.client.event.list({ where: { name: 'customer.created' } });
  return (await house.client.webhook.create({ url: 'https://shop.example/hook', event_id: data[0]!.id, secret })).id;
}

const replaced: [string, (id: number, secret: string) => Promise<unknown>][] = [
  ['POST /webhook/{id}/secret', (id, secret) => house.client.webhook.secret(id, { secret })],
  ['PUT /webhook/{id}', (id, secret) => house.client.webhook.update(id, { secret })],
];

test.each(replaced)('by %s both secrets sign for 24 hours, and then the new one alone', async (_, replace) => {
  const [old, now, other] = [newSecret(), newSecret(), newSecret()];
  const id = await webhook(old);
  expect(await taken(id, [old, now, other])).toEqual([true, false, false]);
  await replace(id, now);
  expect(await taken(id, [old, now, other])).toEqual([true, true, false]);
  const until = Date.parse((await house.client.webhook.get(id)).previous_secret_until!);
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
  await house.sql.query(`update webhook set previous_secret_until = now() - interval '2 seconds' where id = $1`, [id]);
  expect(await taken(id, [old, now, other])).toEqual([false, true, false]);
});

test.each(replaced)('by %s the secret that it has already ends nothing', async (_, replace) => {
  const [old, now] = [newSecret(), newSecret()];
  const id = await webhook(old);
  await replace(id, now);
  await replace(id, now);
  expect(await taken(id, [old, now])).toEqual([true, true]);
});
