import { sql } from 'kysely';
import { lockedRow } from '../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { firstRow, insertRow, updateRow } from '../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { withCountries } from '../platform/records/countries.ts';
import { addExternalIds, recordAgain, sentColumns } from '../platform/records/external-ids.ts';
import { type Membership, setGroups } from '../platform/records/membership.ts';
import { unfit, unknownRecord } from '../platform/records/refusals.ts';
import { partType } from '../platform/states/kinds.ts';
import { openOrders } from '../platform/states/open.ts';
import { hasInside } from './inside.ts';
import { recordModified } from './modified.ts';
import type { PartBody, PartChange } from './schema.ts';

const membership: Membership = { group: 'partgroup', table: 'part_partgroup', member: 'part_id' };

/** Creates a part. @returns its id; with 200, it has an external id of the body already. @throws record.exists */
export const createPart = operation('part.create', async (context: OperationContext, body: PartBody) => {
  const { tx } = context;
  const { group_ids, external_ids, custom = {}, ...fields } = withCountries(body, ['origin_country']);
  const kind = kindOf(body, null);
  const again = await recordAgain(tx, 'part', body, sentColumns(body, { ...fields, ...kind, custom }));
  if (again) return again;
  await checkParent(tx, kind, null);
  const id = await insertRow(tx, 'part', { ...fields, ...kind, custom: JSON.stringify(custom) });
  await addExternalIds(tx, 'part', id, body);
  if (group_ids?.length) await setGroups(tx, membership, id, group_ids);
  await recordEvent(context, { event: 'part.created', id });
  return id;
});

/**
 * Changes a part. Type, parent, `parent_qty` and tracking cannot change once the part has orders, stock or aliases.
 * @throws record.in-use
 */
export const changePart = operation(
  'part.change',
  async (context: OperationContext, { id, body }: { id: number; body: PartChange }) => {
    const { tx } = context;
    const statement = sql<Kind & Row<'part', 'number' | 'tracking' | 'whole_units'>>`
      -- Locks a part.
      select number, parttype_id, parent_part_id, parent_qty, tracking, whole_units from part where id = ${id} for no key update`;
    const before = await lockedRow(tx, 'part', id, statement);
    const { group_ids, custom, ...fields } = withCountries(body, ['origin_country']);
    const kind = kindOf(body, before);
    const kindChanges =
      kind.parttype_id !== before.parttype_id ||
      kind.parent_part_id !== before.parent_part_id ||
      Number(kind.parent_qty) !== Number(before.parent_qty) ||
      (body.tracking !== undefined && body.tracking !== before.tracking);
    if (kindChanges) {
      await assertUnused(tx, id, before.number);
      await checkParent(tx, kind, id);
    }
    if (body.whole_units && !before.whole_units) await assertUndivided(tx, id, before.number);
    await updateRow(tx, 'part', { id }, { ...fields, ...kind, custom: custom && JSON.stringify(custom) });
    if (group_ids) await setGroups(tx, membership, id, group_ids);
    await recordModified(context, id);
  },
);

/** Deletes a part that no record refers to. Other parts can be made inactive. @throws record.in-use */
export const deletePart = operation('part.delete', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const statement = sql<Row<'part', 'number'>>`select number from part where id = ${id} for update`;
  const { number } = await lockedRow(tx, 'part', id, statement);
  await recordDeletion(context, { event: 'part.deleted', id, detail: { number } });
  await sql`delete from part where id = ${id}`.execute(tx);
});

/** Checks the parent of an alias: it exists, is not an alias itself, and does not contain the part. */
async function checkParent(tx: Tx, { parent_part_id: parentId }: Kind, id: number | null): Promise<void> {
  if (parentId === null) return;
  if (parentId === id) throw unfit('/parent_part_id', 'cannot be the part itself');
  const { rows } = await sql<Row<'part', 'parttype_id' | 'number'>>`
    select parttype_id, number from part where id = ${parentId} for share`.execute(tx);
  if (!rows[0]) throw unknownRecord('/parent_part_id', 'part', parentId);
  if (rows[0].parttype_id === partType.alias)
    throw unfit('/parent_part_id', `cannot be ${rows[0].number}, which is an alias itself`);
  if (id !== null && (await hasInside(tx, parentId, id)))
    throw unfit('/parent_part_id', `cannot be ${rows[0].number}, which has the part itself inside`);
}

/** @throws record.in-use if the part has orders, stock or aliases */
async function assertUnused(tx: Tx, id: number, number: string): Promise<void> {
  const query = sql<{ used: boolean }>`
    -- Checks whether lines, work, stock or aliases refer to the part.
    select exists (select from salesorderline where part_id = ${id}) or exists (select from work where part_id = ${id})
      or exists (select from inventory where part_id = ${id} and qty > 0)
      or exists (select from part where parent_part_id = ${id}) as used`;
  if (firstRow(await query.execute(tx)).used) {
    throw problem(
      'record.in-use',
      `Part ${number} has orders, stock or aliases: its type, parent, parent_qty and tracking can no longer be changed.`,
    );
  }
}

/**
 * Checks that stock and issued orders have whole units only: a fraction could never be picked again. Issue checks drafts.
 * @throws record.in-use
 */
async function assertUndivided(tx: Tx, id: number, number: string): Promise<void> {
  const query = sql<{ divided: boolean }>`
    -- Looks for fractions of units in stock and in open work.
    select exists (select from inventory where part_id = ${id} and qty <> trunc(qty))
      or exists (
        select from work w join salesorder o on o.id = w.order_id
        where w.part_id = ${id} and w.stocked and w.qty <> trunc(w.qty) and w.qty_done < w.qty
          and o.status_id in (${openOrders})) as divided`;
  if (!firstRow(await query.execute(tx)).divided) return;
  throw problem(
    'record.in-use',
    `A fraction of a unit of part ${number} is in stock or in issued orders. Remove it before you set \`whole_units\`.`,
  );
}

/** The columns that decide how a part is handled. */
interface Kind extends Row<'part', 'parttype_id' | 'parent_part_id'> {
  /** Units of the parent in one unit of an alias; 1 without a parent. */
  readonly parent_qty: Column<'part', 'parent_qty'>;
}

/** The fields of a body that decide the kind of a part. */
interface KindFields {
  readonly parttype_id?: number | undefined;
  readonly parent_part_id?: number | null | undefined;
  readonly parent_qty?: string | undefined;
}

/**
 * Returns the kind of a new or changed part. Only an alias has a parent, and a parent alone makes a part an alias. The default
 * of `parent_qty` is 1.
 * @param before the present kind of a part that changes
 * @throws body.invalid
 */
function kindOf(fields: KindFields, before: Kind | null): Kind {
  const parent = fields.parent_part_id === undefined ? (before?.parent_part_id ?? null) : fields.parent_part_id;
  const type = fields.parttype_id ?? before?.parttype_id ?? (parent === null ? partType.inventory : partType.alias);
  if (type !== partType.alias) return withoutParent(type, fields);
  if (parent === null) throw unfit('/parent_part_id', 'is required: an alias has a parent');
  const qty = fields.parent_qty ?? before?.parent_qty ?? '1';
  return { parttype_id: type, parent_part_id: parent, parent_qty: qty };
}

/** An alias that gets another type loses its parent. */
function withoutParent(type: number, { parent_part_id, parent_qty }: KindFields): Kind {
  if (parent_part_id != null) throw unfit('/parent_part_id', 'is only for aliases');
  if (Number(parent_qty ?? 1) !== 1) throw unfit('/parent_qty', 'is only for aliases');
  return { parttype_id: type, parent_part_id: null, parent_qty: '1' };
}
