import { expect, test, vi } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { fileOf, withTemporal } from './with-temporal.ts';

/** The pages of schedules with each set of permissions: what would be refused is not offered. */

const ran = `ran: { cron: '0 6 1 1 *', run: { action: hold, select: 'customer.name = "None"', options: { reason: Count } } }`;
const config = fileOf(ran);

const { signedIn, service } = await consoleTests({ service: () => withTemporal({ config }) });
await service.client.schedule.apply({});
await service.client.schedule.trigger('ran', {});
const run = await vi.waitFor(
  async () => {
    const id = (await service.client.schedule.get('ran')).last[0]?.bulkrun_id ?? null;
    if (id === null) throw new Error('No bulk run was started yet.');
    return id;
  },
  { timeout: 30_000, interval: 500 },
);
// The file has another time than Temporal from now on.
service.write(config.replace('0 6', '0 7'));
await service.client.config.reload();

const verbs = ['Pause', 'Run now', 'Backfill', 'Apply the file'] as const;
const toStart = ['bulkrun.create', 'salesorder.hold', 'customer.read'];

test.each<{ permissions: readonly string[]; offers: readonly (typeof verbs)[number][]; words?: RegExp }>([
  { permissions: ['salesorder.read'], offers: [] },
  { permissions: ['schedule.read'], offers: [] },
  { permissions: ['schedule.read', 'schedule.pause', 'bulkrun.read'], offers: ['Pause'] },
  { permissions: ['schedule.*'], offers: ['Pause'], words: /hold needs the permission bulkrun\.create/ },
  {
    permissions: ['schedule.*', 'bulkrun.*', 'salesorder.hold'],
    offers: ['Pause'],
    words: /which need the permission customer\.read/,
  },
  { permissions: ['schedule.read', 'schedule.trigger', ...toStart], offers: ['Run now'] },
  { permissions: ['schedule.read', 'schedule.backfill', 'salesorder.read', ...toStart], offers: ['Backfill'] },
  { permissions: ['schedule.read', 'schedule.apply', ...toStart], offers: ['Apply the file'] },
  { permissions: ['*'], offers: verbs },
])('$permissions', { timeout: 60_000 }, async ({ permissions, offers, words }) => {
  const who = await person(service, [...permissions]);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const mayRead = permissions.some((one) => /^(\*|schedule\.(\*|read))$/.test(one));
  const open = async (path: string) => {
    await page.goto(`${service.url}/console/schedules${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  const main = page.getByRole('main');
  const shown = new Set<string>();
  for (const path of ['', '/ran']) {
    await open(path);
    expect(await page.getByRole('link', { name: 'Schedules', exact: true }).count()).toBe(mayRead ? 1 : 0);
    if (!mayRead) {
      await main.getByText('It needs the permission schedule.read').waitFor();
      continue;
    }
    await main.getByText('differs from the file').first().waitFor();
    if (words) await main.getByText(words).first().waitFor();
    const links = main.getByRole('link', { name: `Run ${run}` });
    expect(await links.count()).toBe(permissions.some((one) => /^(\*|bulkrun\.(\*|read))$/.test(one)) ? 1 : 0);
    for (const name of verbs) {
      const button = main.getByRole('button', { name, exact: true });
      if ((await button.count()) === 0) continue;
      shown.add(name);
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.waitForLoadState('networkidle');
      if (name === 'Backfill') {
        await dialog.getByRole('button', { name: 'Dry run' }).click();
        await dialog.getByText('no time in this period').waitFor();
      }
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  }
  expect([...shown].sort()).toEqual([...offers].sort());
  expect(refused).toEqual([]);
});

test('somebody with some of the sites may pause, and starts nothing', async () => {
  const north = await service.client.site.create({ name: 'North', sitetype_id: 1 });
  const who = await person(service, ['schedule.*', 'bulkrun.*', 'salesorder.*', 'customer.*']);
  await service.client.user.update(who.id, { site_ids: [north.id] });
  const { page } = await signedIn('/schedules/ran', { who });
  await page.getByText(/you may not act at site/).waitFor();
  expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Pause']);
});
