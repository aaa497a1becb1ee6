import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '../../lib/failure.ts';
import { deploymentOf, makeCurrent, workerVersion } from '../../worker/deployment.ts';
import { progress } from '../../workflows/order/messages.ts';
import { byHand, type TestEngine, testEngine, until } from '../workflows/support/engine.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';

const deployment = 'warehouse/shop-conveyor-all';
/** The variables that Temporal's worker controller gives to the pods of a build. */
const variables: Record<string, string> = {
  TEMPORAL_DEPLOYMENT_NAME: deployment,
  TEMPORAL_WORKER_BUILD_ID: '1.0.0-5c1d',
};

/** The version that takes new orders belongs to a whole namespace. */
let server: OwnTemporal;
let engine: TestEngine;
beforeAll(async () => {
  server = await OwnTemporal.start();
  engine = await testEngine([], { worker: false, address: server.address, variables });
});
afterAll(async () => {
  await engine.stop();
  await server.remove();
});

const place = () => ({ connection: engine.client.connection, namespace: 'default' });

test('a worker is the build that its controller names, and takes orders when the controller says so', async () => {
  await engine.startWorker();
  // Without a controller, the first build of a deployment is the current one as soon as its worker is ready.
  expect(await deploymentOf(place(), deployment)).toMatchObject({
    current: null,
    builds: [{ build: '1.0.0-5c1d', status: 'inactive' }],
  });
  await makeCurrent(place(), { deployment, build: '1.0.0-5c1d' });
  const order = await engine.issue(byHand);
  for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
    await until(async () => {
      const shown = await order.handle.query(progress).catch(() => null);
      return shown?.step === step && shown.state === 'waiting';
    }, step);
    engine.service.finish(order.order, step);
    await order.tell(`${step}.finished`);
  }
  expect(await order.handle.result()).toEqual({ outcome: 'fulfilled' });
  const { events } = await order.handle.fetchHistory();
  const builds = (events ?? []).flatMap(
    ({ workflowTaskCompletedEventAttributes: completed }) => completed?.deploymentVersion ?? [],
  );
  expect(builds[0]).toMatchObject({ deploymentName: deployment, buildId: '1.0.0-5c1d' });
});

test('the same code with another name is another build, which waits for the controller', async () => {
  variables.TEMPORAL_WORKER_BUILD_ID = '1.0.1-77aa';
  await engine.startWorker();
  const { current, builds } = (await deploymentOf(place(), deployment))!;
  expect(current).toBe('1.0.0-5c1d');
  expect(builds.map(({ build }) => build).sort()).toEqual(['1.0.0-5c1d', '1.0.1-77aa']);
});

test('the own name of a deployment takes precedence, and its builds have the hash of the code', () => {
  const code = () => '4f1d2a90c3e7';
  expect(workerVersion({ deployment: 'conveyor', workerBuild: undefined }, code)).toEqual({
    deployment: 'conveyor',
    build: '4f1d2a90c3e7',
    isControlled: false,
  });
  expect(workerVersion({ deployment: undefined, workerBuild: undefined }, code)).toBeUndefined();
});

test('a build without a deployment is refused', () => {
  const start = () => workerVersion({ deployment: undefined, workerBuild: '1.0.0-5c1d' }, () => 'none');
  expect(start).toThrow(Failure);
  expect(start).toThrow('Set TEMPORAL_DEPLOYMENT_NAME too');
});
