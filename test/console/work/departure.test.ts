import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Where goods leave: cartons go onto pallets by scans, and a code that is not ready for the carrier is explained. */

const { signedIn, shop } = await consoleTests({ verify: true });
const kettle = await shop.part({ number: 'KETTLE' });
await shop.stock(kettle, 1_000);

const said = (page: Page, words: RegExp | string) => page.locator('.verdict').filter({ hasText: words }).waitFor();

/** Returns the code of the carton of an order that is packed. */
async function packed(more: Record<string, unknown> = {}): Promise<{ order: number; code: string }> {
  const order = await shop.issued([{ part_id: kettle, qty: 1 }], more);
  await shop.through([order], 'pick');
  await shop.through([order], 'pack');
  const { data } = await shop.get(`/carton?filter=${encodeURIComponent(`pack.orders.id = ${order}`)}&embed=pack`);
  return { order, code: `${data[0].pack.number}-${data[0].number}` };
}

test('cartons go onto a new pallet and onto one that is there, by scans alone', async () => {
  const cartons = [await packed(), await packed(), await packed()];
  const ship = await shop.done('/shiplinebyorder', { order_id: cartons.map(({ order }) => order) });
  const { page } = await signedIn(`/work/ship/${ship.id}`, { width: 390 });
  const pallet = `${ship.number}-1`;
  const [first, second, third] = cartons.map(({ code }) => code) as [string, string, string];
  await page.getByText('0 of 3').waitFor();
  await typeCode(page, first);
  await said(page, `${first} is there`);
  await typeCode(page, 'CMDPALLET');
  await page.getByText(`Pallet ${pallet}`, { exact: true }).waitFor();
  await typeCode(page, pallet);
  await said(page, `Pallet ${pallet}: scan the cartons first, and then the pallet.`);
  for (const code of [second, third]) {
    await typeCode(page, code);
    await said(page, `${code} is there`);
  }
  await typeCode(page, pallet);
  await said(page, `2 on pallet ${pallet}`);
  const pallets = await shop.get(`/ship/${ship.id}/pallet?embed=cartons`);
  expect(pallets).toMatchObject([{ number: 1, cartons: [{}, {}, {}] }]);
  await typeCode(page, 'CMDFINISH');
  await page.getByRole('heading', { name: /The ship is finished/ }).waitFor();
});

test('a carton that is not ready says so at the pickup, whether a carrier is chosen or not', async () => {
  const carrier_id = await shop.carrier('Cable Post');
  const [open, done] = [await packed({ carrier_id }), await packed({ carrier_id })];
  await shop.through([done.order], 'ship');
  const { page } = await signedIn('/work?step=pickup', { width: 390 });
  const isNot = `Carton ${open.code} of order`;
  await page.getByText(/^0 of \d+$/).waitFor();
  await typeCode(page, open.code);
  await said(page, new RegExp(`${isNot}.*is not ready for pickup: it has to be shipped first`));
  await page.getByRole('combobox', { name: 'Carrier' }).selectOption('Cable Post');
  await typeCode(page, done.code);
  await said(page, `${done.code} is there`);
});
