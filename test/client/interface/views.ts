import { expect, test } from 'vitest';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

/** Saved views, preferences, and the names of expressions. */
export function views({ client, unique }: TestContext): void {
  test('a view is saved, changed, shared and deleted', async () => {
    const made = await client.view.create({
      name: unique('View'),
      resource: 'salesorder',
      filter: 'state = "attention"',
      columns: ['number', 'customer.name'],
      sort: '-since',
    });
    expect(made).toMatchObject({ everyone: false, usergroup_ids: [], columns: ['number', 'customer.name'] });
    await expectReadable(client.view, made.id);
    const group = await client.usergroup.create({ name: unique('Viewers') });
    expect((await client.view.update(made.id, { usergroup_ids: [group.id] })).usergroup_ids).toEqual([group.id]);
    expect((await client.view.share(made.id, { everyone: true })).everyone).toBe(true);
    const { data } = await client.view.list({ where: { id: made.id }, embed: 'groups,owner' });
    expect(data).toMatchObject([{ groups: [{ id: group.id }], owner: { id: made.owner_id } }]);
    const wrong = client.view.create({ name: unique('View'), resource: 'salesorder', filter: 'custmer.name = "A"' });
    await expect(wrong).rejects.toMatchObject({ code: 'filter.invalid', status: 400 });
    await expectRemoved(client.view, made.id);
  });

  test('a preference is set, read by its name, and deleted', async () => {
    const made = await client.preference.update({ name: 'orders.density', value: { rows: 'compact' } });
    const changed = await client.preference.update({ name: 'orders.density', value: 'wide' });
    expect(changed).toMatchObject({ id: made.id, value: 'wide' });
    await expectReadable(client.preference, made.id);
    expect((await client.preference.list({ where: { name: 'orders.density' } })).data).toEqual([changed]);
    await expectRemoved(client.preference, made.id);
  });

  test('an editor reads the names that expressions may use', async () => {
    const { resources, functions } = await client.field.get({ resource: 'salesorder' });
    expect(resources.salesorder?.fields.number).toBe('text');
    expect(functions.map(({ name }) => name)).toEqual(['count', 'sum']);
  });
}
