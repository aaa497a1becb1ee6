import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';

/** The list of orders follows changes: new rows, and rows that have left its view. */

const { signedIn, shop } = await consoleTests();
const part = await shop.part({}, 10_000);

let note = '';
beforeEach(() => {
  note = `Fjord ${crypto.randomUUID().slice(0, 8)}`;
});

const order = () => shop.order([{ part_id: part, qty: 1 }], { note });
const issued = () => shop.issued([{ part_id: part, qty: 1 }], { note });

/** As many orders, the oldest first. */
async function many(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await issued());
  return ids;
}

const hold = (id: number) => shop.done(`/salesorder/${id}/hold`, { reason: 'Check it' });
const list = (expression: string) => `/orders?filter=${encodeURIComponent(expression)}`;
const held = () => `note = "${note}" && state = "held"`;
const count = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const numbers = (page: Page) => page.locator('.orders .rows [role="row"] a').allInnerTexts();
const numberOf = async (id: number) => (await shop.see(id)).number as string;

/** Notes the calls of the list, without those of other parts of the page. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/salesorder') calls.push(decodeURIComponent(request.url()));
  });
  return calls;
}

describe('orders that are new to a list', () => {
  test('are counted when a change brings them into the view, and not when it lets them outside', async () => {
    const [first, second, third] = [await issued(), await issued(), await issued()];
    await hold(first);
    const { page } = await signedIn(list(held()));
    await count(page, '1 order');
    await order();
    await shop.done(`/salesorder/${third}`, { note: 'elsewhere' }, 'PUT');
    await hold(third);
    await hold(second);
    await button(page, 'Show 1 new').waitFor();
    expect(await numbers(page)).toEqual([await numberOf(first)]);
    await button(page, 'Show 1 new').click();
    await count(page, '2 orders');
    await expect.poll(() => numbers(page)).toEqual([await numberOf(second), await numberOf(first)]);
    expect(await button(page, /^Show/).count()).toBe(0);
  });

  test('are counted no more after they have left again', async () => {
    const [first, second] = [await issued(), await issued()];
    await hold(first);
    const { page } = await signedIn(list(held()));
    await count(page, '1 order');
    await hold(second);
    await button(page, 'Show 1 new').waitFor();
    await shop.done(`/salesorder/${second}/release`);
    await button(page, 'Show 1 new').waitFor({ state: 'detached' });
  });

  test('are only those that were created where the list has all orders', async () => {
    const before = await issued();
    const { page } = await signedIn('/orders');
    await page.getByRole('link', { name: await numberOf(before) }).waitFor();
    const calls = callsOf(page);
    await order();
    await button(page, 'Show 1 new').waitFor();
    await order();
    await button(page, 'Show 2 new').waitFor();
    expect(calls).toEqual([]);
  });

  test('are told apart from those below the rows that are read', async () => {
    const oldest = await many(120);
    const { page } = await signedIn(list(`note = "${note}"`));
    await count(page, '120 orders');
    const calls = callsOf(page);
    await hold(oldest[0]!);
    await expect.poll(() => calls.some((call) => call.includes('perPage=0'))).toBe(true);
    await order();
    await button(page, 'Show 1 new').waitFor();
    await hold(oldest[1]!);
    await hold(oldest[2]!);
    await order();
    await button(page, 'Show 2 new').waitFor();
  });

  test('cost one small call for a burst of changes', async () => {
    const ids = await many(12);
    const { page } = await signedIn(list(held()));
    await count(page, 'No order matches.');
    const calls = callsOf(page);
    const start = performance.now();
    for (const id of ids) await hold(id);
    await button(page, 'Show 12 new').waitFor();
    const bursts = Math.ceil((performance.now() - start) / 800) + 1;
    expect(calls.length).toBeLessThanOrEqual(bursts);
    expect(calls.every((call) => call.includes('perPage=0'))).toBe(true);
    expect(await numbers(page)).toEqual([]);
  });
});

describe('an order that leaves the view', () => {
  test('keeps its place with a mark until the list is read again', async () => {
    const [first, second] = [await issued(), await issued()];
    await hold(first);
    await hold(second);
    const { page } = await signedIn(list(held()));
    await count(page, '2 orders');
    await shop.done(`/salesorder/${second}/release`);
    const row = page.getByRole('row').filter({ hasText: await numberOf(second) });
    await row.getByText('no longer in this view').waitFor();
    await row.getByText('waiting').waitFor();
    await expect.poll(() => numbers(page)).toEqual([await numberOf(second), await numberOf(first)]);
    await button(page, 'Refresh').click();
    await count(page, '1 order');
    await expect.poll(() => numbers(page)).toEqual([await numberOf(first)]);
    expect(await button(page, 'Refresh').count()).toBe(0);
  });

  test('is gone when somebody comes back to the list from its page', async () => {
    const id = await issued();
    await hold(id);
    const { page } = await signedIn(list(held()));
    await page.getByRole('link', { name: await numberOf(id) }).click();
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByText('Waits for a person to pick').waitFor();
    await page.goBack();
    await count(page, 'No order matches.');
    expect(await numbers(page)).toEqual([]);
  });

  test('shows its present state when somebody comes back to a list that still has it', async () => {
    const id = await issued();
    await hold(id);
    const { page } = await signedIn(list(`note = "${note}"`));
    await page.getByRole('link', { name: await numberOf(id) }).click();
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByText('Waits for a person to pick').waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'waiting' }).waitFor();
  });
});
