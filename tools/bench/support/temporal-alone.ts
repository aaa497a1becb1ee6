import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { Agent, request } from 'undici';
import { temporalBinary } from '../../../cli/stack/temporal/binary.ts';
import { temporalLaunch, temporalReady } from '../../../cli/stack/temporal/temporal.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { present } from './series-figures.ts';

const [port, servicePort, orders, underWay] = [7791, 7792, 1000, 32];

/** The workflows that are measured, see `temporal-workflow.ts`. */
export type FiveCalls = 'fiveLocal' | 'fiveOrdinary';

/** Cost of a workflow with five activities, each with a call to a service that does nothing. */
export interface TemporalAlone {
  /** Workflows a second. */
  readonly rate: number;
  /** Milliseconds of CPU of a workflow: in the Temporal server, and in the worker with client and service. */
  readonly temporal: number;
  readonly worker: number;
}

/** Measures the Temporal server and one worker on this machine. */
export async function measureTemporalAlone(workflow: FiveCalls = 'fiveLocal'): Promise<TemporalAlone> {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const binary = await temporalBinary((line: string) => console.error(line));
  const { command, args, env } = temporalLaunch(binary, { port, uiPort: undefined, file: join(folder, 'temporal.db') });
  const server = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const serverPid = present(server.pid, 'process id of the Temporal server');
  const service = createServer((_, response) => response.end('{}')).listen(servicePort, '127.0.0.1');
  try {
    await temporalReady(port);
    installRuntime();
    const agent = new Agent({ connections: underWay });
    const address = `127.0.0.1:${port}`;
    const native = await NativeConnection.connect({ address });
    const worker = await Worker.create({
      connection: native,
      taskQueue: 'bench',
      workflowBundle: await bundleWorkflowCode({
        workflowsPath: join(import.meta.dirname, 'temporal-workflow.js'),
        logger: silent,
      }),
      maxCachedWorkflows: 2000,
      activities: {
        call: async () => (await request(`http://127.0.0.1:${servicePort}`, { dispatcher: agent })).body.dump(),
      },
    });
    const connection = await Connection.connect({ address });
    const client = new Client({ connection });
    const measured = await worker.runUntil(async () => {
      await series(client, workflow, 100);
      const before = { cpu: process.cpuUsage(), server: cpuMilliseconds(serverPid), at: performance.now() };
      await series(client, workflow, orders);
      const seconds = (performance.now() - before.at) / 1000;
      const used = process.cpuUsage(before.cpu);
      const own = (used.user + used.system) / 1000 / orders;
      const temporal = (cpuMilliseconds(serverPid) - before.server) / orders;
      return { rate: orders / seconds, temporal, worker: own };
    });
    await connection.close();
    await native.close();
    return measured;
  } finally {
    service.close();
    service.closeAllConnections();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function series(client: Client, workflow: FiveCalls, count: number): Promise<void> {
  let open = count;
  await Promise.all(
    Array.from({ length: underWay }, async () => {
      while (open-- > 0) {
        await client.workflow.execute(workflow, { taskQueue: 'bench', workflowId: `bench/${count}/${open}` });
      }
    }),
  );
}

const nothing = () => undefined;
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

let isInstalled = false;

/** The SDK's runtime exists once a process. */
function installRuntime(): void {
  if (!isInstalled) Runtime.install({ logger: silent });
  isInstalled = true;
}

/** Returns the figures of a measurement in words. */
export const aloneText = ({ rate, temporal, worker }: TemporalAlone, kind = 'local'): string =>
  `five ${kind} activities with a call each: ${rate.toFixed(1)} workflows/s; ` +
  `CPU ms each: Temporal ${temporal.toFixed(1)}, worker with client and service ${worker.toFixed(1)}`;

/**
 * Measures Temporal alone before and after `body`, since the speed of a machine changes by the minute.
 * @returns the result of `body`, and the mean rate of workflows a second
 */
export async function besideTemporalAlone<Result>(
  body: () => Promise<Result>,
): Promise<{ result: Result; rate: number }> {
  const rates: number[] = [];
  const measure = async (when: string) => {
    const alone = await measureTemporalAlone();
    console.log(`Temporal alone, ${when}: ${aloneText(alone)}`);
    rates.push(alone.rate);
  };
  await measure('before');
  const result = await body();
  await measure('after');
  return { result, rate: rates.reduce((sum, rate) => sum + rate, 0) / rates.length };
}
