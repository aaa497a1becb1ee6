import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { noSuch, unfit, unknownRecord } from '../records/refusals.ts';
import { partType } from './kinds.ts';
import type { BillofmaterialBody, BillofmaterialChange, ComponentBody } from './schema.ts';

/** Bills of material: what kits consist of. Orders that are issued keep the components that they were issued with. */

/** @returns the id of the new bill; a part has one at most */
export const createBill = operation(
  'billofmaterial.create',
  async (context: OperationContext, body: BillofmaterialBody) => {
    const { tx } = context;
    const { rows: kits } = await sql<{ parttype_id: number }>`
    select parttype_id from part where id = ${body.part_id} for share`.execute(tx);
    if (!kits[0]) throw unknownRecord('/part_id', 'part', body.part_id);
    if (kits[0].parttype_id === partType.alias)
      throw unfit('/part_id', 'cannot be an alias: give the bill to its parent');
    const { rows } = await sql<{ id: number }>`
    insert into billofmaterial (part_id) values (${body.part_id}) returning id`.execute(tx);
    const id = rows[0]!.id;
    await writeLines(tx, id, body.part_id, body.lines);
    await happened(context, { event: 'part.modified', id: body.part_id });
    return id;
  },
);

/** Replaces the lines of a bill. */
export const changeBill = operation(
  'billofmaterial.change',
  async (context: OperationContext, { id, body }: { id: number; body: BillofmaterialChange }) => {
    const { tx } = context;
    const { rows } = await sql<{ part_id: number }>`
      update billofmaterial set updated_at = now() where id = ${id} returning part_id`.execute(tx);
    if (!rows[0]) throw noSuch('bill of material', id);
    if (!body.lines) return;
    await sql`delete from billofmaterialline where billofmaterial_id = ${id}`.execute(tx);
    await writeLines(tx, id, rows[0].part_id, body.lines);
    await happened(context, { event: 'part.modified', id: rows[0].part_id });
  },
);

export const deleteBill = operation('billofmaterial.delete', async (context: OperationContext, id: number) => {
  const { rows } = await sql<{ part_id: number }>`
    delete from billofmaterial where id = ${id} returning part_id`.execute(context.tx);
  if (!rows[0]) throw noSuch('bill of material', id);
  await happened(context, { event: 'part.modified', id: rows[0].part_id });
});

async function writeLines(tx: Tx, billId: number, partId: number, lines: readonly ComponentBody[]): Promise<void> {
  // Two bills that are written at once could close a circle that neither of them sees.
  await sql`select pg_advisory_xact_lock(hashtext('billofmaterial'))`.execute(tx);
  const given = JSON.stringify(lines.map(({ part_id, qty }) => ({ part_id, qty: qty ?? '1' })));
  const { rows } = await sql<{ position: number; part_id: number; known: boolean; circular: boolean }>`
    with recursive line as (
      select position::int - 1 as position, (value->>'part_id')::int as part_id
      from jsonb_array_elements(${given}::jsonb) with ordinality as l(value, position)
    ), inside (root, part_id) as (
      select part_id, part_id from line
      union
      select i.root, c.part_id from inside i
      cross join lateral (
        select l.part_id from billofmaterial b join billofmaterialline l on l.billofmaterial_id = b.id where b.part_id = i.part_id
        union all
        select p.parent_part_id from part p where p.id = i.part_id and p.parent_part_id is not null) c
    )
    select l.position, l.part_id, exists (select from part where id = l.part_id) as known,
      exists (select from inside i where i.root = l.part_id and i.part_id = ${partId}) as circular
    from line l order by l.position`.execute(tx);
  for (const { position, part_id, known, circular } of rows) {
    const pointer = `/lines/${position}/part_id`;
    if (!known) throw unknownRecord(pointer, 'part', part_id);
    if (circular) throw unfit(pointer, 'contains the part itself');
  }
  await sql`
    insert into billofmaterialline (billofmaterial_id, part_id, qty)
    select ${billId}, part_id, sum(qty) from jsonb_to_recordset(${given}::jsonb) as l(part_id int, qty numeric)
    group by part_id order by part_id`.execute(tx);
}
