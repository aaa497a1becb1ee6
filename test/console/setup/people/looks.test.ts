import { expect, test } from 'vitest';
import { consoleTests } from '../../console-tests.ts';
import { person } from '../../console-visit.ts';

/** The pages of users, groups, permissions and sessions with each set of permissions, with texts of others, small, dark and in German. */

const evil = '<img src=x onerror="window.hacked = true">';

const { signedIn, service, shop } = await consoleTests({ verify: true });
const groupId = (await shop.done('/usergroup', { name: evil, permissions: ['pick.read', 'pack.*'] })).id;
const values = { first_name: evil, last_name: evil, email: 'evil@example.test', usergroup_ids: [groupId] };
const userId = (await shop.done('/user', { ...values, password: 'correct horse battery' })).id;
const strongId = (await shop.done('/user', { first_name: 'Strong', permissions: ['*'] })).id;
const headers = { 'user-agent': evil, 'content-type': 'application/json' };
const body = JSON.stringify({ email: values.email, password: 'correct horse battery' });
await fetch(`${service.url}/login`, { method: 'POST', headers, body });

const paths = () => [
  ...['/users', '/users/new', `/users/${userId}`, `/users/${strongId}`],
  ...['/groups', '/groups/new', `/groups/${groupId}`, '/permissions', '/permissions?search=salesorder', '/sessions'],
];

test.each([
  { width: 390, dark: false, locale: 'en-US' },
  { width: 390, dark: true, locale: 'de-DE' },
  { width: 1280, dark: false, locale: 'de-DE' },
])('texts of others stay texts ($width px, dark: $dark, $locale)', { timeout: 120_000 }, async (look) => {
  const { page, accessible } = await signedIn('/me', look);
  for (const path of paths()) {
    await page.goto(`${service.url}/console/setup${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if (/^\/(users|groups|sessions)$/.test(path)) await page.getByText('<img').first().waitFor();
    await page.waitForTimeout(200);
    await accessible();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0], path).toBeLessThanOrEqual(widths[1] as number);
    if (process.env.CONVEYOR_SCREENSHOTS) {
      const name = `people${path.replaceAll(/\W/g, '-')}-${look.width}-${look.dark ? 'dark' : 'light'}-${look.locale}`;
      await page.screenshot({ path: `${process.env.CONVEYOR_SCREENSHOTS}/${name}.png`, fullPage: true });
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    // The service describes operations in English.
    if (look.locale === 'de-DE' && /^\/(users|groups|sessions)(\/new)?$/.test(path)) {
      expect(await page.locator('main [lang="en"]').allInnerTexts()).toEqual([]);
      expect(await page.locator('main').innerText()).not.toMatch(/\b(Users|Groups|Password|Sessions)\b/);
    }
  }
});

test('the page of permissions says what each opens, finds addresses, and shows the own ones', {
  timeout: 60_000,
}, async () => {
  const who = await person(service, ['pick.*']);
  const { page } = await signedIn('/setup/permissions', { who });
  const { total } = await service.client.permission.list({ perPage: 0 });
  await page.getByText(`${total} permissions`, { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('POST /usergroup');
  await page.getByText('usergroup.create', { exact: true }).waitFor();
  await page.getByText('Create a user group').waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('POST /usergroup');
  await page.getByLabel('Only those that I hold').check();
  await page.getByText('No permission matches.').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('pick.finish');
  await page.getByText('You hold it.').waitFor();
});

const verbs = ['New user', 'New group', 'Save', 'Delete', 'New key', 'End all sessions', 'End'] as const;

test.each([
  { permissions: ['salesorder.read'], offers: [] },
  { permissions: ['user.read'], offers: [] },
  { permissions: ['user.*', 'pick.read', 'pack.*'], offers: ['New user', 'Save', 'Delete'] },
  { permissions: ['user.*', 'pick.read'], offers: ['New user'] },
  { permissions: ['user.read', 'apikey.*', 'pick.*', 'pack.*'], offers: ['New key'] },
  {
    permissions: ['user.read', 'session.*', 'pick.*', 'pack.*'],
    offers: ['End all sessions', 'End'],
  },
  { permissions: ['session.*'], offers: ['End'] },
  { permissions: ['usergroup.read', 'usergroup.update'], offers: [] },
  { permissions: ['usergroup.*', 'pick.*', 'pack.*'], offers: ['New group', 'Save', 'Delete'] },
  { permissions: ['user.create'], offers: [] },
  { permissions: ['*'], offers: [...verbs] },
])('$permissions', { timeout: 90_000 }, async ({ permissions, offers }) => {
  const who = await person(service, permissions);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const shown = new Set<string>();
  const main = page.getByRole('main');
  for (const path of paths()) {
    await page.goto(`${service.url}/console/setup${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const name of verbs) {
      const label = name === 'End' ? /^End the session of/ : name;
      const exact = name !== 'End';
      const buttons = main
        .getByRole('button', { name: label, exact })
        .or(main.getByRole('link', { name: label, exact }));
      if ((await buttons.count()) > 0) shown.add(name);
    }
  }
  expect([...shown].sort()).toEqual([...offers].sort());
  expect(refused).toEqual([]);
});
