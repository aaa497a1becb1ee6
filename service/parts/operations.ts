import { sql } from 'kysely';
import { openOrders } from '../orders/states.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import { insertRow, updateRow } from '../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { type Membership, setGroups } from '../platform/records/membership.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { noSuch, unfit, unknownRecord } from '../platform/records/refusals.ts';
import { partType } from '../platform/states/kinds.ts';
import { hasInside } from './inside.ts';
import { type Kind, kindOf } from './kinds.ts';
import { partgroup } from './resource.ts';
import { groupBody, type PartBody, type PartChange } from './schema.ts';

export const partgroups = { resource: partgroup, called: 'part group', create: groupBody, change: groupBody.partial() };
export const partgroupOperations = plainOperations(partgroups);

const membership: Membership = { group: 'partgroup', table: 'part_partgroup', member: 'part_id' };

/** @returns the id of the new part */
export const createPart = operation('part.create', async (context: OperationContext, body: PartBody) => {
  const { tx } = context;
  const { group_ids, custom, ...fields } = body;
  const kind = kindOf(body, null);
  await checkParent(tx, kind, null);
  const id = await insertRow(tx, 'part', { ...fields, ...kind, custom: JSON.stringify(custom ?? {}) });
  if (group_ids?.length) await setGroups(tx, membership, id, group_ids);
  await recordEvent(context, { event: 'part.created', id });
  return id;
});

/** Changes a part. How it is handled (type, parent and how many of it, tracking) stays once there are orders or stock of it. */
export const changePart = operation(
  'part.change',
  async (context: OperationContext, { id, body }: { id: number; body: PartChange }) => {
    const { tx } = context;
    const { rows } = await sql<Kind & { number: string; tracking: string; whole_units: boolean }>`
      select number, parttype_id, parent_part_id, parent_qty, tracking, whole_units from part where id = ${id} for no key update`.execute(
      tx,
    );
    const before = rows[0];
    if (!before) throw noSuch('part', id);
    const { group_ids, custom, ...fields } = body;
    const kind = kindOf(body, before);
    const handledOtherwise =
      kind.parttype_id !== before.parttype_id ||
      kind.parent_part_id !== before.parent_part_id ||
      Number(kind.parent_qty) !== Number(before.parent_qty) ||
      (body.tracking !== undefined && body.tracking !== before.tracking);
    if (handledOtherwise) {
      await demandUnused(tx, id, before.number);
      await checkParent(tx, kind, id);
    }
    if (body.whole_units && !before.whole_units) await demandUndivided(tx, id, before.number);
    await updateRow(tx, 'part', { id }, { ...fields, ...kind, custom: custom && JSON.stringify(custom) });
    if (group_ids) await setGroups(tx, membership, id, group_ids);
    await recordEvent(context, { event: 'part.modified', id });
  },
);

/** Deletes a part that nothing refers to; others are made inactive instead. */
export const deletePart = operation('part.delete', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const { rows } = await sql<{ number: string }>`select number from part where id = ${id} for update`.execute(tx);
  if (!rows[0]) throw noSuch('part', id);
  await recordDeletion(context, { event: 'part.deleted', id, detail: { number: rows[0].number } });
  await sql`delete from part where id = ${id}`.execute(tx);
});

/** An alias of an alias would lead nowhere fast: a parent is a part of its own. */
async function checkParent(tx: Tx, { parent_part_id: parentId }: Kind, id: number | null): Promise<void> {
  if (parentId === null) return;
  if (parentId === id) throw unfit('/parent_part_id', 'cannot be the part itself');
  const { rows } = await sql<{ parttype_id: number; number: string }>`
    select parttype_id, number from part where id = ${parentId} for share`.execute(tx);
  if (!rows[0]) throw unknownRecord('/parent_part_id', 'part', parentId);
  if (rows[0].parttype_id === partType.alias)
    throw unfit('/parent_part_id', `cannot be ${rows[0].number}, which is an alias itself`);
  if (id !== null && (await hasInside(tx, parentId, id)))
    throw unfit('/parent_part_id', `cannot be ${rows[0].number}, which has the part itself inside`);
}

async function demandUnused(tx: Tx, id: number, number: string): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from salesorderline where part_id = ${id}) or exists (select from work where part_id = ${id})
      or exists (select from inventory where part_id = ${id} and qty > 0)
      or exists (select from part where parent_part_id = ${id}) as used`.execute(tx);
  if (rows[0]!.used) {
    throw problem(
      'record.in-use',
      `There are orders, stock or aliases of part ${number}: its type, parent, parent_qty and tracking cannot be changed any more.`,
    );
  }
}

/** Halves that are there already, in stock or asked for by issued orders, would never fit again. Drafts are asked at issue. */
async function demandUndivided(tx: Tx, id: number, number: string): Promise<void> {
  const { rows } = await sql<{ divided: boolean }>`
    select exists (select from inventory where part_id = ${id} and qty <> trunc(qty))
      or exists (
        select from work w join salesorder o on o.id = w.order_id
        where w.part_id = ${id} and w.stocked and w.qty <> trunc(w.qty) and w.qty_done < w.qty
          and o.status_id in (${openOrders})) as divided`.execute(tx);
  if (!rows[0]!.divided) return;
  throw problem(
    'record.in-use',
    `There is part of a unit of part ${number} in stock or in issued orders: \`whole_units\` cannot be set until that is gone.`,
  );
}
