import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Two people in one pick. */

/** Picks with scans of both people at random moments; CONVEYOR_WORK_RUNS=100 is the figure of docs/measurements.md. */
const runs = Number(process.env.CONVEYOR_WORK_RUNS ?? 5);

const tests = await consoleTests({ verify: true });
const { signedIn, shop, service } = tests;
const ben = await person(service);
const pin = await shop.part({ number: 'PIN' });
await shop.stock(pin, 100_000);

async function newPick(qty: number): Promise<number> {
  const order = await shop.issued([{ part_id: pin, qty }]);
  return (await shop.done('/picklinebyorder', { order_id: [order] })).id;
}

const lineOf = async (pickId: number) => (await shop.get(`/pick/${pickId}/line`))[0];

test('see each other, and what the other counts, within a second', async () => {
  const pickId = await newPick(20);
  const ana = await signedIn(`/work/pick/${pickId}`);
  await ana.page.getByText('0 of 20 units').waitFor();
  const other = await signedIn(`/work/pick/${pickId}`, { who: ben });
  await other.page.getByText('0 of 20 units').waitFor();
  await ana.page.getByText(/^Also here: Ana Weber/).waitFor({ timeout: 2_000 });
  for (const [from, to, count] of [
    [ana.page, other.page, 1],
    [other.page, ana.page, 2],
  ] as const) {
    await typeCode(from, 'PIN');
    const begin = performance.now();
    await to.getByText(`${count} of 20 units`).waitFor();
    expect(performance.now() - begin).toBeLessThan(1_500);
  }
  await other.page.goto(`${tests.service.url}/console/work`);
  await ana.page.getByText(/^Also here:/).waitFor({ state: 'detached', timeout: 3_000 });
});

test('never count a unit twice, however their scans fall', async () => {
  const [ana, other] = [await signedIn('/work'), await signedIn('/work', { who: ben })];
  for (let run = 0; run < runs; run += 1) {
    const qty = 4 + (run % 5);
    const pickId = await newPick(qty);
    const pages = [ana.page, other.page];
    for (const page of pages) {
      await page.goto(`${tests.service.url}/console/work/pick/${pickId}`);
      await page.getByText(`0 of ${qty} units`).waitFor();
    }
    // Together they scan more units than there are.
    await Promise.all(pages.map((page) => scanAtRandom(page, qty - 1)));
    await expect.poll(async () => (await lineOf(pickId)).finished).toBe(true);
    expect((await lineOf(pickId)).qty_committed).toBe(qty);
    for (const page of pages) {
      await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
      // Refusals of units that the other had counted wait for an answer.
      while ((await page.getByRole('button', { name: 'OK' }).count()) > 0)
        await page.getByRole('button', { name: 'OK' }).first().click();
    }
  }
}, 600_000);

async function scanAtRandom(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await page.waitForTimeout(Math.random() * 150);
    await typeCode(page, 'PIN');
  }
}
