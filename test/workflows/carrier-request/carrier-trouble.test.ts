import { afterAll, expect, test } from 'vitest';
import { decide, decisionText } from '../../../cli/order/decide.ts';
import { showOrder, showText } from '../../../cli/order/show.ts';
import { LabelApi } from '../../support/label-api.ts';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

/** Orders on a whole engine whose carrier, a server on a socket, refuses or is away. */
const api = await untilEnd(new LabelApi().start());
const from = '{ name: Dock, street1: 1 Dock St, city: Oakland, zip: "94607", country: US }';
const options = `url: "${api.url}", api_key: ${api.key}, from: ${from}`;
const config = `defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
carriers: { Broker: { plugin: multi-carrier, ${options} } }
rules: [{ name: People ship these, when: priority = 1, then: { ship: by hand } }]
`;
const engine = await untilEnd(wholeEngine({ config }));
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
});

async function issued(values = {}): Promise<number> {
  const { shop } = engine;
  const part_id = await shop.part({ weight_g: 500 }, 5);
  return shop.issued([{ part_id, qty: 2 }], { carrier_id: await shop.carrier('Broker'), ...values });
}

const refuse = (message: string) => {
  const answer = { status: 422, body: { error: { code: 'ADDRESS.VERIFY.FAILURE', message, errors: [] } } };
  api.mishap = ({ method, path }) => (method === 'POST' && path.endsWith('/shipments') ? { answer } : undefined);
};

test('a retry ends with what came of it: the same refusal, a new one, or the end of the order', async () => {
  const { shop } = engine;
  refuse('Unable to verify address.');
  const id = await issued();
  await until(async () => (await shop.progress(id)).state === 'attention', 'the attention');
  const { since } = await shop.progress(id);
  const retried = async () =>
    decisionText('7', await decide(engine.testService.client, id, 'retry', { by: 'Ana' })).replaceAll(/\s+/g, ' ');
  const posts = () => api.requests.filter(({ method }) => method === 'POST').length;
  const before = posts();
  expect(await retried()).toMatch(/^Order 7 is tried again\. Now: in attention at ship, .*Unable to verify address/);
  expect(posts()).toBeGreaterThan(before);
  expect((await shop.progress(id)).since).toBe(since);
  refuse('The account is locked.');
  expect(await retried()).toMatch(/^Order 7 is tried again\. Now: in attention at ship, .*The account is locked/);
  api.mishap = () => undefined;
  expect(await retried()).toBe('Order 7 is tried again. Now: fulfilled. ');
});

test('a carrier that is away is named with its answer, the attempt and the next one, until it books', async () => {
  const { shop } = engine;
  const answer = { status: 503, body: { error: { code: 'DOWN', message: 'Back soon', errors: [] } } };
  api.mishap = ({ method }) => (method === 'POST' ? { answer } : undefined);
  const id = await issued();
  const outage = /^Booking with Broker: .* 503.*, attempt (\d+), next (in \d+ s|now)$/;
  const attempt = async () => Number(outage.exec((await shop.progress(id)).waiting_for ?? '')?.[1] ?? 0);
  await until(async () => (await attempt()) >= 2, 'the second attempt');
  const { waiting_for, ...progress } = await shop.progress(id);
  expect(progress).toMatchObject({ state: 'working', step: 'ship', since: expect.any(String) });
  const terminal = { columns: 200, colors: false } as never;
  const shown = await showOrder(engine.testService.client, `${id}`, undefined, () => undefined);
  expect(showText(shown, false, terminal, `${id}`)).toContain(`ship: ${waiting_for.replace(/, next.*/, '')}`);
  const { raw } = await engine.orderOf(id).describe();
  const [pending] = raw.pendingActivities ?? [];
  expect(pending).toMatchObject({
    activityType: { name: 'book' },
    lastFailure: { message: expect.stringMatching(/^Broker: .*503/) },
  });
  expect(pending?.attempt).toBeGreaterThan(1);
  api.mishap = () => undefined;
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  const { rows } = await engine.testService.sql.query('select from booking_attempt where order_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('a carrier that is away is named too where a person ships', async () => {
  const { shop } = engine;
  const answer = { status: 503, body: { error: { code: 'DOWN', message: 'Back soon', errors: [] } } };
  api.mishap = ({ method }) => (method === 'POST' ? { answer } : undefined);
  const id = await issued({ priority: 1 });
  const outage = /^Booking with Broker: .* 503.*, attempt \d+, next (in \d+ s|now); then ship by hand$/;
  await until(async () => outage.test((await shop.progress(id)).waiting_for ?? ''), 'the outage');
  api.mishap = () => undefined;
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the booking');
  await shop.done('/task/3/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});
