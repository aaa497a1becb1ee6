import { describe, expect, test } from 'vitest';
import { setup as german } from '../../../console/setup/texts/de.ts';
import { rules } from '../../../service/verify/verify.ts';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';

/** The pages of the configuration and of the checks. */

const evil = '<img src=x onerror="window.hacked = true">';
const rule = (name: string) => `rules:\n  - { name: '${name}', when: total > 5, then: { skip: pack } }\n`;

const { signedIn, service, shop } = await consoleTests({ service: { config: rule('First') } });

/** Breaks a rule. @returns a function that repairs the record */
async function broken(): Promise<() => Promise<unknown>> {
  const part = await shop.part({}, 5);
  await service.sql.query('update inventory set qty = qty + 1 where part_id = $1', [part]);
  return () => service.sql.query('update inventory set qty = qty - 1 where part_id = $1', [part]);
}

describe('the configuration', () => {
  test('says what is active, who activated it, and that newer files wait; a reload activates them after a question', async () => {
    const { page, accessible } = await signedIn('/setup/config');
    const active = page.getByRole('region', { name: 'Active configuration' });
    await active.getByText('the service, at its start').waitFor();
    await active.getByText((await service.client.config.get()).ruleset).waitFor();
    service.write(rule(`Second ${evil}`));
    await active.getByText(/Changed on the machine, and not active yet: .*fulfillment.yaml/).waitFor();
    await accessible();
    await page.getByRole('button', { name: 'Read the files again' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Issued orders keep their plan.').waitFor();
    await accessible();
    await question.getByRole('button', { name: 'Read the files again' }).click();
    await page.getByText('The new configuration is active.').waitFor();
    const history = page.getByRole('region', { name: 'History' }).first();
    await history.getByText('files read again').waitFor();
    await history.getByText(/Rule "First" is gone/).waitFor();
    await active.getByText(/Ana Weber/).waitFor();
    expect(await page.getByText('<img').count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await active.getByText(/Changed on the machine/).waitFor({ state: 'detached' });
    await accessible();
    expect((await service.client.config.history.get())[0]).toMatchObject({ how: 'reload', active: true });

    // Files with faults change nothing, and each fault has its place.
    service.write('rules:\n  - { name: Broken, when: totl > 5, then: { skip: pack } }\n');
    await page.getByRole('button', { name: 'Read the files again' }).click();
    await question.getByRole('button', { name: 'Read the files again' }).click();
    await question
      .getByRole('alert')
      .getByText(/Nothing has changed/)
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('region', { name: 'Faults of the files' })
      .getByText(/fulfillment\.yaml:2:\d+ .*totl/)
      .waitFor();
    await accessible();
    service.write(rule(`Second ${evil}`));
  });

  test('that somebody else activates is seen', async () => {
    const { page } = await signedIn('/setup/config');
    await page.getByRole('region', { name: 'Active configuration' }).waitFor();
    service.write(rule('Third'));
    await service.client.config.reload();
    await page
      .getByText((await service.client.config.get()).ruleset)
      .first()
      .waitFor();
    await page
      .getByText(/Rule "Third" is new/)
      .first()
      .waitFor();
  });
});

describe('the checks', () => {
  test('say that all rules hold, or which do not, with what to do and the rows', async () => {
    const { page, accessible } = await signedIn('/setup/verify');
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText(/^All \d+ rules hold/).waitFor();
    const mend = await broken();
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByRole('alert').filter({ hasText: '1 rule does not hold' }).waitFor();
    await page.getByText('Change nothing in the database by hand.').waitFor();
    const finding = page.getByRole('region', { name: 'every quantity is the sum of its movements' });
    await finding.getByRole('columnheader', { name: 'part_id' }).waitFor();
    await accessible();
    await mend();
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText(/^All \d+ rules hold/).waitFor();
  });

  test('go in parts, and say which parts have findings', async () => {
    const part = await shop.part({}, 5);
    const order = await shop.issued([{ part_id: part, qty: 1 }]);
    const { page, accessible } = await signedIn('/setup/verify');
    await page.getByRole('button', { name: 'Check all parts' }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    for (const name of ['Open orders', 'Orders that ended lately', 'Stock'])
      await row(name).getByText('none').waitFor();
    await service.sql.query('update work set qty = qty + 1 where order_id = $1', [order]);
    await page.getByRole('button', { name: 'Check Open orders' }).click();
    await row('Open orders')
      .getByText(/rules? do(es)? not hold/)
      .waitFor();
    await page.getByText('What to do').waitFor();
    await page
      .getByRole('link', { name: `Order ${order}` })
      .first()
      .waitFor();
    await accessible();
    await service.sql.query('update work set qty = qty - 1 where order_id = $1', [order]);
    await page.getByRole('button', { name: 'Check Open orders' }).click();
    await row('Open orders').getByText('none').waitFor();
    expect((await service.client.verify.get()).violations).toEqual([]);
  });
});

test('both pages on a small screen, in the dark and in German', async () => {
  const mend = await broken();
  for (const look of [{ width: 390 }, { width: 390, dark: true, locale: 'de-DE' }, { width: 1280, dark: true }]) {
    const { page, accessible } = await signedIn('/setup/config', look);
    for (const path of ['/config', '/verify']) {
      await page.goto(`${service.url}/console/setup${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/verify') {
        const all = look.locale ? 'Alles prüfen' : 'Check everything';
        await page.getByRole('button', { name: all }).click();
        await page.getByRole('alert').waitFor();
      }
      await page.waitForTimeout(500);
      await accessible();
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0], path).toBeLessThanOrEqual(widths[1] as number);
      if (process.env.CONVEYOR_SCREENSHOTS) {
        const name = `setup${path.replaceAll(/\W/g, '-')}-${look.width}-${look.dark ? 'dark' : 'light'}`;
        await page.screenshot({ path: `${process.env.CONVEYOR_SCREENSHOTS}/${name}.png`, fullPage: true });
      }
    }
    if (look.locale) await page.getByText('Jede Menge ist die Summe ihrer Bewegungen').waitFor();
  }
  await mend();
});

test('every rule of the checks has German words', () => {
  expect(Object.keys(german.verify.rules).sort()).toEqual([...rules].sort());
});

test.each([
  { permissions: ['salesorder.read'], offers: [] },
  { permissions: ['config.read'], offers: [] },
  { permissions: ['config.read', 'config.reload'], offers: ['Read the files again'] },
  { permissions: ['verify.read'], offers: ['Check everything', 'Check all parts'] },
  { permissions: ['config.reload'], offers: [] },
  { permissions: ['*'], offers: ['Read the files again', 'Check everything', 'Check all parts'] },
])('$permissions', async ({ permissions, offers }) => {
  const who = await person(service, permissions);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const shown: string[] = [];
  for (const path of ['', '/config', '/verify']) {
    await page.goto(`${service.url}/console/setup${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const name of ['Read the files again', 'Check everything', 'Check all parts'])
      if ((await page.getByRole('main').getByRole('button', { name }).count()) > 0) shown.push(name);
  }
  expect(shown).toEqual(offers);
  expect(refused).toEqual([]);
});
