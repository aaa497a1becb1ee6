import { type RawBuilder, sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { moveReserved, type ReservedMove } from '../../inventory/stock/move.ts';
import { releaseUnits } from '../../inventory/stock/release.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { canceledRows, type PackedUnits, type PickedWork } from '../work/canceled-work.ts';
import { noteUnits } from '../work/put-back/note.ts';
import { canceled, movesOfLastCommits } from './last-commits.ts';
import { lotsPacked, undoPickWork } from './undo-pick.ts';

/** Picked units that are canceled, with the place that they were taken from: `to_location_id`. */
interface CanceledPicked
  extends ReservedMove,
    Row<'pickline', 'order_id' | 'line_id' | 'part_id' | 'pick_id' | 'finished'> {
  pickline_id: number;
  lot: string | null;
  serial: string | null;
  qty: string;
  /** Whether a pack took other lots than the pick brought, so that the units to cancel are of an earlier pick. */
  readonly moved_on: boolean;
}

/**
 * Cancels picked units that are on no pack any more. The books move them back to where they were taken from, and free them; people read
 * it on their pick, or on the pack that had them. The work of finished picks is undone.
 * @param packed those of the units that packs had
 * @returns the picks of the units
 * @throws pick.state where a pack took other lots of the line than its pick brought
 */
export async function cancelPicked(
  context: OperationContext,
  order: LockedOrder,
  work: readonly PickedWork[],
  packed: readonly PackedUnits[],
): Promise<(number | null)[]> {
  const { tx, actor } = context;
  const picked = await unitsOfPicks(tx, work);
  if (picked.length === 0) return [];
  const swapped = picked.find(({ moved_on }) => moved_on);
  if (swapped?.pick_id) throw await lotsPacked(tx, swapped.pick_id, `Line ${swapped.line_id} can't be canceled`);
  await noteUnits(context, notes(picked, packed), { why: 'cancel' });
  await moveReserved(tx, actor, canceled, picked);
  await releaseUnits(
    tx,
    picked.map(({ to_location_id: location_id, ...units }) => ({ ...units, location_id })),
  );
  await shortenCommitted(tx, picked);
  const finished = picked.filter((units) => units.finished);
  await undoPickWork(context, [order], finished);
  return picked.map(({ pick_id }) => pick_id);
}

/** Returns the units to cancel: those of open picks first, and only of lots that are still where the picks brought them. */
async function unitsOfPicks(tx: Tx, work: readonly PickedWork[]): Promise<CanceledPicked[]> {
  if (work.length === 0) return [];
  const { rows: lines } = await sql<Row<'pickline', 'id'>>`
    -- Finds the committed picklines of the work.
    with ${canceledRows(work)} select id from pickline where work_id in (select work_id from canceled) and qty_committed > 0`.execute(
    tx,
  );
  const there = allocate({
    units: { rows: sql`move`, order: sql`finished, id desc` },
    per: ['line_id', 'part_id', 'to_location_id', 'lot', 'serial'],
    need: sql`there`,
  });
  const shares = allocate({
    units: { rows: sql`back`, order: sql`finished, id desc` },
    per: ['work_id'],
    need: sql`canceled`,
  });
  const { rows } = await sql<CanceledPicked>`
    -- Allocates the canceled units to the movements of the last commits.
    with canceled as (
      select * from unnest(${work.map(({ work_id }) => work_id)}::bigint[], ${work.map(({ qty }) => qty)}::numeric[],
        ${work.map(({ unused }) => unused)}::numeric[]) as c(work_id, qty, unused)
    ), committed as materialized (
      -- Without this, PostgreSQL may read the movements again for each line.
      ${movesOfLastCommits(lines.map(({ id }) => id))}
    ), move as (
      select m.*, p.work_id, p.pick_id, p.finished, c.qty as canceled, c.unused, r.qty as there
      from committed m
      join pickline p on p.id = m.pickline_id join canceled c on c.work_id = p.work_id
      join reservation r on r.line_id = m.line_id and r.part_id = m.part_id and r.closed_at is null
      join inventory i on i.id = r.inventory_id and i.location_id = m.to_location_id
        and i.lot is not distinct from m.lot and i.serial is not distinct from m.serial
    ), back as (
      select id, pickline_id, order_id, line_id, part_id, from_location_id, to_location_id, lot, serial, work_id, pick_id, finished, canceled,
        unused, share as qty
      from (${there}) t
    )
    select pickline_id, order_id, line_id, part_id, to_location_id as from_location_id, from_location_id as to_location_id, lot, serial,
      pick_id, finished, share as qty, coalesce(sum(share) filter (where finished) over (partition by work_id), 0) > unused as moved_on
    from (${shares}) s order by id`.execute(tx);
  return rows;
}

/**
 * SQL: the units with the lists of the people who hold them: a carton and its pack, by lot and serial number; the pack that has the
 * loose ones; or the pick.
 */
const notes = (picked: readonly CanceledPicked[], packed: readonly PackedUnits[]): RawBuilder<unknown> => sql`
  with back as (
    select b.*, concat(lot, chr(31), serial) as identity
    from rows from (jsonb_to_recordset(${JSON.stringify(picked)}::jsonb)
      as (pick_id bigint, order_id bigint, line_id bigint, part_id bigint, qty numeric, lot text, serial text, to_location_id bigint))
      with ordinality as b(pick_id, order_id, line_id, part_id, qty, lot, serial, to_location_id, position)
  ), held as (
    select h.*, concat(lot, chr(31), serial) as identity
    from rows from (jsonb_to_recordset(${JSON.stringify(packed)}::jsonb)
      as (pack_id bigint, ship_id bigint, carton text, line_id bigint, part_id bigint, qty numeric, lot text, serial text))
      with ordinality as h(pack_id, ship_id, carton, line_id, part_id, qty, lot, serial, position)
  ), loose as (
    select line_id, part_id, min(pack_id) as pack_id from held where carton is null group by line_id, part_id
  ), boxed as (${allocate({
    needs: { rows: sql`(select * from held where carton is not null)`, order: sql`position` },
    units: { rows: sql`back`, order: sql`position` },
    per: ['line_id', 'part_id', 'identity'],
    columns: sql`n.pack_id, n.ship_id, n.carton, u.position`,
  })}
  ), unit as (
    select null::bigint as pick_id, x.pack_id, x.ship_id, x.carton, b.order_id, b.part_id, x.share as qty, b.lot, b.serial, b.to_location_id
    from boxed x join back b using (position)
    union all
    select case when l.pack_id is null then b.pick_id end, l.pack_id, null, null, b.order_id, b.part_id,
      b.qty - coalesce((select sum(x.share) from boxed x where x.position = b.position), 0), b.lot, b.serial, b.to_location_id
    from back b left join loose l using (line_id, part_id)
  )
  select pick_id, pack_id, ship_id, carton, order_id, part_id, sum(qty) as qty, lot, serial, to_location_id as location_id
  from unit where qty > 0 group by pick_id, pack_id, ship_id, carton, order_id, part_id, lot, serial, to_location_id`;

async function shortenCommitted(tx: Tx, picked: readonly CanceledPicked[]): Promise<void> {
  await sql`
    -- Shortens the committed picklines.
    with share as (
      select pickline_id as id, sum(qty) as share
      from jsonb_to_recordset(${JSON.stringify(picked)}::jsonb) as s(pickline_id bigint, qty numeric) group by pickline_id
    ), deleted as (
      delete from pickline p using share s where p.id = s.id and p.qty = s.share
    )
    update pickline p set qty = p.qty - s.share, qty_committed = p.qty_committed - s.share, updated_at = this_second()
    from share s where p.id = s.id and p.qty > s.share`.execute(tx);
}
