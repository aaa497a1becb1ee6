import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client as Temporal } from '@temporalio/client';
import {
  type BenchStack,
  columns as inColumns,
  ofPrograms,
  type Program,
  programs,
  withBenchStack,
} from './support/bench-stack.ts';
import { cpuMilliseconds } from './support/cpu-time.ts';
import { linesPerOrder, openDrafts } from './support/drafts.ts';
import { memoryMiB } from './support/memory.ts';
import { present } from './support/series-figures.ts';
import { besideTemporalAlone } from './support/temporal-alone.ts';

/** Orders of the unmeasured first run: the database plans statements, and Node compiles code. */
const warmUp = 100;

/**
 * Creates drafts of 3 lines, issues them by one bulk run, and lets the engine pick, pack, ship and hand them over. The time
 * runs from the start of the bulk run to the last fulfilled order. Prints speed and memory by fifths of the orders, and the
 * events of the run. Temporal alone is measured before and after, and the rate is printed as a ratio to it.
 * `npm run bench -- bulk [--orders 10000] [--port 7720]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '10000' }, port: { type: 'string', default: '7720' } },
  });
  const total = Number(values.orders);
  const { result, rate } = await besideTemporalAlone(() => measureOrders(Number(values.port), total));
  console.log(`${(result / rate).toFixed(2)} times the rate of Temporal alone (${rate.toFixed(1)}/s)`);
}

/** @returns the orders a second */
async function measureOrders(port: number, total: number): Promise<number> {
  let rate = 0;
  await withBenchStack(port, async (bench) => {
    const { client, temporal } = bench;
    const drafts = await openDrafts(client);
    console.log(`${total} orders of ${linesPerOrder} lines by one bulk run, end to end, on ${process.platform}\n`);
    await drafts('warm', warmUp);
    await measureRun(bench, 'warm', warmUp);
    const created = performance.now();
    await drafts('run', total);
    console.error(`${total} orders created in ${((performance.now() - created) / 1000).toFixed(0)} s`);
    const measurement = await measureRun(bench, 'run', total);
    rate = report(measurement, total);
    await histories(temporal, measurement.run);
    console.log(`rules broken at the end: ${(await client.verify.get()).violations.length}`);
  });
  return rate;
}

interface Sample {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly issued: number;
  readonly fulfilled: number;
  readonly memory: Readonly<Record<Program, number>>;
}

interface Measurement {
  readonly run: number;
  readonly samples: readonly Sample[];
  readonly cpu: Readonly<Record<Program, number>>;
}

/** Polls progress in the database, because calls to the service would add to the measured load. */
async function measureRun({ client, database, pidOf }: BenchStack, note: string, total: number): Promise<Measurement> {
  const pids = ofPrograms(pidOf);
  const before = ofPrograms((name) => cpuMilliseconds(pids[name]));
  const start = performance.now();
  const { id } = await client.bulkrun.create({ select: `note = "${note}"`, action: 'issue' });
  const samples: Sample[] = [];
  for (;;) {
    const result = await database.query<{ issued: number; fulfilled: number; state: number }>(
      `select r.done as issued, (select count(*)::int from bulkrunorder o join salesorder s on s.id = o.order_id
         where o.bulkrun_id = r.id and s.status_id = 4) as fulfilled from bulkrun r where r.id = $1`,
      [id],
    );
    const { issued, fulfilled } = present(result.rows[0], 'count of orders');
    samples.push({
      at: performance.now() - start,
      issued,
      fulfilled,
      memory: ofPrograms((name) => memoryMiB(pids[name])),
    });
    if (fulfilled >= total) break;
    // A count over 10,000 orders takes 10 ms, so larger runs poll less often.
    await pause(Math.max(100, total / 20));
  }
  return { run: id, samples, cpu: ofPrograms((name) => (cpuMilliseconds(pids[name]) - before[name]) / total) };
}

/** Prints the figures. @returns the orders a second */
function report({ samples, cpu }: Measurement, total: number): number {
  const seconds = present(samples.at(-1), 'samples').at / 1000;
  const each = programs.map((name) => `${name} ${cpu[name].toFixed(1)}`).join(', ');
  console.log(`${(total / seconds).toFixed(1)} orders/s in ${seconds.toFixed(0)} s; CPU ms an order: ${each}`);
  console.log(columns(['fifth', 'orders/s', 'under way', ...programs.map((name) => `${name} MiB`)]));
  let from: Pick<Sample, 'at' | 'fulfilled'> = { at: 0, fulfilled: 0 };
  const rates: number[] = [];
  for (let fifth = 1; fifth <= 5; fifth += 1) {
    const to = present(
      samples.find((sample) => sample.fulfilled >= (total * fifth) / 5),
      'sample at the end of a fifth',
    );
    const rate = ((to.fulfilled - from.fulfilled) * 1000) / (to.at - from.at);
    rates.push(rate);
    const memory = programs.map((name) => to.memory[name].toFixed(0));
    console.log(columns([fifth, rate.toFixed(1), to.issued - to.fulfilled, ...memory]));
    from = to;
  }
  console.log(
    `the last fifth is ${(present(rates[4], 'last fifth') / present(rates[0], 'first fifth')).toFixed(2)} times as fast as the first`,
  );
  return total / seconds;
}

/** Prints the number of events of each continuation of the workflow. */
async function histories(temporal: Temporal, run: number): Promise<void> {
  const { workflow } = temporal;
  await workflow.getHandle(`bulk/${run}`).result();
  const events: number[] = [];
  for await (const { workflowId, runId } of workflow.list({ query: `WorkflowId = "bulk/${run}"` })) {
    events.push((await workflow.getHandle(workflowId, runId).describe()).historyLength);
  }
  console.log(`events of the run by continuation: ${events.reverse().join(', ')}`);
}

const columns = (cells: readonly (string | number)[]) => inColumns(cells, 13);
