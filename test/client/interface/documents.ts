import { expect, test } from 'vitest';
import { readPdf } from '../../lib/printing/read-pdf.ts';
import { expectReadable, type TestContext } from './context.ts';

/** Documents of the warehouse. */
export function documents({ client, issued }: TestContext): void {
  const picked = async () => {
    const { id } = await issued();
    return { id, pick: await client.picklinebyorder.create({ order_id: [id] }) };
  };

  test('a pick list is printed, listed, and read as PDF', async () => {
    const { id, pick } = await picked();
    const [made] = await client.document.create({ kind: 'picklist', pick_id: pick.id });
    expect(made).toMatchObject({ kind: 'picklist', number: pick.number, salesorder_id: id, bulkrun_id: null });
    await expectReadable(client.document, made!.id);
    const listed = await client.document.list({ where: { salesorder_id: id }, embed: 'salesorder,pick,site' });
    expect(listed.data).toMatchObject([{ id: made!.id, salesorder: { id }, pick: { id: pick.id } }]);
    expect((await readPdf(await client.document.pdf(made!.id))).pages[0]).toContain(pick.number);
    const [again] = await client.document.create({ kind: 'picklist', salesorder_id: id });
    const both = await client.printout.get({ document_id: `${again!.id},${made!.id}` });
    expect((await readPdf(both)).pages).toHaveLength(2);
    const other = { kind: 'packingslip', salesorder_id: id } as const;
    await expect(client.document.create(other)).rejects.toMatchObject({ code: 'document.nothing-to-print' });
  });

  test('labels of locations and badges are printed on sheets', async () => {
    const { id: site_id } = (await client.site.list()).data[0]!;
    const [labels] = await client.document.create({ kind: 'locationlabel', site_id });
    expect(labels).toMatchObject({ kind: 'locationlabel', site_id, salesorder_id: null });
    const person = { first_name: 'Ida', last_name: 'Berg', email: 'ida.berg@example.com', password: 'correct horse' };
    const { id: user_id } = await client.user.create(person);
    const [badge] = await client.document.create({ kind: 'badge', user_id: [user_id] });
    const both = await client.printout.get({ document_id: `${labels!.id},${badge!.id}` });
    expect((await readPdf(both)).pages.at(-1)).toContain('Ida Berg');
  });

  test('a sheet of the command codes is sent to a printer of the configuration, and to no other one', async () => {
    const [sheet] = await client.document.create({ kind: 'commandsheet' });
    const [printer] = await client.printer.get();
    expect(printer).toEqual({ name: 'Bench', kinds: ['commandsheet'], site: null, site_id: null });
    const answer = await client.document.print(sheet!.id, { printer: printer!.name });
    expect(answer).toMatchObject({ document_id: sheet!.id, printer: 'Bench', status: '200' });
    await expect(client.document.print(sheet!.id, { printer: 'Nowhere' })).rejects.toMatchObject({
      code: 'reference.unknown',
      errors: [{ pointer: '/printer' }],
    });
  });

  test('a bulk run prints, and all of it is one PDF', async () => {
    const orders = [await picked(), await picked()];
    const order_id = orders.map(({ id }) => id);
    const run = await client.bulkrun.create({ order_id, action: 'print', options: { documents: ['picklist'] } });
    for (const id of order_id) await client.engine.bulkrun.perform(run.id, { order_id: [id] });
    const { pages } = await readPdf(await client.bulkrun.pdf(run.id));
    orders.forEach(({ pick }, at) => {
      expect(pages[at]).toContain(pick.number);
    });
    expect((await client.bulkrun.get(run.id, { embed: 'documents' })).documents).toHaveLength(2);
  });
}
