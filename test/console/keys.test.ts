import { describe, expect, test } from 'vitest';
import { pages } from '../../console/ground/pages.ts';
import { consoleTests } from './console-tests.ts';
import { person, type Visit } from './console-visit.ts';

/** Keys, the list of keys, and the palette. */

let order: { id: number; number: string };
const { begin, signedIn, service, shop, ana } = await consoleTests();
const part = await shop.part({}, 1_000);
const id = await shop.issued([{ part_id: part, qty: 1 }]);
for (let more = 0; more < 3; more += 1) await shop.order([{ part_id: part, qty: 1 }], { number: `1${id}${more}` });
order = { id, number: (await shop.see(id)).number };

const palette = ({ page }: Visit) => page.getByRole('combobox', { name: /order number/ });

async function openPalette(opened: Visit): Promise<void> {
  await opened.page.keyboard.press('Control+k');
  await palette(opened).waitFor();
}

/** Types into the palette, and runs the first result. */
async function command(opened: Visit, words: string): Promise<void> {
  await openPalette(opened);
  await opened.page.keyboard.type(words);
  await opened.page.keyboard.press('Enter');
  await palette(opened).waitFor({ state: 'detached' });
}

describe('keys', () => {
  test('lead to the pages and, from every page, into the search of orders', async () => {
    const { page } = await signedIn();
    for (const [keys, title] of [
      ['g m', 'Me'],
      ['g s', 'Schedules'],
      ['g p', 'Setup'],
      ['g h', 'Webhooks'],
      ['g l', 'Webhook log'],
      ['g r', 'Rules'],
      ['g o', 'Orders'],
      ['g t', 'Today'],
    ] as const) {
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await page.keyboard.press('/');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Search orders');
    await page.keyboard.type('g t?/');
    await expect.poll(() => page.getByLabel('Search orders').innerText()).toBe('g t?/');
  });

  test('are listed by ?, close by Escape, and give the focus back; under the list no key of the page counts', async () => {
    const { page } = await signedIn();
    await page.getByRole('link', { name: 'Orders' }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    for (const name of ['Search orders', 'List the keys', 'Go to Today', 'Search pages, orders and commands']) {
      expect(await dialog.getByText(name, { exact: true }).count(), name).toBe(1);
    }
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Today');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Orders');
  });
});

describe('the palette', () => {
  test('finds an order by its exact number first, by words of its customer, and the orders of a customer', async () => {
    const opened = await signedIn();
    const { page } = opened;
    await openPalette(opened);
    await page.keyboard.type(order.number);
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain(order.number);
    await page.keyboard.press('Escape');
    await command(opened, order.number);
    await page.getByRole('heading', { level: 1, name: order.number }).waitFor();
    await openPalette(opened);
    await page.keyboard.type('futterkiste');
    await page.getByRole('option', { name: 'Orders of Alfreds Futterkiste' }).click();
    await page.waitForURL(/filter=customer_id/);
    await page.getByText('4 orders', { exact: true }).waitFor();
  });

  test('keeps what is typed while it is loaded for the first time, Enter included', async () => {
    const opened = await signedIn();
    const { page } = opened;
    let load = () => {};
    const isLoaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/assets/palette-*.js', async (route) => {
      await isLoaded;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('futter');
    await page.keyboard.press('Control+k');
    await opened.accessible('[role=dialog]');
    load();
    await palette(opened).waitFor();
    await page.keyboard.type('kiste');
    await page.getByRole('option', { name: 'Orders of Alfreds Futterkiste' }).waitFor();
    expect(await palette(opened).inputValue()).toBe('futterkiste');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Orders' }).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Orders');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(order.number);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: order.number }).waitFor();
  });

  test('holds and releases the order in view, and asks for the reason', async () => {
    const opened = await signedIn(`/orders/${order.id}`);
    const { page } = opened;
    await openPalette(opened);
    await page.keyboard.type('hold');
    await page.keyboard.press('Enter');
    const reason = page.getByLabel('Reason of the hold');
    await reason.waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Check the <img src=x onerror=alert(1)> address');
    await page.keyboard.press('Enter');
    await reason.waitFor({ state: 'detached' });
    await expect.poll(async () => (await shop.see(order.id)).hold_reason).toMatch(/^Check the <img/);
    await openPalette(opened);
    await page.getByRole('option', { name: `Release ${order.number}` }).waitFor();
    expect(await page.getByRole('option', { name: /^Hold/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await command(opened, 'release');
    await expect.poll(async () => (await shop.see(order.id)).held_at).toBeNull();
  });

  test('offers only what the user may do', async () => {
    const ben = await person(service, ['salesorder.read', 'salesorder.release']);
    const opened = await signedIn('', { who: ben });
    await command(opened, order.number);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    await openPalette(opened);
    expect(await opened.page.getByRole('option', { name: /^(Hold|Issue|Release)/ }).count()).toBe(0);
  });

  test('is a list that arrow keys walk through, names the chosen option, and gives the focus back', async () => {
    const opened = await signedIn();
    const { page } = opened;
    await page.getByRole('link', { name: 'Orders' }).focus();
    await openPalette(opened);
    const chosen = async () => {
      const id = await palette(opened).getAttribute('aria-activedescendant');
      return page.locator(`#${id}`).and(page.locator('[aria-selected="true"]')).innerText();
    };
    expect(await chosen()).toContain('Today');
    await page.keyboard.press('ArrowDown');
    await expect.poll(chosen).toContain('Orders');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(chosen).toContain('Sign out');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Orders');
  });

  test('changes colors, language and the commands beside buttons, and signs out', async () => {
    const opened = await signedIn('/me');
    const { page } = opened;
    await command(opened, 'dark');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
    await command(opened, 'commands beside');
    await expect.poll(() => page.getByRole('switch').isChecked()).toBe(true);
    await command(opened, 'deutsch');
    await page.getByRole('heading', { level: 1, name: 'Ich' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Auftragsnummer/ }).waitFor();
    await page.keyboard.type('abmelden');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bei Conveyor anmelden' }).waitFor();
  });
});

test.each([
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 390, dark: false },
  { width: 390, dark: true },
])('palette and list of keys can be used by everybody: %o', async (options) => {
  const opened = await signedIn(`/orders/${order.id}`, options);
  const { page, accessible } = opened;
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await accessible();
  await fits();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Search/ }).click();
  await palette(opened).fill('o');
  await page.getByText(/\d results?$/).waitFor();
  await accessible();
  await fits();
});

test('at 200 % and with reduced motion, each page fits, and each stop of the Tab key is visible', {
  timeout: 120_000,
}, async () => {
  const opened = await begin({ width: 640 });
  const { page } = opened;
  await page.setViewportSize({ width: 640, height: 400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await opened.open('');
  await opened.signIn(ana);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  for (const path of [...pages.map(({ to }) => to), `/orders/${order.id}`]) {
    await opened.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      path,
    ).toBeLessThanOrEqual(0);
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return 'body';
        const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(focused);
        return focused.matches('input, select') ? borderColor : outlineStyle === 'none' ? '' : outlineWidth;
      });
      expect(outline, path).not.toBe('');
    }
  }
  await openPalette(opened);
  const moving = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 200)),
  );
  expect(moving).toEqual([]);
});
