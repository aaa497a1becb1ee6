import { expect, test } from 'vitest';
import { consoleTests } from '../../console-tests.ts';
import { person } from '../../console-visit.ts';

/** The pages of user groups. */

const { signedIn, service, shop } = await consoleTests({ verify: true });

type Page = Awaited<ReturnType<typeof signedIn>>['page'];

const group = async (name: string, permissions: string[]): Promise<number> =>
  (await shop.done('/usergroup', { name, permissions })).id;
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' });
const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

test('a group is made, refused at its field, changed, and deleted when nobody is in it', {
  timeout: 90_000,
}, async () => {
  await group('Taken', []);
  const { page, accessible } = await signedIn('/setup/groups');
  await page.getByRole('link', { name: 'New group' }).click();
  await name(page).fill('taken');
  await page.getByRole('searchbox', { name: 'Find permissions' }).fill('pick.');
  await page.getByRole('checkbox', { name: 'pick.*' }).check();
  // An included permission adds nothing.
  await page.getByText('included already').first().waitFor();
  expect(await page.getByRole('checkbox', { name: 'pick.read' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('is taken').waitFor();
  await name(page).fill('Pickers');
  await accessible();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pickers' }).waitFor();
  const [made] = (await service.client.usergroup.list({ where: { name: 'Pickers' } })).data;
  expect(made?.permissions).toEqual(['pick.*']);
  await page.getByText('Nobody is in this group.').waitFor();

  const opens = page.getByRole('region', { name: 'What this opens' });
  await opens.getByText(/^pick \d+ of \d+$/).click();
  await opens.getByText('pick.* (this group)').first().waitFor();
  await opens.getByText('GET /pick', { exact: true }).first().waitFor();
  await accessible();
  await page.getByRole('button', { name: 'Remove pick.*' }).click();
  await page.getByRole('searchbox', { name: 'Find permissions' }).fill('pack.read');
  await page.getByRole('checkbox', { name: 'pack.read' }).check();
  await save(page).click();
  await saved(page).waitFor();
  expect((await service.client.usergroup.get(made?.id ?? 0)).permissions).toEqual(['pack.read']);

  // With somebody in it, it stays.
  const member = await shop.done('/user', { first_name: 'Member', usergroup_ids: [made?.id] });
  await page.reload();
  await page.getByRole('link', { name: 'Member' }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await service.client.user.update(member.id, { usergroup_ids: [] });
  // The page sees it, though no group has changed.
  await page.getByText('Nobody is in this group.').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  expect((await service.client.usergroup.list({ where: { name: 'Pickers' } })).total).toBe(0);
});

test('two people: the second one is refused (412), and overwrites nothing unseen', { timeout: 60_000 }, async () => {
  const id = await group('Contested', ['pick.read']);
  const { page } = await signedIn(`/setup/groups/${id}`);
  await page.getByRole('button', { name: 'Remove pick.read' }).click();
  await service.client.usergroup.update(id, { permissions: ['pick.read', 'pack.read'] });
  await page.getByText('Somebody else changed Permissions, too').waitFor();
  await page.getByText('Somebody else wrote: pack.read, pick.read').waitFor();
  expect(await save(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Take what they wrote' }).click();
  await name(page).fill('Mine');
  let isFirst = true;
  await page.route(`**/usergroup/${id}?**`, async (route) => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false;
      await service.client.usergroup.update(id, { permissions: ['pack.read'] });
    }
    await route.continue();
  });
  const refused = page.waitForResponse((response) => response.status() === 412);
  await save(page).click();
  await refused;
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Remove pick.read' }).count()).toBe(0);
  await save(page).click();
  await saved(page).waitFor();
  expect(await service.client.usergroup.get(id)).toMatchObject({ name: 'Mine', permissions: ['pack.read'] });
});

test('what the user does not hold is not offered, and a group with more cannot be changed', {
  timeout: 60_000,
}, async () => {
  const strong = await group('Strong', ['config.reload']);
  const weak = await group('Weak', ['pick.read']);
  const who = await person(service, ['usergroup.*', 'pick.read', 'pack.*']);
  const { page } = await signedIn(`/setup/groups/${weak}`, { who });
  const find = page.getByRole('searchbox', { name: 'Find permissions' });
  await find.fill('pack.');
  await page.getByRole('checkbox', { name: 'pack.*' }).waitFor();
  await find.fill('pick.');
  await page.getByRole('checkbox', { name: 'pick.read' }).waitFor();
  for (const missing of ['pick.*', 'pick.finish', '*'])
    expect(await page.getByRole('checkbox', { name: missing, exact: true }).count()).toBe(0);
  await page.goto(`${service.url}/console/setup/groups/${strong}`);
  await page.getByText('You cannot change this group.').waitFor();
  await page.getByText('You do not hold the permission config.reload').waitFor();
  for (const verb of ['Save', 'Delete', 'Remove config.reload'])
    expect(await page.getByRole('button', { name: verb, exact: true }).count()).toBe(0);
});
