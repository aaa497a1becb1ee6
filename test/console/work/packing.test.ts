import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { type Person, person } from '../console-visit.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Packs of several people and of several orders: cases, lots, serial numbers, and checked, unsent or refused units. */

let [mug, phone, oil] = [0, 0, 0];
// Tests take the network away, and answer in place of the service.
const { signedIn, shop, service } = await consoleTests({ verify: true, expectedFaults: /ERR_FAILED|status of 409/ });
const ben = await person(service);
mug = await shop.part({ number: 'MUG' }, 1_000);
await shop.part({ number: 'MUG-4', parttype_id: 4, parent_part_id: mug, parent_qty: 4 });
phone = await shop.part({ number: 'PHONE', tracking: 'serial' });
oil = await shop.part({ number: 'OIL', tracking: 'lot' });

/** Makes a pack of orders, one for each quantity. */
async function packOf(part: number, ...quantities: number[]): Promise<{ id: number; orders: number[] }> {
  const orders: number[] = [];
  for (const qty of quantities) orders.push(await shop.issued([{ part_id: part, qty }]));
  await shop.through(orders, 'pick');
  return { id: (await shop.done('/packlinebyorder', { order_id: orders })).id, orders };
}

const opened = async (id: number, who?: Person) => {
  const { page } = await signedIn(`/work/pack/${id}`, { width: 390, ...(who && { who }) });
  await page.getByText('To pack').waitFor();
  return page;
};

interface Content {
  readonly order_id: number;
  readonly qty: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

/** The contents of each carton of a pack. */
async function contentsOf(packId: number): Promise<Content[][]> {
  const { data } = await shop.get(`/carton?filter=pack_id%20%3D%20${packId}&embed=contents&sort=number`);
  return data.map(({ contents }: { contents: Content[] }) => contents);
}

const unitsOf = async (packId: number) =>
  (await contentsOf(packId)).map((contents) => contents.reduce((sum, { qty }) => sum + qty, 0));

const said = (page: Page, words: string) => page.locator('.verdict').filter({ hasText: words }).waitFor();
const isWrong = (page: Page, words: string | RegExp) => page.getByRole('alert').getByText(words).first().waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const cartons = (page: Page) => page.getByRole('group', { name: 'Cartons' }).getByRole('button');

/** Counts the documents that a page asks for. */
function documentsOf(page: Page): () => number {
  let count = 0;
  page.on('request', (request: Request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/document')) count += 1;
  });
  return () => count;
}

describe('two people in one pack', () => {
  test('see the cartons that the other takes and what is in them, and only who finishes prints', async () => {
    const { id, orders } = await packOf(mug, 2);
    const [ana, other] = [await opened(id), await opened(id, ben)];
    const printed = [documentsOf(ana), documentsOf(other)];
    await typeCode(ana, 'CMDCARTON');
    await said(ana, 'New carton');
    await typeCode(ana, 'MUG');
    await other.getByText('1 × MUG', { exact: true }).waitFor();
    await other.getByText('1 of 2').waitFor();
    await typeCode(other, 'MUG');
    await said(other, '1 × MUG packed');
    await ana.getByText('2 × MUG · 1 checked').waitFor();
    // The page of one does not know what the other has scanned.
    await button(ana, 'Finish and print labels').click();
    await button(ana, 'Yes, finish').click();
    for (const page of [ana, other]) await page.getByRole('heading', { name: 'The pack is finished.' }).waitFor();
    await expect.poll(() => printed[0]?.()).toBe(1);
    const ship = await shop.done('/shiplinebyorder', { order_id: orders });
    for (const page of [ana, other]) {
      await page.goto(new URL(`/console/work/ship/${ship.id}`, page.url()).href);
      await page.getByText('0 of 1').waitFor();
    }
    for (const code of ['CMDFINISH', 'CMDOK']) await typeCode(other, code);
    for (const page of [ana, other]) await page.getByRole('heading', { name: /The ship is finished/ }).waitFor();
    await expect.poll(() => printed[1]?.()).toBe(1);
    expect(printed[0]?.()).toBe(1);
  });
});

describe('a pack of two orders', () => {
  test('has each serial number for its order, whichever comes first, and also out of a carton', async () => {
    await shop.stock(phone, 2, { tracking: [{ serial: 'SN-1' }, { serial: 'SN-2' }] });
    const { id, orders } = await packOf(phone, 1, 1);
    const page = await opened(id);
    await typeCode(page, 'CMDCARTON');
    await said(page, 'New carton');
    await typeCode(page, 'PHONE');
    await page.getByRole('heading', { name: 'Scan the serial number of PHONE' }).waitFor();
    await typeCode(page, 'SN-2');
    await said(page, '1 × PHONE packed');
    // By a tap the number is asked for, too.
    await button(page, 'One PHONE more').first().click();
    await typeCode(page, 'SN-2');
    await isWrong(page, /PHONE with serial number SN-2 is in carton .* already/);
    await typeCode(page, 'SN-1');
    await expect.poll(() => unitsOf(id)).toEqual([2]);
    await typeCode(page, 'CMDMOVE');
    await typeCode(page, 'CMDCARTON');
    await button(page, 'One PHONE SN-2 more').click();
    await expect.poll(() => unitsOf(id)).toEqual([1, 1]);
    const [first, second] = await contentsOf(id);
    expect([first?.[0]?.serial, second?.[0]?.serial]).toEqual(['SN-1', 'SN-2']);
    expect(new Set([first?.[0]?.order_id, second?.[0]?.order_id])).toEqual(new Set(orders));
    await typeCode(page, 'PHONE');
    await typeCode(page, 'SN-1');
    await expect.poll(() => unitsOf(id)).toEqual([0, 2]);
    await page.getByRole('heading', { name: /^Out of carton/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('asks for the lot of a part with lots', async () => {
    await shop.stock(oil, 2, { tracking: [{ lot: 'L1', qty: 2 }] });
    await shop.stock(oil, 2, { tracking: [{ lot: 'L2', qty: 2 }] });
    const { id } = await packOf(oil, 2, 2);
    const page = await opened(id);
    await typeCode(page, 'CMDCARTON');
    await said(page, 'New carton');
    await button(page, 'All 2').first().click();
    await button(page, 'Not this one').click();
    await typeCode(page, 'OIL');
    await page.getByRole('heading', { name: 'Scan the lot of OIL' }).waitFor();
    await typeCode(page, 'L2');
    await expect.poll(async () => (await contentsOf(id))[0]?.map(({ lot }) => lot)).toEqual(['L2']);
    await page.getByText('1 × OIL', { exact: false }).first().waitFor();
  });

  test('takes a case over both orders, into a carton and out of it, and ends the move with the last unit', async () => {
    const { id, orders } = await packOf(mug, 2, 2);
    const page = await opened(id);
    await typeCode(page, 'CMDCARTON');
    await said(page, 'New carton');
    await typeCode(page, 'MUG-4');
    await said(page, '4 × MUG packed');
    await expect.poll(() => unitsOf(id)).toEqual([4]);
    const [first = []] = await contentsOf(id);
    expect(first.map(({ order_id, qty }) => [order_id, qty]).sort()).toEqual(orders.map((order) => [order, 2]).sort());
    await typeCode(page, 'CMDMOVE');
    await typeCode(page, 'MUG');
    await isWrong(page, /name another carton first/);
    await button(page, 'OK').click();
    // All units are in one carton: a new one is the only one that they can go into.
    await button(page, 'New carton').click();
    await page.getByRole('heading', { name: /^Scan what goes from/ }).waitFor();
    await typeCode(page, 'MUG-4');
    await expect.poll(() => unitsOf(id)).toEqual([0, 4]);
    await page.getByRole('heading', { name: /^Out of carton/ }).waitFor({ state: 'detached' });
    await cartons(page).first().click();
    await typeCode(page, 'MUG');
    await isWrong(page, 'All units of MUG are packed and checked.');
    expect(await unitsOf(id)).toEqual([0, 4]);
  });
});

test('what is not sent is marked, and nothing overtakes it; what is refused is not checked', async () => {
  const { id } = await packOf(mug, 2);
  const page = await opened(id);
  await typeCode(page, 'CMDCARTON');
  await said(page, 'New carton');
  await button(page, 'One MUG more').click();
  await expect.poll(() => unitsOf(id)).toEqual([1]);
  let isOffline = true;
  await page.route('**/moveitem', (route) => {
    if (isOffline) return route.abort();
    const body = JSON.stringify({ status: 409, code: 'stock.short', title: 'Short', detail: 'Nothing is left.' });
    return route.fulfill({ status: 409, contentType: 'application/problem+json', body });
  });
  await typeCode(page, 'MUG');
  await page.getByText('1 not sent', { exact: true }).first().waitFor();
  await button(page, 'Take everything out').and(page.locator(':disabled')).waitFor();
  await page.getByText('1 unit was packed without a scan.').waitFor();
  isOffline = false;
  await isWrong(page, 'Not counted: 1 × MUG packed');
  await page.unrouteAll();
  await page.getByRole('alert').getByRole('button', { name: 'OK' }).click();
  await button(page, 'One MUG more').click();
  await expect.poll(() => unitsOf(id)).toEqual([2]);
  // Neither of the two was scanned into the carton.
  await page.getByText(/^2 units were packed without/).waitFor();
  await page.getByRole('heading', { name: /^Check carton .*: scan MUG$/ }).waitFor();
  await typeCode(page, 'MUG');
  await typeCode(page, 'MUG');
  await page.getByText(/packed without/).waitFor({ state: 'detached' });
});

test('each carton has a weight of its own', async () => {
  const { id } = await packOf(mug, 1);
  const page = await opened(id);
  await button(page, 'New carton').click();
  await expect.poll(() => cartons(page).count()).toBe(1);
  await button(page, 'New carton').click();
  await expect.poll(() => cartons(page).count()).toBe(2);
  const weight = page.getByLabel('Weight in grams');
  await cartons(page).first().click();
  await weight.fill('1250');
  await cartons(page).last().click();
  await expect.poll(() => weight.inputValue()).not.toBe('1250');
});
