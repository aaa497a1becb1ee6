import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { task } from '../../platform/states/kinds.ts';

/** The part of an open packline that a task takes off its pack. */
interface SplitLine extends Row<'packline', 'id' | 'pack_id' | 'qty'> {
  /** The taken quantity; 0 without any. */
  share: string;
  /** Whether the task takes all lines of the pack. */
  whole: boolean;
}

/**
 * Takes units of these lines off open packs, as far as a task needs more than the units on no pack. They are on no pack then.
 * Units in a carton stay on the pack, because a person has packed them. A pack whose lines are all needed stays unchanged.
 * @param openPackIds open packs that hold lines of the locked orders alone
 * @returns the unchanged packs
 */
export async function splitFromOpenPacks(
  tx: Tx,
  openPackIds: readonly number[],
  lines: readonly LineDetail[],
): Promise<number[]> {
  if (openPackIds.length === 0) return [];
  const shares = await readShares(tx, openPackIds, lines);
  const split = shares.filter(({ whole, share }) => !whole && Number(share) > 0);
  if (split.length > 0) await lowerPacklines(tx, split);
  return [...new Set(shares.filter(({ whole }) => whole).map(({ pack_id }) => pack_id))].sort((a, b) => a - b);
}

/**
 * Allocates the needed units to the lines of open packs, first to packs that can be taken as a whole. This and `lowerPacklines`
 * are two statements: only a part of an order that is on an open pack needs them, and the second one only where a pack is split.
 */
async function readShares(tx: Tx, openPackIds: readonly number[], lines: readonly LineDetail[]): Promise<SplitLine[]> {
  const perWork = { per: ['work_id'], need: sql`needed` };
  const wholePack = sql`having sum(share) = (select sum(l.qty) from packline l where l.pack_id = s.pack_id)`;
  const { rows } = await sql<SplitLine>`
    -- Allocates the needed units to packlines: of packs needed whole all units, of others those in no carton.
    with need as (
      -- The quantity of a detail is for picked units that are on no pack as well.
      select k.id as work_id, k.line_id, k.part_id, case when d.qty is not null then greatest(0, d.qty * k.per_unit - qty_ready(p)
        + coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0)) end as needed
      from (${detailRows(lines)}) d join work k on k.line_id = d.line_id and k.task_id = ${sql.lit(task.pack)}
      join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = ${sql.lit(task.pick)}
    ), open_line as (
      select l.id, l.pack_id, l.work_id, l.qty, n.needed,
        l.qty - coalesce((
          select sum(r.qty) from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
          where r.line_id = l.line_id and r.part_id = l.part_id and r.closed_at is null and c.pack_id = l.pack_id), 0) as loose
      from need n join packline l on l.work_id = n.work_id where l.pack_id = any(${openPackIds}::bigint[])
    ), fitting as (
      select s.pack_id from (${allocate({ units: { rows: sql`open_line`, order: sql`pack_id` }, ...perWork })}) s
      group by s.pack_id ${wholePack}
    ), offered as (
      select id, pack_id, work_id, needed, qty as line_qty,
        case when pack_id in (select pack_id from fitting) then qty else loose end as qty from open_line
    ), share as (${allocate({ units: { rows: sql`offered`, order: sql`pack_id` }, ...perWork })}
    ), whole as (
      select s.pack_id from share s group by s.pack_id ${wholePack}
    )
    select id, pack_id, line_qty as qty, share, pack_id in (select pack_id from whole) as whole from share`.execute(tx);
  return rows;
}

/** Lowers packlines by their shares, and deletes those that give up all of their units. */
async function lowerPacklines(tx: Tx, lines: readonly SplitLine[]): Promise<void> {
  await sql`
    -- Deletes the packlines whose share is all of them, and lowers the others.
    with share as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as s(id bigint, qty numeric, share numeric)
    ), deleted as (
      delete from packline l using share s where l.id = s.id and s.share = s.qty
    )
    update packline l set qty = l.qty - s.share from share s where l.id = s.id and s.share < s.qty`.execute(tx);
}
