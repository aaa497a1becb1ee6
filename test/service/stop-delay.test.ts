import { expect, test } from 'vitest';
import { freePort } from '../../cli/stack/ports.ts';
import { readEnvironment } from '../../config/environment.ts';
import { startService } from '../../service/main.ts';
import { testDatabase } from '../support/database.ts';
import { untilEnd } from '../support/until-end.ts';

const environment = (variables: Record<string, string>) =>
  readEnvironment({ CONVEYOR_DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...variables });

const database = await untilEnd(testDatabase());
const port = String(await freePort());
const service = await untilEnd(
  startService(
    environment({
      CONVEYOR_PORT: port,
      CONVEYOR_STOP_DELAY: '1',
      CONVEYOR_ADMIN_KEY: 'cvy_admin_of_the_stop_delay_01',
    }),
  ),
);

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
