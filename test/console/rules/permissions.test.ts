import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { fileWith } from './rules-page.ts';

/** The page of rules with each set of permissions: what would be refused is not offered. */

const { signedIn, service, shop } = await consoleTests({ service: { config: fileWith(1000) } });
const { ruleset } = await shop.get('/config/files');
await shop.done('/config/files', { files: [{ file: 'fulfillment.yaml', text: fileWith(2000) }], ruleset }, 'PUT');
const version = (await service.client.config.history.get())[0]?.version ?? 0;

const ofTexts = [
  'Editor',
  'Faults and findings',
  'Cases',
  'Difference',
  'Take back',
  'Bring back',
  'Read the files again',
];
const ofOrders = ['Try on an order', 'Backtest'];
const all = [...ofTexts, ...ofOrders];

test.each([
  { permissions: ['salesorder.read'], offers: null },
  { permissions: ['config.reload'], offers: null },
  { permissions: ['config.read'], offers: [] },
  { permissions: ['config.read', 'salesorder.read'], offers: [] },
  { permissions: ['config.read', 'config.reload'], offers: ofTexts },
  { permissions: ['config.*', 'salesorder.read'], offers: all },
  { permissions: ['*'], offers: all },
])('$permissions', { timeout: 60_000 }, async ({ permissions, offers }) => {
  const who = await person(service, permissions);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await page.goto(`${service.url}/console/rules?version=${version}&order=S-1`);
  await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  expect(await page.getByRole('link', { name: 'Rules', exact: true }).count()).toBe(offers ? 1 : 0);
  const main = page.getByRole('main');
  if (!offers) {
    await main.getByText('It needs the permission config.read').waitFor();
    expect(refused).toEqual([]);
    return;
  }
  if (offers.length > 0) {
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('to the version before')
      .or(dialog.getByText(/by an edit/))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await main.getByText('1 case passes').waitFor();
  }
  await main
    .getByRole('region', { name: 'Active rule set' })
    .getByText(/by an edit/)
    .waitFor();
  await main.getByText('total > 1000 → total > 2000').first().waitFor();
  const shown: string[] = [];
  for (const name of all) {
    const button = main.getByRole('button', { name, exact: true });
    const heading = main.getByRole('heading', { level: 2, name, exact: true });
    if ((await button.or(heading).count()) > 0) shown.push(name);
  }
  expect(shown).toEqual(offers);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(refused).toEqual([]);
});
