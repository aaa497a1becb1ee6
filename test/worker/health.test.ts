import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../../service/engine.ts';
import type { StatusReport } from '../../service/platform/http/observability/status.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { carrier, type TestEngine, testEngine, until } from '../workflows/support/engine.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';

/** Health of the service and of a worker, beside a Temporal server and a database that stop and return. */
let temporal: OwnTemporal;
let engine: TestEngine;
let client: Engine;
let proxy: DatabaseProxy;
let service: TestService;

const config = `
carriers:
  Vans: { plugin: parcel, url: 'http://127.0.0.1:9', rate: 20 per second }
`;

beforeAll(async () => {
  temporal = await OwnTemporal.start();
  const vans = carrier('Vans', async () => [], 20);
  const variables = { CONVEYOR_WORKER_HEALTH: '127.0.0.1:0' };
  engine = await testEngine([vans], { worker: false, address: temporal.address, variables });
  client = new Engine();
  proxy = new DatabaseProxy();
  service = await startTestService({ config, engine: client, through: (url) => proxy.open(url) });
});
afterAll(async () => {
  proxy.continue();
  await engine.stop();
  await service.close();
  await proxy.close();
  await temporal.remove();
});

async function read(url: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Reads a status that is newer than this call: an older report may be reused for two seconds. */
async function statusWith(state: StatusReport['state']): Promise<StatusReport> {
  let last: StatusReport | undefined;
  await until(async () => {
    const { body } = await service.call('GET', '/status');
    last = body;
    return body.state === state;
  }, `the state ${state}`);
  return last!;
}

const ready = async () => (await read(`${service.url}/readyz`)).status;

test('without a worker the service is ready and its status is degraded', async () => {
  expect(await ready()).toBe(200);
  const { state, problems, database, schema, relay, temporal: server, workers } = await statusWith('degraded');
  expect({ state, problems }).toEqual({
    state: 'degraded',
    problems: [
      ['workflow', 'conveyor'],
      ['activity', 'conveyor'],
      ['workflow', 'conveyor-webhooks'],
      ['activity', 'conveyor-webhooks'],
      ['activity', 'conveyor-bulk'],
      ['activity', 'carrier/Vans'],
    ].map(([tasks, queue]) => `No worker polls the ${tasks} tasks of ${queue}: start one with \`conveyor worker\`.`),
  });
  expect(database).toEqual({ problem: null, milliseconds: expect.any(Number) });
  expect(schema).toEqual({ problem: null, version: schema.expected, expected: schema.expected });
  expect(relay).toEqual({ problem: null, rows: 0, oldest_seconds: null, over_50_attempts: 0 });
  expect(server).toEqual({ problem: null, address: temporal.address, namespace: 'default' });
  expect(workers).toHaveLength(6);
});

test('a worker is ready, not ready while Temporal is away, and ready again; the service takes orders all the while', async () => {
  const worker = await engine.startWorker();
  const url = worker.healthUrl!;
  await until(async () => (await read(`${url}/readyz`)).status === 200, 'the worker to be ready');
  const { body } = await read(`${url}/readyz`);
  expect(body).toEqual({
    status: 'ready',
    ruleset: null,
    queues: ['conveyor', 'conveyor-webhooks', 'conveyor-bulk', 'carrier/Vans'].map((queue) => ({
      queue,
      workflows: /^conveyor(-webhooks)?$/.test(queue),
      state: 'RUNNING',
      last_poll_at: expect.stringMatching(/^20/),
      problem: null,
    })),
  });
  const { workers, problems } = await statusWith('ok');
  expect([problems, workers.map(({ pollers }) => pollers)]).toEqual([[], [1, 1, 1, 1, 1, 1]]);

  await temporal.kill();
  await until(async () => (await read(`${url}/readyz`)).status === 503, 'the worker not to be ready');
  const away = await read(`${url}/readyz`);
  expect(away.body.status).toBe('not ready');
  expect((away.body.queues as { problem: string }[])[0]?.problem).toMatch(/^The Temporal server does not answer: /);
  expect(await read(`${url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } });
  const degraded = await statusWith('degraded');
  expect(degraded.temporal.problem).toMatch(/^The Temporal server does not answer: /);
  expect(degraded.workers).toEqual([]);
  expect(await ready()).toBe(200);
  expect((await service.call('POST', '/customer', { type: 'Company', name: 'Beside' })).status).toBe(201);

  await temporal.start();
  await until(async () => (await read(`${url}/readyz`)).status === 200, 'the worker to be ready again');
  expect((await statusWith('ok')).problems).toEqual([]);
  await worker.stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('rows of the outbox that fail or are late degrade the status', async () => {
  const insert = (age: string, attempts: number) =>
    service.sql.query(
      `insert into outbox (workflow_id, kind, payload, attempts, created_at, due_at)
       values ('order/1', 'signal', '{}', $2, now() - $1::interval, now() + interval '1 hour')`,
      [age, attempts],
    );
  await insert('2 minutes', 3);
  const late = await relayWith(({ rows }) => rows === 1);
  expect(late).toMatchObject({ rows: 1, over_50_attempts: 0 });
  expect(late.problem).toMatch(/^The relay is late: the oldest of 1 rows of the outbox is 12\d s old\.$/);
  expect(late.oldest_seconds).toBeGreaterThanOrEqual(120);
  await insert('1 second', 51);
  const stuck = await relayWith(({ rows }) => rows === 2);
  expect(stuck.problem).toMatch(/^Rows of the outbox that failed more than 50 times: 1\./);
  await service.sql.query('delete from outbox');
});

async function relayWith(holds: (relay: StatusReport['relay']) => boolean): Promise<StatusReport['relay']> {
  let last: StatusReport['relay'] | undefined;
  await until(async () => {
    last = (await service.call('GET', '/status')).body.relay;
    return holds(last!);
  }, 'the rows of the outbox');
  return last!;
}

test('/readyz is 503 within seconds while the database does not answer, and 200 afterwards', async () => {
  // The service knows for ten seconds who asks, and says the state alone to a stranger. A new user lets it forget all callers.
  await service.call('POST', '/user', { first_name: 'Sam', usertype: 'API', permissions: [] });
  await service.call('GET', '/status');
  proxy.stop();
  const begin = Date.now();
  const { status, body } = await read(`${service.url}/readyz`);
  expect([status, body.detail]).toEqual([503, 'The database does not answer: GET /status has the reason.']);
  expect(Date.now() - begin).toBeLessThan(4_000);
  const report = await statusWith('down');
  const problem = 'The database does not answer: no answer within 2 seconds.';
  expect(report.database).toEqual({ problem, milliseconds: null });
  expect(report.relay).toEqual({ problem: null, rows: null, oldest_seconds: null, over_50_attempts: null });
  proxy.continue();
  await until(async () => (await ready()) === 200, 'the database');
});

/** A proxy before the database that can stop passing bytes on, as a network does that loses them. */
class DatabaseProxy {
  readonly #sockets = new Set<Socket>();
  #isStopped = false;
  #server: Server | undefined;

  /** @returns the address of the proxy, to use instead of the database's */
  async open(databaseUrl: string): Promise<string> {
    const url = new URL(databaseUrl);
    const { hostname, port } = url;
    this.#server = createServer((inside) => {
      const outside = connect(Number(port), hostname);
      for (const socket of [inside, outside]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
      }
      if (this.#isStopped) return;
      inside.pipe(outside);
      outside.pipe(inside);
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Passes nothing on, of open connections and of new ones. */
  stop(): void {
    this.#isStopped = true;
    for (const socket of this.#sockets) socket.unpipe();
    for (const socket of this.#sockets) socket.pause();
  }

  /** Ends the connections; later ones work. */
  continue(): void {
    this.#isStopped = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
  }
}
