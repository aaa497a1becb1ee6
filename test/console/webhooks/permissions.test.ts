import { afterAll, expect, test, vi } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { deliver, receiver } from './deliveries.ts';

/** The pages of webhooks with each set of permissions: what would be refused is not offered. */

let stop: () => Promise<void>;
let entry: number;
const { signedIn, service, shop } = await consoleTests({
  service: { config: 'webhooks: { attempts: 1, allow_networks: [127.0.0.1] }\n' },
});
const target = await receiver();
stop = deliver(service);
const [event] = (await service.client.event.list({ where: { name: 'customer.created' } })).data;
const id = (await shop.done('/webhook', { url: `${target.url}/rights`, event_id: event?.id })).id;
await service.client.webhook.test(id);
entry = await vi.waitFor(async () => {
  const { data } = await service.client.webhooklog.list({ where: { outcome: 'delivered' } });
  if (!data[0]) throw new Error('Nothing was delivered yet.');
  return data[0].id;
});
afterAll(async () => {
  await stop();
  target.close();
});

const verbs = ['Change', 'Switch off', 'Delete', 'Send a test', 'New webhook', 'Log'] as const;

test.each([
  { permissions: ['salesorder.read'], offers: [] },
  { permissions: ['webhook.read'], offers: [] },
  { permissions: ['webhook.read', 'webhooklog.read'], offers: ['Log'] },
  { permissions: ['webhook.read', 'webhook.test'], offers: [] },
  { permissions: ['webhook.read', 'webhook.test', 'customer.read'], offers: ['Send a test'] },
  { permissions: ['webhook.read', 'webhook.update'], offers: ['Change', 'Switch off'] },
  { permissions: ['webhook.read', 'webhook.delete', 'webhook.create'], offers: ['Delete', 'New webhook'] },
  { permissions: ['webhook.create', 'customer.read'], offers: [] },
  { permissions: ['webhooklog.read', 'webhook.resend'], offers: [] },
  { permissions: ['webhooklog.*', 'webhookdelivery.read', 'resend.read'], offers: [] },
  {
    permissions: ['webhook.*', 'webhooklog.*', 'resend.*'],
    offers: ['Change', 'Switch off', 'Delete', 'New webhook', 'Log'],
  },
  { permissions: ['*'], offers: [...verbs] },
])('$permissions', { timeout: 60_000 }, async ({ permissions, offers }) => {
  const who = await person(service, permissions);
  const { page } = await signedIn('/me', { who });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const mayRead = permissions.some((one) => /^(\*|webhook\.(\*|read))$/.test(one));
  const open = async (path: string) => {
    await page.goto(`${service.url}/console/setup/webhooks${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  await open('');
  expect(await page.getByRole('link', { name: 'Webhooks', exact: true }).count()).toBe(mayRead ? 1 : 0);
  const main = page.getByRole('main');
  if (mayRead) await main.getByText(`${target.url}/rights`).first().waitFor();
  else await main.getByText('It needs the permission webhook.read').waitFor();
  const shown: string[] = [];
  for (const name of verbs) {
    const button = main.getByRole('button', { name, exact: true }).or(main.getByRole('link', { name, exact: true }));
    if ((await button.count()) > 0) shown.push(name);
  }
  expect(shown).toEqual(verbs.filter((name) => (offers as readonly string[]).includes(name)));
  if (offers.includes('Send a test' as never)) {
    await main.getByRole('button', { name: 'Send a test' }).click();
    const answer = permissions.includes('*') ? /status 204/ : /you need the permission webhooklog.read/;
    await main.getByText(answer).first().waitFor();
  }
  for (const path of ['/new', `/${id}`, '/log', `/log?webhook=${id}&record=1&resend=1&entry=${entry}`])
    await open(path);
  expect(refused).toEqual([]);
});

test('who may not read the records of a webhook changes its filter and headers alone', async () => {
  const who = await person(service, ['webhook.read', 'webhook.update', 'part.read']);
  const { page } = await signedIn(`/setup/webhooks/${id}`, { who });
  await page.getByText('to change them you need customer.read').waitFor();
  expect(await page.getByLabel('URL').isDisabled()).toBe(true);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.getByLabel('Filter').fill('name = "A%"');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await service.client.webhook.get(id)).toMatchObject({ filter: 'name = "A%"' });
});

test('events are offered as far as the user may read their records', async () => {
  const who = await person(service, ['webhook.create', 'part.read']);
  const { page } = await signedIn('/setup/webhooks/new', { who });
  await page.getByRole('checkbox', { name: 'part.created' }).waitFor();
  expect(await page.getByRole('checkbox', { name: /^customer/ }).count()).toBe(0);
  await page.getByLabel('URL').fill(`${target.url}/parts`);
  await page.getByRole('checkbox', { name: 'part.created' }).check();
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await page.getByText(/^whsec_/).waitFor();
  expect(await page.getByRole('link', { name: 'All webhooks' }).count()).toBe(0);
});

test('the page speaks German', async () => {
  const { page } = await signedIn('/setup/webhooks', { locale: 'de-DE' });
  await page.getByRole('link', { name: 'Neuer Webhook' }).waitFor();
  await page.getByRole('navigation').getByText('Einrichtung').waitFor();
  await page.goto(`${service.url}/console/setup/webhooks/log?entry=${entry}`);
  await page.getByRole('dialog').getByText('zugestellt').waitFor();
});
