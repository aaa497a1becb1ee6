import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { type LossyProxy, openLossyProxy } from '../support/proxies/lossy-proxy.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createTestContext, type TestContext } from './interface/context.ts';

let service: TestService;
let call: TestContext;
let client: Client;
let line: LossyProxy;

beforeAll(async () => {
  service = await startTestService();
  call = await createTestContext(service);
  line = await openLossyProxy(service.url);
  client = createClient({ url: line.url, apiKey: service.adminKey });
});
afterAll(async () => {
  await client.close();
  await line.close();
  await service.close();
});

test('an order is created once although its answer was lost', async () => {
  line.toLose = 2;
  const number = call.unique('LOST');
  const made = await client.salesorder.create({ customer_id: call.customerId, number });
  expect(line.toLose).toBe(0);
  const page = await call.client.salesorder.list({ where: { number } });
  expect(page.data.map(({ id }) => id)).toEqual([made.id]);
});

test('stock is adjusted once although the answer was lost', async () => {
  const { id } = await call.part();
  line.toLose = 1;
  await client.inventoryadjustment.create({ part_id: id, location_id: call.storageId, qty: 7 });
  expect((await call.client.inventory.list({ where: { part_id: id } })).data.map(({ qty }) => qty)).toEqual([7]);
});

test('a repeated deletion succeeds although the first answer was lost', async () => {
  const id = await call.order([]);
  line.toLose = 1;
  expect(await client.salesorder.remove(id)).toBeUndefined();
  await expect(client.salesorder.get(id)).rejects.toMatchObject({ code: 'record.unknown' });
});

test('the repetition of a change with ifMatch is not refused because of its first attempt', async () => {
  const part = await client.part.get((await call.part()).id);
  line.toLose = 1;
  expect(await client.part.update(part.id, { name: 'Renamed' }, { ifMatch: part })).toMatchObject({ name: 'Renamed' });
  await expect(client.part.update(part.id, { name: 'Again' }, { ifMatch: part })).rejects.toMatchObject({
    code: 'precondition.failed',
  });
});

test('a new key of a user is shown although the first answer was lost', async () => {
  const { id } = await call.client.user.create({ usertype: 'API', last_name: 'Kiosk' });
  line.toLose = 1;
  const { api_key } = await client.user.apikey.create(id);
  const kiosk = createClient({ url: service.url, apiKey: api_key });
  expect((await kiosk.session.get()).user.id).toBe(id);
  await kiosk.close();
});
