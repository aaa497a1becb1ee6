import { Client } from '@temporalio/client';
import pino from 'pino';
import { startWorker } from '../../worker.ts';
import { connectToTemporal } from '../../workflows/temporal.ts';
import { readEnvironment } from '../../config/environment.ts';
const temporal = await connectToTemporal();
const worker = await startWorker(readEnvironment({ CONVEYOR_URL: 'http://127.0.0.1:1', CONVEYOR_API_KEY: 'x' }), { carriers: [], connection: temporal, logger: pino() });
await worker.ready;
const client = new Client(temporal);
const all: number[] = [];
for (let i = 0; i < 6; i++) { const s = performance.now(); await client.workflow.execute('probe', { taskQueue: 'conveyor', workflowId: 'probe/x' }); all.push(performance.now() - s); }
console.log(all.map((x) => x.toFixed(0)).join(' '));
process.exit(0);
