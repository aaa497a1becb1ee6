import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { insertRow } from '../platform/database/rows.ts';
import { problem } from '../platform/problems/problems.ts';
import type { ChildOperations } from '../platform/records/child-record.ts';
import { noSuch, unfit, unknownRecord } from '../platform/records/refusals.ts';
import { partType } from '../platform/states/kinds.ts';
import { lockInsides } from './inside.ts';
import { recordModified } from './modified.ts';
import type { BillofmaterialBody, BillofmaterialChange, ComponentBody, ComponentChange } from './schema.ts';

/** Bills of material: the components of kits. Issued orders keep the components that they were issued with. */

/** Creates the bill of a part, which has at most one. @returns the id of the bill */
export const createBill = operation(
  'billofmaterial.create',
  async (context: OperationContext, body: BillofmaterialBody) => {
    const { tx } = context;
    const { rows: kits } = await sql<Row<'part', 'parttype_id'>>`
    select parttype_id from part where id = ${body.part_id} for share`.execute(tx);
    if (!kits[0]) throw unknownRecord('/part_id', 'part', body.part_id);
    if (kits[0].parttype_id === partType.alias)
      throw unfit('/part_id', 'cannot be an alias: give the bill to its parent');
    const id = await insertRow(tx, 'billofmaterial', { part_id: body.part_id });
    await writeLines(tx, id, body.part_id, body.lines);
    await recordModified(context, body.part_id);
    return id;
  },
);

/** Replaces the lines of a bill. */
export const changeBill = operation(
  'billofmaterial.change',
  async (context: OperationContext, { id, body }: { id: number; body: BillofmaterialChange }) => {
    const partId = await touchBill(context.tx, id);
    if (!body.lines) return;
    await sql`delete from billofmaterialline where billofmaterial_id = ${id}`.execute(context.tx);
    await writeLines(context.tx, id, partId, body.lines);
    await recordModified(context, partId);
  },
);

export const deleteBill = operation('billofmaterial.delete', async (context: OperationContext, id: number) => {
  const { rows } = await sql<Row<'billofmaterial', 'part_id'>>`
    delete from billofmaterial where id = ${id} returning part_id`.execute(context.tx);
  if (!rows[0]) throw noSuch('bill of material', id);
  await recordModified(context, rows[0].part_id);
});

/** Operations of single lines. Each component has one line. */
export const billLineOperations: ChildOperations<ComponentBody, ComponentChange> = {
  create: operation('billofmaterialline.create', (context, { parentId, body: { part_id, qty } }) =>
    changing(context, parentId, async (partId) => {
      await assertOnce(context.tx, parentId, part_id, null);
      await checkComponents(context.tx, partId, [part_id], () => '/part_id');
      return insertRow(context.tx, 'billofmaterialline', { billofmaterial_id: parentId, part_id, qty: qty ?? '1' });
    }),
  ),

  change: operation('billofmaterialline.change', async (context, { parentId, id, body: { part_id, qty } }) => {
    await changing(context, parentId, async (partId) => {
      if (part_id !== undefined) {
        await assertOnce(context.tx, parentId, part_id, id);
        await checkComponents(context.tx, partId, [part_id], () => '/part_id');
      }
      const { rows } = await sql`
        -- Changes a component of a bill of material.
        update billofmaterialline
        set part_id = coalesce(${part_id ?? null}::bigint, part_id), qty = coalesce(${qty ?? null}::numeric, qty)
        where id = ${id} and billofmaterial_id = ${parentId} returning id`.execute(context.tx);
      if (rows.length === 0) throw noSuch('line', id);
    });
  }),

  remove: operation('billofmaterialline.delete', async (context, { parentId, id }) => {
    await changing(context, parentId, async () => {
      const { rows } = await sql`
        delete from billofmaterialline where id = ${id} and billofmaterial_id = ${parentId} returning id`.execute(
        context.tx,
      );
      if (rows.length === 0) throw noSuch('line', id);
    });
  }),
};

/** Runs a change of a bill, and records the event `part.modified`, because the bill belongs to its part. */
async function changing<T>(
  context: OperationContext,
  billId: number,
  body: (partId: number) => Promise<T>,
): Promise<T> {
  const partId = await touchBill(context.tx, billId);
  const result = await body(partId);
  await recordModified(context, partId);
  return result;
}

/** Locks the bill. @returns the id of its part */
async function touchBill(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<Row<'billofmaterial', 'part_id'>>`
    update billofmaterial set updated_at = this_second() where id = ${id} returning part_id`.execute(tx);
  if (!rows[0]) throw noSuch('bill of material', id);
  return rows[0].part_id;
}

/** Checks that no other line has the component. @throws record.exists */
async function assertOnce(tx: Tx, billId: number, partId: number, lineId: number | null): Promise<void> {
  const { rows } = await sql`
    select id from billofmaterialline
    where billofmaterial_id = ${billId} and part_id = ${partId} and id is distinct from ${lineId}::bigint`.execute(tx);
  if (rows.length === 0) return;
  const errors = [{ pointer: '/part_id', detail: 'is a component already' }];
  throw problem('record.exists', `Part ${partId} is a component already: change the qty of its line.`, { errors });
}

async function writeLines(tx: Tx, billId: number, partId: number, lines: readonly ComponentBody[]): Promise<void> {
  await checkComponents(
    tx,
    partId,
    lines.map((line) => line.part_id),
    (position) => `/lines/${position}/part_id`,
  );
  const components = JSON.stringify(lines.map(({ part_id, qty }) => ({ part_id, qty: qty ?? '1' })));
  await sql`
    -- Inserts one line for each component, with the sum of its quantities.
    insert into billofmaterialline (billofmaterial_id, part_id, qty)
    select ${billId}, part_id, sum(qty) from jsonb_to_recordset(${components}::jsonb) as l(part_id bigint, qty numeric)
    group by part_id order by part_id`.execute(tx);
}

/** Checks the components of a part. @throws reference.unknown; body.invalid if a component contains the part itself */
async function checkComponents(
  tx: Tx,
  partId: number,
  componentIds: readonly number[],
  pointerOf: (position: number) => string,
): Promise<void> {
  await lockInsides(tx);
  const { rows } = await sql<{ position: number; part_id: number; known: boolean; circular: boolean }>`
    -- Follows the bills and the aliases of each component, and looks for the part in them.
    with recursive line as (
      select position::int - 1 as position, part_id
      from unnest(${componentIds}::bigint[]) with ordinality as l(part_id, position)
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
    if (!known) throw unknownRecord(pointerOf(position), 'part', part_id);
    if (circular) throw unfit(pointerOf(position), 'contains the part itself');
  }
}
