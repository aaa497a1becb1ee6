import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';
import { typeCode } from '../scanner/type-code.ts';

/** The pages of work for people with few permissions: they offer no action that is refused. */

const { signedIn, service, shop } = await consoleTests({ verify: true });

const lists = { pick: 0, pack: 0, ship: 0 };
let part = 0;

part = await shop.part({ number: 'SOAP' }, 1_000);
const [picked, packed, shipped] = [
  await shop.issued([{ part_id: part, qty: 2 }]),
  await shop.issued([{ part_id: part, qty: 2 }]),
  await shop.issued([{ part_id: part, qty: 2 }]),
] as const;
lists.pick = (await shop.done('/picklinebyorder', { order_id: [picked] })).id;
await shop.through([packed], 'pick');
lists.pack = (await shop.done('/packlinebyorder', { order_id: [packed] })).id;
await shop.through([shipped], 'pick');
await shop.through([shipped], 'pack');
lists.ship = (await shop.done('/shiplinebyorder', { order_id: [shipped] })).id;
await shop.issued([{ part_id: part, qty: 1 }]);

/** Notes each call that the service refuses for a missing permission. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return refused;
}

const sets: readonly { readonly permissions: string[]; readonly opens: readonly (keyof typeof lists)[] }[] = [
  { permissions: [], opens: [] },
  { permissions: ['pick.read'], opens: ['pick'] },
  { permissions: ['pick.*'], opens: ['pick'] },
  { permissions: ['pick.*', 'part.read', 'location.read', 'salesorder.read', 'site.read'], opens: ['pick'] },
  { permissions: ['pack.read'], opens: ['pack'] },
  { permissions: ['pack.*', 'carton.*', 'part.read', 'cartontype.read', 'site.read'], opens: ['pack'] },
  { permissions: ['ship.*', 'pickup.read', 'site.read'], opens: ['ship'] },
  { permissions: ['pick.read', 'pack.read', 'ship.read', 'pickup.read'], opens: ['pick', 'pack', 'ship'] },
  { permissions: ['*'], opens: ['pick', 'pack', 'ship'] },
];

describe('each set of permissions', () => {
  test.each(sets)('$permissions is refused nothing', async ({ permissions, opens }) => {
    const who = await person(service, permissions);
    const { page } = await signedIn('/work', { who, width: 390 });
    const refused = refusalsOf(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
    await typeCode(page, 'SOAP');
    for (const kind of ['pick', 'pack', 'ship'] as const) {
      await page.goto(`${service.url}/console/work/${kind}/${lists[kind]}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const isOpen = opens.includes(kind);
      const missing = page.getByText(`It needs the permission ${kind}.read`);
      if (!isOpen) await missing.waitFor();
      else await page.getByRole('heading', { level: 1, name: new RegExp(`^${kind} `, 'i') }).waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
    }
    expect(refused).toEqual([]);
  });
});

test('who may only look at a pick counts nothing, and reads why', async () => {
  const who = await person(service, ['pick.read', 'part.read', 'site.read']);
  const { page } = await signedIn(`/work/pick/${lists.pick}`, { who, width: 390 });
  const refused = refusalsOf(page);
  await page.getByText('0 of 2 units').waitFor();
  expect(await page.getByRole('button', { name: 'One SOAP more' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Something is wrong' }).count()).toBe(0);
  await typeCode(page, 'SOAP');
  await page.getByRole('alert').getByText('it needs the permission pick.commit').waitFor();
  await page.getByText('0 of 2 units').waitFor();
  expect(refused).toEqual([]);
});

test('a picker sees the page of work, and no page that shows nothing to a picker', async () => {
  const who = await person(service, ['pick.*', 'part.read', 'location.read', 'site.read']);
  const { page } = await signedIn('', { who });
  const links = page.getByRole('navigation').getByRole('link');
  await page.getByRole('link', { name: 'Work' }).waitFor();
  expect(await links.allInnerTexts()).toEqual(['Today', 'Work']);
});
