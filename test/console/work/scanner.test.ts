import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Scanners and people type on the page of a pick. */

const { signedIn, shop } = await consoleTests({ verify: true });
const bolt = await shop.part({ number: 'BOLT' });
await shop.part({ number: 'BOLT-12', parttype_id: 4, parent_part_id: bolt, parent_qty: 12 });
const vial = await shop.part({ number: 'VIAL', upc: '4006381333931', tracking: 'lot' });
const phone = await shop.part({ number: 'PHONE', tracking: 'serial' });
const shelf = await shop.storage('B-7');
await shop.stock(bolt, 10_000);
await shop.stock(vial, 100, { tracking: [{ lot: 'L77', qty: 100 }] });
const serials = Array.from({ length: 30 }, (_, at) => ({ serial: `SN-${at + 1}` }));
await shop.stock(phone, 30, { tracking: serials });
await shop.part({ number: 'OTHER' });

/** Opens a pick of one part. */
async function pickOf(partId: number, qty: number, width = 390): Promise<{ page: Page; pickId: number }> {
  const order = await shop.issued([{ part_id: partId, qty }]);
  const { id } = await shop.done('/picklinebyorder', { order_id: [order] });
  const { page } = await signedIn(`/work/pick/${id}`, { width });
  await page.getByText(`0 of ${qty} ${qty === 1 ? 'unit' : 'units'}`).waitFor();
  return { page, pickId: id };
}

const countedOf = async (pickId: number) => {
  const [line] = await shop.get(`/pick/${pickId}/line`);
  return line.finished ? line.qty_committed : line.qty_counted;
};
const wrong = (page: Page) => page.locator('.verdict.wrong');

describe('a scanner', () => {
  test.each([0, 5, 20, 50])('with gaps of %d ms counts each scan, with every end', async (gap) => {
    const { page, pickId } = await pickOf(bolt, 50);
    for (const end of ['none', 'Enter', 'Tab', 'EOT'] as const) {
      for (let at = 0; at < 3; at += 1) await typeCode(page, 'BOLT', { gap, end });
    }
    await expect.poll(() => countedOf(pickId)).toBe(12);
  });

  test('of ten codes in a second counts ten, and none twice', async () => {
    const { page, pickId } = await pickOf(bolt, 50);
    for (let at = 0; at < 20; at += 1) {
      const begin = performance.now();
      await typeCode(page, 'BOLT', { gap: 1 });
      await page.waitForTimeout(Math.max(0, 100 - (performance.now() - begin)));
    }
    await expect.poll(() => countedOf(pickId)).toBe(20);
    await page.waitForTimeout(300);
    expect(await countedOf(pickId)).toBe(20);
  });

  test('that sends two codes without an end between them counts both', async () => {
    const { page, pickId } = await pickOf(bolt, 50);
    await typeCode(page, 'BOLT', { gap: 2, end: 'none', next: { code: 'BOLT-12', after: 80 } });
    await expect.poll(() => countedOf(pickId)).toBe(13);
    expect(await wrong(page).count()).toBe(0);
  });

  test('presses no button that has the focus, not by Enter and not by a space in a code', async () => {
    const { page, pickId } = await pickOf(bolt, 50);
    await page.getByRole('button', { name: 'One BOLT more' }).focus();
    await typeCode(page, 'BOLT');
    await expect.poll(() => countedOf(pickId)).toBe(1);
    await page.getByRole('button', { name: 'One BOLT more' }).focus();
    await typeCode(page, 'NO SUCH CODE');
    await wrong(page).waitFor();
    expect(await countedOf(pickId)).toBe(1);
  });

  test('in a field that a person types in is taken out of it again', async () => {
    const order = await shop.issued([{ part_id: bolt, qty: 2 }]);
    await shop.through([order], 'pick');
    await shop.cartontype({ name: 'Scan box' });
    const { id } = await shop.done('/packlinebyorder', { order_id: [order] });
    await shop.done(`/pack/${id}/carton`, {});
    const { page } = await signedIn(`/work/pack/${id}`, { width: 390 });
    const weight = page.getByLabel('Weight in grams');
    await weight.click();
    await page.keyboard.type('12', { delay: 120 });
    await page.waitForTimeout(200);
    await typeCode(page, 'BOLT', { end: 'Enter' });
    await page.getByText('1 × BOLT packed').waitFor();
    expect(await weight.inputValue()).toBe('12');
  });

  test('that types as an input method counts, without any key', async () => {
    const { page, pickId } = await pickOf(bolt, 50);
    await typeCode(page, 'BOLT', { by: 'ime', end: 'none' });
    await typeCode(page, 'BOLT', { by: 'ime', end: 'Enter' });
    await expect.poll(() => countedOf(pickId)).toBe(2);
  });

  test('reads the code of a case as its units, and refuses one that has more than are missing', async () => {
    const { page, pickId } = await pickOf(bolt, 14);
    await typeCode(page, 'BOLT-12');
    await expect.poll(() => countedOf(pickId)).toBe(12);
    await typeCode(page, 'BOLT-12');
    await wrong(page).getByText('only 2 are missing').waitFor();
    expect(await countedOf(pickId)).toBe(12);
  });
});

describe('a person', () => {
  test('who types a code slowly sends it by Enter', async () => {
    const { page, pickId } = await pickOf(bolt, 5);
    await page.keyboard.type('bolt', { delay: 140 });
    await page.waitForTimeout(300);
    expect(await countedOf(pickId)).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => countedOf(pickId)).toBe(1);
  });

  test('who types fast is no scanner', async () => {
    const { page, pickId } = await pickOf(bolt, 5);
    await page.keyboard.type('BOLT', { delay: 90 });
    await page.waitForTimeout(400);
    expect(await countedOf(pickId)).toBe(0);
    expect(await wrong(page).count()).toBe(0);
  });
});

describe('a wrong scan', () => {
  test('is red, says what it is and what was expected, stays until it is answered, and changes nothing', async () => {
    const { page, pickId } = await pickOf(bolt, 5);
    for (const code of ['OTHER', 'B-7', 'NOTHING-AT-ALL']) {
      await typeCode(page, code);
      await wrong(page).waitFor();
      await page.waitForTimeout(3_000);
      expect(await wrong(page).innerText()).toMatch(/To go on: /);
      await page.getByRole('button', { name: 'OK' }).click();
      await wrong(page).waitFor({ state: 'detached' });
    }
    await typeCode(page, 'OTHER');
    await wrong(page).waitFor();
    await typeCode(page, 'BOLT');
    await wrong(page).waitFor({ state: 'detached' });
    await expect.poll(() => countedOf(pickId)).toBe(1);
  });

  test('of a part that is complete says so', async () => {
    const order = await shop.issued([
      { part_id: bolt, qty: 1 },
      { part_id: vial, qty: 1 },
    ]);
    const { id } = await shop.done('/picklinebyorder', { order_id: [order] });
    const { page } = await signedIn(`/work/pick/${id}`, { width: 390 });
    await page.getByText('0 of 2 units').waitFor();
    await typeCode(page, 'BOLT');
    await page.getByText('1 of 2 units').waitFor();
    await typeCode(page, 'BOLT');
    await wrong(page).getByText('All 1 unit of BOLT are counted already.').waitFor();
  });
});

describe('tracked parts', () => {
  test('ask for their lot, which may be in the code, and take no other one', async () => {
    const { page, pickId } = await pickOf(vial, 3);
    await typeCode(page, 'VIAL');
    await page.getByRole('heading', { name: 'Scan the lot of VIAL' }).waitFor();
    await typeCode(page, 'L99');
    await wrong(page).getByText('The pick takes no VIAL of lot L99.').waitFor();
    await typeCode(page, 'L77');
    await expect.poll(() => countedOf(pickId)).toBe(1);
    await page.keyboard.insertText('0104006381333931');
    await page.keyboard.insertText('10L77');
    await page.keyboard.press('Enter');
    await expect.poll(() => countedOf(pickId)).toBe(2);
  });

  test('count each serial number once', async () => {
    const { page, pickId } = await pickOf(phone, 3);
    await typeCode(page, 'PHONE');
    await typeCode(page, 'SN-1');
    await expect.poll(() => countedOf(pickId)).toBe(1);
    await typeCode(page, 'PHONE');
    await typeCode(page, 'SN-1');
    await wrong(page).getByText('PHONE with serial number SN-1 is counted already.').waitFor();
    expect(await countedOf(pickId)).toBe(1);
  });
});

test('a place that is short is picked elsewhere, or written off', async () => {
  const part = await shop.part({ number: 'SHORT' }, 2);
  await shop.stock(part, 5, { location_id: shelf });
  const { page, pickId } = await pickOf(part, 2);
  await page.getByRole('button', { name: 'Something is wrong' }).click();
  await page.getByRole('button', { name: 'B-7: 5' }).click();
  await page.getByText('B-7', { exact: true }).first().waitFor();
  await typeCode(page, 'B-7');
  await typeCode(page, 'SHORT');
  await typeCode(page, 'SHORT');
  await expect.poll(() => countedOf(pickId)).toBe(2);
  expect((await shop.get(`/inventory?filter=part_id%20%3D%20${part}&embed=location`)).data).toEqual(
    expect.arrayContaining([expect.objectContaining({ qty: 3, location_id: shelf })]),
  );
});
