import { expect, test } from 'vitest';
import { expectBelow, expectReadable, expectRemoved, type TestContext } from './context.ts';

export function parts({ client, part, unique }: TestContext): void {
  test('a part has custom fields', async () => {
    const made = await part(0, { upc: '4006381333931', custom: { colour: 'red', grade: 3 } });
    expect(made).toMatchObject({ upc: '4006381333931', price: 12.5, custom: { colour: 'red', grade: 3 } });
    const page = await client.part.list({ filter: `custom.grade > 2 && number = "${made.number}"` });
    expect(page.data).toEqual([made]);
    await expectReadable(client.part, made.id);
  });

  test('an alias has a parent, and a part without references is changed and deleted', async () => {
    const parent = await part();
    const aliastype = (await client.parttype.list({ filter: 'name = "Alias"' })).data[0]!;
    const alias = await client.part.create({
      number: unique('ALIAS'),
      name: 'The same',
      parttype_id: aliastype.id,
      parent_part_id: parent.id,
    });
    const read = await client.part.get(alias.id, { embed: 'parent_part,parttype' });
    expect([read.parent_part?.id, read.parttype.name]).toEqual([parent.id, 'Alias']);
    await expect(client.part.remove(parent.id)).rejects.toMatchObject({ code: 'record.in-use' });
    await expectRemoved(client.part, alias.id);
    const changed = await client.part.update(parent.id, { name: 'Renamed', price: '0.125', active: 0 });
    expect(changed).toMatchObject({ name: 'Renamed', price: 0.125, active: false });
  });

  test('a part shows its stock that can be picked, by location', async () => {
    const { id } = await part(7);
    const read = await client.part.get(id, { embed: 'qty_available_for_pick.location' });
    expect(read.qty_available_for_pick.map(({ qty, location }) => [qty, location.name.length > 0])).toEqual([
      [7, true],
    ]);
  });

  test('a part has ids at sources', async () => {
    const { id } = await part(0, { external_ids: [{ external_id: 'p-7' }] });
    const { externalid } = client.part;
    const { id: second } = await externalid.create(id, { external_id: 'p-8' });
    expect(await externalid.update(id, second, { external_id: 'p-9' })).toMatchObject({
      part_id: id,
      external_id: 'p-9',
    });
    expect(await externalid.get(id, second)).toMatchObject({ source_id: null });
    expect((await externalid.list(id)).map(({ external_id }) => external_id)).toEqual(['p-7', 'p-9']);
    await externalid.remove(id, second);
    expect((await client.part.get(id, { embed: 'external_ids' })).external_ids).toHaveLength(1);
  });

  test('parts belong to groups', async () => {
    const group = await client.partgroup.create({ name: unique('Beverages') });
    const made = await part(0, { group_ids: [group.id] });
    expect((await client.part.get(made.id, { embed: 'groups' })).groups.map(({ id }) => id)).toEqual([group.id]);
    const changed = await client.partgroup.update(group.id, { name: unique('Drinks') }, { embed: 'parts' });
    expect(changed.parts.map(({ id }) => id)).toEqual([made.id]);
    await expectReadable(client.partgroup, group.id);
    await client.part.update(made.id, { group_ids: [] });
    await expectRemoved(client.partgroup, group.id);
  });

  test('a kit consists of parts', async () => {
    const kittype = (await client.parttype.list({ filter: 'name = "Kit"' })).data[0]!;
    const [kit, one, two] = [await part(0, { parttype_id: kittype.id }), await part(), await part()];
    const made = await client.billofmaterial.create({
      part_id: kit.id,
      lines: [
        { part_id: one.id, qty: 2 },
        { part_id: two.id, qty: '0.5' },
      ],
    });
    const { lines } = await client.billofmaterial.get(made.id, { embed: 'lines.part' });
    expect(lines.map(({ part, qty }) => [part.id, qty])).toEqual([
      [one.id, 2],
      [two.id, 0.5],
    ]);
    const page = await client.billofmaterial.list({ filter: `lines.part_id = ${two.id}` });
    expect(page.data.map(({ id }) => id)).toEqual([made.id]);
    await expectReadable(client.billofmaterial, made.id);

    await client.billofmaterial.update(made.id, { lines: [{ part_id: two.id, qty: 3 }] });
    const left = await client.billofmaterial.line.list(made.id, { embed: 'part' });
    expect(left.map(({ part, qty }) => [part.id, qty])).toEqual([[two.id, 3]]);
    const { line } = client.billofmaterial;
    const added = await line.create(made.id, { part_id: one.id, qty: 4 });
    expect(await line.update(made.id, added.id, { qty: 5 })).toMatchObject({ part_id: one.id, qty: 5 });
    await expectBelow(line, made.id, [left[0]!.id, added.id]);
    await line.remove(made.id, added.id);
    await expectBelow(line, made.id, [left[0]!.id]);
    await expectRemoved(client.billofmaterial, made.id);
  });
}
