import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../../service/engine.ts';
import { workersOf } from '../../service/pollers.ts';
import { workflowBundle } from '../../worker/bundle.ts';
import { deploymentOf, makeCurrent, ramp } from '../../worker/deployment.ts';
import type { RunningWorker } from '../../worker.ts';
import { taskQueue } from '../../workflows/contract/task-queues.ts';
import { progress } from '../../workflows/order/messages.ts';
import { byHand, type Issued, summaries, type TestEngine, testEngine, until } from '../workflows/support/engine.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';

const deployment = 'conveyor';
const one = { deployment, build: 'one' };
const two = { deployment, build: 'two' };

/** The version that takes new orders belongs to a whole namespace. */
let server: OwnTemporal;
let engine: TestEngine;
let next: { code: string };

beforeAll(async () => {
  server = await OwnTemporal.start();
  engine = await testEngine([], { worker: false, address: server.address, deployment });
  const workflowsPath = join(import.meta.dirname, 'next-version', 'all.ts');
  next = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR', () => undefined) });
});

afterAll(async () => {
  await engine.stop();
  await server.remove();
});

const place = () => ({ connection: engine.client.connection, namespace: 'default' });

/** Starts the worker of one build of the deployment. All builds but the second have the current code. */
async function worker(build: 'one' | 'two' | 'three'): Promise<RunningWorker> {
  const code = await readFile((await workflowBundle()).codePath, 'utf8');
  return engine.startWorker({ bundle: { code: build === 'two' ? next.code : code, build } });
}

async function waitsAt(step: string, { handle }: Issued): Promise<void> {
  await until(async () => {
    // The next version answers once it has looked.
    const shown = await handle.query(progress).catch(() => null);
    return shown?.step === step && shown.state === 'waiting';
  }, step);
}

/** One step after the other: a signal that comes while the last task ends has that task done again. */
async function finish(issued: Issued): Promise<void> {
  for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
    await waitsAt(step, issued);
    engine.service.finish(issued.order, step);
    await issued.tell(`${step}.finished`);
  }
  expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
}

/** Builds whose workers answered, and whether the order began as the next version does. */
async function versionOf({
  handle,
}: Issued): Promise<{ builds: string[]; readsFirst: boolean; failedTasks: unknown[] }> {
  const { events } = await handle.fetchHistory();
  const builds = (events ?? []).flatMap(
    ({ workflowTaskCompletedEventAttributes: completed }) => completed?.deploymentVersion?.buildId ?? [],
  );
  const failed = (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: task }) => task ?? []);
  const [first] = summaries(events ?? []).filter((summary) => summary.startsWith('Read'));
  return {
    builds: [...new Set(builds)],
    readsFirst: first?.startsWith('Read first') ?? false,
    failedTasks: failed.map(({ failure }) => failure?.message),
  };
}

test('new workflow code is rolled out while an order of the previous code is in progress', {
  timeout: 180_000,
}, async () => {
  const withoutBuild = await engine.startWorker({}, null);
  const oldest = await engine.issue(byHand);
  await waitsAt('pick', oldest);
  await withoutBuild.stop();
  const firstWorker = await worker('one');
  expect(await deploymentOf(place(), deployment)).toMatchObject({ current: 'one', ramping: null });
  // An order gets its build with the first thing that happens to it: until then it would go to whichever is current.
  await oldest.tell('salesorder.modified');
  await until(async () => (await versionOf(oldest)).builds.length === 1, 'its build');
  const old = await engine.issue(byHand);
  await waitsAt('pick', old);

  // The change is of the kind that breaks an order under way: this is what versions are for.
  const replayed = Worker.runReplayHistory({ workflowBundle: next }, await old.handle.fetchHistory(), 'order/1');
  await expect(replayed).rejects.toThrow(DeterminismViolationError);

  // The next version takes no work before a decision.
  await worker('two');
  const between = await engine.issue(byHand);
  await waitsAt('pick', between);
  await makeCurrent(place(), two);
  const fresh = await engine.issue(byHand);
  await waitsAt('pick', fresh);

  // Workers with versions are workers to `/status` too, each under its build.
  const serviceEngine = new Engine();
  const workers = await workersOf(await serviceEngine.client(), [{ queue: taskQueue, tasks: 'workflow' }]);
  expect(workers.map(({ deployment, build, problem }) => ({ deployment, build, problem }))).toEqual(
    expect.arrayContaining([
      { ...one, problem: null },
      { ...two, problem: null },
    ]),
  );
  await serviceEngine.close();

  // Started again it has no order in memory, and replays.
  await firstWorker.stop();
  await worker('one');
  for (const each of [oldest, old, between, fresh]) await finish(each);

  expect(await versionOf(oldest)).toEqual({ builds: ['one'], readsFirst: false, failedTasks: [] });
  expect(await versionOf(old)).toEqual({ builds: ['one'], readsFirst: false, failedTasks: [] });
  expect(await versionOf(between)).toEqual({ builds: ['one'], readsFirst: false, failedTasks: [] });
  expect(await versionOf(fresh)).toEqual({ builds: ['two'], readsFirst: true, failedTasks: [] });
  const { builds } = (await deploymentOf(place(), deployment))!;
  expect(builds.map(({ build, status }) => `${build}: ${status}`).sort()).toEqual(['one: draining', 'two: current']);
});

test('a version takes a part of new orders, and returns it', async () => {
  await ramp(place(), one, 100);
  expect(await deploymentOf(place(), deployment)).toMatchObject({
    current: 'two',
    ramping: { build: 'one', percent: 100 },
  });
  const ramped = await engine.issue(byHand);
  await finish(ramped);
  expect(await versionOf(ramped)).toMatchObject({ builds: ['one'] });
  await ramp(place(), one, 0);
  expect(await deploymentOf(place(), deployment)).toMatchObject({ current: 'two', ramping: null });
  const after = await engine.issue(byHand);
  await finish(after);
  expect(await versionOf(after)).toMatchObject({ builds: ['two'] });
});

test('an order is moved to a newer build whose code fits its history', async () => {
  await makeCurrent(place(), one);
  const order = await engine.issue(byHand);
  await waitsAt('pick', order);
  await worker('three');
  await makeCurrent(place(), { deployment, build: 'three' });
  const pinned = `ExecutionStatus = "Running" AND TemporalWorkerDeploymentVersion = "${deployment}:one"`;
  await until(async () => (await engine.client.workflow.count(pinned)).count === 1, 'the list');
  await engine.client.workflowService.updateWorkflowExecutionOptions({
    namespace: 'default',
    workflowExecution: { workflowId: order.handle.workflowId },
    workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
    updateMask: { paths: ['versioning_override'] },
  });
  await finish(order);
  expect(await versionOf(order)).toEqual({ builds: ['one', 'three'], readsFirst: false, failedTasks: [] });
});
