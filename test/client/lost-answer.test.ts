import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createTestContext, type TestContext } from './interface/context.ts';

/** A proxy between client and service breaks the connection after the service has answered. */
let service: TestService;
let call: TestContext;
let client: Client;
let line: Server;
let toLose = 0;
const open = new Set<Socket>();

beforeAll(async () => {
  service = await startTestService();
  call = await createTestContext(service);
  const { port, hostname } = new URL(service.url);
  line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => undefined).on('close', () => open.delete(end));
    }
    near.pipe(far);
    far.on('data', (answer) => {
      if (toLose === 0) return near.write(answer);
      toLose -= 1;
      return near.destroy();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  client = createClient({ url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, apiKey: service.adminKey });
});
afterAll(async () => {
  await client.close();
  for (const end of open) end.destroy();
  line.close();
  await service.close();
});

test('an order is created once although its answer was lost', async () => {
  toLose = 2;
  const number = call.unique('LOST');
  const made = await client.salesorder.create({ customer_id: call.customerId, number });
  expect(toLose).toBe(0);
  const page = await call.client.salesorder.list({ where: { number } });
  expect(page.data.map(({ id }) => id)).toEqual([made.id]);
});

test('stock is adjusted once although the answer was lost', async () => {
  const { id } = await call.part();
  toLose = 1;
  await client.inventoryadjustment.create({ part_id: id, location_id: call.storageId, qty: 7 });
  expect((await call.client.inventory.list({ where: { part_id: id } })).data.map(({ qty }) => qty)).toEqual([7]);
});

test('a repeated deletion succeeds although the first answer was lost', async () => {
  const id = await call.order([]);
  toLose = 1;
  expect(await client.salesorder.remove(id)).toBeUndefined();
  await expect(client.salesorder.get(id)).rejects.toMatchObject({ code: 'record.unknown' });
});

test('the repetition of a change with ifMatch is not refused because of its first attempt', async () => {
  const part = await client.part.get((await call.part()).id);
  toLose = 1;
  expect(await client.part.update(part.id, { name: 'Renamed' }, { ifMatch: part })).toMatchObject({ name: 'Renamed' });
  await expect(client.part.update(part.id, { name: 'Again' }, { ifMatch: part })).rejects.toMatchObject({
    code: 'precondition.failed',
  });
});

test('a new key of a user is shown although the first answer was lost', async () => {
  const { id } = await call.client.user.create({ usertype: 'API', last_name: 'Kiosk' });
  toLose = 1;
  const { api_key } = await client.user.apikey.create(id);
  const kiosk = createClient({ url: service.url, apiKey: api_key });
  expect((await kiosk.session.get()).user.id).toBe(id);
  await kiosk.close();
});
