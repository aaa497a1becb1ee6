import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, createBrowserClient } from '../../client/browser.ts';
import { readPdf } from '../lib/printing/read-pdf.ts';
import { type LossyProxy, openLossyProxy } from '../support/proxies/lossy-proxy.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type CookieJar, startCookieJar } from './cookie-jar.ts';
import { createTestContext, type TestContext } from './interface/context.ts';

/** The client of browsers with Node's own `fetch`, on a real service. */
let service: TestService;
let call: TestContext;
let line: LossyProxy;
let jar: CookieJar;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  call = await createTestContext(service);
  line = await openLossyProxy(service.url);
  jar = await startCookieJar(line.url);
  client = createBrowserClient({ url: jar.url });
});
afterAll(async () => {
  await client.close();
  await jar.close();
  await line.close();
  await service.close();
});
beforeEach(() => {
  jar.token = service.adminKey;
  jar.seen.length = 0;
});

test('an order is created, listed, read and changed', async () => {
  const number = call.unique('WEB');
  const { id } = await client.salesorder.create({ customer_id: call.customerId, number });
  const page = await client.salesorder.list({ filter: `number = "${number}"`, embed: 'customer' });
  expect(page).toMatchObject({ total: 1, data: [{ id, customer: { id: call.customerId } }] });
  const order = await client.salesorder.get(id);
  expect(await client.salesorder.update(id, { note: 'Ring twice' }, { ifMatch: order })).toMatchObject({ id });
  await expect(client.salesorder.update(id, { note: 'Knock' }, { ifMatch: order })).rejects.toMatchObject({
    status: 412,
    code: 'precondition.failed',
  });
  const numbers: string[] = [];
  for await (const one of client.salesorder.each({ where: { number } })) numbers.push(one.number);
  expect(numbers).toEqual([number]);
  expect(await client.salesorder.remove(id)).toBeUndefined();
});

test('every request has the header of the console, and none has credentials of its own', async () => {
  await client.site.list();
  await client.part.create({ number: call.unique('P'), name: 'Part' });
  expect(jar.seen).toHaveLength(2);
  for (const { headers } of jar.seen) expect(headers).toMatchObject({ 'x-conveyor-console': '1' });
  expect(jar.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test('a refusal has its code, its invalid fields and the id of the request', async () => {
  const body = { number: 17, name: 'Part', prize: 3 } as never;
  const refused = client.part.create(body);
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'body.invalid', requestId: expect.any(String) });
  const { errors } = await refused.catch((error) => error);
  expect(errors).toContainEqual({ pointer: '/prize', detail: expect.any(String) });
});

test('an order is created once, and stock is adjusted once, although the answer was lost', async () => {
  const number = call.unique('LOST');
  line.toLose = 2;
  // Without the jar, whose answer to a broken connection would be one of its own.
  const direct = createBrowserClient({ url: line.url.replace(/\/$/, ''), headers: { authorization: basic() } });
  const made = await direct.salesorder.create({ customer_id: call.customerId, number });
  expect(line.toLose).toBe(0);
  expect((await client.salesorder.list({ where: { number } })).data.map(({ id }) => id)).toEqual([made.id]);
  const part = await call.part();
  line.toLose = 1;
  await direct.inventoryadjustment.create({ part_id: part.id, location_id: call.storageId, qty: 7 });
  const { data } = await client.inventory.list({ where: { part_id: part.id } });
  expect(data.map(({ qty }) => qty)).toEqual([7]);
  await direct.close();
});

test('a PDF is returned as bytes', async () => {
  const { id } = await call.issued();
  const pick = await client.picklinebyorder.create({ order_id: [id] });
  const [made] = await client.document.create({ kind: 'picklist', pick_id: pick.id });
  const bytes = await client.document.pdf(made!.id);
  expect(bytes).toBeInstanceOf(Uint8Array);
  expect(await new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }).slice(0, 5).text()).toBe(
    '%PDF-',
  );
  expect((await readPdf(bytes)).pages[0]).toContain(pick.number);
});

test('a request in the background ends with its answer', async () => {
  const { id } = await call.issued();
  const { id: pickId } = await client.picklinebyorder.create({ order_id: [id] });
  const answer = await client.pick.finish(pickId, { background: 'always' });
  expect(answer.background).toMatch(/^\/background\/\d+$/);
  expect(await client.background.finished(answer)).toMatchObject({ id: pickId });
});

test('five calls that wait after the end of a session share one sign-in, and then go on', async () => {
  const [email, password] = ['margaret@example.com', 'correct horse'];
  await call.client.user.create({
    first_name: 'Margaret',
    email,
    password,
    permissions: ['*'],
    site_ids: [call.siteId],
  });
  let signIns = 0;
  const page = createBrowserClient({
    url: jar.url,
    async onUnauthorized() {
      signIns += 1;
      // A wrong password is refused at once, and does not wait for the sign-in that it is a part of.
      const wrong = page.login({ email, password: 'wrong horse' }, { signIn: false });
      await expect(wrong).rejects.toMatchObject({ code: 'credentials.wrong' });
      jar.token = (await page.login({ email, password }, { signIn: false })).session_token;
    },
  });
  jar.token = (await page.login({ email, password })).session_token;
  await page.session.get();
  await page.logout();
  expect(signIns).toBe(0);
  jar.seen.length = 0;
  const numbers = [1, 2, 3, 4, 5].map(() => call.unique('PENDING'));
  const made = await Promise.all(numbers.map((number) => page.part.create({ number, name: 'Part' })));
  expect(made.map(({ number }) => number)).toEqual(numbers);
  expect(signIns).toBe(1);
  const sent = jar.seen.filter((one) => one.call === 'POST /part');
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 401, 401, 401, 401, 401]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(5);
  await page.close();
});

const basic = () => `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
