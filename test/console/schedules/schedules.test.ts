import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { fileOf, withTemporal } from './with-temporal.ts';

/** The pages of schedules, on a real Temporal server with a worker. */

const holds = (word: string) => `{ action: hold, select: 'note = "${word}"', options: { reason: ${word} } }`;
const night = `night: { cron: '0 6 * * *', time_zone: Europe/Berlin, note: Orders of the night, run: ${holds('Night')} }`;
const count = `count: { cron: '0 7 * * 1-5', time_zone: America/New_York, run: ${holds('Count')} }`;
const past = `past: { cron: '0 6 * * *', time_zone: Europe/Berlin, run: ${holds('Past')} }`;
const all = [night, count, past];

const { signedIn, service, shop } = await consoleTests({
  service: () => withTemporal({ config: fileOf(...all) }),
  verify: true,
});
await service.client.schedule.apply({});
const article = await shop.part({}, 100);
for (const note of ['Night', 'Night', 'Past']) await shop.issued([{ part_id: article, qty: 1 }], { note });

/** Changes the operators' file, which the service reads again. */
async function file(...schedules: readonly string[]): Promise<void> {
  service.write(fileOf(...schedules));
  await service.client.config.reload();
}

const dialog = (page: Page) => page.getByRole('dialog');
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('a schedule', () => {
  test('is in the list with its next time in its zone, and has a page with all of them', async () => {
    const { page } = await signedIn('/schedules');
    const card = page.getByRole('article', { name: 'night' });
    await card.getByText('Orders of the night').waitFor();
    await card.getByText('note = "Night"').waitFor();
    await card.getByText(/Next \w+, \w+ \d+, \d{4}, 06:00 AM \(Europe\/Berlin\), in \d+ (hours?|minutes?)/).waitFor();
    await page
      .getByRole('article', { name: 'count' })
      .getByText(/07:00 AM \(America\/New_York\)/)
      .waitFor();
    await card.getByRole('link', { name: 'night' }).click();
    await page.getByRole('heading', { level: 1, name: 'night' }).waitFor();
    await part(page, 'Next times').getByText('Times are those of Europe/Berlin.').waitFor();
    expect(await part(page, 'Next times').getByRole('listitem').count()).toBe(10);
    await part(page, 'What it does').getByText('0 6 * * *').waitFor();
    await part(page, 'Difference to the file').getByText('Temporal has it as').waitFor();
    await part(page, 'Who decided')
      .getByText(/Administrator applied the file .*: created/)
      .waitFor();
  });

  test('that does not exist says so, with similar names', async () => {
    const { page } = await signedIn('/schedules/nigth');
    await page.getByText('Did you mean night?').waitFor();
    await page.getByRole('link', { name: 'All schedules' }).click();
    await page.getByRole('article', { name: 'night' }).waitFor();
  });

  test('is paused with a note that another person sees at once, and resumed by that person', async () => {
    const tom = await person(service);
    const [first, second] = await Promise.all([signedIn('/schedules/count'), signedIn('/schedules', { who: tom })]);
    const card = second.page.getByRole('article', { name: 'count' });
    await card.getByText('on', { exact: true }).waitFor();
    // By keys alone. A note that is too long is refused at its field.
    await first.page.getByRole('button', { name: 'Pause' }).press('Enter');
    const note = dialog(first.page).getByLabel('Why');
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    await note.fill('x'.repeat(201));
    await note.press('Enter');
    await expect.poll(() => note.getAttribute('aria-invalid')).toBe('true');
    await note.fill('Stocktaking');
    await note.press('Enter');
    await dialog(first.page).waitFor({ state: 'detached' });
    await first.page.getByText('None while it is paused.').waitFor();
    await card.getByText(/^Paused by Ana Weber \d+ .*: Stocktaking$/).waitFor({ timeout: 5_000 });
    await card.getByText('paused', { exact: true }).waitFor();
    await second.page.getByRole('link', { name: 'count' }).click();
    await second.page.getByRole('button', { name: 'Resume' }).click();
    await dialog(second.page).getByLabel('Note').fill('Counted');
    await dialog(second.page).getByRole('button', { name: 'Resume' }).click();
    await first.page.getByRole('button', { name: 'Pause' }).waitFor({ timeout: 5_000 });
    await part(first.page, 'Who decided')
      .getByText(/resumed it .*: Counted/)
      .waitFor();
    expect(await service.client.schedule.get('count')).toMatchObject({ state: 'running' });
  });

  test('runs now, and leads to its bulk run', { timeout: 90_000 }, async () => {
    const { page } = await signedIn('/schedules/night');
    await page.getByRole('button', { name: 'Run now' }).click();
    await dialog(page).getByText('2 orders match now.').waitFor();
    await dialog(page).getByText('Starts a bulk run at once: Hold.').waitFor();
    await dialog(page).getByRole('button', { name: 'Run now' }).click();
    const started = page.getByText('The run has started:');
    await started.waitFor({ timeout: 30_000 });
    const runs = part(page, 'Last runs').getByRole('table');
    await runs.getByText('2 done').waitFor({ timeout: 30_000 });
    await part(page, 'Who decided').getByText('ran it').waitFor();
    await started.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^Run \d+: Hold/ }).waitFor();
    await page.getByText('2 of 2 orders').waitFor();
  });

  test('is backfilled after a dry run that shows the times of its zone', { timeout: 90_000 }, async () => {
    const { page } = await signedIn('/schedules/past');
    await page.getByRole('button', { name: 'Backfill' }).click();
    const [from, to] = [dialog(page).getByLabel('From (Europe/Berlin)'), dialog(page).getByLabel('To (Europe/Berlin)')];
    await from.fill('2026-03-29T12:00');
    await to.fill('2026-03-27T00:00');
    await dialog(page).getByRole('button', { name: 'Dry run' }).click();
    await dialog(page).getByText('must not be after the end of the period').waitFor();
    // The clocks go forward on the third day.
    await from.fill('2026-03-27T06:00');
    await to.fill('2026-03-29T06:00');
    await dialog(page).getByRole('button', { name: 'Dry run' }).click();
    await dialog(page).getByText('3 runs would start. Nothing has started yet.').waitFor();
    const due = dialog(page).getByRole('region', { name: 'Times of the runs' }).getByRole('listitem');
    expect(await due.allInnerTexts()).toEqual([
      'Fri, Mar 27, 2026, 06:00 AM',
      'Sat, Mar 28, 2026, 06:00 AM',
      'Sun, Mar 29, 2026, 06:00 AM',
    ]);
    expect((await service.client.schedule.get('past')).last).toEqual([]);
    // Another period needs another dry run.
    await from.fill('2026-03-28T00:00');
    await dialog(page).getByRole('button', { name: 'Dry run' }).click();
    await dialog(page).getByRole('button', { name: 'Start 2 runs' }).click();
    await page.getByText('2 runs start, the oldest first.').waitFor();
    const rows = part(page, 'Last runs').getByRole('row');
    await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(3);
    await rows.filter({ hasText: 'Mar 28, 2026' }).getByText('1 done').waitFor({ timeout: 30_000 });
    await part(page, 'Who decided')
      .getByText(/backfilled it .* from Sat, Mar 28, 2026, 12:00 AM to Sun/)
      .waitFor();
  });
});

describe('a changed file', () => {
  test('is shown as the difference, and applied after a look at it', async () => {
    await file(night.replace('0 6', '0 5'), count, `later: { cron: '0 6 1 1 *', run: ${holds('Later')} }`);
    const { page } = await signedIn('/schedules/night');
    const fields = part(page, 'Difference to the file').getByRole('row').filter({ hasText: 'Times' });
    await fields.getByText('0 6 * * *').waitFor();
    await fields.getByText('0 5 * * *').waitFor();
    await page.getByRole('link', { name: 'Apply the file on the page of all schedules' }).click();
    await page.getByText('Temporal has 3 schedules otherwise than the operators’ file.').waitFor();
    const later = page.getByRole('article', { name: 'later' });
    await later.getByText('not in Temporal yet').waitFor();
    await page.getByRole('article', { name: 'past' }).getByText('not in the file').waitFor();
    await page.getByRole('button', { name: 'Apply the file' }).click();
    for (const words of ['night is changed', 'later is created', 'past is removed', '2 orders match now'])
      await dialog(page).getByText(words).waitFor();
    expect((await service.client.schedule.list()).find(({ name }) => name === 'later')?.state).toBe('missing');
    await dialog(page).getByRole('button', { name: 'Change 3 schedules' }).click();
    await page.getByText('3 schedules changed.').waitFor();
    await later.getByText('on', { exact: true }).waitFor();
    await page.getByRole('article', { name: 'past' }).waitFor({ state: 'detached' });
    expect((await service.client.schedule.get('night')).definition?.cron).toEqual(['0 5 * * *']);
    await file(...all);
    await service.client.schedule.apply({});
  });

  test('with a run that the service would refuse is not applied, and says where it is wrong', async () => {
    await file(night, past, count.replace('note = ', 'nto = '));
    const { page } = await signedIn('/schedules');
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await dialog(page)
      .getByText(/fulfillment\.yaml:4:\d+ .*nto/)
      .waitFor();
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Change/ })
        .count(),
    ).toBe(0);
    await file(...all);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await dialog(page).getByText('Temporal has all schedules as the file says.').waitFor();
  });
});

test('keys and the palette lead to the schedules', async () => {
  const { page } = await signedIn();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('sched');
  await page.getByRole('option', { name: /Schedules/ }).waitFor();
});

test.each([
  { width: 1280, dark: false },
  { width: 1280, dark: true, locale: 'de-DE' },
  { width: 390, dark: true },
  { width: 390, dark: false, locale: 'de-DE' },
])('the pages and their dialogs can be used by everybody: %o', { timeout: 90_000 }, async (options) => {
  await service.client.schedule.pause('count', { note: 'Stocktaking' });
  await file(night.replace('0 6', '0 5'), count, past);
  const { page, accessible } = await signedIn('/schedules', options);
  const check = async () => {
    await accessible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.locator('main [lang="en"]').count()).toBe(0);
  };
  const shown = async (open: RegExp, close: RegExp) => {
    await page.getByRole('button', { name: open }).click();
    await dialog(page).waitFor();
    await expect.poll(() => dialog(page).locator('.mantine-Skeleton-root').count()).toBe(0);
    await check();
    await dialog(page).getByRole('button', { name: close, exact: true }).last().click();
    await dialog(page).waitFor({ state: 'detached' });
  };
  await page.getByRole('article', { name: 'night' }).waitFor();
  await check();
  await shown(/^(Apply the file|Datei anwenden)/, /^(Cancel|Abbrechen)$/);
  await page.getByRole('link', { name: 'night' }).click();
  await page.getByRole('heading', { level: 1, name: 'night' }).waitFor();
  await page.getByRole('table').last().waitFor();
  await check();
  for (const name of [/^(Pause|Anhalten)$/, /^(Run now|Jetzt starten)$/, /^(Backfill|Nachholen)$/])
    await shown(name, /^(Cancel|Abbrechen)$/);
  await file(...all);
  await service.client.schedule.resume('count', {});
});
