import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../cli/stack/ports.ts';
import { readEnvironment } from '../../config/environment.ts';
import { type RunningService, startService } from '../../service/main.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let service: RunningService;

const environment = (variables: Record<string, string>) =>
  readEnvironment({ CONVEYOR_DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...variables });

beforeAll(async () => {
  database = await testDatabase();
  const port = String(await freePort());
  service = await startService(
    environment({
      CONVEYOR_PORT: port,
      CONVEYOR_STOP_DELAY: '1',
      CONVEYOR_ADMIN_KEY: 'cvy_admin_of_the_stop_delay_01',
    }),
  );
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

test('a service that is about to stop is not ready, and answers for as long as load balancers need to notice', async () => {
  const statusOf = async (path: string) => (await fetch(service.url + path)).status;
  expect(await statusOf('/readyz')).toBe(200);
  const start = performance.now();
  const left = service.leave();
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/event')).toBe(401);
  await left;
  expect(performance.now() - start).toBeGreaterThan(950);
  expect(await statusOf('/healthz')).toBe(200);
});

test.each(['-1', '1.5', '301', 'soon'])('a delay of %s stops the start', async (delay) => {
  await expect(startService(environment({ CONVEYOR_STOP_DELAY: delay }))).rejects.toThrow(
    `CONVEYOR_STOP_DELAY is "${delay}". Set it to a whole number of seconds from 0 to 300.`,
  );
});
