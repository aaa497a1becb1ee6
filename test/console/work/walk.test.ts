import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { type ScannerStyle, typeCode } from '../scanner/type-code.ts';

/** Orders from pick to pickup: by scans alone, by taps alone on a phone, by keyboard alone. */

const tests = await consoleTests({ verify: true });
const { signedIn, shop } = tests;
const mug = await shop.part({ number: 'MUG', upc: '4006381333931' });
const cup = await shop.part({ number: 'CUP' });
await shop.part({ number: 'CUP-3', parttype_id: 4, parent_part_id: cup, parent_qty: 3 });
const shelf = await shop.storage('A-10');
await shop.stock(mug, 1_000);
await shop.stock(cup, 1_000, { location_id: shelf });
await shop.cartontype({ name: 'Walk box' });

/** An order of three mugs and four cups. */
const newOrder = async () => {
  const id = await shop.issued([
    { part_id: mug, qty: 3 },
    { part_id: cup, qty: 4 },
  ]);
  return { id, number: (await shop.see(id)).number as string };
};

const said = (page: Page, words: RegExp | string) => page.locator('.verdict').filter({ hasText: words }).waitFor();

/** Waits until the browser has the paper: a key that comes while Chromium loads it into a frame is lost in streams of keys as these. */
const printed = (page: Page) =>
  page.getByRole('button', { name: 'Print again' }).and(page.locator(':enabled')).waitFor();

/** Answers a question about goods that were not scanned. */
const answered = (page: Page, words: string) => page.getByRole('button', { name: words }).click();

const styles: readonly [string, ScannerStyle][] = [
  ['gaps of 0 ms and Enter', { gap: 0, end: 'Enter' }],
  ['gaps of 5 ms and Tab', { gap: 5, end: 'Tab' }],
  ['gaps of 20 ms and EOT', { gap: 20, end: 'EOT' }],
  ['gaps of 50 ms and Enter', { gap: 50, end: 'Enter' }],
  ['an input method and nothing', { by: 'ime', end: 'none' }],
];

describe('an order goes from pick to pickup', () => {
  test.each(styles)('by scans alone, with %s', async (_, style) => {
    const { id, number } = await newOrder();
    const { page } = await signedIn('/work', { width: 390 });
    const scan = (code: string) => typeCode(page, code, style);
    await page.locator('[data-scan-field]').waitFor();
    await scan(number);
    await page.getByRole('heading', { level: 1, name: /^Pick / }).waitFor();
    await page.getByText('0 of 7 units').waitFor();
    const scans = ['MUG', '4006381333931', '(01)04006381333931', 'A-10', 'CUP-3', 'CUP'];
    for (const code of scans) await scan(code);
    await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
    await scan('CMDNEXT');
    await page.getByRole('heading', { level: 1, name: /^Pack / }).waitFor();
    await page.getByText('To pack').waitFor();
    await scan('Walk box');
    await said(page, 'New carton');
    for (const code of ['MUG', 'MUG', 'MUG', 'CUP-3', 'CUP']) await scan(code);
    await page.getByRole('button', { name: 'Finish and print labels' }).and(page.locator(':enabled')).waitFor();
    await scan('CMDFINISH');
    await page.getByRole('heading', { name: 'The pack is finished.' }).waitFor();
    await printed(page);
    await scan('CMDNEXT');
    await page.getByRole('button', { name: 'Ship', pressed: true }).waitFor();
    await scan(number);
    await page.getByRole('heading', { level: 1, name: /^Ship / }).waitFor();
    const carton = await cartonOf(id);
    await scan(carton);
    await said(page, `${carton} is there`);
    await scan('CMDFINISH');
    await page.getByRole('heading', { name: /The ship is finished/ }).waitFor();
    await printed(page);
    await scan('CMDNEXT');
    await page
      .getByText('Ready for pickup')
      .or(page.getByRole('region', { name: 'Ready for pickup' }))
      .first()
      .waitFor();
    await scan(carton);
    await said(page, `${carton} is there`);
    await scan('CMDFINISH');
    await expect.poll(() => shop.status(id)).toBe('Fulfilled');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([3, 4]);
  });

  test('by taps alone, on a phone', async () => {
    const { id, number } = await newOrder();
    const { page, accessible } = await signedIn('/work', { width: 390 });
    await page.getByRole('checkbox', { name: new RegExp(number) }).click();
    await page.getByRole('button', { name: 'Pick this order' }).click();
    await page.getByText('0 of 7 units').waitFor();
    await accessible();
    await page
      .getByRole('button', { name: 'One CUP more' })
      .or(page.getByRole('button', { name: 'One MUG more' }))
      .first()
      .click();
    for (const all of [1, 2]) {
      await page
        .getByRole('button', { name: /^All \d/ })
        .first()
        .click();
      if (all === 1) await page.locator('.stop[aria-current]').waitFor();
    }
    await page.getByRole('button', { name: 'Pack it' }).click();
    await page.getByRole('button', { name: 'Choose cartons for me' }).click();
    await page.getByRole('img', { name: /^Drawing of carton/ }).waitFor();
    await accessible();
    await page.getByRole('button', { name: 'Finish and print labels' }).click();
    await answered(page, 'Yes, finish');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('checkbox', { name: new RegExp(number) }).click();
    await page.getByRole('button', { name: 'Ship this order' }).click();
    const carton = await cartonOf(id);
    await page.getByRole('checkbox', { name: carton }).click();
    await accessible();
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await answered(page, 'Yes, finish');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('checkbox', { name: carton }).click();
    await page.getByRole('button', { name: /^Hand over 1 of/ }).click();
    await answered(page, 'Yes, handed over');
    await expect.poll(() => shop.status(id)).toBe('Fulfilled');
  });

  test('by keyboard alone', async () => {
    const { id, number } = await newOrder();
    const { page } = await signedIn('/work');
    const press = async (target: Locator, key = 'Enter') => {
      await tabTo(page, target);
      await page.keyboard.press(key);
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await press(page.getByRole('checkbox', { name: new RegExp(number) }), 'Space');
    await press(button('Pick this order'));
    await page.getByText('0 of 7 units').waitFor();
    // A code that a person types counts, too: it goes to the field for scans, wherever the focus is.
    await page.keyboard.type('mug', { delay: 120 });
    await page.keyboard.press('Enter');
    await page.getByText('1 of 7 units').waitFor();
    await press(button('One MUG more'));
    await page.getByText('2 of 7 units').waitFor();
    await press(button('One MUG more'), 'Space');
    await page.getByText('3 of 7 units').waitFor();
    await press(button('All 4'));
    await press(button('Pack it'));
    await press(button('New carton'));
    await press(button(/^All \d/).first());
    await press(button(/^All \d/).first());
    await press(button('Finish and print labels'));
    await press(button('Yes, finish'));
    await press(page.getByRole('link', { name: 'Next' }));
    await press(page.getByRole('checkbox', { name: new RegExp(number) }), 'Space');
    await press(button('Ship this order'));
    const carton = await cartonOf(id);
    await press(page.getByRole('checkbox', { name: carton }), 'Space');
    await press(page.getByRole('button', { name: 'Finish', exact: true }));
    await press(button('Yes, finish'));
    await press(page.getByRole('link', { name: 'Next' }));
    await press(page.getByRole('checkbox', { name: carton }), 'Space');
    await press(button(/^Hand over 1 of/));
    await press(button('Yes, handed over'));
    await expect.poll(() => shop.status(id)).toBe('Fulfilled');
  });
});

/** Moves the focus by the Tab key to an element. The focus on it must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${target}`);
}

async function cartonOf(orderId: number): Promise<string> {
  const { data } = await shop.get(`/carton?filter=contents.order_id%20%3D%20${orderId}&embed=pack`);
  return `${data[0].pack.number}-${data[0].number}`;
}

test('every target is at least 48 pixels high where people touch it', async () => {
  const { number } = await newOrder();
  const { page } = await tests.signedIn('/work', { width: 360 });
  await page.getByRole('checkbox', { name: new RegExp(number) }).waitFor();
  const small = await page
    .locator('.work button, .work-foot button, .work select, .work input[type=text], .work .entry')
    .evaluateAll((targets) =>
      targets
        .map((target) => ({
          name: target.textContent || target.getAttribute('aria-label'),
          height: target.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height > 0 && height < 48),
    );
  expect(small).toEqual([]);
});
