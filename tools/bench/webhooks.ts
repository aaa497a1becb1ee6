import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Stack } from '../../cli/stack/stack.ts';
import { type Client, createClient } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { type Program, programs } from './support/bench-stack.ts';
import { cpuMilliseconds } from './support/cpu-time.ts';
import { ascending, present, quantile } from './support/series-figures.ts';

const targets = 10;

/**
 * Measures deliveries to targets on this machine: the delay from commit to arrival without other load, deliveries a second under load,
 * and what a delivery to one fast target costs. It also measures how one hanging target of ten delays the others.
 * `npm run bench -- webhooks [--events 200] [--backlog 3000] [--pace 3] [--port 7700]`; the pace is events a second, each to ten targets
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '200' },
      backlog: { type: 'string', default: '3000' },
      pace: { type: 'string', default: '3' },
      port: { type: 'string', default: '7700' },
    },
  });
  const events = Number(values.events);
  const every = 1000 / Number(values.pace);
  const data = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const config = join(projectRoot, 'tools/bench/webhooks-config.yaml');
  const stack = new Stack({ data, port: Number(values.port), config }, process.stderr as never);
  const receiver = await openReceiver();
  try {
    await stack.start();
    const client = createClient({ url: stack.addresses.url, apiKey: stack.adminKey, userAgent: 'conveyor-bench' });
    const event = await eventId(client, 'customer.created');
    const webhook = (target: number) => client.webhook.create({ url: `${receiver.url}/${target}`, event_id: event });

    const alone = await creation(stack, client, Number(values.backlog));
    const lone = await webhook(0);
    await series(client, receiver, 20, 1);
    const idle = await series(client, receiver, 100, 1);
    console.log(`idle, one delivery at a time: median ${idle.median} ms, 99 % ${idle.p99} ms from commit to arrival`);
    const { rate, milliseconds } = await backlog(stack, client, receiver, Number(values.backlog));
    const each = (milliseconds - alone).toFixed(1);
    console.log(`${values.backlog} deliveries to one fast target: ${rate}/s, ${each} ms of CPU each`);
    for (let target = 1; target < targets; target++) await webhook(target);
    const busy = await series(client, receiver, events, targets);
    console.log(`${events * targets} deliveries to ${targets} targets: ${busy.rate}/s`);

    const paced = await series(client, receiver, events, targets, every);
    console.log(
      `${values.pace} events a second to ${targets} targets: median ${paced.median} ms, 99 % ${paced.p99} ms`,
    );
    receiver.hang(lone.url.slice(receiver.url.length));
    const hanging = await series(client, receiver, events, targets - 1, every);
    const change = Math.round((hanging.median / paced.median - 1) * 100);
    console.log(
      `the same, one of them hanging: median ${hanging.median} ms (${change} %), 99 % ${hanging.p99} ms at the others`,
    );
    await client.close();
  } finally {
    receiver.close();
    await stack.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

interface Receiver {
  readonly url: string;
  /** Deliveries that arrived, with the name of the customer in the event. */
  readonly deliveries: { name: string; at: number }[];
  hang(path: string): void;
  close(): void;
}

async function openReceiver(): Promise<Receiver> {
  const deliveries: { name: string; at: number }[] = [];
  const hanging = new Set<string>();
  const server: Server = createServer((request, response) => {
    if (hanging.has(request.url ?? '')) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = performance.now();
      response.end();
      deliveries.push({ name: JSON.parse(Buffer.concat(chunks).toString()).name, at });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    hang: (path) => void hanging.add(path),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const pidOf = (stack: Stack, name: Program) =>
  Number(readFileSync(join(stack.folder.path, 'run', `${name}.pid`), 'utf8'));
const cpuOf = (stack: Stack) => programs.reduce((sum, name) => sum + cpuMilliseconds(pidOf(stack, name)), 0);

/** Creates customers, eight at a time. @returns milliseconds of CPU for each */
async function creation(stack: Stack, client: Client, count: number): Promise<number> {
  const before = cpuOf(stack);
  let left = count;
  const create = async () => {
    while (left-- > 0) await client.customer.create({ type: 'Company', name: `Customer ${left} of ${count}` });
  };
  await Promise.all(Array.from({ length: 8 }, create));
  return (cpuOf(stack) - before) / count;
}

/** Creates events while the worker is stopped, and lets it go on. @returns deliveries a second, and CPU of an event with its delivery */
async function backlog(stack: Stack, client: Client, receiver: Receiver, count: number) {
  receiver.deliveries.length = 0;
  const before = cpuOf(stack);
  const worker = pidOf(stack, 'worker');
  process.kill(worker, 'SIGSTOP');
  try {
    await creation(stack, client, count);
  } finally {
    process.kill(worker, 'SIGCONT');
  }
  const start = performance.now();
  await arrived(receiver, count);
  const rate = Math.round((count * 1000) / (present(receiver.deliveries.at(-1), 'deliveries').at - start));
  while ((await client.webhookdelivery.list({ where: { state: 'waiting' }, perPage: 1 })).total > 0) await pause(200);
  return { rate, milliseconds: (cpuOf(stack) - before) / count };
}

/**
 * Creates events one after the other, or one every `every` milliseconds.
 * @param each deliveries that arrive for an event
 */
async function series(client: Client, receiver: Receiver, events: number, each: number, every?: number) {
  receiver.deliveries.length = 0;
  const committed = new Map<string, number>();
  const start = performance.now();
  for (let at = 0; at < events; at++) {
    const name = `Event ${start} ${at}`;
    const next = start + at * (every ?? 0);
    if (every !== undefined) await pause(Math.max(0, next - performance.now()));
    await client.customer.create({ type: 'Company', name });
    committed.set(name, performance.now());
    // With one delivery for each event, the next event waits for the arrival.
    if (each === 1) await arrived(receiver, at + 1);
  }
  await arrived(receiver, events * each);
  const seconds = (present(receiver.deliveries.at(-1), 'deliveries').at - start) / 1000;
  const lags = ascending(
    receiver.deliveries.map(({ name, at }) => at - present(committed.get(name), `commit of ${name}`)),
  );
  return {
    rate: Math.round((events * each) / seconds),
    median: Math.round(quantile(lags, 0.5)),
    p99: Math.round(quantile(lags, 0.99)),
  };
}

async function arrived(receiver: Receiver, count: number): Promise<void> {
  const end = performance.now() + 300_000;
  while (receiver.deliveries.length < count) {
    if (performance.now() > end) throw new Error(`Only ${receiver.deliveries.length} of ${count} deliveries arrived`);
    await pause(2);
  }
}

async function eventId(client: Client, name: string): Promise<number> {
  for await (const event of client.event.each()) if (event.name === name) return event.id;
  throw new Error(`The service has no event ${name}`);
}
