import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';

/** One pick of orders, of a customer, to a country, or of a part. */

let [tea, milk] = [0, 0];
const { signedIn, shop } = await consoleTests({ verify: true });
[tea, milk] = [await shop.part({ number: 'TEA' }, 1_000), await shop.part({ number: 'MILK' }, 1_000)];

test.each([
  { by: 'customer', choice: /^Café Sol: 5 units of 2 orders/, units: 5 },
  { by: 'destination', choice: /^PT: 4 units of 1 order/, units: 4 },
  { by: 'part', choice: /^MILK: 3 units of 1 order/, units: 3 },
])('a pick by $by has all that belongs together', async ({ by, choice, units }) => {
  const cafe = await shop.done('/customer', { type: 'Company', name: 'Café Sol' });
  const to = (ship_country: string) => ({ customer_id: cafe.id, ship_country });
  await shop.issued([{ part_id: tea, qty: 2 }], to('ES'));
  await shop.issued([{ part_id: milk, qty: 3 }], to('ES'));
  await shop.issued([{ part_id: tea, qty: 4 }], { ship_country: 'PT' });
  const { page, accessible } = await signedIn('/work', { width: 390 });
  await page.getByRole('combobox', { name: 'One pick of' }).selectOption(by);
  expect(page.url()).toContain(`by=${by}`);
  await page.getByRole('checkbox', { name: choice }).click();
  await accessible();
  await page.getByRole('button', { name: 'Pick all of it' }).click();
  await page.getByText(`0 of ${units} units`).waitFor();
  for (const left of (await shop.get('/picklinebyorder?perPage=100')).data)
    await shop.done(`/salesorder/${left.order_id}/void`, { reason: 'The next case begins with nothing' });
});

test('a list of many orders shows the first fifty, more by a tap, and takes ten as one wave', async () => {
  for (let at = 0; at < 60; at += 1) await shop.issued([{ part_id: tea, qty: 1 }]);
  const { page } = await signedIn('/work', { width: 390 });
  await page.getByText('Waiting: 60 orders').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(60);
  await page.getByRole('button', { name: 'Take the first 10' }).click();
  await page.getByRole('button', { name: 'Pick 10 orders together' }).click();
  await page.getByText('0 of 10 units').waitFor();
});
