import { describe, expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';
import { person } from './console-visit.ts';

const { begin, signedIn, service, shop, ana } = await consoleTests();
const part = await shop.part({}, 1_000);

describe('signing in', () => {
  test('a wrong password is told in words, and the right one opens the page that was asked for', async () => {
    const { page, open, signIn } = await begin();
    await open('/orders?filter=priority%20%3D%203');
    await signIn({ ...ana, password: 'a wrong password' });
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/e-mail or the password is wrong/);
    await signIn(ana);
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('filter')).toBe('priority = 3');
  });

  test('the session is a cookie that no script reads, and its token is in no storage', async () => {
    const { page, context, open, signIn } = await begin();
    await open('');
    await signIn(ana);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({
      name: '__Host-conveyor',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    });
    const kept = await page.evaluate(
      () => document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain(cookie?.value);
  });

  test('a one-time link signs in once, and its code does not stay in the address', async () => {
    const { body } = await service.call('POST', '/session/code');
    const path = new URL(body.url).pathname.replace('/console', '') + new URL(body.url).hash;
    const first = await begin();
    await first.open(path);
    await first.page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(first.page.url()).not.toContain('code');
    const second = await begin();
    await second.open(path);
    await second.page.getByRole('alert').waitFor();
  });

  test('a session that ends asks for a sign-in over the page, which goes on', async () => {
    const { page, context, signIn } = await signedIn('/orders');
    await page.getByRole('table').waitFor();
    await context.clearCookies();
    await page.getByLabel('Search orders').fill('S-0');
    await page.getByText('Your session has ended').waitFor();
    await signIn(ana);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('No order matches.').waitFor();
    await expect.poll(() => page.getByLabel('Search orders').innerText()).toBe('S-0');
  });

  test('signing out ends the session', async () => {
    const { page, context } = await signedIn();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Conveyor' }).waitFor();
    expect(await context.cookies()).toEqual([]);
  });
});

test('Today counts the orders by what they wait for, changes by itself, and leads to them', async () => {
  const order = await shop.issued([{ part_id: part, qty: 1 }]);
  const { page } = await signedIn();
  await page.getByText('under way').waitFor();
  expect(await page.getByRole('heading', { name: 'On hold' }).count()).toBe(0);
  const start = performance.now();
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Check the address' });
  await page.getByRole('heading', { name: 'On hold' }).waitFor();
  expect(performance.now() - start).toBeLessThan(2_000);
  await page.getByRole('link', { name: /^Before picking/ }).click();
  await page.getByRole('table').waitFor();
  const { number } = await shop.see(order);
  await page.getByRole('cell', { name: number, exact: true }).waitFor();
  await shop.done(`/salesorder/${order}/release`, {});
});

test('the list of orders searches by words and by expressions, and shows where an expression is wrong', async () => {
  const order = await shop.issued([{ part_id: part, qty: 1 }], { note: 'Zanzibar <img onerror=alert(1)>' });
  const { number } = await shop.see(order);
  const { page, open } = await signedIn('/orders');
  const search = page.getByLabel('Search orders');
  await search.fill('Zanzibar');
  await page.getByText('1 order', { exact: true }).waitFor();
  await page.getByRole('cell', { name: number, exact: true }).waitFor();
  await search.fill('note % "Zanzibar" && state = "waiting"');
  await page.getByText('1 order', { exact: true }).waitFor();
  await search.fill('note % "Zanzibar" && sate = "waiting"');
  await page.getByRole('alert').filter({ hasText: 'has no sate' }).waitFor();
  await open('/orders?filter=note %25 "Zanzibar" %26%26 sate = "waiting"');
  await page.getByRole('alert').filter({ hasText: 'has no sate' }).waitFor();
});

test('an order in view changes in its place, and new orders wait for a click', async () => {
  const order = await shop.issued([{ part_id: part, qty: 1 }], { note: 'Lofoten' });
  const { page } = await signedIn('/orders?filter=Lofoten');
  await page.getByText('1 order', { exact: true }).waitFor();
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Check it' });
  await page.getByRole('row').filter({ hasText: 'on hold' }).waitFor({ timeout: 2_000 });
  await shop.issued([{ part_id: part, qty: 1 }], { note: 'Lofoten' });
  const more = page.getByRole('button', { name: 'Show 1 new' });
  await more.waitFor({ timeout: 2_000 });
  expect(await page.getByRole('row').count()).toBe(2);
  await more.click();
  await page.getByText('2 orders', { exact: true }).waitFor();
});

test.each([
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 390, dark: false },
  { width: 390, dark: true },
])('every page can be used by everybody: %o', async (options) => {
  const { page, open, accessible } = await signedIn('', options);
  for (const path of ['', '/orders', '/me', '/sign-in']) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('load');
    await accessible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

test('the texts are there in German, too', async () => {
  const { page } = await signedIn('/me');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Sitzungen' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.reload();
  await page.getByRole('heading', { name: 'Sitzungen' }).waitFor();
});

test('a person changes the own password, which ends the other sessions, and ends sessions', async () => {
  const ben = await person(service, ['salesorder.read']);
  const [here, there] = [await begin(), await begin()];
  for (const { open, signIn, page } of [here, there]) {
    await open('/me');
    await signIn(ben);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await here.page.reload();
  await here.page.getByRole('button', { name: 'End', exact: true }).click();
  await here.page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
  await there.page.reload();
  await there.signIn(ben);
  await there.page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { page } = here;
  await page.getByLabel('Present password').fill('a wrong password');
  await page.getByLabel('New password').fill('a new and longer one');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page
    .getByText(/wrong|not your|present password/i)
    .last()
    .waitFor();
  await page.getByLabel('Present password').fill(ben.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password is changed').waitFor();
  await there.page.reload();
  await there.page.getByRole('dialog').waitFor();
});

test('seven tabs share one stream of changes, and another one takes it over', async () => {
  const order = await shop.issued([{ part_id: part, qty: 1 }], { note: 'Samoa' });
  const { page, context } = await signedIn('/orders?filter=Samoa');
  await page.getByText('1 order', { exact: true }).waitFor();
  const tabs = [page];
  for (let more = 0; more < 6; more += 1) {
    const tab = await context.newPage();
    await tab.goto(`${service.url}/console/orders?filter=Samoa`);
    await tab.getByText('1 order', { exact: true }).waitFor({ timeout: 5_000 });
    tabs.push(tab);
  }
  await tabs.shift()?.close();
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Check it' });
  for (const tab of tabs) await tab.getByRole('row').filter({ hasText: 'on hold' }).waitFor({ timeout: 8_000 });
});

test('a tab out of view reads nothing, and is up to date when somebody looks at it again', async () => {
  const order = await shop.issued([{ part_id: part, qty: 1 }], { note: 'Tonga' });
  const { page, context } = await signedIn('/orders?filter=Tonga');
  await page.getByText('1 order', { exact: true }).waitFor();
  const seeing = await context.newPage();
  await seeing.goto(`${service.url}/console/orders?filter=Tonga`);
  await seeing.getByText('1 order', { exact: true }).waitFor();
  const setHidden = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  const calls: string[] = [];
  // The stream of events is for all tabs, and may begin now.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && calls.push(request.url()));
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Check it' });
  await seeing.getByRole('row').filter({ hasText: 'on hold' }).waitFor();
  expect(calls).toEqual([]);
  expect(await page.getByRole('row').filter({ hasText: 'on hold' }).count()).toBe(0);
  await setHidden(false);
  await page.getByRole('row').filter({ hasText: 'on hold' }).waitFor();
});
