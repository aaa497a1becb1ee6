import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StandInCarrier, startStandInCarrier } from '../../../../cli/stack/stand-in-carrier.ts';
import type { EngineClient } from '../../../../client/engine.ts';
import { projectRoot } from '../../../../config/root.ts';
import { emptyDatabase, type TestDatabase } from '../../../support/database.ts';
import {
  type Build,
  buildOf,
  buildWithMigrations,
  hasCommit,
  migrationsOf,
  previousCommit,
  thisBuild,
} from '../../../support/processes/builds.ts';
import { startNode } from '../../../support/processes/command.ts';
import { hasBalancer, ManyProcesses, type Replica } from '../../../support/processes/many-processes.ts';
import { watchMigrationWaits } from '../../../support/processes/migration-waits.ts';
import { until } from '../../../support/stack.ts';
import { OwnTemporal } from '../../../workflows/support/own-temporal.ts';
import { CrashBulkRun } from '../crash/bulk-run.ts';
import {
  expectOrdersFulfilledOnce,
  expectStockTakenOutOnce,
  expectWorkflowsCompleted,
  openOrders,
  openWorkflows,
} from '../crash/outcome.ts';
import { type CrashShop, openCrashShop } from '../crash/shop.ts';
import { CrashWebhook } from '../crash/webhooks.ts';
import { runBuildsBesideEachOther } from './beside.ts';
import { drivenWorkflows, type TaskWorker } from './histories.ts';
import { ContinuousLoad } from './load.ts';
import { nextMigrations } from './next-migrations.ts';
import { RecordedCalls } from './recorded-client.ts';

/** Rows of the event log before the upgrade: a migration builds an index on them. */
const rows = 100_000;
const bulkCount = 40;
const services = 3;
const roles = ['engine', 'engine', 'webhooks', 'bulk', 'carrier:Slow Parcel'];
const carriers = ['Own Van', 'Slow Parcel', 'Will Call', 'Parcel Post'];
/** Milliseconds from the end of the load until every order is fulfilled and every workflow closed. */
const doneWithin = 120_000;
/** Milliseconds that a process may wait for a migration. */
const longestWait = 1_000;
/** Milliseconds of work between two changes of the processes. */
const between = 500;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-builds-'));
const keys = { admin: 'cvy_admin_of_two_builds_00000001', engine: 'cvy_engine_of_two_builds_0000001' };
const calls = new RecordedCalls();
let temporalServer: OwnTemporal;
let database: TestDatabase;
let carrier: StandInCarrier;
let many: ManyProcesses;
let temporal: Temporal;
let client: EngineClient;
let shop: CrashShop;
let webhook: CrashWebhook;
let before: Build;
let next: Build;

if (!hasBalancer) test.skip('several services need HAProxy, which this machine lacks');
else {
  if (!hasCommit(previousCommit))
    test.skip(
      `the build before this one is ${previousCommit}, which the history of this clone lacks: the tests below use this build and a next one`,
    );
  testBuilds();
}

function testBuilds(): void {
  beforeAll(start, 300_000);
  afterAll(end);
  test(
    'three services and five workers are upgraded one after the other under load, with a migration in between and a step back: no call fails, nothing is lost, nothing is done twice',
    { timeout: 600_000 },
    upgrade,
  );
  test('workers of two builds run beside each other: open orders stay with their build or are moved, and new ones get the next build', {
    timeout: 180_000,
  }, async () => {
    await migrateTo(next);
    for (const worker of many.workers) await worker.stop('SIGTERM');
    // Workers come before services: those of the build before still start the orders.
    await replace(many.services, before);
    const command = (args: readonly string[]) => run(next, args);
    const replaceServices = () => replace(many.services, next);
    await runBuildsBesideEachOther({ client, shop, temporal, many, before, next, command, replaceServices });
    expect(await client.verify.get()).toMatchObject({ violations: [] });
  });
}

async function start(): Promise<void> {
  before = hasCommit(previousCommit) ? buildOf(previousCommit) : thisBuild;
  next = buildWithMigrations(join(folder, 'next'), nextMigrations(migrationsOf(before).at(-1) ?? ''));
  [temporalServer, database, carrier] = await Promise.all([
    OwnTemporal.start(),
    emptyDatabase(),
    startStandInCarrier(join(folder, 'labels')),
  ]);
  await migrateTo(before);
  await database.pool.query(
    `-- Writes many events, which concern no order.
    insert into event_log (event_id, object_id, detail, at)
    select (select min(id) from event where name = 'customer.created'), 9000000000 + n, '{}', now() - interval '90 days' + n * interval '1 s'
    from generate_series(1, $1::int) n`,
    [rows],
  );
  const place = {
    ...{ folder, keys, databaseUrl: database.url, temporalAddress: temporalServer.address, carrierUrl: carrier.url },
    configFile: join(projectRoot, 'test', 'cli', 'stack', 'builds', 'config.yaml'),
    ...{ build: before, variables: { CONVEYOR_MIGRATE: 'no' } },
  };
  many = await ManyProcesses.start(place, services, roles);
  temporal = new Temporal({ connection: await Connection.connect({ address: temporalServer.address }) });
  client = calls.client({ url: many.url, apiKey: keys.admin });
  shop = await openCrashShop(client, carriers);
  webhook = await new CrashWebhook(client).start();
}

async function end(): Promise<void> {
  webhook?.close();
  await client?.close();
  await many?.end();
  await temporal?.connection.close();
  await carrier?.stop();
  await temporalServer?.remove();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}

const migrateTo = (build: Build) => run(build, ['migrate']);

/** Runs a command of a build. @returns what it printed */
async function run(build: Build, args: readonly string[]): Promise<string> {
  const command = startNode([join(build.root, 'dist', 'cli', 'main.js'), ...args], {
    ...{ CONVEYOR_DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporalServer.address },
    ...(many && { CONVEYOR_URL: many.url, CONVEYOR_API_KEY: keys.admin }),
  });
  expect(await command.ended, command.output()).toBe(0);
  return command.output();
}

async function upgrade(): Promise<void> {
  const load = new ContinuousLoad({ client, shop, webhook });
  const bulkRun = await replaceAll().finally(() => load.end());
  await bulkRun.ends();
  await webhook.ends();
  await until(async () => (await openOrders(client)) === 0 && (await openWorkflows(temporal)) === 0, doneWithin);

  expect(calls.failures).toEqual([]);
  expect(load.failures).toEqual([]);
  await bulkRun.expectEachOrderOnce();
  const issued = [...shop.issued, ...bulkRun.orders].sort((a, b) => a - b);
  await expectOrdersFulfilledOnce(client, issued);
  await expectStockTakenOutOnce(client, shop);
  await expectWorkflowsCompleted(temporal, issued);
  await webhook.expectAllDeliveredAndLogged();
  await expectDrivenByBoth();
  expect(await client.verify.get()).toMatchObject({ violations: [] });
  expect(await client.engine.reconcile.get({})).toMatchObject({ differences: [] });
  figure('in all', { orders: issued.length, calls: calls.count });
}

/** Migrates, and replaces the programs one after the other. @returns a bulk run that issues orders at the same time */
async function replaceAll(): Promise<CrashBulkRun> {
  await measured('before', () => pause(6 * between));
  await measured('migration', migrateUnderLoad);
  const drafts = await shop.createDrafts(bulkCount, { note: 'bulk' });
  const bulkRun = await CrashBulkRun.start(client, drafts, 'note = "bulk"');
  const [, , , bulk] = many.workers as [Replica, Replica, Replica, Replica];
  await measured('workers', () => replace([bulk, ...many.workers.filter((worker) => worker !== bulk)], next));
  await measured('services', () => replace(many.services, next));
  // One step back, on the schema of the next build. The workers stay: they know what services of both builds have started.
  const back = many.services.slice(0, 2);
  await measured('back', () => replace(back, before));
  await measured('forward again', () => replace(back, next));
  return bulkRun;
}

/** Migrates the database to the next build while the services of the build before work on it. */
async function migrateUnderLoad(): Promise<void> {
  const waits = watchMigrationWaits(database.pool);
  const from = performance.now();
  const [output] = await Promise.all([migrateTo(next), readOrdersForAWhile()]);
  const seconds = (performance.now() - from) / 1000;
  const { longest, seen } = await waits.stop();
  figure('migrate', { seconds, longestWaitForTheMigration: Math.round(longest), output });
  expect(seen).toBe(true);
  expect(longest).toBeLessThan(longestWait);
  expect(output).toMatch(/\.sql did not get its locks\. It waited for a lock on salesorder/);
  const known = new Set(migrationsOf(before));
  for (const name of migrationsOf(next).filter((each) => !known.has(each))) expect(output).toContain(name);
}

/** A report reads orders in one transaction, so that a migration does not get the lock of their table. */
async function readOrdersForAWhile(): Promise<void> {
  const report = await database.pool.connect();
  await report.query('begin; select count(*) from salesorder');
  await until(migrationWaitsForOrders, 60_000);
  await pause(2_000);
  await report.query('commit');
  report.release();
}

async function migrationWaitsForOrders(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `select from pg_locks where not granted and relation = 'salesorder'::regclass and mode = 'AccessExclusiveLock'`,
  );
  return rowCount !== 0;
}

/** Stops each process as a supervisor does, and starts it with a build, while the others work. */
async function replace(replicas: readonly Replica[], build: Build): Promise<void> {
  for (const replica of replicas) {
    await replica.stop('SIGTERM');
    await replica.start(build);
    await pause(between);
  }
}

/** Prints a figure at once, so that it is there if a later step fails. */
function figure(name: string, value: unknown): void {
  if (process.env.PRINT_FIGURES) process.stderr.write(`${name}: ${JSON.stringify(value, null, 1)}\n`);
}

async function measured(name: string, work: () => Promise<void>): Promise<void> {
  const from = performance.now();
  const seen = await calls.during(work);
  figure(name, { seconds: Math.round((performance.now() - from) / 1000), ...seen });
}

/** Checks that no worker failed to replay what one of the other build had done, and that both builds drove the same orders. */
async function expectDrivenByBoth(): Promise<void> {
  const host = hostname();
  const buildName = ({ identity }: TaskWorker) => {
    const [pid, machine] = identity.split('@');
    return (machine === host && many.builds.get(Number(pid))?.name) || identity;
  };
  const { faults, builds } = await drivenWorkflows(temporal, buildName);
  expect(faults).toEqual([]);
  const paths = new Map<string, number>();
  for (const names of builds.values()) {
    const path = names.join(' → ');
    paths.set(path, (paths.get(path) ?? 0) + 1);
  }
  figure('workflows', { all: builds.size, builds: Object.fromEntries(paths) });
  expect(paths.get(`${before.name} → ${next.name}`)).toBeGreaterThan(0);
}
