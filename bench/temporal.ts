import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { Agent, request } from 'undici';
import { temporalBinary } from '../stack/temporal/binary.ts';
import { temporalLaunch, temporalReady } from '../stack/temporal/temporal.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { present } from './series-figures.ts';

const [port, servicePort, orders, underWay] = [7791, 7792, 1000, 32];

/**
 * Measures the limit for `bench -- orders`: workflows a second of the Temporal server and one worker on this machine. Each
 * workflow runs five local activities, and each activity calls a service that does nothing.
 * `npm run bench -- temporal`
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const binary = await temporalBinary((line: string) => console.error(line));
  const { command, args, env } = temporalLaunch(binary, { port, uiPort: undefined, file: join(folder, 'temporal.db') });
  const server = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const serverPid = present(server.pid, 'process id of the Temporal server');
  const service = createServer((_, response) => response.end('{}')).listen(servicePort, '127.0.0.1');
  try {
    await temporalReady(port);
    Runtime.install({ logger: silent });
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
    await worker.runUntil(async () => {
      await series(client, 100);
      const before = { cpu: process.cpuUsage(), server: cpuMilliseconds(serverPid), at: performance.now() };
      await series(client, orders);
      const seconds = (performance.now() - before.at) / 1000;
      const used = process.cpuUsage(before.cpu);
      const own = (used.user + used.system) / 1000 / orders;
      const temporal = (cpuMilliseconds(serverPid) - before.server) / orders;
      console.log(
        `five local activities with a call each: ${(orders / seconds).toFixed(0)} workflows/s; ` +
          `CPU ms each: Temporal ${temporal.toFixed(1)}, worker with client and service ${own.toFixed(1)}`,
      );
    });
    await connection.close();
    await native.close();
  } finally {
    service.close();
    service.closeAllConnections();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function series(client: Client, count: number): Promise<void> {
  let open = count;
  await Promise.all(
    Array.from({ length: underWay }, async () => {
      while (open-- > 0) {
        await client.workflow.execute('fiveCalls', { taskQueue: 'bench', workflowId: `bench/${count}/${open}` });
      }
    }),
  );
}

const nothing = () => undefined;
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
