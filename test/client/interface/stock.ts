import { expect, test } from 'vitest';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

export function stock({ client, part, storageId, siteId, unique }: TestContext): void {
  test('a site with a contact', async () => {
    const made = await client.site.create({
      name: unique('Site'),
      contact_name: 'Nancy',
      city: 'Seattle',
      country: 'us',
    });
    expect(made).toMatchObject({ contact_name: 'Nancy', city: 'Seattle', country: 'US' });
    const read = await client.site.get(made.id, { embed: 'sitetype,contact,locations' });
    expect(read.sitetype.id).toBe(made.sitetype_id);
    expect(read.contact).toMatchObject({ name: 'Nancy' });
    await expectReadable(client.site, made.id);
    expect(await client.site.update(made.id, { phone: '555-0100' })).toMatchObject({
      phone: '555-0100',
      city: 'Seattle',
    });
    for (const location of read.locations) await client.location.remove(location.id);
    await expectRemoved(client.site, made.id);
  });

  test('a location of a site', async () => {
    const name = unique('Shelf');
    const made = await client.location.create({ site_id: siteId, name, locationtype_id: 1 });
    const read = await client.location.get(made.id, { embed: 'locationtype,site,inventory' });
    expect([read.name, read.locationtype.name, read.site.id, read.inventory]).toEqual([name, 'Storage', siteId, []]);
    await expectReadable(client.location, made.id);
    expect(await client.location.update(made.id, { active: false })).toMatchObject({ name, active: false });
    await expectRemoved(client.location, made.id);
  });

  test('a scanner finds a location by its barcode', async () => {
    const [name, barcode] = [unique('Shelf'), unique('LOC')];
    const made = await client.location.create({ site_id: siteId, name, barcode });
    expect(made.barcode).toBe(barcode);
    const { code, gs1, matches, here } = await client.scan.get({ code: barcode, site_id: siteId });
    expect([code, gs1, here]).toEqual([barcode, null, null]);
    expect(matches).toMatchObject([{ kind: 'location', id: made.id, by: 'barcode', label: name, part_id: null }]);
    await expectRemoved(client.location, made.id);
  });

  test('stock is added and removed, and the ledger has both', async () => {
    const { id } = await part();
    const given = { part_id: id, location_id: storageId };
    const added = await client.inventoryadjustment.create({ ...given, qty: '12.5', reason: 'opening stock' });
    expect(added).toMatchObject({ part_id: id, to_location_id: storageId, from_location_id: null, qty: 12.5 });
    const taken = await client.inventoryadjustment.create({ ...given, qty: -2.5, reason: 'broken' });
    expect(taken).toMatchObject({ from_location_id: storageId, to_location_id: null, qty: 2.5, reason: 'broken' });
    await expect(client.inventoryadjustment.create({ ...given, qty: -11 })).rejects.toMatchObject({
      code: 'stock.short',
    });

    const { data } = await client.inventory.list({ where: { part_id: id }, embed: 'location,part' });
    expect(data.map(({ qty, location }) => [qty, location.id])).toEqual([[10, storageId]]);
    await expectReadable(client.inventory, data[0]!.id);
    const moved: number[] = [];
    for await (const { qty } of client.inventorymovement.each({ filter: `part_id = ${id}` })) moved.push(qty);
    expect(moved).toEqual([12.5, 2.5]);
    await expectReadable(client.inventorymovement, added.id);
  });

  test('stock is transferred between locations', async () => {
    const { id } = await part(5);
    const shelf = await client.location.create({ name: unique('Front shelf') });
    const given = { part_id: id, from_location_id: storageId, to_location_id: shelf.id, qty: 2 };
    expect(await client.inventorytransfer.create(given)).toMatchObject({ ...given, reason: 'transfer' });
    await expect(client.inventorytransfer.create({ ...given, qty: 4 })).rejects.toMatchObject({ code: 'stock.short' });
  });

  test('tracked stock shows its lot', async () => {
    const { id } = await part(0, { tracking: 'lot' });
    const given = { part_id: id, location_id: storageId, qty: 3 };
    await expect(client.inventoryadjustment.create(given)).rejects.toMatchObject({ code: 'tracking.required' });
    await client.inventoryadjustment.create({ ...given, tracking: [{ lot: 'L7', qty: 3, expires_on: '2030-01-31' }] });
    const { data } = await client.inventory.list({ where: { part_id: id } });
    expect(data).toMatchObject([{ lot: 'L7', qty: 3, expires_on: '2030-01-31' }]);
  });

  test('places are counted', async () => {
    const { id: part_id } = await part(3);
    const shelf = await client.location.create({ name: unique('Counted shelf') });
    const made = await client.count.create({ location_ids: [shelf.id], part_ids: [part_id] });
    const lines = [{ part_id, location_id: shelf.id, qty: 2 }];
    expect((await client.count.enter(made.id, { lines })).recount).toHaveLength(1);
    const { data } = await client.countline.list({ where: { count_id: made.id } });
    expect(data).toMatchObject([{ qty: 2, qty_expected: 0 }]);
    expect(await client.count.enter(made.id, { lines })).toMatchObject({ recount: [] });
    await expectReadable(client.countline, data[0]!.id);
    await expectReadable(client.count, made.id);
    await expect(client.count.approve(made.id)).rejects.toMatchObject({ code: 'count.own' });
    expect(await client.count.cancel(made.id)).toMatchObject({ status_id: 3 });
    expect((await client.count.timeline(made.id)).at(-1)?.event).toBe('count.canceled');
    const empty = await client.count.create({ location_ids: [shelf.id], part_ids: [part_id] });
    expect(await client.count.approve(empty.id)).toMatchObject({ status_id: 2 });
    expect((await client.countstatus.list()).data.map(({ name }) => name)).toContain('Approved');
    expect(await client.countstatus.get(1)).toMatchObject({ name: 'Open' });
  });

  test('goods are received', async () => {
    const { id: part_id, number } = await part();
    const made = await client.receipt.create({ supplier: 'Exotic Liquids', lines: [{ part_id, qty: 3 }] });
    await client.receipt.update(made.id, { external_id: unique('PO') });
    const { lines } = await client.receipt.get(made.id, { embed: 'lines.part,status' });
    expect(lines.map(({ qty, part }) => [qty, part.number])).toEqual([[3, number]]);
    expect(await client.receipt.putaway(made.id)).toMatchObject([{ part_id, location_id: null }]);
    const entry = { code: number, qty: 2, location_id: storageId };
    const { received } = await client.receipt.receive(made.id, { lines: [entry] });
    expect(received).toMatchObject([{ part_id, qty: 2 }]);
    const { data } = await client.receiptentry.list({ where: { receipt_id: made.id } });
    expect(data).toMatchObject([{ qty: 2, part_id }]);
    await expectReadable(client.receiptentry, data[0]!.id);
    await expectReadable(client.receiptline, lines[0]!.id);
    await client.receiptline.list();
    const { differences } = await client.receipt.close(made.id, {});
    expect(differences).toMatchObject([{ expected: 3, received: 2 }]);
    expect((await client.receipt.timeline(made.id)).at(-1)?.event).toBe('receipt.closed');
    await expectReadable(client.receipt, made.id);
    const other = await client.receipt.create({});
    expect(await client.receipt.cancel(other.id)).toMatchObject({ status_id: 4 });
    await expectRemoved(client.receipt, other.id);
    expect((await client.receiptstatus.list()).data.map(({ name }) => name)).toContain('Receiving');
    expect(await client.receiptstatus.get(1)).toMatchObject({ name: 'Open' });
  });
}
