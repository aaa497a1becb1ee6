import { sql } from 'kysely';
import { noteReturn } from '../fulfilment/work/note-return.ts';
import { groupsWithout } from '../platform/access/group-members.ts';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { problem } from '../platform/problems/problems.ts';
import { unfit, unknownRecord } from '../platform/records/refusals.ts';
import { returnOrderStates } from '../platform/states/states.ts';
import { type LockedReturn, lockReturn } from './lock.ts';
import { assertReturnable } from './returnable.ts';
import type { AuthoriseBody } from './schema.ts';

/**
 * Authorises the requested quantities, or others. Both can be changed until the return ends.
 * @throws returnorder.by-group; returnorder.excess where less left, or is on other returns; body.invalid where more was received already
 */
export const authoriseReturn = operation(
  'returnorder.authorise',
  async (context, { id, body }: { id: number; body: AuthoriseBody }) => {
    const row = await lockReturn(context.tx, id);
    const isFirst = returnOrderStates.allows('authorise', row);
    if (!isFirst) returnOrderStates.demand('raise', row);
    if (!isFirst && (body.lines ?? []).length === 0) return;
    await assertMember(context, row);
    await authorise(context, row, body);
  },
);

/**
 * Authorises a locked return. The first time, its goods are awaited from then on, and its label is due if the engine books it. A label
 * that is booked stays when the quantities change.
 */
export async function authorise(
  context: OperationContext,
  row: Row<'returnorder', 'id' | 'salesorder_id'>,
  { lines = [] }: AuthoriseBody,
): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ position: number | null; line_id: number; known: boolean; received: boolean }>`
    -- Writes the authorised quantities, and returns each with its fault.
    with entry as (
      select line_id, max(qty) as qty, (min(position) - 1)::int as position
      from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (line_id bigint, qty numeric)) with ordinality as e(line_id, qty, position)
      group by line_id
    ), changed as (
      update returnorderline l set qty_authorised = coalesce(e.qty, case when r.authorised_at is null then l.qty_requested else l.qty_authorised end)
      from returnorder r join returnorderline same on same.returnorder_id = r.id left join entry e on e.line_id = same.id
      where r.id = ${row.id} and l.id = same.id
      returning l.id, l.qty_authorised
    )
    select e.position, e.line_id, c.id is not null as known,
      c.qty_authorised < (select coalesce(sum(u.qty), 0) from returnorderunit u where u.returnorderline_id = c.id) as received
    from entry e left join changed c on c.id = e.line_id order by e.position`.execute(tx);
  for (const { position, line_id, known, received } of rows) {
    if (!known) throw unknownRecord(`/lines/${position}/line_id`, 'returnorderline', line_id);
    if (received) throw unfit(`/lines/${position}/qty`, 'is less than was received');
  }
  await sql`
    -- Authorises the return the first time, and keeps its state later.
    update returnorder set status_id = case when authorised_at is null then ${sql.lit(returnOrderStates.id.Authorised)} else status_id end,
      due_at = case when authorised_at is null then this_second() + make_interval(secs => wait_seconds) else due_at end,
      label_due = label_due or coalesce(authorised_at is null and label_by = 'automatic' and carrier_name is not null, false)
        and exists (select from returnorderline where returnorder_id = ${row.id} and qty_authorised > 0),
      authorised_at = coalesce(authorised_at, this_second()), updated_at = this_second()
    where id = ${row.id}`.execute(tx);
  await assertReturnable(tx, row.salesorder_id);
  await noteReturn(context, row, 'returnorder.authorised');
}

/** @throws returnorder.by-group where the operators' file names a group that the user is not in */
export async function assertMember(
  { tx, actor }: OperationContext,
  { number, authorised_by }: LockedReturn,
): Promise<void> {
  if (authorised_by === null || (await groupsWithout(tx, actor.userId, [authorised_by])).length === 0) return;
  const detail = `Only members of the user group ${authorised_by} may authorise or refuse return ${number}.`;
  throw problem('returnorder.by-group', detail, { groups: [authorised_by] });
}
