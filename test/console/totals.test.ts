import { expect, test } from 'vitest';
import { launchBrowser } from '../support/browser/launch.ts';
import { openShop } from '../support/shop.ts';
import { startTestService } from '../support/test-service.ts';
import { person, visit } from './console-visit.ts';

test('a long list says how many orders are certainly there, and counts them all at its end', async () => {
  const [browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({ config: 'lists: { exact_up_to: 100 }' }),
  ]);
  try {
    const shop = await openShop(service);
    const part_id = await shop.part({}, 10);
    await Promise.all(Array.from({ length: 130 }, () => shop.order([{ part_id, qty: 1 }])));
    await service.sql.query('analyze salesorder');
    const opened = await visit(browser, service);
    // In the order of ids the service counts all of them anyway.
    await opened.open('/orders?filter=status_id = 1&sort=-total');
    await opened.signIn(await person(service));
    const { page } = opened;
    await page.getByText('100+ orders', { exact: true }).waitFor();
    await page.locator('.orders').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.getByText('130 orders', { exact: true }).waitFor();
    expect(opened.faults).toEqual([]);
    await opened.close();
  } finally {
    await browser.close();
    await service.close();
  }
});
