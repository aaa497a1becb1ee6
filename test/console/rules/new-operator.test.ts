import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { caretAfter, editor, head, region, textOf, typeLine } from './rules-page.ts';

/** A new operator, from the pages alone: fragile goods to Spain are packed by hand. */

const config = `${head}rules:
  - name: Wholesale goes first
    when: customer.groups.name = "Wholesale"
    then: { priority: 1 }
cases:
  - name: An order of somebody else
    given: { customer: { groups: [] } }
    expect: { pack: automatic }
`;

const { signedIn, service, shop } = await consoleTests({ service: { config }, verify: true });
const vase = await shop.part({ name: 'Vase', fragile: true }, 100);
const towel = await shop.part({ name: 'Towel' }, 100);
const toMadrid = await shop.issued([{ part_id: vase, qty: 1, unit_price: 20 }], { ship_country: 'ES' });
await shop.issued([{ part_id: towel, qty: 1, unit_price: 20 }], { ship_country: 'ES' });
await shop.issued([{ part_id: vase, qty: 1, unit_price: 20 }], { ship_country: 'DE' });

const packOf = async (values: object) => {
  const id = await shop.issued([{ part_id: vase, qty: 1, unit_price: 20 }], { ship_country: 'ES', ...values });
  return (await shop.get(`/salesorder/${id}/plan`)).steps.find(({ step }: { step: string }) => step === 'pack').by;
};

test('writes, tries, backtests and activates a rule, and takes it back', { timeout: 180_000 }, async () => {
  const { page } = await signedIn('');
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  await region(page, 'Faults and findings').getByText('No faults and no findings.').waitFor();

  // The rule and a case for it, with completion.
  await caretAfter(page, 'then: { priority: 1 }');
  await typeLine(page, '  - name: Fragile goods to Spain are packed by hand');
  await typeLine(page, '    when: lines.part.fra');
  await page.getByRole('option', { name: /^fragile/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('= true && ship_coun');
  await page.getByRole('option', { name: /^ship_country/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('= "ES"');
  await typeLine(page, '    then: { pck: by hand }');
  const problems = region(page, 'Faults and findings');
  await problems.getByText(/unknown key "pck".*"pack"/).waitFor();
  await problems.getByRole('button', { name: /fulfillment.yaml:\d+/ }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('a');
  await problems.getByText('No faults and no findings.').waitFor();
  await caretAfter(page, 'expect: { pack: automatic }');
  await typeLine(page, '  - name: A vase to Madrid');
  await typeLine(page, '    given: { ship_country: ES, lines: [{ part: { fragile: true } }] }');
  await typeLine(page, '    expect: { pack: by hand }');
  await region(page, 'Cases').getByText('2 cases pass').waitFor();
  const written = await textOf(page);
  expect(written).toContain(
    '    when: lines.part.fragile = true && ship_country = "ES"\n    then: { pack: by hand }\n',
  );

  // On one order.
  const { number } = await shop.see(toMadrid);
  const one = region(page, 'Try on an order');
  await one.getByLabel('Order number').fill(number);
  await one.getByRole('button', { name: 'Try' }).click();
  await one.getByText('pack: automatic → by hand').first().waitFor();
  const proposed = one.getByRole('region', { name: 'By your text' });
  await proposed.getByText(/✔ ship_country = "ES", is "ES"/).waitFor();
  if (process.env.CONVEYOR_SCREENSHOTS) {
    await page.screenshot({ path: `${process.env.CONVEYOR_SCREENSHOTS}/rules-operator.png`, fullPage: true });
  }

  // On all past orders, and the links to orders that would change.
  const past = region(page, 'Backtest');
  await past.getByRole('button', { name: 'Backtest' }).click();
  await past.getByText('1 of 3 orders would have another plan.').waitFor();
  await past.getByRole('link', { name: '1 order' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await page.getByRole('link', { name: number }).waitFor();
  await page.goBack();

  // The text is still there, and nothing is active yet.
  await expect.poll(() => textOf(page)).toBe(written);
  expect(await packOf({})).toBe('automatic');
  await page.getByRole('button', { name: 'Activate …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Fragile goods to Spain are packed by hand/).waitFor();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByText('Your text is active.').waitFor();
  expect(await packOf({})).toBe('hand');
  expect(await packOf({ ship_country: 'DE' })).toBe('automatic');

  // And back.
  await region(page, 'Active rule set').getByRole('button', { name: 'Take back' }).click();
  await dialog.locator('.cm-deletedLine', { hasText: 'Fragile goods' }).waitFor();
  await dialog.getByRole('button', { name: 'Bring back' }).click();
  await region(page, 'Active rule set')
    .getByText(/brought version \d+ back/)
    .waitFor();
  await expect.poll(() => editor(page).innerText()).not.toContain('Fragile');
  expect(await packOf({})).toBe('automatic');
  expect(readFileSync(service.file, 'utf8')).toBe(config);
});
