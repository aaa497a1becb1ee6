import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import flatFile from '../../../plugins/carriers/flat-file.ts';
import localDelivery from '../../../plugins/carriers/local-delivery.ts';
import multiCarrier from '../../../plugins/carriers/multi-carrier.ts';
import { progress, retry } from '../../../workflows/order/messages.ts';
import { carrier } from '../../config/planning/rule-set.ts';
import { LabelApi } from '../../support/label-api.ts';
import { automatic, type Issued, type TestEngine, testEngine, until } from '../support/engine.ts';
import type { FakeOrder } from '../support/fake-service.ts';

/** The bundled carriers, with orders on a real Temporal server. */
let api: LabelApi;
let engine: TestEngine;
const home = mkdtempSync(join(tmpdir(), 'conveyor-carriers-'));
const outbox = join(home, 'outbox');

beforeAll(async () => {
  api = await new LabelApi().start();
  const from = { name: 'Shipping dock', street1: '1 Dock St', city: 'Oakland', zip: '94607', country: 'US' };
  engine = await testEngine([
    carrier('Broker', multiCarrier, { url: api.url, api_key: api.key, from }),
    carrier('Courier', flatFile, { folder: outbox, tracking_number: 'C{number}' }),
    carrier('Vans', localDelivery, { country: 'DE', routes: { North: { stops: ['10*'] } } }),
  ]);
});
afterAll(async () => {
  await engine.stop();
  await api.stop();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  api.mishap = () => undefined;
  api.purchases.length = 0;
});

const issue = (name: string, plugin: string) =>
  engine.issue(automatic, { carrier: { name, plugin, book_at: 'ship', own_queue: false } });

/** Returns the failure of an activity's last attempt, as Temporal's pages show it. */
async function pendingOf(handle: Issued['handle']): Promise<string> {
  const { raw } = await handle.describe();
  return raw.pendingActivities?.[0]?.lastFailure?.message ?? '';
}

const attentions = ({ calls }: FakeOrder) =>
  calls.filter(({ path }) => path.endsWith('/attention')).map(({ body }) => body);
const numbers = ({ cartons }: FakeOrder) => cartons.map(({ tracking_number }) => tracking_number);

test('a label whose purchase got no answer is found again, and the order is fulfilled', async () => {
  api.mishap = ({ path }, nth) => (path.endsWith('/buy') && nth === 1 ? { after: 'cut' } : undefined);
  const { handle, order } = await issue('Broker', 'multi-carrier');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(numbers(order)).toEqual(['94000001', '94000002']);
  expect(api.purchases).toHaveLength(2);
  expect(attentions(order)).toEqual([]);
});

test("a refused address is reported in the carrier's words, and the order continues after a retry", async () => {
  const message = 'Unable to verify address.';
  const errors = [{ field: 'street1', message: 'Street number is missing' }];
  const answer = { status: 422, body: { error: { code: 'ADDRESS.VERIFY.FAILURE', message, errors } } };
  api.mishap = ({ method, path }) => (method === 'POST' && path.endsWith('/shipments') ? { answer } : undefined);
  const { handle, order } = await issue('Broker', 'multi-carrier');
  await until(async () => (await handle.query(progress)).state === 'attention', 'attention');
  const detail =
    /^Broker: carton \S+: .*answered 422: Unable to verify address\. \(street1: Street number is missing\)$/;
  await until(() => attentions(order).length === 1, 'the service to be told');
  expect(attentions(order)).toEqual([{ step: 'ship', code: 'carrier.refused', detail: expect.stringMatching(detail) }]);
  api.mishap = () => undefined;
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(api.purchases).toHaveLength(2);
});

test('the booking waits for a share that is not mounted, without a person', async () => {
  const { handle, order } = await issue('Courier', 'flat-file');
  await until(async () => (await pendingOf(handle)).includes('outbox does not exist'), 'the first attempt');
  mkdirSync(outbox);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(attentions(order)).toEqual([]);
  const booked = order.calls.find(({ path }) => path.endsWith('/booking'))!.body!;
  const { manifest } = booked.details as { manifest: string };
  const file = readFileSync(join(outbox, `${manifest}.csv`), 'utf8');
  for (const number of numbers(order)) expect(file).toContain(number);
});

test('an address outside all routes puts the order in attention', async () => {
  const { handle, order } = await issue('Vans', 'local-delivery');
  await until(() => attentions(order).length === 1, 'attention');
  expect(attentions(order)).toEqual([
    {
      step: 'ship',
      code: 'carrier.refused',
      detail: 'Vans: no route goes to 12209 Berlin: none of North has its area',
    },
  ]);
  await handle.terminate();
});
