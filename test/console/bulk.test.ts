import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';
import { person } from './console-visit.ts';

const { signedIn, service, shop, ana } = await consoleTests();
const part = await shop.part({}, 1_000);

/** Orders that a word in their notes finds. @returns their numbers, the oldest first */
async function ordersWith(note: string, count: number): Promise<{ id: number; number: string }[]> {
  await Promise.all(Array.from({ length: count }, () => shop.order([{ part_id: part, qty: 1 }], { note })));
  const { data } = await shop.get(`/salesorder?filter=note="${note}"&sort=id&perPage=100&page=1`);
  const { data: others } = await shop.get(`/salesorder?filter=note="${note}"&sort=id&perPage=100&page=2`);
  return [...data, ...others];
}

/** Does what the engine does for a run: it takes unit after unit, until no order is left. */
async function performRun(id: number): Promise<void> {
  for (;;) {
    const { units } = await shop.done(`/engine/bulkrun/${id}/next`, { max: 25 });
    if (units.length === 0) return;
    await Promise.all(units.map((order_id: number[]) => shop.done(`/engine/bulkrun/${id}/perform`, { order_id })));
  }
}

/** Returns the run that a page has started last. */
const lastRun = async () => (await shop.get('/bulkrun?sort=-id&perPage=1')).data[0];

const list = (word: string) => `/orders?filter=${encodeURIComponent(word)}`;
const box = (page: Page, number: string) => page.getByRole('checkbox', { name: `Select order ${number}` });
const bar = (page: Page) => page.getByRole('toolbar');
const selected = (page: Page, count: number) => bar(page).getByText(`${count} selected`).waitFor();

describe('selecting orders', () => {
  test('takes single orders, a range with Shift and those in view, and another search clears it', async () => {
    const orders = await ordersWith('Bergen', 6);
    const [newest, second, , fourth] = orders.toReversed();
    const { page } = await signedIn(list('Bergen'));
    await box(page, newest!.number).click();
    await selected(page, 1);
    await box(page, fourth!.number).click({ modifiers: ['Shift'] });
    await selected(page, 4);
    await box(page, second!.number).click();
    await selected(page, 3);
    expect(await page.getByRole('row', { selected: true }).count()).toBe(3);
    // Orders stay selected when they change.
    await shop.done(`/salesorder/${newest!.id}/hold`, { reason: 'Check it' });
    await page.getByRole('row').filter({ hasText: 'on hold' }).waitFor();
    await selected(page, 3);
    await bar(page).getByRole('button', { name: 'Clear' }).click();
    await page.getByText('6 orders', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select the orders in view' }).click();
    await selected(page, 6);
    await page.getByLabel('Search orders').fill('Narvik');
    await bar(page).waitFor({ state: 'detached' });
  });

  test('works by keys: j and k move, x selects, Shift extends, Enter opens the order', async () => {
    const orders = await ordersWith('Narvik', 4);
    const { page } = await signedIn(list('Narvik'));
    await page.getByText('4 orders', { exact: true }).waitFor();
    await box(page, orders[0]!.number).waitFor();
    await page.locator('body').press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await selected(page, 1);
    expect(await box(page, orders[2]!.number).isChecked()).toBe(true);
    await page.keyboard.press('Shift+ArrowDown');
    await selected(page, 2);
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await selected(page, 1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('3');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: orders[2]!.number }).waitFor();
  });

  test('is not offered to somebody who may only read', async () => {
    const reader = await person(service, ['salesorder.read', 'customer.read', 'carrier.read']);
    const [order] = await ordersWith('Tromso', 1);
    const { page } = await signedIn(list('Tromso'), { who: reader });
    await page.getByRole('cell', { name: order!.number, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Today' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Bulk runs' }).count()).toBe(0);
    await page.locator('body').press('j');
    await page.keyboard.press('x');
    expect(await bar(page).count()).toBe(0);
  });
});

describe('a bulk run', () => {
  test('issues all orders that match, after a dry run, and can be found again', { timeout: 60_000 }, async () => {
    const orders = await ordersWith('Alesund', 103);
    const { page } = await signedIn(list('Alesund'));
    await page.getByText('103 orders', { exact: true }).waitFor();
    await box(page, orders.at(-1)!.number).waitFor();
    await page.getByRole('checkbox', { name: 'Select the orders in view' }).click();
    await selected(page, 100);
    await page.getByRole('button', { name: 'Select all 103 that match' }).click();
    await selected(page, 103);
    await box(page, orders.at(-1)!.number).click();
    await selected(page, 102);
    await bar(page).getByRole('button', { name: 'Issue', exact: true }).click();
    // All that match lead to the page of a new run.
    await page.getByRole('heading', { level: 1, name: 'New bulk run' }).waitFor();
    await page.getByText('102 orders match now.').waitFor();
    const dialog = page.getByRole('main');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByText('Nothing has changed yet.').waitFor();
    await dialog.getByRole('row').filter({ hasText: 'done' }).getByText('102 orders').waitFor();
    expect(await shop.status(orders[0]!.id)).toBe('Draft');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('0 of 102 orders').waitFor();
    const run = await lastRun();
    expect(run).toMatchObject({ action: 'issue', total: 102, user_id: ana.id });
    await performRun(run.id);
    await dialog.getByText('102 of 102 orders').waitFor();
    expect(await shop.status(orders[0]!.id)).toBe('Issued');
    expect(await shop.status(orders.at(-1)!.id)).toBe('Draft');
    await page.getByRole('link', { name: 'Bulk runs' }).click();
    await page.getByRole('link', { name: `Run ${run.id}` }).click();
    await page.getByRole('heading', { name: `Run ${run.id}: Issue` }).waitFor();
    await page.getByRole('link', { name: '102 done' }).click();
    await page.getByText('1 / 3').waitFor();
    await page.getByRole('link', { name: orders[0]!.number, exact: true }).waitFor();
  });

  test('holds three orders with a reason, names the one that refuses it, and repeats it', async () => {
    const orders = await ordersWith('Bodo', 3);
    await shop.done(`/salesorder/${orders[1]!.id}/void`);
    const { page } = await signedIn(list('Bodo'));
    await box(page, orders[0]!.number).waitFor();
    for (const { number } of orders) await box(page, number).click();
    const hold = bar(page).getByRole('button', { name: 'Hold' });
    await hold.click();
    const dialog = page.getByRole('dialog', { name: 'Hold 3 orders' });
    await dialog.getByLabel('Reason').press('Escape');
    await expect.poll(() => hold.evaluate((button) => button === document.activeElement)).toBe(true);
    await hold.press('Enter');
    await dialog.getByLabel('Reason').fill('Check the address');
    await dialog.getByLabel('Reason').press('Enter');
    await dialog.getByRole('row').filter({ hasText: 'refused' }).getByText(orders[1]!.number).waitFor();
    // Another reason needs another dry run.
    await dialog.getByLabel('Reason').fill('Check the street');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('0 of 3 orders').waitFor();
    const { id } = await lastRun();
    await performRun(id);
    const refused = dialog.getByRole('row').filter({ hasText: 'order.state' });
    await refused.getByRole('link', { name: orders[1]!.number }).waitFor();
    await refused.getByText(/is Void/).waitFor();
    expect(await shop.see(orders[0]!.id)).toMatchObject({ hold_reason: 'Check the street' });
    await dialog.getByRole('button', { name: 'Retry the failed' }).click();
    await dialog.getByText('2 of 3 orders').waitFor();
    await performRun(id);
    await dialog.getByRole('link', { name: 'Show them in the list' }).click();
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.getByRole('cell', { name: orders[1]!.number, exact: true }).waitFor();
  });

  test('is paused, resumed and canceled at its page, whose list shows single outcomes', async () => {
    const orders = await ordersWith('Hamar', 2);
    const { id } = await shop.done('/bulkrun', { action: 'void', order_id: orders.map((order) => order.id) });
    const { page } = await signedIn(`/bulkruns/${id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const { units } = await shop.done(`/engine/bulkrun/${id}/next`, { max: 1 });
    await shop.done(`/engine/bulkrun/${id}/perform`, { order_id: units[0] });
    await page.getByText('1 of 2 orders').waitFor();
    await page.getByRole('button', { name: 'Cancel the rest' }).click();
    await page.getByText('2 of 2 orders').waitFor();
    await page.getByRole('link', { name: '1 skipped' }).click();
    await page.getByRole('link', { name: 'canceled', exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'By reason' }).getByText('1 canceled (skipped)').waitFor();
    const done = orders.find((order) => units.flat().includes(order.id));
    const skipped = orders.find((order) => !units.flat().includes(order.id));
    await page.getByRole('link', { name: skipped!.number, exact: true }).waitFor();
    await page.getByRole('link', { name: done!.number, exact: true }).waitFor({ state: 'detached' });
  });
});

test('a run counts its outcomes by code; each count leads to its orders, and those with warnings are retried', async () => {
  const [first] = await ordersWith('Lillehammer', 3);
  await shop.order([{ part_id: await shop.part(), qty: 1 }], { note: 'Lillehammer' });
  await shop.done(`/salesorder/${first!.id}/void`);
  const { id } = await shop.done('/bulkrun', { action: 'issue', select: 'note = "Lillehammer"' });
  await performRun(id);
  const { page, accessible } = await signedIn(`/bulkruns/${id}`);
  const codes = page.getByRole('navigation', { name: 'By reason' });
  await codes.getByRole('link', { name: '1 order.state (refused)' }).waitFor();
  await codes.getByRole('link', { name: '1 order.warnings (warned)' }).press('Enter');
  await page.getByText('only order.warnings').waitFor();
  const rows = page.getByRole('region', { name: 'Orders of the run' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await accessible();
  await page.getByRole('button', { name: 'Retry those with warnings' }).click();
  await page.getByText('3 of 4 orders').waitFor();
  await performRun(id);
  await page.getByText('4 of 4 orders').waitFor();
});

test('who may start runs and read no orders is refused nothing on their pages', async () => {
  const [order] = await ordersWith('Mosjoen', 1);
  const who = await person(service, ['bulkrun.*', 'salesorder.hold']);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await page.goto(`${service.url}/console/bulkruns/new?action=hold&select=${encodeURIComponent(`id = ${order!.id}`)}`);
  await page.getByLabel('Reason').fill('Count');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('row').filter({ hasText: 'done' }).getByText('1 order').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { level: 1, name: /^Run \d+: Hold/ }).waitFor();
  await performRun((await lastRun()).id);
  await page.getByText('1 of 1 order').waitFor();
  await page.getByRole('link', { name: '1 done' }).click();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('main a[href*="/orders"]').count()).toBe(0);
  expect(refused).toEqual([]);
});

describe('a new bulk run', () => {
  test('is made on its page: a search with its count, an action, options, a dry run, a rate that changes', async () => {
    const orders = await ordersWith('Kirkenes', 3);
    const { page, accessible } = await signedIn('/bulkruns');
    await page.getByRole('link', { name: 'New bulk run' }).click();
    await page.getByText('Write which orders the run is for').waitFor();
    expect(await page.getByRole('button', { name: 'Dry run' }).count()).toBe(0);
    await page
      .getByRole('textbox', { name: /Search/ })
      .first()
      .click();
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.type('note == "Kirkenes"');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Dry run' }).count()).toBe(0);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('note = "Kirkenes"');
    await page.getByText('3 orders match now.').waitFor();
    await page.getByLabel('Action').selectOption('hold');
    expect(new URL(page.url()).searchParams.get('action')).toContain('hold');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByLabel('Reason').fill('Wait for the ship');
    await page.getByLabel('Most orders in a second').fill('2');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('row').filter({ hasText: 'done' }).getByText('3 orders').waitFor();
    await accessible();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { level: 1, name: /^Run \d+: Hold/ }).waitFor();
    await page.getByText('at most 2 a second').waitFor();
    await page.getByLabel('Most orders in a second').fill('50');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('at most 50 a second').waitFor();
    const { id } = await lastRun();
    await performRun(id);
    await page.getByText('3 of 3 orders').waitFor();
    expect(await shop.see(orders[0]!.id)).toMatchObject({ hold_reason: 'Wait for the ship' });
  });

  test('that prints leads to all its documents as one PDF', async () => {
    const [order] = await ordersWith('Vardo', 1);
    await shop.done(`/salesorder/${order!.id}/issue`);
    await shop.done('/picklinebyorder', { order_id: [order!.id] });
    const { page } = await signedIn('/bulkruns/new?action=print&select=Vardo');
    await page.getByText('1 order matches now.').waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { level: 1, name: /^Run \d+: Print/ }).waitFor();
    await performRun((await lastRun()).id);
    const link = page.getByRole('link', { name: 'All documents as one PDF' });
    const address = await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href);
    const answer = await page.request.get(address);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  });
});

test('the board counts the orders by step, shows their cards, and changes by itself', async () => {
  const orders = await ordersWith('Molde', 3);
  for (const { id } of orders.slice(1)) await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
  const { page } = await signedIn(list('Molde'));
  await page.getByText('3 orders', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Board' }).click();
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await column('To pick').getByText('2', { exact: true }).waitFor();
  await column('Drafts').getByText('1', { exact: true }).waitFor();
  await column('Drafts').getByRole('link', { name: orders[0]!.number }).waitFor();
  await shop.done(`/salesorder/${orders[2]!.id}/hold`, { reason: 'Check the address' });
  await column('On hold').getByText('Check the address').waitFor({ timeout: 5_000 });
  await column('To pick').getByText('1', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('look')).toBe('board');
  await page.reload();
  await column('On hold').getByRole('link', { name: orders[2]!.number }).click();
  await page.getByRole('heading', { name: orders[2]!.number }).waitFor();
});

test.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])('selection, dialog, runs and board can be used by everybody: %o', async (options) => {
  const orders = await ordersWith('Alta', 2);
  const { page, open, accessible } = await signedIn(list('Alta'), options);
  const check = async () => {
    await accessible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  };
  await box(page, orders[0]!.number).click();
  await selected(page, 1);
  await check();
  await bar(page).getByRole('button', { name: 'Issue', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue 1 order' });
  await dialog.getByText('Nothing has changed yet.').waitFor();
  await check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByText('0 of 1 order').waitFor();
  await check();
  const { id } = await lastRun();
  for (const [path, words] of [
    ['/bulkruns', `Run ${id}`],
    [`/bulkruns/${id}`, 'Orders of the run'],
    ['/orders?look=board', 'Needs somebody'],
  ] as const) {
    await open(path);
    await page.getByText(words, { exact: true }).first().waitFor();
    await check();
  }
});
