import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/engine.ts';
import { spawnWorker } from '../support/spawn-worker.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** First attempts of deliveries by real processes, which are killed. */

const webhooks = { timeoutSeconds: 2, allowNetworks: ['127.0.0.1'] };
let engine: WholeEngine;
const processes: ChildProcess[] = [];
const arrivals: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer: (response: ServerResponse) => void = (response) => response.end();
const target = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    arrivals.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(response);
  });
});
let webhook: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  engine = await wholeEngine({
    config: 'webhooks: { retry_every: 1s, allow_networks: [127.0.0.1] }\n',
    worker: false,
  });
  const { data } = await engine.testService.client.event.list({ where: { name: 'customer.created' } });
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  ({ id: webhook } = await engine.testService.client.webhook.create({ url, event_id: data[0]!.id }));
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await engine.stop();
  target.close();
  target.closeAllConnections();
});

async function workerProcess(): Promise<ChildProcess> {
  const child = await spawnWorker(engine.testService.url, engine.testService.engineKey, { webhooks });
  processes.push(child);
  return child;
}

/** Kills the worker, and lets the twelve seconds pass until its attempts are due again. */
async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  await engine.testService.sql.query('update webhookattempt set due_at = now() where claimed');
}

const customer = (name: string) => engine.testService.client.customer.create({ type: 'Company', name });
const namesOf = () => arrivals.map(({ body }) => JSON.parse(body).name as string);
const delivered = async () =>
  (
    await engine.testService.client.webhookdelivery.list({
      where: { webhook_id: webhook, state: 'delivered' },
      perPage: 0,
    } as never)
  ).total;

test('deliveries under way when the worker is killed arrive by the next worker, with the same ids', {
  timeout: 120_000,
}, async () => {
  // The target takes the requests, and the worker dies before it has an answer.
  answer = () => undefined;
  const first = await workerProcess();
  for (let n = 0; n < 5; n += 1) await customer(`Killed ${n}`);
  await until(() => arrivals.length === 5, 'the requests');
  await killed(first);
  const ids = new Set(arrivals.map(({ headers }) => headers['webhook-id']));
  answer = (response) => response.end();
  await workerProcess();
  await until(async () => (await delivered()) === 5, 'the deliveries');
  expect(arrivals).toHaveLength(10);
  expect(new Set(arrivals.map(({ headers }) => headers['webhook-id']))).toEqual(ids);
  const { data: log } = await engine.testService.client.webhooklog.list({ where: { webhook_id: webhook } });
  expect(log.map(({ attempt, outcome }) => [attempt, outcome])).toEqual(
    Array.from({ length: 5 }, () => [1, 'delivered']),
  );
  // Nothing of this is a workflow.
  const query = `WorkflowId STARTS_WITH "webhook/${webhook}/"`;
  expect((await engine.temporal.workflow.count(query)).count).toBe(0);
});

test('however often the worker is killed, each event arrives and the log has each delivery once', {
  timeout: 120_000,
}, async () => {
  const before = await delivered();
  const refused = new Set<string>();
  answer = (response) => {
    // Each tenth delivery is refused the first time: its workflow makes the next attempt.
    const id = String(arrivals.at(-1)!.headers['webhook-id']);
    const isRefused = Number(id.replace('msg_', '')) % 10 === 0 && !refused.has(id);
    if (isRefused) refused.add(id);
    setTimeout(() => response.writeHead(isRefused ? 503 : 200).end(), 5);
  };
  const events = 120;
  const creating = (async () => {
    for (let n = 0; n < events; n += 1) await customer(`Storm ${n}`);
  })();
  for (let kills = 0; kills < 3; kills += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await killed(processes.at(-1)!);
    await workerProcess();
  }
  await creating;
  await until(async () => (await delivered()) === before + events, 'the deliveries', 90_000);
  expect(new Set(namesOf().filter((name) => name.startsWith('Storm'))).size).toBe(events);
  const { rows } = await engine.testService.sql.query(
    `select count(*) filter (where outcome = 'sending')::int as open, count(distinct webhookdelivery_id) filter (where outcome = 'delivered')::int as delivered
     from webhooklog where webhook_id = $1`,
    [webhook],
  );
  expect(rows).toEqual([{ open: 0, delivered: before + events }]);
  expect((await engine.testService.sql.query('select from webhookattempt')).rows).toHaveLength(0);
});

test('a worker that stops gives its attempts back at once', { timeout: 60_000 }, async () => {
  await killed(processes.at(-1)!);
  const before = await delivered();
  const count = arrivals.length;
  await engine.startWorker({ webhooks });
  // The first ten have a place, and the others wait in the worker.
  answer = (response) => setTimeout(() => response.end(), 1_000);
  await Promise.all(Array.from({ length: 16 }, (_, n) => customer(`Stop ${n}`)));
  await until(() => arrivals.length >= count + 10, 'the first requests');
  await engine.stopWorkers();
  answer = (response) => response.end();
  expect(await delivered()).toBeGreaterThanOrEqual(before + 10);
  await engine.startWorker({ webhooks });
  // A worker takes seconds to start while other tests run.
  const start = Date.now();
  await until(async () => (await delivered()) === before + 16, 'the rest');
  expect(Date.now() - start).toBeLessThan(8_000);
  expect(new Set(namesOf().filter((name) => name.startsWith('Stop'))).size).toBe(16);
});
