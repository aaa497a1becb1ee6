import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Changes of other people to the orders and cartons of a page of work, and cartons of other orders. */

// A test takes the stream of changes away.
const { signedIn, service, shop } = await consoleTests({ verify: true, expectedFaults: /ERR_FAILED/ });
const lamp = await shop.part({ number: 'LAMP' });
await shop.stock(lamp, 1_000);
await shop.cartontype({ name: 'Lamp box' });

const wrong = (page: Page, words: string | RegExp) => page.getByRole('alert').getByText(words).first().waitFor();

const pickOf = async (orders: number[]) => (await shop.done('/picklinebyorder', { order_id: orders })).id as number;

/** Makes a pack of an order, with all units in one carton or in none. @returns its id and the code of its carton */
async function packOf(order: number, { inCarton }: { inCarton: boolean }) {
  await shop.through([order], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order] });
  if (!inCarton) return { id: pack.id as number, code: '' };
  const carton = await shop.done(`/pack/${pack.id}/carton`, {});
  const move = { add_carton_id: carton.carton_id, order_id: order, part_id: lamp, move_all: true };
  await shop.done(`/pack/${pack.id}/moveitem`, move);
  const { data } = await shop.get(`/carton?filter=id%20%3D%20${carton.carton_id}&embed=pack`);
  return { id: pack.id as number, code: `${data[0].pack.number}-${data[0].number}` };
}

test('an order that is voided in mid-pick leaves the pick; the scans of it are refused in words', async () => {
  const [kept, gone] = [await shop.issued([{ part_id: lamp, qty: 2 }]), await shop.issued([{ part_id: lamp, qty: 3 }])];
  const pick = await pickOf([kept, gone]);
  const { page } = await signedIn(`/work/pick/${pick}`, { width: 390 });
  await page.getByText('0 of 5 units').waitFor();
  await shop.done(`/salesorder/${gone}/void`, { reason: 'Sent twice' });
  await page.getByText('0 of 2 units').waitFor();
  await typeCode(page, 'LAMP');
  await typeCode(page, 'LAMP');
  await page.getByRole('heading', { name: 'This pick is finished.' }).waitFor();
  expect(await shop.counters(kept, 'qty_picked')).toEqual([2]);
});

test('a pick that is deleted under an open page says so', async () => {
  const pick = await pickOf([await shop.issued([{ part_id: lamp, qty: 2 }])]);
  const { page } = await signedIn(`/work/pick/${pick}`, { width: 390 });
  await page.getByText('0 of 2 units').waitFor();
  await page.route('**/eventlog**', (route) => route.abort());
  await service.call('DELETE', `/pick/${pick}`);
  await typeCode(page, 'LAMP');
  await wrong(page, /Not counted: 1 × LAMP counted|This pick is void/);
});

test('an order that is put on hold in mid-pick can be picked to its end, as its state says', async () => {
  const order = await shop.issued([{ part_id: lamp, qty: 1 }]);
  const pick = await pickOf([order]);
  const { page } = await signedIn(`/work/pick/${pick}`, { width: 390 });
  await page.getByText('0 of 1 unit').waitFor();
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Ask the customer' });
  await typeCode(page, 'LAMP');
  await page.getByText('This pick is finished.').or(page.getByText('Not counted: 1 × LAMP counted')).first().waitFor();
  await shop.done(`/salesorder/${order}/release`);
});

test('a carton of another pack gets nothing, and the page says whose it is', async () => {
  const [own, other] = [await shop.issued([{ part_id: lamp, qty: 2 }]), await shop.issued([{ part_id: lamp, qty: 1 }])];
  const foreign = await packOf(other, { inCarton: true });
  const { id } = await packOf(own, { inCarton: false });
  const { page } = await signedIn(`/work/pack/${id}`, { width: 390 });
  await page.getByText('To pack').waitFor();
  await typeCode(page, foreign.code);
  await wrong(page, foreign.code);
  await page.getByRole('button', { name: 'OK' }).click();
  await typeCode(page, 'Lamp box');
  // At once: the unit waits for the carton that is on the way.
  await typeCode(page, 'LAMP');
  await page.getByText('1 × LAMP packed').waitFor();
});

test('a carton that is not on the ship is not checked off', async () => {
  const [own, other] = [await shop.issued([{ part_id: lamp, qty: 1 }]), await shop.issued([{ part_id: lamp, qty: 1 }])];
  const packs = [await packOf(own, { inCarton: true }), await packOf(other, { inCarton: true })] as const;
  for (const { id } of packs) await shop.done(`/pack/${id}/finish`);
  const ship = await shop.done('/shiplinebyorder', { order_id: [own] });
  const { page } = await signedIn(`/work/ship/${ship.id}`, { width: 390 });
  await page.getByText('0 of 1').waitFor();
  await typeCode(page, packs[1].code);
  await wrong(page, packs[1].code);
  await page.getByText('0 of 1').waitFor();
  await typeCode(page, packs[0].code);
  await page.getByText('1 of 1').waitFor();
});

test('units move from one carton to another by scans, and by taps', async () => {
  const order = await shop.issued([{ part_id: lamp, qty: 4 }]);
  const { id, code } = await packOf(order, { inCarton: true });
  const { page } = await signedIn(`/work/pack/${id}`, { width: 390 });
  const group = (name: string) => page.getByRole('group', { name: `Carton ${name}` });
  await group(code).getByText('4 × LAMP').waitFor();
  await typeCode(page, 'CMDMOVE');
  await page.getByRole('heading', { name: `Scan or choose the carton that gets units of ${code}` }).waitFor();
  await typeCode(page, 'CMDCARTON');
  const second = code.replace(/1$/, '2');
  await page.getByRole('heading', { name: `Scan what goes from ${code} into ${second}` }).waitFor();
  await typeCode(page, 'LAMP');
  await group(second).getByText('1 × LAMP').waitFor();
  await page.getByRole('button', { name: 'One LAMP more' }).click();
  await group(second).getByText('2 × LAMP').waitFor();
  await page.getByRole('button', { name: 'End moving' }).click();
  await expect
    .poll(async () => {
      const { data } = await shop.get(`/carton?filter=pack_id%20%3D%20${id}&embed=contents&sort=number`);
      return data.map(({ contents }: { contents: { qty: number }[] }) =>
        contents.reduce((sum, { qty }) => sum + qty, 0),
      );
    })
    .toEqual([2, 2]);
});
