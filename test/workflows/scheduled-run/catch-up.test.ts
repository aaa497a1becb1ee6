import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listText } from '../../../cli/schedule/list.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { definitionOf } from '../../../service/schedules/definition.ts';
import { type RunningWorker, startWorker } from '../../../worker.ts';
import { loadText } from '../../config/load-text.ts';
import { BulkRunStandIn } from '../bulk-run/stand-in.ts';
import { until } from '../support/engine.ts';
import { OwnTemporal } from '../support/own-temporal.ts';
import { statusOf } from '../support/schedules.ts';

// The logger is silent about the server, which this test stops.
Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } },
});

let service: BulkRunStandIn;
let server: OwnTemporal;
let connection: NativeConnection;
let temporal: Client;
let worker: RunningWorker;

beforeAll(async () => {
  service = await new BulkRunStandIn().start();
  server = await OwnTemporal.start();
  temporal = new Client({ connection: await Connection.connect({ address: server.address }) });
  connection = await NativeConnection.connect({ address: server.address });
  const environment = readEnvironment({ CONVEYOR_URL: service.url, CONVEYOR_API_KEY: 'engine' });
  const logger = pino({ level: 'silent' });
  worker = await startWorker(environment, { carriers: [], logger, connection: { connection, namespace: 'default' } });
  await worker.ready;
});

afterAll(async () => {
  await worker.stop();
  await connection.close();
  await temporal.connection.close();
  await server.remove();
  await service.stop();
});

/** When each run of a schedule was due, in milliseconds. */
const dueOf = (name: string) =>
  service.of(name).map(({ key }) => Date.parse(key.slice(-'2026-03-27T05:00:00Z'.length)));

test('runs that were due while the server was down start later within catch_up, and count as missed beyond it', async () => {
  const { schedules } = await loadText(`schedules:
  patient: { cron: 0 6 1 1 *, overlap: buffer all, catch_up: 1h, run: { action: issue, select: id = 1 } }
  hasty: { cron: 0 6 1 1 *, overlap: buffer all, catch_up: 10s, run: { action: issue, select: id = 1 } }
`);
  for (const schedule of schedules) {
    const definition = definitionOf(schedule);
    // No test should wait for the minutes of a cron expression.
    await temporal.schedule.create({ ...definition, spec: { intervals: [{ every: '2s' }] } });
  }
  await until(() => service.of('patient').length > 0 && service.of('hasty').length > 0, 'the first of both');
  await server.kill();
  const [from, before] = [Date.now(), service.runs.length];
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  expect(service.runs).toHaveLength(before);
  const to = Date.now();
  await server.start();

  await until(() => dueOf('patient').some((at) => at > to + 2_000), 'the present', 60_000);
  const due = dueOf('patient').sort((a, b) => a - b);
  // One every two seconds, none left out and none twice, from the first on.
  expect(due).toEqual(due.map((_, index) => due[0]! + index * 2_000));
  expect(due.filter((at) => at > from && at < to).length).toBeGreaterThanOrEqual(9);

  await until(() => dueOf('hasty').some((at) => at > to + 2_000), 'the present', 60_000);
  const within = dueOf('hasty').filter((at) => at > from && at < to);
  expect(within.length).toBeLessThanOrEqual(5);
  const hasty = await statusOf(temporal, 'hasty');
  expect(hasty.missed).toBeGreaterThanOrEqual(3);
  expect(listText([hasty], { live: false, columns: 100, colors: false, write: () => undefined })).toMatch(
    /\d+ missed, because Temporal was down for longer than catch_up/,
  );
}, 180_000);
