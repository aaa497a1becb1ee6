import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../config/root.ts';
import { type Load, startLoad } from './soak/load.ts';
import { watchProcessors } from './soak/processors.ts';
import { columnsOf, type Sample, sample, slopeOfHour } from './soak/samples.ts';
import { type BenchStack, programs, withBenchStack } from './support/bench-stack.ts';
import { type CreateDrafts, openDrafts } from './support/drafts.ts';
import { openOrderBench } from './support/order-bench.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';

/** Clients and orders for the measurement of the full rate. */
const full = { clients: 16, orders: 600 };
/** Seconds at half the full rate, to measure the share of the processors. */
const calibration = 60;
/** How much the rate changes from one minute to the next, at most. */
const step = 1.15;
/** The slopes exclude the first minutes, because caches fill. */
const warmUp = 10;

/**
 * Runs orders for an hour, at the rate that takes a share of the processors. Every five minutes it kills one
 * program by SIGKILL, in rotation: the service, the worker, Temporal, PostgreSQL. Prints what the programs have each
 * minute, the slopes, and whether everything is right at the end. `npm run bench -- soak [--minutes 60] [--share
 * 0.6] [--kill 5] [--port 7800]`; the share is of the time of all processors. It is no share of the full rate: few
 * orders at once cost more each than many, which share statements and tasks. The rate follows the share, minute by
 * minute: a machine that is one of many on a host was twice as fast in the middle of an hour as at its beginning.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      share: { type: 'string', default: '0.6' },
      kill: { type: 'string', default: '5' },
      port: { type: 'string', default: '7800' },
    },
  });
  const [minutes, killEvery] = [Number(values.minutes), Number(values.kill)];
  await withBenchStack(Number(values.port), async (stack) => {
    // Connections break when PostgreSQL is killed.
    stack.database.on('error', () => undefined);
    const drafts = await openDrafts(stack.client);
    // The full rate includes the deliveries of the orders.
    const receiver = await openReceiver(stack);
    const full = await fullRate(stack, drafts);
    const used = await shareOfProcessors(stack, drafts, receiver, full / 2);
    const share = Number(values.share);
    const rate = ((full / 2) * share) / used;
    console.log(
      `${full.toFixed(1)} orders/s at most; ${(full / 2).toFixed(1)} take ${(used * 100).toFixed(0)} % of the processors\n` +
        `${rate.toFixed(1)} orders/s at first, for ${minutes} minutes, a kill every ${killEvery}\n`,
    );
    const load = await startLoad(stack, drafts, receiver, rate);
    const samples = await observe(stack, load, { minutes, killEvery, share, rate });
    const isComplete = await load.drain();
    receiver.close();
    printSlopes(samples.filter(({ minute }) => minute > Math.min(warmUp, minutes / 4)));
    console.log(
      isComplete ? 'every order is fulfilled, and every delivery has arrived' : 'orders or deliveries are missing',
    );
    for (const command of [['verify'], ['engine', 'reconcile']]) conveyor(stack, command);
    if (!isComplete) process.exitCode = 1;
  });
}

async function fullRate(stack: BenchStack, drafts: CreateDrafts): Promise<number> {
  const bench = await openOrderBench(stack, drafts);
  await bench.series(full.clients, full.orders / 4);
  const { seconds, times } = await bench.series(full.clients, full.orders);
  await bench.close();
  return times.length / seconds;
}

/** Runs a load for a minute. @returns the share of the processors that the programs have used */
async function shareOfProcessors(
  stack: BenchStack,
  drafts: CreateDrafts,
  receiver: Receiver,
  rate: number,
): Promise<number> {
  const load = await startLoad(stack, drafts, receiver, rate);
  const processors = watchProcessors(stack);
  await pause(calibration * 1000);
  const share = processors.share();
  await load.drain();
  return share;
}

interface Soak {
  readonly minutes: number;
  readonly killEvery: number;
  /** The share of the processors that the load is to take. */
  readonly share: number;
  /** Orders a second of the first minute. */
  readonly rate: number;
}

async function observe(stack: BenchStack, load: Load, soak: Soak): Promise<Sample[]> {
  const { minutes, killEvery, share } = soak;
  let { rate } = soak;
  const samples: Sample[] = [];
  const shown = columnsOf();
  const figures = ['minute', 'killed', 'rate', 'orders', 'failed', 'median', 'p95', 'open', 'undelivered', 'cpu %'];
  const head = [...figures, ...shown.map(({ name }) => name)];
  const print = (cells: readonly (string | number)[]) =>
    console.log(cells.map((cell, at) => String(cell).padStart(Math.max(8, head[at]?.length ?? 0))).join(' '));
  print(head);
  const processors = watchProcessors(stack);
  const beginning = performance.now();
  for (let minute = 1; minute <= minutes; minute++) {
    const killed = minute % killEvery === 0 ? programs[(minute / killEvery - 1) % programs.length] : undefined;
    await pause(beginning + (minute - 0.5) * 60_000 - performance.now());
    if (killed) process.kill(stack.pidOf(killed), 'SIGKILL');
    await pause(beginning + minute * 60_000 - performance.now());
    const { fulfilled, failed, median, p95, open, undelivered } = load.figures();
    const taken = await sample(stack, minute);
    if (taken) samples.push(taken);
    const rest = shown.map(({ of }) => (taken ? of(taken).toFixed(0) : '–'));
    const used = processors.share();
    const cpu = (used * 100).toFixed(0);
    const times = [median.toFixed(0), p95.toFixed(0)];
    print([minute, killed ?? '', rate.toFixed(1), fulfilled, failed, ...times, open, undelivered, cpu, ...rest]);
    rate *= Math.min(step, Math.max(1 / step, share / used));
    load.continueAt(rate);
  }
  return samples;
}

function printSlopes(samples: readonly Sample[]): void {
  console.log(`\n${'slope of an hour'.padEnd(20)}${'first'.padStart(10)}${'last'.padStart(10)}${'slope'.padStart(10)}`);
  for (const { name, of } of columnsOf()) {
    const points = samples.map((one) => ({ minute: one.minute, value: of(one) }));
    const [first, last] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0];
    console.log(
      `${name.padEnd(20)}${first.toFixed(1).padStart(10)}${last.toFixed(1).padStart(10)}${slopeOfHour(points).toFixed(1).padStart(10)}`,
    );
  }
}

/** Runs a check, and prints its last line. */
function conveyor({ url, adminKey }: BenchStack, command: readonly string[]): void {
  const { status, stdout } = spawnSync(process.execPath, [join(projectRoot, 'bin/conveyor.mjs'), ...command], {
    env: { ...process.env, CONVEYOR_URL: url, CONVEYOR_API_KEY: adminKey },
    encoding: 'utf8',
  });
  console.log(`conveyor ${command.join(' ')}: exit ${status}, ${stdout.trim().split('\n').at(-1)}`);
}
