import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { killLeftovers, type ProgramName, type RunningStack, startStack, until } from '../support/stack.ts';

/** The long run: `CONVEYOR_CRASH_EVENTS=1000 npm test -- test/stack/crash-webhooks.test.ts`. */
const eventCount = Number(process.env.CONVEYOR_CRASH_EVENTS ?? 30);
/** The programs are killed one after the other. An equal part of the events is created in each round. */
const rounds: readonly (readonly ProgramName[])[] = [
  ['worker'],
  ['service'],
  ['temporal'],
  ['temporal', 'service', 'worker'],
  ['postgres'],
];
/** Number of events that are created at the same time. */
const atOnce = 8;
const secret = `whsec_${Buffer.from('a secret of twenty-eight bytes').toString('base64')}`;

interface Arrival {
  id: string;
  name: string;
  customer: number;
  answered: number;
}

const parent = mkdtempSync(join(tmpdir(), 'conveyor-crash-webhooks-'));
const data = join(parent, 'data');
let stack: RunningStack;
let client: Client;
const arrivals: Arrival[] = [];
const unsigned: string[] = [];
/** Ids of the refused deliveries. Every tenth is refused the first time, so that retry timers run when a program dies. */
const refused = new Set<string>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const id = String(request.headers['webhook-id']);
    try {
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
    } catch {
      unsigned.push(id);
    }
    const { id: customer, name } = JSON.parse(body) as { id: number; name: string };
    const answered = customer % 10 === 0 && !refused.has(id) ? 503 : 200;
    if (answered === 503) refused.add(id);
    arrivals.push({ id, name, customer, answered });
    response.writeHead(answered).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const config = join(projectRoot, 'test', 'support', 'crash-webhooks-config.yaml');
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: config });
  client = createClient({ url: stack.url, apiKey: stack.adminKey(), retries: 60 });
});

afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await client?.close();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

test(`Killing worker, service, Temporal and PostgreSQL (kill -9) while ${eventCount} events are delivered loses none and logs each arrival`, {
  timeout: 300_000 + eventCount * 1_000,
}, async () => {
  const startedAt = Date.now();
  const { data: events } = await client.event.list({ where: { name: 'customer.created' } });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { id: webhook } = await client.webhook.create({ url, event_id: events[0]!.id, secret });
  const names: string[] = [];
  for (const victims of rounds) names.push(...(await killDuringEvents(victims, Math.ceil(eventCount / rounds.length))));
  const createdAt = Date.now();

  const delivered = () => new Set(arrivals.filter(({ answered }) => answered === 200).map(({ name }) => name));
  await until(() => delivered().size >= names.length, 120_000);
  expect(names.filter((name) => !delivered().has(name))).toEqual([]);
  expect(unsigned).toEqual([]);
  await until(async () => (await waiting(webhook)) === 0, 60_000);

  const deliveries = new Map<string, { state: string; attempts: number }>();
  for await (const { id, state, attempts } of client.webhookdelivery.each({ where: { webhook_id: webhook } }))
    deliveries.set(`msg_${id}`, { state, attempts });
  expect(deliveries.size).toBe(names.length);
  expect([...deliveries.values()].filter(({ state }) => state !== 'delivered')).toEqual([]);

  const logged = new Map<string, string[]>();
  for await (const { webhookdelivery_id, outcome } of client.webhooklog.each({ where: { webhook_id: webhook } }))
    logged.set(`msg_${webhookdelivery_id}`, [...(logged.get(`msg_${webhookdelivery_id}`) ?? []), outcome]);
  // The log has every arrival, it has each accepted arrival as delivered, and no attempt is still open.
  expect(arrivals.filter(({ id }) => !logged.has(id))).toEqual([]);
  expect([...logged.values()].filter((outcomes) => !outcomes.includes('delivered'))).toEqual([]);
  expect([...logged.values()].flat().filter((outcome) => outcome === 'sending')).toEqual([]);
  expect(new Set(arrivals.map(({ id }) => id))).toEqual(new Set(deliveries.keys()));
  const repeated = arrivals.length - deliveries.size - refused.size;
  console.log(
    `${names.length} events, ${arrivals.length} arrivals (${refused.size} refused once, ${repeated} repeated), ${[...logged.values()].flat().length} log entries; created in ${seconds(createdAt - startedAt)} s, delivered ${seconds(Date.now() - createdAt)} s later`,
  );
});

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

/** Creates `count` events, kills the programs when half of them exist, and waits for their restart. @returns the names */
async function killDuringEvents(victims: readonly ProgramName[], count: number): Promise<string[]> {
  const before = stack.output().length;
  const names: string[] = [];
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const name = `Customer ${randomUUID()}`;
      await client.customer.create({ type: 'Company', name }, { idempotencyKey: name });
      names.push(name);
    }
  };
  const creating = Promise.all(Array.from({ length: atOnce }, one));
  await Promise.race([creating, until(() => names.length >= count / 2)]);
  await stack.kill(victims);
  await creating;
  await stack.restarted(victims, before);
  return names;
}

async function waiting(webhook: number): Promise<number> {
  const filter = `webhook_id = ${webhook} && state = "waiting"`;
  return (await client.webhookdelivery.list({ filter, perPage: 0 })).total;
}
