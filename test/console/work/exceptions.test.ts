import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/**
 * Reports of a picker that contradict the books: missing, damaged, other or further units; and the units of a void
 * order.
 */

const { signedIn, shop } = await consoleTests({ verify: true, expectedFaults: /status of 409/ });
const [here, there] = [await shop.storage('A-1'), await shop.storage('B-3')];

let parts = 0;
async function stocked(name: string, qty: number, more: object = {}, stock: object = {}) {
  const number = `${name}-${++parts}`;
  const id: number = await shop.part({ number, ...more });
  await shop.stock(id, qty, { location_id: here, ...stock });
  return { id, number };
}
async function pickOf(...orders: { part_id: number; qty: number }[][]) {
  const ids: number[] = [];
  for (const lines of orders) ids.push(await shop.issued(lines));
  const pick = await shop.done('/picklinebyorder', { order_id: ids });
  return { id: pick.id as number, orders: ids, line: pick.lines[0].id as number };
}
const opened = async (pick: { id: number }) => (await signedIn(`/work/pick/${pick.id}`, { width: 390 })).page;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const problem = (page: Page) => button(page, 'Something is wrong').click();

test('the rest that is missing is named, and other stock for it comes onto the same pick', async () => {
  const jar = await stocked('JAR', 2);
  await shop.stock(jar.id, 5, { location_id: there });
  const pick = await pickOf([{ part_id: jar.id, qty: 2 }]);
  const page = await opened(pick);
  await typeCode(page, jar.number);
  await page.getByText('1 of 2 units').waitFor();
  await problem(page);
  await page.getByText('writes the other 1 off at A-1, where it is reserved').waitFor();
  await page.getByLabel('Reason, if you want to give one').fill('jar broken');
  await button(page, 'The rest is missing').and(page.locator(':enabled')).click();
  await page.getByText(`1 × ${jar.number} written off at A-1. Other stock takes its place on this pick.`).waitFor();
  expect(await page.getByText('This pick is finished').count()).toBe(0);
  await page.getByRole('group', { name: 'At B-3' }).waitFor();
  await typeCode(page, 'B-3');
  await typeCode(page, jar.number);
  await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
  expect((await shop.see(pick.orders[0]!)).lines[0].qty_picked).toBe(2);
});

test('a finished pick says which units of its orders are not picked, and leads to them', async () => {
  const [jar, lid] = [await stocked('JAR', 2), await stocked('LID', 1)];
  const pick = await pickOf([
    { part_id: jar.id, qty: 2 },
    { part_id: lid.id, qty: 1 },
  ]);
  await shop.done(`/pickline/${pick.line}/commit`, { qty: 1 });
  const page = await opened(pick);
  await typeCode(page, lid.number);
  await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
  await page.getByText(`1 × ${jar.number} at A-1`).waitFor();
  await button(page, 'Pick the rest').click();
  await page.getByText('0 of 1 units').waitFor();
});

test('nothing that is there ends the pick, and says that nothing of it is picked', async () => {
  const jar = await stocked('JAR', 2);
  const pick = await pickOf([{ part_id: jar.id, qty: 2 }]);
  const page = await opened(pick);
  await problem(page);
  await page.getByText('writes the other 2 off at A-1').waitFor();
  await button(page, 'The rest is missing').click();
  await page.getByRole('heading', { name: 'Nothing of it is picked' }).waitFor();
  await page
    .getByText(`2 × ${jar.number} written off at A-1. No other stock is there for 2: the order waits.`)
    .waitFor();
});

test('a damaged unit among good ones is written off, and units that are too many are added', async () => {
  const jar = await stocked('JAR', 20);
  const pick = await pickOf([{ part_id: jar.id, qty: 3 }]);
  const page = await opened(pick);
  await problem(page);
  await page.getByLabel('Reason, if you want to give one').fill('broken');
  await button(page, 'Damaged').click();
  await page.getByText(`1 × ${jar.number} written off at A-1. Other stock takes its place on this pick.`).waitFor();
  expect(await shop.units(jar.id)).toEqual({ storage: 19 });
  await page.getByText('0 of 3 units').waitFor();
  await problem(page);
  await page.getByLabel('How many').fill('4');
  await button(page, 'Too many here').click();
  await page.getByText(`4 × ${jar.number} added to the stock at A-1.`).waitFor();
  expect(await shop.units(jar.id)).toEqual({ storage: 23 });
});

test('another lot at the same place is offered and taken', async () => {
  const jam = await stocked('JAM', 4, { tracking: 'lot' }, { tracking: [{ lot: 'J-01', qty: 4 }] });
  await shop.stock(jam.id, 10, { location_id: here, tracking: [{ lot: 'J-02', qty: 10 }] });
  const pick = await pickOf([{ part_id: jam.id, qty: 2 }]);
  const page = await opened(pick);
  await typeCode(page, jam.number);
  await typeCode(page, 'J-02');
  await page.getByText(`The pick takes no ${jam.number} of lot J-02.`).waitFor();
  await problem(page);
  await button(page, 'A-1 (J-02): 10').click();
  await typeCode(page, jam.number);
  await typeCode(page, 'J-02');
  await page.getByText('1 of 2 units').waitFor();
  await expect
    .poll(async () => (await shop.get(`/pickline/${pick.line}`)).counts)
    .toMatchObject([{ lot: 'J-02', qty: 1 }]);
});

test('void says who holds units of the order, and tells that person what goes back where, and who decided', async () => {
  const mug = await stocked('MUG', 9);
  const pick = await pickOf([{ part_id: mug.id, qty: 5 }]);
  const order = pick.orders[0]!;
  const picker = await opened(pick);
  await typeCode(picker, mug.number);
  await expect.poll(async () => (await shop.get(`/pickline/${pick.line}`)).qty_counted).toBe(1);
  const { page: lead } = await signedIn(`/orders/${order}`);
  await button(lead, 'Decide').click();
  await lead.getByRole('menuitem', { name: 'Void' }).click();
  const dialog = lead.getByRole('dialog');
  await dialog.getByText('1 unit is counted on a pick').waitFor();
  await dialog.getByText(/^At work on it: Ana Weber/).waitFor();
  expect(await dialog.getByText('Nothing is picked').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Void the order' }).click();
  const notice = picker.getByRole('alert').filter({ hasText: 'Put back' });
  await notice.getByText(`1 × ${mug.number} to A-1`).waitFor();
  const { number } = await shop.see(order);
  await notice.getByText(new RegExp(`Order ${number} was voided by Ana Weber`)).waitFor();
  await picker.getByRole('heading', { name: 'This pick is void.' }).waitFor();
  await picker.getByRole('link', { name: 'Next' }).click();
  await picker.waitForURL(/\/work$/);
});
