import { describe, expect, test } from 'vitest';
import { consoleTests } from '../../console-tests.ts';
import { person } from '../../console-visit.ts';

/** The pages of users, with their keys and their sessions. */

// A user who has just lost a right by their own change may have a read in progress that needs it.
const { signedIn, service, shop } = await consoleTests({ verify: true, expectedFaults: /status of 403/ });

type Page = Awaited<ReturnType<typeof signedIn>>['page'];

const user = async (values: object): Promise<number> => (await shop.done('/user', values)).id;
const group = async (name: string, permissions: string[]): Promise<number> =>
  (await shop.done('/usergroup', { name, permissions })).id;
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const isWrong = (page: Page, name: string) => expect.poll(() => field(page, name).getAttribute('aria-invalid'));

test('a person is made, refused at the fields, changed, made inactive, and deleted', { timeout: 90_000 }, async () => {
  await group('Pickers', ['pick.*']);
  await user({ first_name: 'Taken', email: 'taken@example.test' });
  const { page, accessible } = await signedIn('/setup/users');
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByRole('heading', { level: 1, name: 'New user' }).waitFor();
  await field(page, 'First name').fill('Petra');
  await field(page, 'Last name').fill('Kurz');
  await field(page, 'E-mail').fill('nobody');
  await field(page, 'Password').fill('short');
  await page.getByRole('button', { name: 'Create' }).click();
  await isWrong(page, 'E-mail').toBe('true');
  await isWrong(page, 'Password').toBe('true');
  await field(page, 'E-mail').fill('taken@example.test');
  await field(page, 'Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('is taken').waitFor();
  await field(page, 'E-mail').fill('petra@example.test');
  await page.getByRole('checkbox', { name: 'Pickers' }).check();
  await page.getByRole('searchbox', { name: 'Find permissions' }).fill('salesorder.read');
  await page.getByRole('checkbox', { name: 'salesorder.read' }).check();
  await accessible();
  await page.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { level: 1, name: 'Petra Kurz' }).waitFor();
  const [made] = (await service.client.user.list({ where: { email: 'petra@example.test' }, embed: 'groups' })).data;
  expect(made).toMatchObject({ permissions: ['salesorder.read'], groups: [{ name: 'Pickers' }], active: true });
  expect(await field(page, 'Password').inputValue()).toBe('');
  // All her rights with their sources.
  const opens = page.getByRole('region', { name: 'What this opens' });
  await opens.getByText(/^pick \d+ of \d+$/).click();
  await opens.getByText('pick.* (group Pickers)').first().waitFor();
  await opens.getByText('Lists that can be read:').waitFor();
  await opens.getByLabel('Search what is open').fill('salesorder.read');
  await opens.getByText('salesorder.read (the user)').first().waitFor();
  await accessible();

  await field(page, 'Last name').fill('Lang');
  await field(page, 'Active').uncheck();
  await save(page).click();
  await saved(page).waitFor();
  await page.getByRole('link', { name: 'All users' }).click();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('lang');
  const row = page.getByRole('row').filter({ hasText: 'Petra Lang' });
  await row.getByText('inactive').waitFor();
  await accessible();
  await row.getByRole('link', { name: 'Petra Lang' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog(page).getByText('Petra Lang can no longer sign in').waitFor();
  await dialog(page).getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect((await service.client.user.list({ where: { id: made?.id ?? 0 } })).total).toBe(0);
});

test('a program gets a key that is shown once, and nowhere else', { timeout: 60_000 }, async () => {
  const { page } = await signedIn('/setup/users/new');
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (!/\/(user|apikey)(\?|$)/.test(new URL(response.url()).pathname) || response.request().method() === 'GET')
      void response.text().then(
        (text) => bodies.push(`${response.request().method()} ${text}`),
        () => undefined,
      );
  });
  await field(page, 'Type').selectOption('Program');
  expect(await field(page, 'Password').count()).toBe(0);
  await field(page, 'Last name').fill('Web shop');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Conveyor shows it now and never again.').waitFor();
  const first = await page.getByText(/^cvk_/).innerText();
  const works = async (key: string) => {
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    return (await fetch(`${service.url}/session`, { headers: { authorization } })).status;
  };
  expect(await works(first)).toBe(200);
  await page.getByRole('link', { name: 'The page of Web shop' }).click();
  await page.getByText(/: works$/).waitFor();
  expect(await page.content()).not.toContain(first);

  await page.getByRole('button', { name: 'New key' }).click();
  await dialog(page).getByText('The present key ends at once').waitFor();
  await dialog(page).getByRole('button', { name: 'New key' }).click();
  const second = await page.getByText(/^cvk_/).innerText();
  expect([await works(first), await works(second)]).toEqual([401, 200]);
  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.location.href]));
  expect(await kept()).not.toContain(second);
  await page.reload();
  await page.getByText(/: ended/).waitFor();
  expect(await page.content()).not.toContain(second);
  await page.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => works(second)).toBe(401);
  await expect.poll(() => page.getByText(/: works$/).count()).toBe(0);
  expect(bodies.filter((body) => body.startsWith('GET') && body.includes('cvk_'))).toEqual([]);
});

describe('sessions', () => {
  test('are shown with browser and time, and the next call of an ended one is refused', {
    timeout: 60_000,
  }, async () => {
    const who = await person(service, ['salesorder.read']);
    const other = await signedIn('/orders', { who });
    const { page, accessible } = await signedIn(`/setup/users/${who.id}`);
    const sessions = page.getByRole('region', { name: 'Sessions' }).first();
    await sessions.getByText('Chrome').first().waitFor();
    await accessible();
    await sessions.getByRole('button', { name: /^End the session of/ }).click();
    await dialog(page).getByText('is signed out with the next call').waitFor();
    await accessible();
    await dialog(page).getByRole('button', { name: 'End' }).click();
    await sessions.getByText('The user is not signed in.').waitFor();
    // The other browser is asked to sign in over its page.
    await other.page.getByRole('link', { name: 'Today' }).click();
    await other.page.getByText('Your session has ended.').waitFor();
  });

  test('of a user end all together', { timeout: 60_000 }, async () => {
    const who = await person(service, ['salesorder.read']);
    for (let count = 0; count < 2; count += 1)
      await service.call('POST', '/login', { email: who.email, password: who.password });
    const { page } = await signedIn(`/setup/users/${who.id}`);
    const sessions = page.getByRole('region', { name: 'Sessions' }).first();
    await expect.poll(() => sessions.getByRole('button', { name: /^End the session of/ }).count()).toBe(2);
    await sessions.getByRole('button', { name: 'End all sessions' }).click();
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click();
    await sessions.getByText('The user is not signed in.').waitFor();
    expect((await service.client.usersession.list({ where: { user_id: who.id } })).total).toBe(0);
  });

  test('of all users are on one page, and the own one says so before it ends', { timeout: 60_000 }, async () => {
    const who = await person(service, ['session.*', 'user.read']);
    const administrator = await signedIn('/me');
    const { page, accessible } = await signedIn('/setup/sessions', { who });
    const own = page.getByRole('row').filter({ hasText: 'this session' });
    await own.waitFor();
    // Those of users who may do more are seen, and not ended.
    await page.getByRole('row').filter({ hasText: 'Ana Weber' }).nth(1).waitFor();
    expect(await page.getByRole('button', { name: /^End the session of/ }).count()).toBe(1);
    await accessible();
    await own.getByRole('button', { name: /^End the session of/ }).click();
    await dialog(page).getByText('It is your own session').waitFor();
    await dialog(page).getByRole('button', { name: 'End' }).click();
    await page.getByText('Your session has ended.').waitFor();
    await administrator.page.reload();
    await administrator.page.getByRole('heading', { level: 1, name: 'Me' }).waitFor();
  });
});

describe('what somebody takes from themselves', () => {
  test('is said before it is sent: a permission, the password, the user itself', { timeout: 90_000 }, async () => {
    const who = await person(service, ['user.*', 'usergroup.*', 'pick.read']);
    const { page, accessible } = await signedIn(`/setup/users/${who.id}`, { who });
    await page.getByText('You cannot delete your own user.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove user.*' }).click();
    await field(page, 'Active').uncheck();
    await save(page).click();
    await dialog(page).getByText('You take from yourself: user.*.').waitFor();
    await dialog(page).getByText('You make your own user inactive').waitFor();
    await accessible();
    await dialog(page).getByRole('button', { name: 'Do not change it' }).click();
    expect((await service.client.user.get(who.id)).permissions).toContain('user.*');
    await field(page, 'Active').check();
    await save(page).click();
    await dialog(page).getByRole('button', { name: 'Change it all the same' }).click();
    // Without the permission, the page has nothing to show any more.
    await page.getByText('It needs the permission user.read').waitFor();
    expect((await service.client.user.get(who.id)).permissions.sort()).toEqual(['pick.read', 'usergroup.*']);
  });

  test('by a group is said, too, unless something else gives the same', { timeout: 60_000 }, async () => {
    const id = await group('Administrators', ['user.*', 'usergroup.*', 'part.read']);
    const who = await person(service, ['usergroup.*']);
    await service.client.user.update(who.id, { usergroup_ids: [id] });
    const { page } = await signedIn(`/setup/groups/${id}`, { who });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Remove usergroup.*' }).click();
    await save(page).click();
    await saved(page).waitFor();
    await page.getByRole('button', { name: 'Remove part.read' }).click();
    await save(page).click();
    await dialog(page).getByText('You take from yourself: part.read.').waitFor();
    await dialog(page).getByRole('button', { name: 'Change it all the same' }).click();
    await saved(page).waitFor();
    expect((await service.client.usergroup.get(id)).permissions).toEqual(['user.*']);
  });
});

describe('two people at one user', () => {
  test('the second one is refused (412), sees what the first one saved, and saves again', {
    timeout: 60_000,
  }, async () => {
    const id = await user({ first_name: 'Contested', permissions: ['pick.read'] });
    const { page } = await signedIn(`/setup/users/${id}`);
    await field(page, 'Last name').fill('Mine');
    let isFirst = true;
    await page.route(`**/user/${id}?**`, async (route) => {
      if (route.request().method() === 'PUT' && isFirst) {
        isFirst = false;
        await service.client.user.update(id, { permissions: ['pick.read', 'pack.read'] });
      }
      await route.continue();
    });
    const refused = page.waitForResponse((response) => response.status() === 412);
    await save(page).click();
    await refused;
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).first().waitFor();
    await page.getByRole('button', { name: 'Remove pack.read' }).waitFor();
    expect((await service.client.user.get(id)).last_name).toBeNull();
    await save(page).click();
    await saved(page).waitFor();
    const { last_name, permissions } = await service.client.user.get(id);
    expect([last_name, permissions.toSorted()]).toEqual(['Mine', ['pack.read', 'pick.read']]);
  });

  test('see each other’s changes, and those of a group in what it opens', { timeout: 60_000 }, async () => {
    const of = await group('Night shift', ['pick.read']);
    const id = await user({ first_name: 'Live', usergroup_ids: [of] });
    const { page } = await signedIn(`/setup/users/${id}`);
    const opens = page.getByRole('region', { name: 'What this opens' });
    await opens
      .getByText(/^1 of /)
      .first()
      .waitFor();
    await service.client.usergroup.update(of, { permissions: ['pick.read', 'pack.read'] });
    await opens
      .getByText(/^2 of /)
      .first()
      .waitFor();
    await service.client.user.update(id, { last_name: 'Changed' });
    await expect.poll(() => field(page, 'Last name').inputValue()).toBe('Changed');
  });
});

test('the sites of a user and the current one are chosen together', { timeout: 60_000 }, async () => {
  const north = (await shop.done('/site', { name: 'North' })).id;
  const south = (await shop.done('/site', { name: 'South' })).id;
  const id = await user({ first_name: 'Traveller', site_ids: [north], site_id: north });
  const { page } = await signedIn(`/setup/users/${id}`);
  await page.getByRole('checkbox', { name: 'South' }).check();
  await page.getByRole('checkbox', { name: 'North' }).uncheck();
  await save(page).click();
  await saved(page).waitFor();
  const { site_id, sites } = await service.client.user.get(id, { embed: 'sites' });
  expect([site_id, sites.map((one) => one.id)]).toEqual([south, [south]]);
});

test('by the keyboard alone', { timeout: 60_000 }, async () => {
  const { page } = await signedIn('/setup/users');
  await page.getByRole('link', { name: 'New user' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New user' }).waitFor();
  await field(page, 'First name').focus();
  await page.keyboard.type('Keys');
  await page.getByRole('searchbox', { name: 'Find permissions' }).focus();
  await page.keyboard.type('scan codes pick.read');
  // Enter in the search sends nothing.
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Find permissions' }).fill('pick.read');
  await page.getByRole('checkbox', { name: 'pick.read' }).focus();
  await page.keyboard.press('Space');
  await field(page, 'First name').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  const [made] = (await service.client.user.list({ where: { first_name: 'Keys' } })).data;
  expect(made?.permissions).toEqual(['pick.read']);
});
