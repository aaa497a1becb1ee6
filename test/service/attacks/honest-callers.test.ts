import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { type HonestCallers, harmOf, startHonestCallers } from '../../support/honest-callers.ts';
import { untilEnd } from '../../support/until-end.ts';
import { serviceProcess } from '../crash/service.ts';

const testData = await untilEnd(testDatabase());
const service = await serviceProcess(testData.url);
await service.start();
afterAll(async () => {
  await service.kill();
});

const start = (): Promise<HonestCallers> =>
  startHonestCallers({ url: service.url, adminKey: service.adminKey, pid: service.pid() });

test('the honest callers report no harm from a service that is left alone', async () => {
  const callers = await start();
  await pause(2_000);
  const report = await callers.stop();
  expect(harmOf(report)).toEqual([]);
  expect(report.calls).toBeGreaterThan(80);
  expect(report.memory).toBeGreaterThan(20);
});

test('they report the harm of a service that stands still', async () => {
  const callers = await start();
  process.kill(service.pid() ?? 0, 'SIGSTOP');
  await pause(4_000);
  process.kill(service.pid() ?? 0, 'SIGCONT');
  const harm = harmOf(await callers.stop()).join(' ');
  expect(harm).toMatch(/p99 was \d{4} ms/);
  expect(harm).toMatch(/healthz took \d{4} ms/);
});
