import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';

/** The pages of sites, and with them what the pages of all records of Setup have in common. */

const evil = '<img src=x onerror="window.hacked = true">';

const { signedIn, service, shop } = await consoleTests({ verify: true, expectedFaults: /status of 503/ });

type Page = Awaited<ReturnType<typeof signedIn>>['page'];

const site = async (called: string, more: object = {}): Promise<number> =>
  (await shop.done('/site', { name: called, ...more })).id;
const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' });

test('a site is made, found, changed and deleted, and its timeline says who did so', async () => {
  const { page, accessible } = await signedIn('/setup');
  await page.getByRole('main').getByRole('link', { name: 'Sites' }).click();
  await page.getByRole('link', { name: 'New site' }).click();
  await page.getByRole('heading', { level: 1, name: 'New site' }).waitFor();

  // Each refusal of the service is shown at its field, and the field gets the focus.
  await name(page).fill('North');
  await page.getByLabel('Time zone').fill('Mars/Olympus');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => page.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await expect.poll(() => page.getByLabel('Time zone').getAttribute('aria-invalid')).not.toBe('true');
  await page.getByLabel('Country').fill('Atlantis');
  await page.getByLabel('Kind').selectOption('Store');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => page.getByLabel('Country').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Country').fill('Germany');
  await accessible();
  await page.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { level: 1, name: 'North' }).waitFor();
  expect(await page.getByLabel('Country').inputValue()).toBe('DE');
  await page.getByLabel('City').fill('Kiel');
  await save(page).click();
  await saved(page).waitFor();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Changed', { exact: true }).waitFor();
  await timeline.getByText('City', { exact: true }).waitFor();
  await accessible();

  await page.getByRole('link', { name: 'All sites' }).click();
  await page.getByRole('cell', { name: 'Kiel' }).waitFor();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('kie');
  await page.getByText('1 site', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Store' }).waitFor();
  expect(new URL(page.url()).search).toBe('?filter=kie');
  await accessible();
  await page.getByRole('link', { name: 'North' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('North is gone for good').waitFor();
  await accessible();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  expect((await service.client.site.list({ where: { name: 'North' } })).total).toBe(0);
});

test('a name that another site has is refused at its field, and a site in use says why it stays', async () => {
  const id = await site('Second');
  const [first] = (await service.client.site.list({ sort: 'id', perPage: 1 })).data;
  const { page } = await signedIn(`/setup/sites/${id}`);
  await name(page).fill(first?.name ?? '');
  await save(page).click();
  await expect.poll(() => name(page).getAttribute('aria-invalid')).toBe('true');
  await name(page).fill('Second');
  await shop.done('/location', { name: 'S-1', site_id: id });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const refusal = page.getByRole('dialog').getByRole('alert');
  await refusal.getByText('Other records (location) refer to it').waitFor();
  // To load the page again would not help.
  expect(await refusal.getByRole('button', { name: 'Load again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect((await service.client.site.get(id)).name).toBe('Second');
});

describe('two people at one site', () => {
  test('see what the other one saves, in the list and in the form', async () => {
    const id = await site('Shared');
    const list = await signedIn('/setup/sites?filter=shared');
    const { page } = await signedIn(`/setup/sites/${id}`);
    await list.page.getByRole('cell', { name: 'Shared' }).waitFor();
    await service.client.site.update(id, { city: 'Bremen' });
    await list.page.getByRole('cell', { name: 'Bremen' }).waitFor();
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Bremen');

    // Typed text stays, and the other field shows the change.
    await page.getByLabel('Region').fill('North');
    await service.client.site.update(id, { city: 'Hamburg' });
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed City' }).waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Hamburg');
    await save(page).click();
    await saved(page).waitFor();
    expect(await service.client.site.get(id)).toMatchObject({ city: 'Hamburg', region: 'North' });
  });

  test('write into one field: the later one decides, and overwrites nothing unseen', async () => {
    const id = await site('Contested', { city: 'Ulm' });
    const { page, accessible } = await signedIn(`/setup/sites/${id}`);
    await page.getByLabel('City').fill('Neu-Ulm');
    await service.client.site.update(id, { city: 'Augsburg' });
    await page.getByText('Somebody else changed City, too').waitFor();
    await page.getByText('Somebody else wrote: Augsburg').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await accessible();
    await page.getByRole('button', { name: 'Take what they wrote' }).click();
    expect(await page.getByLabel('City').inputValue()).toBe('Augsburg');
    await page.getByLabel('City').fill('Neu-Ulm');
    await service.client.site.update(id, { city: 'Günzburg' });
    await page.getByText('Somebody else wrote: Günzburg').waitFor();
    await page.getByRole('button', { name: 'Keep what I typed' }).click();
    await save(page).click();
    await saved(page).waitFor();
    expect((await service.client.site.get(id)).city).toBe('Neu-Ulm');
  });

  test('save at the same moment: the second one is refused (412), sees the change, and saves again', async () => {
    const id = await site('Race');
    const { page } = await signedIn(`/setup/sites/${id}`);
    await page.getByLabel('Region').fill('South');
    let isFirst = true;
    await page.route(`**/site/${id}`, async (route) => {
      if (route.request().method() === 'PUT' && isFirst) {
        isFirst = false;
        await service.client.site.update(id, { city: 'Passau' });
      }
      await route.continue();
    });
    const refused = page.waitForResponse((response) => response.status() === 412);
    await save(page).click();
    await refused;
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).first().waitFor();
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Passau');
    expect((await service.client.site.get(id)).region).toBeNull();
    expect(await page.getByLabel('Region').inputValue()).toBe('South');
    await save(page).click();
    await saved(page).waitFor();
    expect(await service.client.site.get(id)).toMatchObject({ city: 'Passau', region: 'South' });
  });
});

test('texts of others stay texts, on a small screen, in the dark and in German', async () => {
  const fields = ['name', 'contact_name', 'phone', 'address_1', 'address_2', 'city', 'region'];
  const id = await site(evil, Object.fromEntries(fields.map((field) => [field, evil.slice(0, 50)])));
  for (const look of [{ width: 390 }, { width: 390, dark: true, locale: 'de-DE' }]) {
    const { page, accessible } = await signedIn('/setup', look);
    for (const path of ['', '/sites', '/sites/new', `/sites/${id}`]) {
      await page.goto(`${service.url}/console/setup${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/sites') await page.getByRole('cell', { name: '<img' }).first().waitFor();
      if (path.endsWith(String(id))) await page.getByRole('heading', { level: 1, name: '<img' }).waitFor();
      await page.waitForTimeout(300);
      await accessible();
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0], path).toBeLessThanOrEqual(widths[1] as number);
      if (process.env.CONVEYOR_SCREENSHOTS) {
        const file = `setup${path.replaceAll(/\W/g, '-')}-${look.dark ? 'dark' : 'light'}`;
        await page.screenshot({ path: `${process.env.CONVEYOR_SCREENSHOTS}/${file}.png`, fullPage: true });
      }
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    }
    if (look.locale) {
      await page.getByRole('button', { name: 'Speichern' }).waitFor();
      expect(await page.locator('main [lang="en"]').allInnerTexts()).toEqual([]);
    }
  }
});

test('what somebody typed stays while the service is busy (503), and is saved when it is back', async () => {
  const id = await site('Busy');
  const { page } = await signedIn(`/setup/sites/${id}`);
  await page.getByLabel('City').fill('Husum');
  const problem = { type: 'about:blank', status: 503, code: 'service.unavailable', title: 'Busy', detail: 'Busy.' };
  await page.route(`**/site/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue(),
  );
  await save(page).click();
  await page.getByRole('alert').filter({ hasText: 'Busy.' }).first().waitFor();
  await page.unroute(`**/site/${id}`);
  expect(await page.getByLabel('City').inputValue()).toBe('Husum');
  await save(page).click();
  await saved(page).waitFor();
  expect((await service.client.site.get(id)).city).toBe('Husum');
});

test('nothing is lost by leaving without a question', async () => {
  const id = await site('Leave');
  const { page } = await signedIn(`/setup/sites/${id}`);
  await page.getByLabel('City').fill('Jena');
  await page.getByRole('link', { name: 'All sites' }).click();
  await page.getByText('Leave without saving?').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('City').inputValue()).toBe('Jena');
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (element?.labels?.[0] ?? element)?.textContent?.replace(/ \*$/, '');
    });
    if (reached === wanted) return;
  }
  throw new Error(`Tab does not reach ${wanted}.`);
}

test('by the keyboard alone', async () => {
  const { page } = await signedIn('/setup/sites');
  await tabTo(page, 'New site');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New site' }).waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('By keys');
  await tabTo(page, 'City');
  await page.keyboard.type('Köln');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor();
  expect((await service.client.site.list({ where: { name: 'By keys' } })).total).toBe(1);
});

const verbs = ['New site', 'Save', 'Delete'] as const;

test.each([
  { permissions: ['salesorder.read'], offers: [] },
  { permissions: ['site.read'], offers: [] },
  { permissions: ['site.read', 'site.create'], offers: ['New site'] },
  { permissions: ['site.read', 'site.update'], offers: ['Save'] },
  { permissions: ['site.read', 'site.delete'], offers: ['Delete'] },
  { permissions: ['site.create'], offers: [] },
  { permissions: ['*'], offers: [...verbs] },
])('$permissions', async ({ permissions, offers }) => {
  const id = (await service.client.site.list({ sort: 'id', perPage: 1 })).data[0]?.id;
  const who = await person(service, permissions);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const shown = new Set<string>();
  for (const path of ['', '/sites', `/sites/${id}`]) {
    await page.goto(`${service.url}/console/setup${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const verb of verbs) {
      const main = page.getByRole('main');
      const exactly = { name: verb, exact: true };
      const button = main.getByRole('button', exactly).or(main.getByRole('link', exactly));
      if ((await button.count()) > 0) shown.add(verb);
    }
  }
  expect([...shown].sort()).toEqual([...offers].sort());
  expect(refused).toEqual([]);
});

test('who may make sites and not see them makes one after the other', async () => {
  const who = await person(service, ['site.create']);
  const { page } = await signedIn('/setup/sites/new', { who });
  for (const called of ['One', 'Two']) {
    await name(page).fill(called);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(`${called} is created.`).waitFor();
  }
});
