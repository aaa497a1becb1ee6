import { expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';

/** The pages of returns: from the page of an order to the credit. */

const config = `
carriers:
  Speedy Express: { plugin: parcel, url: http://127.0.0.1:1, api_key: key }
receiving:
  put_away: [{ to: Returns shelf }]
returns:
  location: Returns dock
`;
const { signedIn, shop } = await consoleTests({ service: { config }, verify: true });
await shop.done('/location', { site_id: shop.siteId, name: 'Returns dock', active: false });
await shop.storage('Returns shelf');

/** An order whose goods left. @returns its id and number */
async function delivered(part_id: number, qty: number): Promise<{ id: number; number: string }> {
  const id = await shop.issued([{ part_id, qty, unit_price: 10 }]);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  return shop.see(id);
}

test('a return goes from the page of its order to the credit', { timeout: 120_000 }, async () => {
  const part_id = await shop.part({ number: 'MUG' }, 3);
  const order = await delivered(part_id, 3);
  const { page, accessible } = await signedIn(`/orders/${order.id}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await button('Return goods').click();
  await dialog.getByLabel('Units of MUG').fill('4');
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  // The service knows what left.
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Units of MUG').fill('2');
  await dialog.getByLabel('Reason').fill('Too small');
  await accessible();
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await page.getByRole('heading', { level: 1, name: /^R-/ }).waitFor();
  await page.getByText('Requested', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: order.number }).waitFor();
  await accessible();

  await button('Authorise').click();
  await expect.poll(() => dialog.getByLabel('Units of MUG').inputValue()).toBe('2');
  await dialog.getByRole('button', { name: 'Authorise' }).click();
  await dialog.waitFor({ state: 'detached' });

  await button('Receive').click();
  // The operators' file says where returns wait.
  await expect.poll(() => dialog.getByLabel('Location of the units').inputValue()).toBe('Returns dock');
  await dialog.getByLabel('Condition of MUG').fill('opened');
  await accessible();
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await dialog.waitFor({ state: 'detached' });
  const units = page.getByRole('region', { name: 'Units to inspect' });
  await units.getByText('Returns dock').waitFor();

  // One unit goes to the shelf, and the other one has to wait for its outcome.
  await button('Inspect').click();
  await dialog.getByLabel('Outcome of MUG, opened').selectOption('restock');
  await dialog.getByLabel('Units of MUG, opened').fill('1');
  await expect.poll(() => dialog.getByLabel('Restock MUG at').inputValue()).toBe('Returns shelf');
  await accessible();
  await dialog.getByRole('button', { name: 'Inspect' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => units.getByRole('row').nth(1).innerText()).toContain('1');
  await button('Inspect').click();
  await dialog.getByLabel('Outcome of MUG, opened').selectOption('quarantine');
  await expect.poll(() => dialog.getByLabel('Quarantine MUG at').inputValue()).toBe('Returns dock');
  await dialog.getByLabel('Outcome of MUG, opened').selectOption('scrap');
  await dialog.getByLabel('Why they are scrapped').fill('Broken handle');
  await dialog.getByRole('button', { name: 'Inspect' }).click();
  await dialog.waitFor({ state: 'detached' });

  await button('Close').click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText(/-20\.00/).waitFor();
  await page.getByText('Closed', { exact: true }).waitFor();
  await accessible();

  await page.getByRole('link', { name: 'All returns' }).click();
  await page.getByText('1 return').waitFor();
  await page.getByRole('textbox', { name: 'Search' }).fill('status.name = "Requested"');
  await page.getByText('Nothing matches.').waitFor();
});

test('a list follows what others do, and offers only what the state allows', { timeout: 60_000 }, async () => {
  const part_id = await shop.part({ tracking: 'serial' }, 0);
  await shop.stock(part_id, 1, { tracking: [{ serial: 'S-1' }] });
  const order = await delivered(part_id, 1);
  const [line] = (await shop.see(order.id, 'lines')).lines;
  const made = await shop.done('/returnorder', { salesorder_id: order.id, lines: [{ line_id: line.id, qty: 1 }] });
  const { page } = await signedIn('/returns');
  await page.getByRole('row').filter({ hasText: made.number }).getByText('Requested').waitFor();
  await shop.done(`/returnorder/${made.id}/refuse`, { decision: 'Too late' });
  await page.getByRole('row').filter({ hasText: made.number }).getByText('Refused').waitFor();
  await page.getByRole('link', { name: made.number }).click();
  await page.getByText('Too late').waitFor();
  expect(await page.getByRole('button', { name: 'Authorise' }).count()).toBe(0);
});

test('a person asks for the label of a return, sees a refusal, and opens the label', { timeout: 60_000 }, async () => {
  const part_id = await shop.part({}, 1);
  const carrier_id = await shop.carrier('Speedy Express');
  const id = await shop.issued([{ part_id, qty: 1 }], { carrier_id });
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const [line] = (await shop.see(id, 'lines')).lines;
  const made = await shop.done('/returnorder', { salesorder_id: id, lines: [{ line_id: line.id, qty: 1 }] });
  const { page, accessible } = await signedIn(`/returns/${made.id}`);
  const label = page.getByRole('region', { name: 'Return label' });
  await page.getByRole('button', { name: 'Authorise', exact: true }).waitFor();
  expect(await label.count()).toBe(0);
  await shop.done(`/returnorder/${made.id}/authorise`);
  await label.getByRole('button', { name: 'Ask for the label' }).click();
  await label.getByText('Speedy Express is asked for the label.').waitFor();
  expect(await label.getByRole('button').count()).toBe(0);

  const failure = { problem: 'Speedy Express: the street is unknown', tries_on: false };
  await shop.done(`/engine/returnorder/${made.id}/labelfailure`, failure, 'PUT');
  await label.getByText('Speedy Express: the street is unknown').waitFor();
  await label.getByRole('button', { name: 'Ask again' }).waitFor();
  await accessible();

  const booking = { carrier_name: 'Speedy Express', plugin: 'parcel', tracking_number: 'R-17', test: true };
  const { id: bookingId } = await shop.done(`/engine/returnorder/${made.id}/booking`, booking);
  await label.getByText('R-17, Speedy Express').waitFor();
  await label.getByText('TEST').waitFor();
  await label.getByRole('button', { name: 'Fetch the label' }).waitFor();
  const content = { media_type: 'text/plain', content: btoa('LABEL') };
  await shop.done(`/engine/booking/${bookingId}/label`, content, 'PUT');
  const link = label.getByRole('link', { name: 'Open the label' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(new RegExp(`/returnorder/${made.id}/label$`));
  expect(await label.getByRole('button').count()).toBe(0);
  await accessible();
});
