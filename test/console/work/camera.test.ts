import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeBarcodeVideo } from '../../support/browser/barcode-video.ts';
import { consoleTests } from '../console-tests.ts';

/** The camera, by a video of a barcode. */

const folder = mkdtempSync(join(tmpdir(), 'conveyor-camera-'));
const video = join(folder, 'barcode.y4m');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeBarcodeVideo(video, 'BOLT-7');
const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const { signedIn, shop } = await consoleTests({
  verify: true,
  browserArguments: [...fake, `--use-file-for-fake-video-capture=${video}`],
});
const bolt = await shop.part({ number: 'BOLT-7' });
await shop.stock(bolt, 1_000);

test('a barcode that stays in sight counts once, under the content policy, and the camera goes off', async () => {
  const order = await shop.issued([{ part_id: bolt, qty: 5 }]);
  const { id } = await shop.done('/picklinebyorder', { order_id: [order] });
  const { page } = await signedIn(`/work/pick/${id}`, { width: 390 });
  await page.getByText('0 of 5 units').waitFor();
  await page.getByRole('button', { name: 'Scan by camera' }).click();
  await page.getByText('1 of 5 units').waitFor();
  await page.waitForTimeout(2_000);
  expect((await shop.get(`/pick/${id}/line`))[0].qty_counted).toBe(1);
  await page.getByRole('button', { name: 'Close the camera' }).click();
  await page.locator('video').waitFor({ state: 'detached' });
});
