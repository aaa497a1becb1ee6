import { afterAll, expect, test } from 'vitest';
import { Engine } from '../../../service/engine.ts';
import { startTestService } from '../../support/test-service.ts';
import { OwnTemporal } from '../../workflows/support/own-temporal.ts';
import { consoleTests } from '../console-tests.ts';
import { fileOf } from './with-temporal.ts';

/** The pages of schedules while the Temporal server is away. */

const config = fileOf(`night: { cron: '0 6 * * *', run: { action: issue, select: 'id = 0' } }`);

let temporal: OwnTemporal;
const { signedIn, service } = await consoleTests({
  service: async () => {
    temporal = await OwnTemporal.start();
    return startTestService({
      config,
      engine: new Engine(undefined, { address: temporal.address, namespace: 'default' }),
    });
  },
  expectedFaults: /status of 503/,
});
await service.client.schedule.apply({});
afterAll(() => temporal?.remove());

test('pages and dialogs say that Temporal is away, and go on by themselves when it is back', {
  timeout: 180_000,
}, async () => {
  const { page } = await signedIn('/schedules/night');
  const notice = page.getByRole('status').filter({ hasText: 'Schedules cannot be read now' });
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await temporal.kill();
  await notice.getByText('The Temporal server does not answer').waitFor({ timeout: 60_000 });
  // Earlier data stays, and the service itself answers.
  await page.getByText('Times are those of UTC.').waitFor();
  expect(await page.getByText('The service cannot be reached').count()).toBe(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Stocktaking');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByText('The Temporal server does not answer').waitFor({ timeout: 60_000 });
  await temporal.start();
  await notice.waitFor({ state: 'detached', timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await dialog.waitFor({ state: 'detached', timeout: 30_000 });
  await page.getByText(/^Paused by Ana Weber .*: Stocktaking$/).waitFor();
});
