import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';

const config = `
defaults:
  steps: { pick: by hand, pack: by hand, ship: by hand, pickup: by hand }
rules:
  - { name: By itself, when: note = "robot", then: { pick: automatic } }
`;

const { signedIn, service, shop } = await consoleTests({ service: { config } });
const part = await shop.part({ number: 'LAMP' }, 10_000);
await shop.storage('A-10');

const situation = (page: Page) => page.getByRole('region', { name: 'Where it is' });
const issued = () => shop.issued([{ part_id: part, qty: 3 }]);
const through = async (...tasks: ('pick' | 'pack' | 'ship')[]) => {
  const id = await issued();
  await shop.through([id], ...tasks);
  return id;
};
const scarce = async (values = {}) => {
  const shelf = await shop.storage();
  const part_id = await shop.part({ number: `SCARCE-${shelf}` });
  await shop.stock(part_id, 1, { location_id: shelf });
  const id = await shop.issued([{ part_id, qty: 3 }], values);
  return { id, part_id, shelf, number: `SCARCE-${shelf}` };
};

/** States of an order where some call claims something about goods. */
const states: Record<string, () => Promise<number>> = {
  'is short of stock': async () => (await scarce()).id,
  'is issued': issued,
  'has an open pick': async () => {
    const id = await issued();
    await shop.done('/picklinebyorder', { order_id: [id] });
    return id;
  },
  'is picked': () => through('pick'),
  'has an open pack': async () => {
    const id = await through('pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    await shop.done(`/pack/${pack.id}/carton`, {});
    return id;
  },
  'has a packed pack': async () => {
    const id = await through('pick');
    await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    return id;
  },
  'is packed': () => through('pick', 'pack'),
  'has an open ship': async () => {
    const id = await through('pick', 'pack');
    await shop.done('/shiplinebyorder', { order_id: [id] });
    return id;
  },
  'is shipped': () => through('pick', 'pack', 'ship'),
};

/** Calls that make a record without a claim about goods. */
const records = /^(Make a|Add a carton)/;

test.each(Object.keys(states))('while an order %s, no single click says something about its goods', async (name) => {
  const id = await states[name]!();
  const { page } = await signedIn(`/orders/${id}`);
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') posted.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const buttons = situation(page).getByRole('list', { name: 'What moves it' }).getByRole('button');
  await buttons.first().waitFor();
  const words = (await buttons.allTextContents()).filter((word) => !records.test(word));
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) {
    await buttons.filter({ hasText: word }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/[?]|Missing are/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(posted).toEqual([]);
});

describe('stock that arrived', () => {
  test('is added as somebody has counted it, where it lies, with a reason, and can be taken back', async () => {
    const { id, part_id, shelf, number } = await scarce();
    const { page, accessible } = await signedIn(`/orders/${id}`);
    await situation(page).getByRole('button', { name: 'Add the stock …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add the stock' });
    await dialog.getByText(`Missing are 2 of ${number}.`).waitFor();
    const send = dialog.getByRole('button', { name: 'Add the stock' });
    await expect.poll(() => dialog.getByLabel('Where they lie').inputValue()).not.toBe('');
    expect([await dialog.getByLabel('How many arrived').inputValue(), await send.isDisabled()]).toEqual(['', true]);
    await accessible('[role=dialog]');
    await dialog.getByLabel('How many arrived').fill('2');
    await dialog.getByLabel('Why').fill('Delivery 4711');
    await dialog.getByLabel('Where they lie').fill('nowhere');
    await dialog.getByText('The site has no storage place nowhere.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel('Where they lie').fill('a-10');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    await situation(page).getByText('Waits for a person to pick').waitFor();
    const { data } = await shop.get(`/inventorymovement?part_id=${part_id}&embed=to_location&sort=-id`);
    expect(data[0]).toMatchObject({ qty: 2, reason: 'Delivery 4711', to_location: { name: 'A-10' } });
    await situation(page).getByText('Sent: Add the stock.').waitFor();
    await situation(page).getByRole('button', { name: 'Take it back' }).click();
    await situation(page).getByRole('button', { name: 'Add the stock …' }).waitFor();
    expect(await shop.units(part_id)).toEqual({ storage: 1 });
    expect(shelf).toBeGreaterThan(0);
  });
});

describe('Pick now', () => {
  test('takes the quantity that is true, and can be taken back', async () => {
    const id = await issued();
    const { page } = await signedIn(`/orders/${id}`);
    await situation(page).getByRole('button', { name: 'Pick now …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pick now' });
    await dialog.getByText('LAMP at').waitFor();
    const send = dialog.getByRole('button', { name: 'Yes, they are picked' });
    await dialog.getByLabel('How many LAMP').fill('4');
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel('How many LAMP').fill('2');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await shop.see(id)).lines[0].qty_picked).toBe(2);
    await situation(page).getByRole('button', { name: 'Take it back' }).click();
    await expect.poll(async () => (await shop.see(id)).lines[0].qty_picked).toBe(0);
    await situation(page).getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' });
  });

  test('says that it cannot be taken back once the goods have moved on', async () => {
    const id = await issued();
    const { page } = await signedIn(`/orders/${id}`);
    await situation(page).getByRole('button', { name: 'Pick now …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, they are picked' }).click();
    const back = situation(page).getByRole('button', { name: 'Take it back' });
    await back.waitFor();
    await shop.through([id], 'pack');
    await back.click();
    await page.getByRole('alert').first().waitFor();
    expect((await shop.see(id)).lines[0].qty_picked).toBe(3);
  });
});

test('the carrier is changed by one button, which asks for the carrier', async () => {
  for (const name of ['North Post', 'South Post']) await shop.done('/carrier', { name });
  const id = await through('pick', 'pack');
  const authorization = `Basic ${Buffer.from(`${service.engineKey}:`).toString('base64')}`;
  const body = { step: 'ship', code: 'carrier.refused', detail: 'The postal code 12209 does not exist.' };
  await service.call('POST', `/engine/salesorder/${id}/attention`, body, {
    authorization,
    'user-agent': 'conveyor-worker',
  });
  const { page } = await signedIn(`/orders/${id}`);
  const change = situation(page).getByRole('button', { name: /Change the carrier/ });
  await change.first().waitFor();
  expect(await change.count()).toBe(1);
  await change.click();
  await page.getByRole('dialog').getByLabel('Carrier').waitFor();
});
