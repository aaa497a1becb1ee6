import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { startTestService } from '../support/test-service.ts';
import { consoleTests } from './console-tests.ts';
import { person } from './console-visit.ts';

/** Pages of a service that refuses, is busy, or is away. */

// A browser reports each refusal and each lost connection itself, and React each part that is missing.
const expectedFaults = /Failed to load resource|net::ERR|^Outdated/;
const data = await testDatabase();
afterAll(() => data.drop());
const tests = await consoleTests({ service: { data }, expectedFaults });
const orderId = await tests.shop.issued([{ part_id: await tests.shop.part({}, 1_000), qty: 1 }]);
const order = { id: orderId, number: (await tests.shop.see(orderId)).number };

/** The body and the headers of a refusal. */
const refusal = (status: number, members: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    status,
    code: 'test.refused',
    title: 'Refused',
    detail: 'No.',
    request_id: 'r-17',
    ...members,
  }),
});

/** Holds the order in view by the palette. */
async function hold(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: `Hold ${order.number}` }).click();
  await page.getByLabel('Reason of the hold').fill('Check it');
  await page.keyboard.press('Enter');
}

test('a read that comes too often says how long it waits, and goes on by itself', async () => {
  const { page } = await tests.signedIn('/me');
  let calls = 0;
  await page.route('**/salesorder/summary*', (route) => {
    calls += 1;
    return calls <= 2 ? route.fulfill(refusal(429, {}, { 'retry-after': '3' })) : route.continue();
  });
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('Too many calls').waitFor();
  await page.getByText(/The next attempt is in [123] s/).waitFor();
  await page.getByText('under way').waitFor();
  await page.getByText('Too many calls').waitFor({ state: 'detached' });
});

test.each([
  { status: 409, words: /may show an older state/, button: 'Load again' },
  { status: 412, words: /Somebody has changed this/, button: 'Load again' },
  { status: 428, words: /The address is not complete/, button: null },
  { status: 429, words: /You can try again in \d+ s/, button: null },
  { status: 500, words: /r-17/, button: 'Copy' },
])('a change that is refused with $status says so in words, and the page stays', async ({ status, words, button }) => {
  const { page } = await tests.signedIn(`/orders/${order.id}`);
  const warnings = [{ code: 'address', message: 'The address is not complete', pointer: '/ship_to_name' }];
  await page.route('**/hold', (route) => route.fulfill(refusal(status, { warnings }, { 'retry-after': '12' })));
  await hold(page);
  const alert = page.getByRole('alert');
  await alert.getByText(words).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(order.number);
  if (!button) return;
  await alert.getByRole('button', { name: button }).click();
  if (button === 'Load again') await alert.waitFor({ state: 'detached' });
});

test('an answer that takes long is told', async () => {
  const { page } = await tests.signedIn('/me');
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/salesorder/summary*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('takes longer than usual').waitFor();
  answer();
  await page.getByText('takes longer than usual').waitFor({ state: 'detached' });
  await page.getByText('under way').waitFor();
});

test('a permission that is taken away closes the page in words, and its link', async () => {
  const ben = await person(tests.service, ['salesorder.read']);
  const { page } = await tests.signedIn('/orders', { who: ben });
  await page.getByRole('table').waitFor();
  await tests.service.call('PUT', `/user/${ben.id}`, { permissions: ['part.read'] });
  await page.getByLabel('Search orders').fill('anything');
  await page.getByText('It needs the permission salesorder.read').waitFor();
  await page.getByRole('link', { name: 'Orders' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Orders');
});

test('a page that fails keeps its frame, and can be tried again', async () => {
  const { page, faults } = await tests.signedIn('/me');
  await page.route('**/salesorder/summary*', (route) => route.fulfill({ json: { orders: 3, since: null } }));
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: 'This page has failed' }).waitFor();
  expect(await page.getByRole('link', { name: 'Orders' }).count()).toBe(1);
  await page.unroute('**/salesorder/summary*');
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('table').waitFor();
  faults.splice(0);
});

test('a tab that is older than the service asks to load the page again', async () => {
  const { page } = await tests.signedIn('/me');
  await page.route('**/assets/page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { name: 'The console has changed' }).waitFor();
  await page.unroute('**/assets/page-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('table').waitFor();
});

test('a service that stops and comes back under an open page: a notice, and then all goes on, without a missed change', async () => {
  const { page } = await tests.signedIn();
  const { page: other } = await tests.signedIn('/me');
  await page.getByText('under way').waitFor();
  const port = Number(new URL(tests.service.url).port);
  await tests.service.close();
  await page.getByText('The service cannot be reached').waitFor();
  // A part that was not loaded yet, and data that was not read yet, wait for the service.
  await other.getByRole('link', { name: 'Orders' }).click();
  const { id } = order;
  tests.service = await startTestService({ data, port });
  await tests.service.call('POST', `/salesorder/${id}/hold`, { reason: 'Check it' });
  await page.getByRole('heading', { name: 'On hold' }).waitFor();
  await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
  const row = other.getByRole('cell', { name: order.number, exact: true });
  // Chromium remembers that a part could not be loaded: then the page asks to be loaded again.
  const again = other.getByRole('button', { name: 'Load the page again' });
  await row.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await row.waitFor();
  await tests.service.call('POST', `/salesorder/${id}/release`, {});
  await page.getByRole('heading', { name: 'On hold' }).waitFor({ state: 'detached' });
});
