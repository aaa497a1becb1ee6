import { type RawBuilder, sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { packStates } from '../../platform/states/states.ts';
import type { OpenLists } from '../work/open-lists.ts';

/** Returns the orders that a pack is for. */
export async function ordersOfPack(tx: Tx, packId: number): Promise<number[]> {
  const { rows } = await sql<Row<'packline', 'order_id'>>`
    select distinct order_id from packline where pack_id = ${packId}`.execute(tx);
  return rows.map((row) => row.order_id);
}

/** Returns the open packs of the orders, or of these lines. */
export async function openPacks(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<OpenLists> {
  const { rows } = await sql<Row<'pack', 'id'> & { own: boolean }>`
    -- Finds the open packs of the orders or lines, and whether all their lines are of these orders.
    select k.id, bool_and(l.order_id = any(${orderIds}::bigint[])) as own from pack k join packline l on l.pack_id = k.id
    where k.status_id = ${sql.lit(packStates.id.Open)} and k.id in (
      select pack_id from packline
      where order_id = any(${orderIds}::bigint[]) and (${lineIds}::bigint[] is null or line_id = any(${lineIds}::bigint[])))
    group by k.id order by k.id`.execute(tx);
  const idsOf = (own: boolean) => rows.filter((row) => row.own === own).map((row) => row.id);
  return { own: idsOf(true), shared: idsOf(false) };
}

/** SQL: those of the orders that have an open pack. */
export const ordersWithOpenPack = (orderIds: readonly number[]): RawBuilder<unknown> => sql`
  select l.order_id from packline l join pack k on k.id = l.pack_id
  where l.order_id = any(${orderIds}::bigint[]) and k.status_id = ${sql.lit(packStates.id.Open)}`;

/** Units of a pack that are in no carton. */
export interface LooseUnits extends LineQuantity, Row<'packline', 'pack_id'> {
  /** The number of the part. */
  part: Column<'part', 'number'>;
}

/** Returns the loose units of packs, by line and part: the quantities of their lines less the contents of their cartons. */
export async function looseUnits(tx: Tx, packIds: readonly number[]): Promise<LooseUnits[]> {
  const { rows } = await sql<LooseUnits>`
    -- Subtracts the contents of the cartons from the quantities of the packlines.
    with wanted as (
      select pack_id, order_id, line_id, part_id, sum(qty) as qty from packline
      where pack_id = any(${packIds}::bigint[]) group by pack_id, order_id, line_id, part_id
    ), packed as (
      select c.pack_id, r.line_id, r.part_id, sum(r.qty) as qty
      from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where c.pack_id = any(${packIds}::bigint[]) group by c.pack_id, r.line_id, r.part_id
    )
    select w.pack_id, w.order_id, w.line_id, w.part_id, p.number as part, w.qty - coalesce(k.qty, 0) as qty
    from wanted w join part p on p.id = w.part_id
    left join packed k on k.pack_id = w.pack_id and k.line_id = w.line_id and k.part_id = w.part_id
    where w.qty > coalesce(k.qty, 0)
    order by w.pack_id, w.line_id, w.part_id`.execute(tx);
  return rows;
}
