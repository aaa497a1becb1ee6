import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/**
 * Units of a list that is void, deleted, or cut by a write-off: the page shows the units and their places, and
 * people confirm the return.
 */

const { signedIn, shop } = await consoleTests({ verify: true, expectedFaults: /status of (404|409)/ });
const shelf = await shop.storage('A-1');

let parts = 0;
async function issued(qty: number) {
  const number = `BACK-${++parts}`;
  const part = await shop.part({ number });
  await shop.stock(part, qty, { location_id: shelf });
  return { id: await shop.issued([{ part_id: part, qty }]), part, number };
}
async function packed(qty: number) {
  const order = await issued(qty);
  await shop.through([order.id], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order.id], start_in_carton: 1 });
  return { ...order, pack: pack.id as number, carton: `${pack.number}-1` };
}
async function onShip(qty: number) {
  const order = await packed(qty);
  await shop.done(`/pack/${order.pack}/finish`);
  return { ...order, ship: (await shop.done('/shiplinebyorder', { order_id: [order.id] })).id as number };
}
const opened = async (path: string) => (await signedIn(path, { width: 390 })).page;
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
/** The units that the service knows of: the page counts those on their way, too. */
const counted = async (pick: { lines: { id: number }[] }) =>
  (await shop.get(`/pickline/${pick.lines[0]!.id}`)).qty_counted;
const open = async (order: number) =>
  (await shop.get(`/putback?filter=${encodeURIComponent(`order_id = ${order} && back_at IS NULL`)}`)).total;

describe('somebody who has a list open reads', () => {
  test('of a void ship what goes out of which carton, and says by scans that it is back', async () => {
    const { id, ship, number, carton } = await onShip(2);
    const page = await opened(`/work/ship/${ship}`);
    await page.getByText('0 of 1').waitFor();
    await shop.done(`/salesorder/${id}/void`);
    await heading(page, 'This ship is void.');
    await page.getByText(`2 × ${number} out of carton ${carton} to A-1`).waitFor();
    await typeCode(page, 'CMDBACK');
    const question = page.getByRole('group', { name: 'Is all of it at its place?' });
    await question.waitFor();
    // The code that asks never answers.
    await typeCode(page, 'CMDBACK');
    await question.waitFor();
    expect(await open(id)).toBe(1);
    await typeCode(page, 'CMDUNDO');
    await question.waitFor({ state: 'detached' });
    await typeCode(page, 'CMDBACK');
    await typeCode(page, 'CMDOK');
    await page.getByText('Nothing goes back.').waitFor();
    expect(await open(id)).toBe(0);
  });

  test('that a pack was deleted, and what comes out of its carton', async () => {
    const { pack, number, carton } = await packed(3);
    const page = await opened(`/work/pack/${pack}`);
    await page.getByRole('button', { name: carton }).waitFor();
    await shop.done(`/pack/${pack}`, undefined, 'DELETE');
    await heading(page, 'This pack was deleted.');
    await page.getByText(`3 × ${number} out of carton ${carton} to`).waitFor();
    await page.getByText('was deleted by Administrator').waitFor();
    // Over a reload, too.
    await page.reload();
    await heading(page, 'This pack was deleted.');
  });

  test('that a ship was deleted, and which cartons wait for another one', async () => {
    const { ship, carton, number } = await onShip(2);
    const page = await opened(`/work/ship/${ship}`);
    await page.getByText('0 of 1').waitFor();
    await shop.done(`/ship/${ship}`, undefined, 'DELETE');
    await heading(page, 'This ship was deleted.');
    await page.getByText(`Carton ${carton} (2 × ${number}) to the cartons that wait for a ship`).waitFor();
  });

  test('that a pick was deleted, with the units that are counted', async () => {
    const { id, number } = await issued(3);
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    const page = await opened(`/work/pick/${pick.id}`);
    await typeCode(page, number);
    await page.getByText('1 of 3 units').waitFor();
    await expect.poll(() => counted(pick)).toBe(1);
    await shop.done(`/pick/${pick.id}`, undefined, 'DELETE');
    await heading(page, 'This pick was deleted.');
    await page.getByText(`1 × ${number} to A-1`).waitFor();
    await page.getByRole('button', { name: 'This is back' }).click();
    await page.getByRole('button', { name: 'Yes, it is there' }).click();
    await page.getByText('Nothing goes back.').waitFor();
    expect(await open(id)).toBe(0);
  });

  test('that a write-off has ended the count', async () => {
    const { id, part, number } = await issued(3);
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    const page = await opened(`/work/pick/${pick.id}`);
    for (const at of [1, 2]) {
      await typeCode(page, number);
      await page.getByText(`${at} of 3 units`).waitFor();
    }
    await expect.poll(() => counted(pick)).toBe(2);
    const body = { part_id: part, location_id: shelf, qty: -2, reason: 'broken', from_orders: 1 };
    await shop.done('/inventoryadjustment', body);
    await page.getByText(`2 × ${number} to A-1`).waitFor();
    await page.getByText('were written off by Administrator. Count again what is there.').waitFor();
  });
});

describe('units that somebody cancels by the call while another person has them', () => {
  const reason = 'The customer wants less';
  const cancel = async (order: number, qty: number) => {
    const [line] = await shop.get(`/salesorder/${order}/line`);
    return shop.done(`/salesorder/${order}/line/${line.id}/cancel`, { qty, reason });
  };
  /** Cancels units, and waits until the page says what goes back. @returns the milliseconds after the answer */
  async function canceled(page: Page, order: number, qty: number, words: string): Promise<number> {
    await cancel(order, qty);
    const begin = performance.now();
    await page.getByRole('alert').getByText(words).waitFor();
    return performance.now() - begin;
  }
  const confirmed = async (page: Page, order: number) => {
    await typeCode(page, 'CMDBACK');
    await page.getByRole('group', { name: 'Is all of it at its place?' }).waitFor();
    await typeCode(page, 'CMDOK');
    await page.getByText('Noted: it is back.').waitFor();
    await expect.poll(() => open(order)).toBe(0);
  };

  test('are read on the pick within a second, and confirmed by scans', async () => {
    const { id, number } = await issued(4);
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    const page = await opened(`/work/pick/${pick.id}`);
    for (const at of [1, 2, 3]) {
      await typeCode(page, number);
      await page.getByText(`${at} of 4 units`).waitFor();
    }
    await expect.poll(() => counted(pick)).toBe(3);
    expect(await canceled(page, id, 3, `3 × ${number} to A-1`)).toBeLessThan(1_000);
    await page.getByText(`Units of order ${(await shop.get(`/salesorder/${id}`)).number} were canceled by`).waitFor();
    await confirmed(page, id);
    // The rest is counted as before.
    await page.getByText('0 of 1 unit').waitFor();
    await typeCode(page, number);
    await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
    expect(await shop.counters(id, 'qty_picked')).toEqual([1]);
  });

  test('are read on the pack within a second, with their carton, and confirmed by scans', async () => {
    const { id, number, pack, carton } = await packed(3);
    const page = await opened(`/work/pack/${pack}`);
    await page.getByRole('button', { name: carton }).waitFor();
    expect(await canceled(page, id, 2, `2 × ${number} out of carton ${carton} to A-1`)).toBeLessThan(1_000);
    await confirmed(page, id);
    const { data } = await shop.get(`/carton?filter=pack_id%20%3D%20${pack}&embed=contents`);
    expect(data.map(({ contents }: { contents: { qty: number }[] }) => contents.map(({ qty }) => qty))).toEqual([[1]]);
  });
});

test('the start of work leads to all that goes back, which scans check off', async () => {
  const { id, number, carton } = await packed(2);
  await shop.done(`/salesorder/${id}/void`);
  const page = await opened('/work');
  await page.getByRole('button', { name: /to put back$/ }).waitFor();
  await typeCode(page, 'CMDBACK');
  await page.getByRole('region', { name: 'To put back' }).waitFor();
  const box = page.getByRole('checkbox', { name: `2 × ${number} out of carton ${carton} to A-1` });
  await box.waitFor();
  await typeCode(page, number);
  await page.locator('.verdict').filter({ hasText: 'is there' }).waitFor();
  // Scanned units need no question.
  await typeCode(page, 'CMDFINISH');
  await box.waitFor({ state: 'detached' });
  expect(await open(id)).toBe(0);
  const ticked = await packed(1);
  await shop.done(`/salesorder/${ticked.id}/void`);
  await page.getByRole('checkbox', { name: new RegExp(ticked.number) }).click();
  await page.getByRole('button', { name: /are back$/ }).click();
  await page.getByRole('group', { name: 'This was not scanned. Is it back?' }).waitFor();
  expect(await open(ticked.id)).toBe(1);
  await page.getByRole('button', { name: 'Yes, it is back' }).click();
  await expect.poll(() => open(ticked.id)).toBe(0);
});
