import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { clearAway, type ProgramName, type RunningStack, startStack, until } from '../support/stack.ts';

/** `CONVEYOR_CRASH_EVENTS=1000 npx vitest run --project stack test/stack/crash-webhooks.test.ts` */
const eventCount = Number(process.env.CONVEYOR_CRASH_EVENTS ?? 150);
/** Killed one after the other; a share of the events happens around each. */
const rounds: readonly (readonly ProgramName[])[] = [
  ['worker'],
  ['service'],
  ['temporal'],
  ['temporal', 'service', 'worker'],
  ['postgres'],
];
/** Events that are made at the same time. */
const atOnce = 8;
const secret = `whsec_${Buffer.from('a secret of twenty-eight bytes').toString('base64')}`;

interface Came {
  id: string;
  name: string;
  customer: number;
  answered: number;
}

const parent = mkdtempSync(join(tmpdir(), 'conveyor-crash-webhooks-'));
const data = join(parent, 'data');
let stack: RunningStack;
let client: Client;
const came: Came[] = [];
const unsigned: string[] = [];
/** Every tenth delivery is refused the first time, so that timers are under way when something dies. */
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
    came.push({ id, name, customer, answered });
    response.writeHead(answered).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const config = join(projectRoot, 'test', 'support', 'crash-webhooks-config.yaml');
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: config });
  const { admin } = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
  client = createClient({ url: stack.url, apiKey: admin.api_key, retries: 60 });
});

afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await client?.close();
  await stack?.end('SIGTERM');
  clearAway(data);
  rmSync(parent, { recursive: true, force: true });
});

test(`Killing worker, service, Temporal and PostgreSQL (kill -9) while ${eventCount} events are delivered loses none, and each arrival is in the log`, {
  timeout: 300_000 + eventCount * 1_000,
}, async () => {
  const begun = Date.now();
  const { data: events } = await client.event.list({ where: { name: 'customer.created' } });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { id: webhook } = await client.webhook.create({ url, event_id: events[0]!.id, secret });
  const names: string[] = [];
  for (const victims of rounds) names.push(...(await killAmid(victims, Math.ceil(eventCount / rounds.length))));
  const made = Date.now();

  const arrived = () => new Set(came.filter(({ answered }) => answered === 200).map(({ name }) => name));
  await until(() => arrived().size >= names.length, 120_000);
  expect(names.filter((name) => !arrived().has(name))).toEqual([]);
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
  // Whatever came is in the log, and what came and was taken is logged as delivered. Nothing is left as if still under way.
  expect(came.filter(({ id }) => !logged.has(id))).toEqual([]);
  expect([...logged.values()].filter((outcomes) => !outcomes.includes('delivered'))).toEqual([]);
  expect([...logged.values()].flat().filter((outcome) => outcome === 'sending')).toEqual([]);
  expect(new Set(came.map(({ id }) => id))).toEqual(new Set(deliveries.keys()));
  const twice = came.length - deliveries.size - refused.size;
  console.log(
    `${names.length} events, ${came.length} arrivals (${refused.size} refused once, ${twice} twice), ${[...logged.values()].flat().length} log entries; made in ${seconds(made - begun)} s, all there ${seconds(Date.now() - made)} s later`,
  );
});

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

/** Makes a share of the events and kills the processes when half of them are made; goes on when they are back. */
async function killAmid(victims: readonly ProgramName[], share: number): Promise<string[]> {
  const before = stack.output().length;
  const made: string[] = [];
  let left = share;
  const one = async () => {
    while (left-- > 0) {
      const name = `Customer ${randomUUID()}`;
      await client.customer.create({ type: 'Company', name }, { idempotencyKey: name });
      made.push(name);
    }
  };
  const making = Promise.all(Array.from({ length: atOnce }, one));
  await Promise.race([making, until(() => made.length >= share / 2)]);
  for (const victim of victims) {
    process.kill(stack.pid(victim), 'SIGKILL');
    await pause(100);
  }
  await making;
  const said = () => stack.output().slice(before);
  const back = victims.map((victim) => `${victim} is back.`);
  await until(() => back.every((line) => said().includes(line)), 60_000);
  for (const line of back) expect(said()).toContain(line);
  return made;
}

async function waiting(webhook: number): Promise<number> {
  const filter = `webhook_id = ${webhook} && state = "waiting"`;
  return (await client.webhookdelivery.list({ filter, perPage: 0 })).total;
}
