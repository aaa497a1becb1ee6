import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Buttons with a claim about goods ask about unscanned units, and accept codes for yes and no. */

const { signedIn, shop } = await consoleTests({ verify: true, expectedFaults: /status of 428/ });
const part = await shop.part({ number: 'BOWL' });
await shop.stock(part, 1_000);

async function packed(values: Record<string, unknown> = {}) {
  const id = await shop.issued([{ part_id: part, qty: 2 }], values);
  await shop.through([id], 'pick', 'pack');
  const { data } = await shop.get(`/carton?filter=${encodeURIComponent(`pack.orders.id = ${id}`)}&embed=pack`);
  return { id, code: `${data[0].pack.number}-${data[0].number}` };
}
const opened = async (path: string) => (await signedIn(path, { width: 390 })).page;
const group = (page: Page, name: string) => page.getByRole('group', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the finish of a ship', () => {
  test('names the cartons that nobody has scanned, and waits for a yes', async () => {
    const [a, b] = [await packed(), await packed()];
    const ship = await shop.done('/shiplinebyorder', { order_id: [a.id, b.id] });
    const page = await opened(`/work/ship/${ship.id}`);
    await page.getByText('0 of 2').waitFor();
    await typeCode(page, a.code);
    await button(page, 'Finish, 1 not checked').click();
    const question = group(page, '1 was not scanned. Is all of it here?');
    await question.getByText(b.code).waitFor();
    await question.getByRole('button', { name: 'No' }).click();
    await button(page, 'Finish, 1 not checked').waitFor();
    // A tick is no scan.
    await page.getByRole('checkbox', { name: b.code }).click();
    await typeCode(page, 'CMDFINISH');
    await question.waitFor();
    await typeCode(page, 'CMDFINISH');
    expect((await shop.get(`/ship/${ship.id}`)).status_id).toBe(1);
    await typeCode(page, 'CMDOK');
    await page.getByRole('heading', { name: /The ship is finished/ }).waitFor();
  });

  test('takes its question back when somebody scans on', async () => {
    const { id, code } = await packed();
    const ship = await shop.done('/shiplinebyorder', { order_id: [id] });
    const page = await opened(`/work/ship/${ship.id}`);
    await button(page, 'Finish, 1 not checked').click();
    const question = group(page, '1 was not scanned. Is all of it here?');
    await question.waitFor();
    await typeCode(page, code);
    await question.waitFor({ state: 'detached' });
    await typeCode(page, 'CMDFINISH');
    await page.getByRole('heading', { name: /The ship is finished/ }).waitFor();
  });
});

test('a hand-over of what is ticked asks whether the carrier has got it', async () => {
  const { id, code } = await packed();
  await shop.through([id], 'ship');
  const page = await opened('/work?step=pickup');
  await page.getByRole('checkbox', { name: code }).click();
  await page.getByRole('button', { name: /^Hand over 1 of/ }).click();
  await group(page, '1 was not scanned. Has the carrier got all of it?').getByText(code).waitFor();
  expect(await shop.status(id)).toBe('In Progress');
  await typeCode(page, 'CMDOK');
  await expect.poll(() => shop.status(id)).toBe('Fulfilled');
});

test('goods whose carrier has not booked leave after a question alone', async () => {
  const carrier_id = await shop.carrier('Parcel Post');
  const { id, code } = await packed({ carrier_id });
  await shop.done(`/task/3/perform`, { order_id: [id], ignore_warnings: 1 });
  await shop.done(`/engine/salesorder/${id}/attention`, {
    step: 'pickup',
    code: 'carrier.refused',
    detail: 'No such place.',
  });
  const page = await opened('/work?step=pickup');
  await page.getByRole('checkbox', { name: code }).waitFor();
  await typeCode(page, code);
  await typeCode(page, 'CMDFINISH');
  const question = group(page, 'The carrier has not booked. Shall it leave without a label?');
  await question.getByText('No such place.').waitFor();
  expect(await shop.status(id)).toBe('In Progress');
  await button(page, 'Yes, without a label').click();
  await expect.poll(() => shop.status(id)).toBe('Fulfilled');
});

describe('a pack', () => {
  async function pack() {
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    await shop.through([id], 'pick');
    const made = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    return { id: made.id as number, carton: `${made.number}-1` };
  }

  test('asks at its finish about units that nobody has scanned', async () => {
    const { id, carton } = await pack();
    const page = await opened(`/work/pack/${id}`);
    await button(page, 'Finish and print labels').click();
    await group(page, '2 units were not scanned. Are they in their cartons?')
      .getByText(`2 × BOWL in ${carton}`)
      .waitFor();
    expect((await shop.get(`/pack/${id}`)).status_id).toBe(1);
    await button(page, 'Yes, finish').click();
    await page.getByRole('heading', { name: 'The pack is finished.' }).waitFor();
  });

  test('asks before a carton is empty', async () => {
    const { id, carton } = await pack();
    const page = await opened(`/work/pack/${id}`);
    await button(page, 'Take everything out').click();
    await group(page, `Is everything out of carton ${carton}?`).getByText('2 × BOWL').waitFor();
    await typeCode(page, 'CMDUNDO');
    await button(page, 'Take everything out').click();
    await typeCode(page, 'CMDOK');
    await page.getByText('To pack').waitFor();
  });
});

test('a unit of another parcel leads to the carton of its parcel', async () => {
  const [mine, other] = [await shop.part({ number: 'PLATE' }, 5), await shop.part({ number: 'SPOON' }, 5)];
  const a = await shop.issued([{ part_id: mine, qty: 1 }]);
  const elsewhere = { ship_address_1: '99 Elsewhere', ship_city: 'Bonn', ship_postal_code: '53111' };
  const b = await shop.issued([{ part_id: other, qty: 2 }], elsewhere);
  await shop.through([a, b], 'pick');
  const { id, number } = await shop.done('/packlinebyorder', { order_id: [a, b] });
  const page = await opened(`/work/pack/${id}`);
  const said = (words: RegExp | string) => page.locator('.verdict').filter({ hasText: words }).waitFor();
  const order = (await shop.see(b)).number;
  await typeCode(page, 'CMDCARTON');
  await said('New carton');
  await typeCode(page, 'PLATE');
  await said('1 × PLATE packed');
  await typeCode(page, 'SPOON');
  await said(`It is of order ${order}, which is another parcel. Take a new carton for it`);
  await typeCode(page, 'CMDCARTON');
  await said('New carton');
  await typeCode(page, 'SPOON');
  await said('1 × SPOON packed');
  // Back at the first carton, the next spoon leads to the second one.
  await typeCode(page, `${number}-1`);
  await said(`Into carton ${number}-1`);
  await typeCode(page, 'SPOON');
  await said(`Carton ${number}-2 is for it`);
  await typeCode(page, 'SPOON');
  await said('1 × SPOON packed');
  await button(page, 'Finish and print labels').and(page.locator(':enabled')).waitFor();
  await typeCode(page, 'CMDFINISH');
  await page.getByRole('heading', { name: 'The pack is finished.' }).waitFor();
  const { cartons } = await shop.get(`/pack/${id}?embed=cartons.contents`);
  expect(
    cartons.map(({ contents }: { contents: { order_id: number }[] }) => contents.map((one) => one.order_id)),
  ).toEqual([[a], [b]]);
});
