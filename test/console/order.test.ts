import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';
import { person } from './console-visit.ts';

const rules = (packLimit: number) => `
defaults:
  steps: { pick: by hand, pack: by hand, ship: automatic, pickup: by hand }
carriers:
  Parcel Post: { plugin: parcel, url: http://127.0.0.1:9 }
  Will Call: { plugin: will-call, pack: true }
rules:
  - name: Small orders are not packed
    when: total < ${packLimit}
    then: { skip: pack }
  - name: Orders of Rome are picked by Conveyor
    when: ship_city = "Rome"
    then: { pick: automatic, note: Ciao }
`;

const { signedIn, service, shop } = await consoleTests({ service: { config: rules(20) } });
const part = await shop.part({ name: 'Lamp' }, 10_000);
const parcelPost = await shop.carrier('Parcel Post');

const line = (qty = 2, unit_price = 50) => ({ part_id: part, qty, unit_price });

/** Reports what the engine would report. */
async function needsPerson(order: number): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${service.engineKey}:`).toString('base64')}`;
  const detail = 'The postal code 12209 does not exist.';
  const body = { step: 'ship', code: 'carrier.refused', detail };
  await service.call('POST', `/engine/salesorder/${order}/attention`, body, {
    authorization,
    'user-agent': 'conveyor-worker',
  });
}

/** The sentence about the state of the order, with the content below it. */
const situation = (page: Page) => page.getByRole('region', { name: 'Where it is' });
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

async function decide(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('dialog').waitFor();
}

test('an order on hold is released by the button, and another tab follows', async () => {
  const order = await shop.issued([line()]);
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Check the address' });
  const { page, context } = await signedIn(`/orders/${order}`);
  const second = await context.newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) {
    await situation(tab).getByText('On hold').waitFor();
    await situation(tab).getByText('Check the address').waitFor();
  }
  await page.getByRole('button', { name: 'Release' }).click();
  for (const tab of [page, second]) {
    await situation(tab).getByText('Waits for a person to pick').waitFor({ timeout: 2_000 });
  }
});

describe('the steps', () => {
  test('say who decided by which rule of which file, what it saw, and what would change it', async () => {
    const order = await shop.issued([line(1, 12)]);
    const { page } = await signedIn(`/orders/${order}`);
    const pack = step(page, 'pack');
    await pack.getByText('skipped', { exact: true }).waitFor();
    await pack.getByText('Rule “Small orders are not packed”').waitFor();
    await pack.getByText('fulfillment.yaml:8').waitFor();
    await pack.getByRole('button', { name: 'Why: pack' }).click();
    await pack.getByText('is 12', { exact: true }).waitFor();
    await pack.getByText('overruled by Rule “Small orders are not packed”').waitFor();
    await pack.getByText('If this did not hold any more: total < 20 → required (Default)').waitFor();
    // The address has the open parts.
    await page.reload();
    await pack.getByText('is 12', { exact: true }).waitFor();
    const pick = step(page, 'pick').first();
    await pick.getByRole('button', { name: 'Why: pick', exact: true }).click();
    await pick.getByText('does not apply').waitFor();
    await pick.getByText('is "Berlin"').waitFor();
    await pick.getByText(/If this held: ship_city = "Rome" → by Conveyor/).waitFor();
  });

  test('of a draft are those that it would get', async () => {
    const order = await shop.order([line()], { ship_city: 'Rome' });
    const { page } = await signedIn(`/orders/${order}`);
    await page.getByText('The plan that the order would get if it were issued now.').waitFor();
    await step(page, 'pick').first().getByText('by Conveyor', { exact: true }).waitFor();
    await page.getByText('Ciao').first().waitFor();
  });
});

test('an order that needs somebody says why, and a retry has the engine try again', async () => {
  const order = await shop.issued([line()], { carrier_id: parcelPost });
  await shop.through([order], 'pick', 'pack');
  await needsPerson(order);
  const { page } = await signedIn(`/orders/${order}`);
  await situation(page).getByText('Needs somebody at ship').waitFor();
  await situation(page).getByText('The postal code 12209 does not exist.').waitFor();
  await situation(page).getByRole('button', { name: 'Change the address …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Postal code').fill('10115');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('10115').waitFor();
  await needsPerson(order);
  await situation(page).getByText('Needs somebody at ship').waitFor();
  await situation(page).getByRole('button', { name: 'Try again' }).click();
  await situation(page).getByText('Working: Conveyor does the ship step now').waitFor();
  // The engine and people are distinguished, and the address has the choice.
  await page.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded();
  await page.getByRole('combobox', { name: 'By' }).selectOption('engine');
  const events = page.getByRole('list').last().getByRole('listitem');
  await expect.poll(() => events.count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('actor')).toBe('engine');
});

describe('a decision', () => {
  test('says what it does to this order, and does it', async () => {
    const order = await shop.issued([line()], { carrier_id: parcelPost });
    const { page } = await signedIn(`/orders/${order}`);
    const dialog = page.getByRole('dialog');
    await decide(page, 'Skip a step');
    await dialog.getByText('Its next step is pick, by hand.').waitFor();
    await dialog.getByLabel('Step').selectOption('pack');
    await dialog.getByRole('button', { name: 'Skip the step' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await step(page, 'pack').getByText('skipped', { exact: true }).waitFor();
    await step(page, 'pack').getByText('Person “Ana Weber').first().waitFor();
    await decide(page, 'Have people do steps');
    await dialog.getByRole('button', { name: 'Have people do it' }).click();
    await step(page, 'ship').getByText('by hand').first().waitFor();
    await decide(page, 'Change the carrier');
    await dialog.getByLabel('Carrier').selectOption({ label: 'Will Call' });
    await dialog.getByText('The order goes with Will Call and not with Parcel Post.').waitFor();
    await dialog.getByRole('button', { name: 'Change the carrier' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await shop.see(order, 'carrier')).carrier.name).toBe('Will Call');
  });

  test('about all goods counts them before: void returns what is picked', async () => {
    const order = await shop.issued([line(3)]);
    await shop.through([order], 'pick', 'pack');
    const { page } = await signedIn(`/orders/${order}`);
    await decide(page, 'Void');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 units that are picked go back to storage.').waitFor();
    await dialog.getByText('1 carton loses the goods of this order.').waitFor();
    await dialog.getByRole('button', { name: 'Void the order' }).click();
    await situation(page).getByText('Void: nothing of it was delivered').waitFor();
    expect(await page.getByRole('button', { name: 'Decide' }).count()).toBe(0);
  });

  test('says of a void order that no step was done, on its page and in the list', async () => {
    const order = await shop.issued([line(3)]);
    await shop.through([order], 'pick', 'pack');
    await shop.done(`/salesorder/${order}/void`, {});
    const { page } = await signedIn(`/orders/${order}`);
    for (const name of ['pick', 'pack', 'ship', 'pickup']) {
      await step(page, name).first().getByText('not done', { exact: true }).waitFor();
    }
    await page.goto(`${service.url}/console/orders?filter=${encodeURIComponent(`id = ${order}`)}`);
    await page.getByRole('row').getByText('Void', { exact: true }).first().waitFor();
  });

  test('shows faults at their fields, and a refusal in words', async () => {
    const order = await shop.issued([line()]);
    const { page } = await signedIn(`/orders/${order}`);
    const dialog = page.getByRole('dialog');
    await decide(page, 'Hold');
    await dialog.getByRole('button', { name: 'Hold the order' }).click();
    await expect.poll(() => dialog.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Reason').fill('Check it');
    await shop.done(`/salesorder/${order}/void`, {});
    await dialog.getByRole('button', { name: 'Hold the order' }).click();
    await dialog.getByText('The order may have changed meanwhile.').waitFor();
    await page.keyboard.press('Escape');
    await situation(page).getByText('Void: nothing of it was delivered').waitFor();
  });

  test('to plan again shows before what changes', async () => {
    const order = await shop.issued([line()]);
    service.write(rules(500));
    await shop.done('/config/reload');
    const { page } = await signedIn(`/orders/${order}`);
    await decide(page, 'Plan again');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: 'pack by hand skipped' }).waitFor();
    await dialog.getByRole('button', { name: 'Plan again' }).click();
    await step(page, 'pack').getByText('skipped', { exact: true }).waitFor();
    service.write(rules(20));
    await shop.done('/config/reload');
  });
});

test('an issue with warnings names them, and what can be done instead', async () => {
  const scarce = await shop.part();
  const order = await shop.order([{ part_id: scarce, qty: 5 }]);
  const { page } = await signedIn(`/orders/${order}`);
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await situation(page)
    .getByText(/are not available/)
    .waitFor();
  await page.getByRole('button', { name: 'Issue in spite of the warnings' }).click();
  await situation(page).getByText('Waits for stock at pick').waitFor();
  await page.getByRole('row').filter({ hasText: '5' }).waitFor();
  await page.getByRole('button', { name: 'Add the stock …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How many arrived').fill('5');
  await dialog.getByLabel('Why').fill('Delivery');
  await dialog.getByRole('button', { name: 'Add the stock' }).click();
  await situation(page).getByText('Waits for a person to pick').waitFor();
});

test('who may only read is offered nothing to send', async () => {
  const order = await shop.issued([line()]);
  const reader = await person(service, ['salesorder.read']);
  const { page } = await signedIn(`/orders/${order}`, { who: reader });
  await situation(page).getByText('Waits for a person to pick').waitFor();
  await situation(page).getByText('Your permissions allow none').waitFor();
  expect(await page.getByRole('button', { name: 'Decide' }).count()).toBe(0);
  expect(await situation(page).getByRole('button').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Lines' }).count()).toBe(0);
});

test('an order with a thousand lines reads those in view, and shows the last one', async () => {
  const order = await shop.order(Array.from({ length: 1_000 }, (_, index) => line(index + 1, 1)));
  const { page } = await signedIn(`/orders/${order}`);
  const table = page.getByRole('table', { name: 'Lines' });
  await page.getByText('1,000 lines').waitFor();
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/[?&]page=10\b/, async (route) => {
    await held;
    await route.continue();
  });
  await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const last = table.locator('[aria-rowindex="1001"]');
  await last.waitFor();
  // Until its line was read, a row shows none. It does not show a line of the page before.
  expect(await last.innerText()).toMatch(/^…/);
  release();
  await last.getByRole('cell', { name: '1,000', exact: true }).waitFor();
});

test('the page opens with at most four calls', async () => {
  const order = await shop.issued([line()]);
  const { number } = await shop.see(order);
  const { page } = await signedIn(`/orders?filter=${encodeURIComponent(`number = "${number}"`)}`);
  const link = page.getByRole('link', { name: number });
  await link.waitFor();
  // The list reads the saved views and the columns after its rows: they are not the order's calls.
  await page.waitForFunction(() => {
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return ['/view', '/preference'].every((path) => paths.includes(path));
  });
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[aria-label="Where it is"]')) return;
      performance.mark('shown');
      observer.disconnect();
    }).observe(document.body, { subtree: true, childList: true });
    performance.mark('clicked');
  });
  await link.click();
  await situation(page).waitFor();
  const [took, calls] = await page.evaluate(() => {
    const [clicked, shown] = ['clicked', 'shown'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0);
    const between = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime > clicked! && entry.startTime < shown!)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => !path.startsWith('/console'));
    return [shown! - clicked!, between] as const;
  });
  expect(calls.length, calls.join()).toBeLessThanOrEqual(4);
  // On a machine of its own it takes a tenth of this.
  expect(took).toBeLessThan(1_500);
});

test('the workflow of an order is a click away where Temporal has pages', async () => {
  const order = await shop.issued([line()]);
  const { page } = await signedIn('/orders');
  await page.route('**/session', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), temporal_ui: 'http://temporal.test' } });
  });
  await page.goto(`${service.url}/console/orders/${order}`);
  const link = page.getByRole('link', { name: 'Workflow' });
  expect(await link.getAttribute('href')).toBe(`http://temporal.test/namespaces/default/workflows/order%2F${order}`);
});

test.each(['999999', 'abc'])('an address without an order says so: %s', async (id) => {
  const { page } = await signedIn(`/orders/${id}`);
  await page.getByRole('heading', { name: 'There is no such order' }).waitFor();
  await page.getByRole('link', { name: 'To all orders' }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
});

describe('everybody can use the page', () => {
  test.each([
    { width: 1280, dark: false, dialogs: true },
    { width: 1280, dark: true, dialogs: false },
    { width: 390, dark: false, dialogs: false },
    { width: 390, dark: true, dialogs: true },
  ])('and its dialogs: %o', async ({ dialogs, ...options }) => {
    const order = await shop.issued([line(1, 12)], { carrier_id: parcelPost, ship_city: 'Rome' });
    await shop.through([order], 'pick');
    await needsPerson(order);
    const { page, accessible } = await signedIn(`/orders/${order}?why=pack`, options);
    await step(page, 'pack').getByText('is 12', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded();
    await page.getByText('Order created').waitFor();
    await accessible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    if (!dialogs) return;
    await page.getByRole('button', { name: 'Decide' }).click();
    const names = await page.getByRole('menuitem').allInnerTexts();
    await accessible('[role=menu]');
    await page.keyboard.press('Escape');
    for (const name of names) {
      await decide(page, name);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      await accessible('[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });

  test('by keyboard alone, and the focus returns', async () => {
    const order = await shop.issued([line()]);
    const { page } = await signedIn(`/orders/${order}`);
    const button = page.getByRole('button', { name: 'Decide' });
    await button.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: 'Hold' });
    await expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const reason = page.getByLabel('Reason');
    await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await situation(page).getByText('By keyboard').waitFor();
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('in German', async () => {
    const order = await shop.issued([line(1, 12)]);
    const { page } = await signedIn('/me');
    await page.getByLabel('Language').selectOption('de');
    await page.goto(`${service.url}/console/orders/${order}?why=pack`);
    await page.getByText('Wartet, bis ihn jemand kommissioniert').waitFor();
    await page.getByText('Regel „Small orders are not packed“').first().waitFor();
    await page.getByRole('button', { name: 'Entscheiden' }).click();
    await page.getByRole('menuitem', { name: 'Stornieren' }).click();
    await page.getByText('Nichts ist kommissioniert').waitFor();
  });
});
