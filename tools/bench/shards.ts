import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverSettings } from '../../cli/stack/temporal/temporal.ts';
import { type BenchStack, withBenchStack } from './support/bench-stack.ts';
import { cpuMilliseconds } from './support/cpu-time.ts';
import { type OrderSeries, openOrderBench } from './support/order-bench.ts';
import { ascending, quantile } from './support/series-figures.ts';
import { withStops } from './support/stops.ts';
import { type DynamicSettings, serverVersion, startTemporalOnPostgres } from './support/temporal-on-postgres.ts';

/** Unmeasured orders: the database plans statements, and Node compiles code. */
const warmUp = { alone: 20, together: 64 };
const together = 16;
/** Time without orders, in milliseconds, to measure the CPU of the server and its database. */
const idle = 15_000;

/** A way to run the Temporal server: 0 shards is the local one, with SQLite and one shard. */
interface Server {
  readonly name: string;
  readonly shards: number;
  readonly settings: DynamicSettings;
}

const without = (pattern: RegExp): DynamicSettings =>
  Object.fromEntries(Object.entries(serverSettings).filter(([name]) => !pattern.test(name)));

const settings: Readonly<Record<string, DynamicSettings>> = {
  ours: serverSettings,
  defaults: {},
  'ours without MaxPollRPS': without(/MaxPollRPS$/),
  'ours without UpdateAckInterval': without(/UpdateAckInterval$/),
  'ours without eager start and new matcher': without(
    /^(system\.enableActivityEagerExecution|matching\.useNewMatcher)$/,
  ),
  'ours without quotas': without(/\.rps$|\.namespaceRPS|\.namespaceCount|persistenceMaxQPS$/),
};

/**
 * Measures orders with a Temporal server on PostgreSQL, with several numbers of history shards and with parts of
 * the settings of the local stack, beside the local server on SQLite. Temporal has its own PostgreSQL, so that its
 * CPU can be measured apart from the service's. `npm run bench -- shards [--shards 0,4,64] [--settings
 * ours,defaults] [--orders 400] [--port 7700]`; 0 shards is the local server
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      shards: { type: 'string', default: '0,4,64' },
      settings: { type: 'string', default: Object.keys(settings).join() },
      orders: { type: 'string', default: '400' },
      port: { type: 'string', default: '7700' },
    },
  });
  const servers = values.settings.split(',').flatMap((name) => {
    const chosen = settings[name];
    if (!chosen) throw new Error(`--settings takes ${Object.keys(settings).join(', ')}, not ${name}.`);
    const all = values.shards.split(',').map((shards) => ({ name, shards: Number(shards), settings: chosen }));
    // The local server has its settings from the stack.
    return all.filter(({ shards }) => shards > 0 || name === 'ours');
  });
  console.log(`Orders of 3 lines, Temporal ${serverVersion}\n`);
  const head = ['server', 'settings', 'orders/s, 1 client', 'median ms', '95 % ms', `orders/s, ${together} clients`];
  console.log(
    row([
      ...head,
      'median ms',
      '95 % ms',
      'CPU ms an order: Temporal',
      'its PostgreSQL',
      'all others',
      'idle, % of a processor',
    ]),
  );
  for (const server of servers)
    console.log(row(await measureServer(server, Number(values.port), Number(values.orders))));
}

async function measureServer(server: Server, port: number, orders: number): Promise<string[]> {
  if (server.shards === 0) {
    const measured = await measureOrders(port, orders, undefined);
    return cells('SQLite, 1 shard', server.name, measured);
  }
  return withStops(async (stops) => {
    const folder = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
    stops.push(async () => rmSync(folder, { recursive: true, force: true }));
    const temporal = await startTemporalOnPostgres(folder, server.shards, server.settings);
    stops.push(() => temporal.stop());
    const measured = await measureOrders(port, orders, temporal);
    return cells(`PostgreSQL, ${server.shards} shards`, server.name, measured);
  });
}

interface Measured {
  readonly alone: OrderSeries;
  readonly many: OrderSeries;
  /** Milliseconds of CPU of an order in Temporal's own PostgreSQL, with several clients. */
  readonly postgres: number | undefined;
  /** Per cent of a processor that the server and its own PostgreSQL take without orders. */
  readonly idle: number;
}

type TemporalOnPostgres = Awaited<ReturnType<typeof startTemporalOnPostgres>>;

async function measureOrders(port: number, orders: number, own: TemporalOnPostgres | undefined): Promise<Measured> {
  let measured: Measured | undefined;
  const measure = async (stack: BenchStack) => {
    const bench = await openOrderBench(stack);
    await bench.series(1, warmUp.alone);
    const alone = await bench.series(1, Math.ceil(orders / 4));
    await bench.series(together, warmUp.together);
    const ofPostgres = () => (own ? cpuMilliseconds(own.postgres.pid) : 0);
    const before = ofPostgres();
    const many = await bench.series(together, orders);
    const postgres = own && (ofPostgres() - before) / orders;
    await bench.close();
    measured = {
      alone,
      many,
      postgres,
      idle: await idleShare(() => ofPostgres() + cpuMilliseconds(stack.pidOf('temporal'))),
    };
  };
  await withBenchStack(port, measure, own);
  if (!measured) throw new Error('The stack has not measured anything.');
  return measured;
}

async function idleShare(cpu: () => number): Promise<number> {
  const before = cpu();
  await pause(idle);
  return ((cpu() - before) / idle) * 100;
}

function cells(server: string, settings: string, { alone, many, postgres, idle }: Measured): string[] {
  const times = (series: OrderSeries) => {
    const sorted = ascending(series.times.map(({ ms }) => ms));
    const rate = (series.times.length / series.seconds).toFixed(1);
    return [rate, quantile(sorted, 0.5).toFixed(0), quantile(sorted, 0.95).toFixed(0)];
  };
  const { temporal, ...others } = many.cpu;
  const sum = Object.values(others).reduce((all, one) => all + one, 0);
  return [
    server,
    settings,
    ...times(alone),
    ...times(many),
    temporal.toFixed(1),
    postgres?.toFixed(1) ?? '–',
    sum.toFixed(1),
    idle.toFixed(1),
  ];
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
