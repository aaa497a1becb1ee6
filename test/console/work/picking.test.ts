import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Picks that do not go straight: fewer units than asked for, other places, lots, amounts, cases for several orders. */

const { signedIn, service, shop } = await consoleTests({
  verify: true,
  expectedFaults: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_INCOMPLETE|status of 409/,
});
const [here, there] = [await shop.storage('H-1'), await shop.storage('T-2')];

let parts = 0;
/** A part with units at a place. @returns its id and its number */
async function stocked(name: string, place: number, qty: number, more: object = {}, stock: object = {}) {
  const number = `${name}-${++parts}`;
  const id: number = await shop.part({ number, ...more });
  await shop.stock(id, qty, { location_id: place, ...stock });
  return { id, number };
}

/** A pick of orders, each with its lines. */
async function pickOf(...orders: { part_id: number; qty: number }[][]) {
  const ids: number[] = [];
  for (const lines of orders) ids.push(await shop.issued(lines));
  const { id, lines } = await shop.done('/picklinebyorder', { order_id: ids });
  return { id: id as number, orders: ids, line: lines[0].id as number };
}

async function opened(pick: { id: number }, total: number, who?: Parameters<typeof signedIn>[1]) {
  const { page } = await signedIn(`/work/pick/${pick.id}`, { width: 390, ...who });
  await page.getByText(`0 of ${total} units`).waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const wrong = (page: Page, words: string | RegExp) => page.getByRole('alert').getByText(words).first().waitFor();
const expected = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words }).waitFor();
const countsOf = async (line: number) => (await shop.get(`/pickline/${line}`)).counts;
const stockAt = async (part: number, place: number) => {
  const text = 'select coalesce(sum(qty), 0)::float as qty from inventory where part_id = $1 and location_id = $2';
  return (await service.sql.query(text, [part, place])).rows[0].qty;
};

describe('fewer units than asked for', () => {
  test('are committed at the places where they were counted, with the reason', async () => {
    const nail = await stocked('NAIL', here, 10);
    await shop.stock(nail.id, 5, { location_id: there });
    const pick = await pickOf([{ part_id: nail.id, qty: 10 }]);
    const page = await opened(pick, 10);
    for (let at = 1; at <= 4; at += 1) {
      await typeCode(page, nail.number);
      await page.getByText(`${at} of 10 units`).waitFor();
    }
    await button(page, 'Something is wrong').click();
    await button(page, 'T-2: 5').click();
    await page.getByRole('group', { name: 'At T-2' }).waitFor();
    for (let at = 5; at <= 7; at += 1) {
      await button(page, `One ${nail.number} more`).click();
      await page.getByText(`${at} of 10 units`).waitFor();
    }
    await expect.poll(async () => (await countsOf(pick.line)).length).toBe(2);
    await button(page, 'Something is wrong').click();
    await page.getByText('writes the other 3 off at H-1, where they are reserved').waitFor();
    await page.getByRole('textbox', { name: 'Reason, if you want to give one' }).fill('box is crushed');
    await button(page, 'There are fewer').and(page.locator(':enabled')).click();
    await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
    expect([await stockAt(nail.id, here), await stockAt(nail.id, there)]).toEqual([6, 2]);
    expect((await shop.get(`/pickline/${pick.line}`)).short_reason).toBe('box is crushed');
  });

  test('of a part with lots, taken elsewhere by scans and by taps', async () => {
    const lots = (...names: string[]) => ({ tracking: names.map((lot) => ({ lot, qty: 5 })) });
    const milk = await stocked('MILK', here, 10, { tracking: 'lot' }, lots('H1', 'H2'));
    const pick = await pickOf([{ part_id: milk.id, qty: 6 }]);
    await shop.stock(milk.id, 5, { location_id: there, ...lots('T1') });
    const page = await opened(pick, 6);
    await button(page, 'Something is wrong').click();
    await button(page, 'T-2 (T1): 5').click();
    await button(page, `One ${milk.number} more: T1`).click();
    await page.getByText('1 of 6 units').waitFor();
    await typeCode(page, milk.number);
    await expected(page, `Scan the lot of ${milk.number}`);
    await typeCode(page, 'T1');
    await page.getByText('2 of 6 units').waitFor();
    await expect.poll(() => countsOf(pick.line)).toMatchObject([{ location_id: there, lot: 'T1', qty: 2 }]);
  });
});

test('without the right to read places, other places are offered by their ids', async () => {
  const bolt = await stocked('BOLT', here, 4);
  await shop.stock(bolt.id, 3, { location_id: there });
  const pick = await pickOf([{ part_id: bolt.id, qty: 4 }]);
  const who = await person(service, ['pick.read', 'pick.commit']);
  const page = await opened(pick, 4, { who });
  await button(page, 'Something is wrong').click();
  await button(page, `${there}: 3`).waitFor();
});

describe('an amount', () => {
  test('counts of the lot that the code has, or that is chosen', async () => {
    const lots = [
      { lot: 'A', qty: 6 },
      { lot: 'B', qty: 6 },
    ];
    const more = { tracking: 'lot', unit: 'm', whole_units: false, upc: '4006381333931' };
    const cable = await stocked('CABLE', here, 12, more, { tracking: lots });
    const pick = await pickOf([{ part_id: cable.id, qty: 9.5 }]);
    const page = await opened(pick, 9.5);
    await typeCode(page, '(01)04006381333931(10)B');
    const amount = page.getByRole('textbox', { name: `How much ${cable.number}? In m` });
    await expected(page, `How much ${cable.number}? In m`);
    // The field has the focus: the typed number is the amount.
    await page.keyboard.type('2,5', { delay: 150 });
    await page.keyboard.press('Enter');
    await page.getByText('2.5 of 9.5 units').waitFor();
    await expect.poll(() => countsOf(pick.line)).toMatchObject([{ lot: 'B', qty: 2.5 }]);
    await button(page, `Enter how much ${cable.number}`).click();
    await expected(page, `Scan the lot of ${cable.number}`);
    await button(page, 'OK').click();
    await wrong(page, `Scan or choose the lot of ${cable.number} first.`);
    await button(page, 'A').click();
    await amount.fill('7.1');
    await page.locator('form').getByRole('button', { name: 'OK' }).click();
    await wrong(page, `Only 7 m of ${cable.number} are missing.`);
    await amount.fill('6');
    await page.locator('form').getByRole('button', { name: 'OK' }).click();
    await page.getByText('8.5 of 9.5 units').waitFor();
    await expect.poll(async () => (await countsOf(pick.line)).length).toBe(2);
  });

  test('is proposed for each part anew, also below one unit', async () => {
    const whole = { unit: 'kg', whole_units: false };
    const [sand, salt] = [await stocked('SAND', here, 10, whole), await stocked('SALT', here, 10, whole)];
    const pick = await pickOf([
      { part_id: sand.id, qty: 10 },
      { part_id: salt.id, qty: 0.4 },
    ]);
    const page = await opened(pick, 10.4);
    await typeCode(page, 'NOTHING-AT-ALL');
    await wrong(page, /NOTHING-AT-ALL/);
    await typeCode(page, sand.number);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await typeCode(page, salt.number);
    const amount = page.getByRole('textbox', { name: `How much ${salt.number}? In kg` });
    await expect.poll(() => amount.inputValue()).toBe('0.4');
    await button(page, 'OK').click();
    await page.getByText('0.4 of 10.4 units').waitFor();
  });
});

test('a case counts for two orders of a wave', async () => {
  const mug = await stocked('MUG', here, 24);
  const box = `${mug.number}-12`;
  await shop.part({ number: box, parttype_id: 4, parent_part_id: mug.id, parent_qty: 12 });
  const pick = await pickOf([{ part_id: mug.id, qty: 6 }], [{ part_id: mug.id, qty: 7 }]);
  const page = await opened(pick, 13);
  await typeCode(page, box);
  await page.getByText(`12 × ${mug.number} counted`).waitFor();
  await page.getByText('12 of 13 units').waitFor();
  await typeCode(page, 'CMDUNDO');
  await wrong(page, `All of ${mug.number} is counted and picked.`);
  await typeCode(page, mug.number);
  await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
  for (const [at, order] of pick.orders.entries())
    expect(await shop.counters(order, 'qty_picked')).toEqual([[6], [7]][at]);
});

test('after a refusal nothing is taken back; a complete line says so at once', async () => {
  const nut = await stocked('HEXNUT', here, 10);
  const pick = await pickOf([{ part_id: nut.id, qty: 5 }]);
  const page = await opened(pick, 5);
  for (const at of [1, 2]) {
    await typeCode(page, nut.number);
    await page.getByText(`${at} of 5 units`).waitFor();
  }
  await expect.poll(async () => (await countsOf(pick.line))[0]?.qty).toBe(2);
  const problem = { status: 409, code: 'stock.short', title: 'Stock is short', detail: 'None is left.' };
  await page.route('**/pickline/*/count', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await typeCode(page, nut.number);
  await wrong(page, `Not counted: 1 × ${nut.number} counted`);
  await page.unroute('**/pickline/*/count');
  await typeCode(page, 'CMDUNDO');
  await wrong(page, 'There is no count that could be taken back.');
  expect((await countsOf(pick.line))[0].qty).toBe(2);
  await typeCode(page, nut.number);
  await page.getByText('3 of 5 units').waitFor();
  await typeCode(page, 'CMDUNDO');
  await page.getByText('2 of 5 units').waitFor();
});

test('a question is answered by its number alone: a place, another part, CMDUNDO and a button end it', async () => {
  const serials = ['N1', 'N2', 'N3'].map((serial) => ({ serial: `${serial}-${parts}` }));
  const radio = await stocked('RADIO', here, 3, { tracking: 'serial' }, { tracking: serials });
  const soap = await stocked('SOAP', here, 3);
  const pick = await pickOf([
    { part_id: radio.id, qty: 3 },
    { part_id: soap.id, qty: 2 },
  ]);
  const page = await opened(pick, 5);
  const ask = async () => {
    await typeCode(page, radio.number);
    await expected(page, `Scan the serial number of ${radio.number}`);
  };
  const asksNoMore = () => button(page, `Not this ${radio.number}`).waitFor({ state: 'detached' });
  await ask();
  await typeCode(page, 'H-1');
  await asksNoMore();
  await ask();
  await typeCode(page, 'CMDUNDO');
  await asksNoMore();
  await ask();
  await button(page, `Not this ${radio.number}`).click();
  await asksNoMore();
  await ask();
  await typeCode(page, soap.number);
  await page.getByText('1 of 5 units').waitFor();
  await ask();
  await typeCode(page, serials[1]?.serial ?? '');
  await page.getByText('2 of 5 units').waitFor();
  await expect.poll(async () => (await countsOf(pick.line)).length).toBe(1);
});

test('a part of another place is wrong at the place that was scanned', async () => {
  const [pen, ink] = [await stocked('PEN', here, 5), await stocked('INK', there, 5)];
  const pick = await pickOf([
    { part_id: pen.id, qty: 2 },
    { part_id: ink.id, qty: 2 },
  ]);
  const page = await opened(pick, 4);
  await typeCode(page, 'H-1');
  await page.getByText('You are at H-1').waitFor();
  await typeCode(page, ink.number);
  await wrong(page, `${ink.number} is to be taken at T-2, and you are at H-1. Scan the place first.`);
  await page.getByText('0 of 4 units').waitFor();
  await typeCode(page, 'T-2');
  await typeCode(page, ink.number);
  await page.getByText('1 of 4 units').waitFor();
});

test('counts that are not sent are marked, in the sum and at each place', async () => {
  const cap = await stocked('CAP', here, 5);
  const pick = await pickOf([{ part_id: cap.id, qty: 3 }]);
  const page = await opened(pick, 3);
  await page.context().setOffline(true);
  await typeCode(page, cap.number);
  await page.getByText('1 of 3 units (1 not sent)').waitFor();
  await page.getByRole('region', { name: 'All stops' }).getByText(`1 of 3 ${cap.number} (1 not sent)`).waitFor();
  await page.context().setOffline(false);
  await page.getByText('1 of 3 units', { exact: true }).waitFor();
});
