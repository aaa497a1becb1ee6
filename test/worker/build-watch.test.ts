import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildWatch } from '../../worker/build-watch.ts';
import { workflowBundle } from '../../worker/bundle.ts';
import { makeCurrent, ramp } from '../../worker/deployment.ts';
import { type TestEngine, testEngine, until } from '../workflows/support/engine.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';

const deployment = 'conveyor';
let server: OwnTemporal;
let engine: TestEngine;

beforeAll(async () => {
  server = await OwnTemporal.start();
  engine = await testEngine([], { worker: false, address: server.address, deployment });
});
afterAll(async () => {
  await engine.stop();
  await server.remove();
});

const place = () => ({ connection: engine.client.connection, namespace: 'default' });
const worker = async (build: string) => {
  const code = await readFile((await workflowBundle()).codePath, 'utf8');
  return engine.startWorker({ bundle: { code, build } });
};

test('a build that is not current claims no deliveries, and one that becomes current does', {
  timeout: 90_000,
}, async () => {
  const { service } = engine;
  const first = await worker('one');
  await until(() => service.claims > 0, 'the first claim');
  const seen = new BuildWatch(place(), { deployment, build: 'one' });
  seen.start();
  await until(() => seen.whileCurrent !== null, 'the current build');
  const whileCurrent = seen.whileCurrent!;
  const next = await worker('two');
  await first.stop();
  const before = service.claims;
  // A worker without work asks each second whether it may claim.
  await pause(2_500);
  expect(service.claims).toBe(before);

  expect(await seen.takesAll()).toBe(true);
  await ramp(place(), { deployment, build: 'two' }, 10);
  await pause(1_100);
  expect([await seen.takesAll(), whileCurrent.aborted]).toEqual([false, false]);
  await ramp(place(), { deployment, build: 'two' }, 0);

  await makeCurrent(place(), { deployment, build: 'two' });
  await until(() => whileCurrent.aborted && seen.whileCurrent === null, 'the end of its time as the current build');
  await until(() => service.claims > before, 'a claim of the next build');
  await seen.stop();
  await next.stop();
});

test('a worker without a deployment always takes new work', async () => {
  const build = new BuildWatch(place(), undefined);
  expect(build.whileCurrent?.aborted).toBe(false);
  expect(await build.takesAll()).toBe(true);
});
