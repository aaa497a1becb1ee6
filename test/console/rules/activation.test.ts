import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { fileWith, region, replaceText, textOf } from './rules-page.ts';

/** The way of a text to the active rules and back, beside other people who change them. */

const { signedIn, service, shop } = await consoleTests({ service: { config: fileWith(1000) }, verify: true });

const onDisk = () => readFileSync(service.file, 'utf8');
/** Activates another text, as somebody else does. */
async function edit(text: string): Promise<void> {
  const { ruleset } = await shop.get('/config/files');
  await shop.done('/config/files', { files: [{ file: 'fulfillment.yaml', text }], ruleset }, 'PUT');
}

beforeEach(async () => {
  service.write(fileWith(1000));
  await shop.done('/config/reload');
});

test('a text is activated after its changes were shown, and taken back with who did it and when', async () => {
  const { page, accessible } = await signedIn('/rules');
  await replaceText(page, fileWith(2000));
  await page.getByRole('button', { name: 'Activate …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('when total > 1000 → total > 2000').waitFor();
  expect(onDisk()).toBe(fileWith(1000));
  await accessible();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByText('Your text is active.').waitFor();
  expect(onDisk()).toBe(fileWith(2000));
  const active = region(page, 'Active rule set');
  await active.getByText(/Ana Weber.*by an edit/).waitFor();
  await active.getByText('when total > 1000 → total > 2000').waitFor();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('rules'))))
    .toEqual([]);
  await accessible();

  await active.getByRole('button', { name: 'Difference' }).click();
  await dialog.locator('.cm-changedLine', { hasText: 'total > 2000' }).waitFor();
  await dialog.locator('.cm-deletedLine', { hasText: 'total > 1000' }).waitFor();
  expect(new URL(page.url()).searchParams.get('version')).not.toBeNull();
  await accessible();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await active.getByRole('button', { name: 'Take back' }).click();
  await dialog.locator('.cm-changedLine', { hasText: 'total > 1000' }).waitFor();
  await accessible();
  await dialog.getByRole('button', { name: 'Bring back' }).click();
  await active.getByText(/Ana Weber.*brought version \d+ back/).waitFor();
  expect(onDisk()).toBe(fileWith(1000));
  await expect.poll(() => textOf(page)).toContain('total > 1000');
  const versions = region(page, 'Versions');
  await versions
    .getByText(/by an edit/)
    .first()
    .waitFor();
});

test('a newer rule set is shown as a difference first, and nobody loses a text', { timeout: 90_000 }, async () => {
  const { page, accessible } = await signedIn('/rules');
  await replaceText(page, fileWith(1500));
  await page.getByText('Not active yet.').waitFor();
  const theirs = fileWith(1000).replace('given: { total: 5000 }', 'given: { total: 7000 }');
  await edit(theirs);
  const newer = region(page, 'A newer rule set is active');
  await newer.getByText(/has activated it/).waitFor();
  await newer.locator('.cm-changedLine', { hasText: 'total > 1500' }).waitFor();
  await newer.locator('.cm-deletedLine', { hasText: 'total: 7000' }).waitFor();
  await accessible();
  // The second change is theirs, and the first one is mine.
  await newer.getByRole('button', { name: 'Take the newer' }).nth(1).click();
  await newer.getByRole('button', { name: 'Go on with this text' }).click();
  await expect.poll(() => textOf(page)).toContain('total > 1500');
  expect(await textOf(page)).toContain('total: 7000');
  await page.getByRole('button', { name: 'Activate …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByText('Your text is active.').waitFor();
  expect(onDisk()).toBe(theirs.replace('total > 1000', 'total > 1500'));
});

test('an activation that comes too late changes nothing, and shows the newer text', async () => {
  const { page } = await signedIn('/rules');
  await replaceText(page, fileWith(1500));
  await page.getByRole('button', { name: 'Activate …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('total > 1000 → total > 1500').waitFor();
  // The page does not see it before it sends its own text.
  const paths = ['/config', '/config/files'];
  for (const path of paths) {
    const json = await shop.get(path);
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
    );
  }
  await edit(fileWith(3000));
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'config.changed' }).first().waitFor();
  for (const path of paths) await page.unroute(`**${path}`);
  await region(page, 'A newer rule set is active').waitFor();
  expect(onDisk()).toBe(fileWith(3000));
  await page.getByRole('button', { name: 'Take the newer text, drop mine' }).click();
  await expect.poll(() => textOf(page)).toContain('total > 3000');
});

test('files that were changed on the machine are shown, and activated from there', async () => {
  const { page, accessible } = await signedIn('/rules');
  await region(page, 'Active rule set').waitFor();
  service.write(fileWith(4000));
  const machine = region(page, 'Files have changed on the machine');
  await machine.locator('.cm-changedLine', { hasText: 'total > 4000' }).waitFor();
  await accessible();
  await machine.getByRole('button', { name: 'Activate the files of the machine' }).click();
  await machine.waitFor({ state: 'detached' });
  await expect.poll(() => textOf(page)).toContain('total > 4000');
});

test('where editing is off, the page says why, and the edited text can be downloaded', async () => {
  const off = fileWith(1000).replace('edit_rules: true', 'edit_rules: false');
  service.write(off);
  await shop.done('/config/reload');
  const { page, accessible } = await signedIn('/rules');
  await page.getByText('Here, rules cannot be activated from the browser').waitFor();
  expect(await page.getByRole('button', { name: 'Activate …' }).count()).toBe(0);
  const edited = off.replace('total > 1000', 'total > 8000');
  await replaceText(page, edited);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download fulfillment.yaml' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('fulfillment.yaml');
  expect(readFileSync(await file.path(), 'utf8')).toBe(edited);
  await accessible();
  // The operator puts the file into its place.
  service.write(edited);
  await page.getByRole('button', { name: 'Read the files again' }).click();
  await region(page, 'Active rule set').getByText('total > 1000 → total > 8000').waitFor();
  await expect.poll(() => page.getByText('Not active yet.').count()).toBe(0);
});

test('an activation by somebody else is seen', async () => {
  const { page } = await signedIn('/rules');
  await expect.poll(() => textOf(page)).toContain('total > 1000');
  await edit(fileWith(1234));
  await region(page, 'Active rule set').getByText('total > 1000 → total > 1234').waitFor();
  await expect.poll(() => textOf(page)).toContain('total > 1234');
});
