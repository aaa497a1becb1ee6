import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { startTestService } from '../../support/test-service.ts';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Scans on a bad network: each counts once, even if its call or its answer is lost. */

const data = await testDatabase();
afterAll(() => data.drop());
// The tests themselves take the network and the service away.
const expectedFaults =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|status of (403|429|5..)/;
const tests = await consoleTests({ service: { data }, verify: true, expectedFaults });
const { signedIn, shop, ana } = tests;
const nut = await shop.part({ number: 'NUT' });
await shop.stock(nut, 100_000);

async function pickOf(qty: number): Promise<{ page: Page; pickId: number }> {
  const order = await shop.issued([{ part_id: nut, qty }]);
  const { id } = await shop.done('/picklinebyorder', { order_id: [order] });
  const { page } = await signedIn(`/work/pick/${id}`, { width: 390 });
  await page.getByText(`0 of ${qty} units`).waitFor();
  return { page, pickId: id };
}

const countedOf = async (pickId: number) => {
  const [line] = await shop.get(`/pick/${pickId}/line`);
  return line.finished ? line.qty_committed : line.qty_counted;
};

const scans = async (page: Page, count: number) => {
  for (let at = 0; at < count; at += 1) {
    await typeCode(page, 'NUT');
    await page.waitForTimeout(60);
  }
};

test('thirty seconds without network lose nothing and double nothing, and work goes on', async () => {
  const { page, pickId } = await pickOf(60);
  await scans(page, 3);
  await expect.poll(() => countedOf(pickId)).toBe(3);
  await page.context().setOffline(true);
  await scans(page, 20);
  await page.getByText('23 of 60 units').waitFor();
  await page.getByText('20 scans are not sent.').waitFor();
  await page.getByText('20 not sent', { exact: true }).waitFor();
  expect(await countedOf(pickId)).toBe(3);
  await page.waitForTimeout(30_000);
  await page.context().setOffline(false);
  await expect.poll(() => countedOf(pickId), { timeout: 15_000 }).toBe(23);
  await page.getByText('20 scans are not sent.').waitFor({ state: 'detached' });
  await page.getByText('23 of 60 units').waitFor();
}, 120_000);

test('scans that are not sent are kept over a reload of the page', async () => {
  const { page, pickId } = await pickOf(60);
  await page.route('**/pickline/*/count', (route) => route.abort());
  await scans(page, 5);
  await page.getByText('5 scans are not sent.').waitFor();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(() => countedOf(pickId)).toBe(5);
  await page.getByText('5 of 60 units').waitFor();
});

test('an answer that is lost is asked for again, and the scan counts once', async () => {
  const { page, pickId } = await pickOf(60);
  let lost = 0;
  await page.route('**/pickline/*/count', async (route) => {
    if (lost >= 3) return route.continue();
    lost += 1;
    // The service gets the call, and the page no answer.
    await route.fetch();
    await route.abort();
  });
  await scans(page, 4);
  await expect.poll(() => countedOf(pickId), { timeout: 15_000 }).toBe(4);
  await page
    .getByText(/not sent/)
    .first()
    .waitFor({ state: 'detached' });
  expect(await countedOf(pickId)).toBe(4);
  expect(lost).toBe(3);
});

test.each([429, 502, 503, 504])('an answer %d is waited for', async (status) => {
  const { page, pickId } = await pickOf(60);
  let refusals = 0;
  await page.route('**/pickline/*/count', (route) => {
    refusals += 1;
    if (refusals > 2) return route.continue();
    const body = JSON.stringify({ status, code: 'service.unavailable', title: 'Busy', detail: 'Busy.' });
    return route.fulfill({ status, contentType: 'application/problem+json', headers: { 'retry-after': '1' }, body });
  });
  await scans(page, 2);
  await expect.poll(() => countedOf(pickId), { timeout: 15_000 }).toBe(2);
});

test.each([409, 412, 428, 500])(
  'a refusal %d stays in red until it is answered, over a reload too, and the scans after it go on',
  async (status) => {
    const { page, pickId } = await pickOf(60);
    let isFirst = true;
    await page.route('**/pickline/*/count', (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const body = JSON.stringify({ status, code: 'service.error', title: 'Error', detail: 'Something broke.' });
      return route.fulfill({ status, contentType: 'application/problem+json', body });
    });
    await scans(page, 3);
    await page.getByRole('alert').getByText('Not counted: 1 × NUT counted').waitFor();
    await expect.poll(() => countedOf(pickId)).toBe(2);
    await page.reload();
    await page.getByRole('alert').getByText('Something broke.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText('2 of 60 units').waitFor();
  },
);

test('a refused scan names its pick and its order, is answered on their page, and is a line elsewhere', async () => {
  const { page, pickId } = await pickOf(60);
  const other = await shop.issued([{ part_id: nut, qty: 5 }]);
  const { id: otherPick } = await shop.done('/picklinebyorder', { order_id: [other] });
  const { number, lines } = await shop.get(`/pick/${pickId}?embed=lines.order`);
  await page.route('**/pickline/*/count', (route) => {
    const body = JSON.stringify({ status: 409, code: 'pick.state', title: 'No', detail: 'Somebody has counted it.' });
    return route.fulfill({ status: 409, contentType: 'application/problem+json', body });
  });
  await scans(page, 1);
  const of = `Pick ${number}, order ${lines[0].order.number}`;
  await page.getByRole('alert').getByText(of).waitFor();
  await page.goto(page.url().replace(/\d+$/, String(otherPick)));
  await page.getByText('0 of 5 units').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByText(`A scan was not counted: ${of}`).waitFor();
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.getByRole('alert').getByText('Somebody has counted it.').waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('a session that ends in mid-pick asks for a sign-in, and the scans go on after it', async () => {
  const { page, pickId } = await pickOf(60);
  await scans(page, 1);
  await expect.poll(() => countedOf(pickId)).toBe(1);
  await page.context().clearCookies();
  await scans(page, 2);
  const dialog = page.getByRole('dialog', { name: 'Sign in to Conveyor' });
  await dialog.waitFor();
  await dialog.getByLabel('E-mail').fill(ana.email);
  await dialog.getByLabel('Password').first().fill(ana.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => countedOf(pickId), { timeout: 15_000 }).toBe(3);
});

test('a service that stops and comes back under an open page gets the scans that were made meanwhile', async () => {
  const { page, pickId } = await pickOf(60);
  await scans(page, 2);
  await expect.poll(() => countedOf(pickId)).toBe(2);
  const port = Number(new URL(tests.service.url).port);
  await tests.service.close();
  await scans(page, 5);
  await page.getByText('7 of 60 units').waitFor();
  await page.getByText('5 scans are not sent.').waitFor();
  tests.service = await startTestService({ data, port });
  await expect.poll(() => countedOf(pickId), { timeout: 30_000 }).toBe(7);
  await scans(page, 1);
  await expect.poll(() => countedOf(pickId), { timeout: 15_000 }).toBe(8);
}, 120_000);
