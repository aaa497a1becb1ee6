import { type RawBuilder, sql } from 'kysely';
import type { Step } from '../../../planning/plan.ts';
import { problem } from '../problems/problems.ts';
import { locationType } from '../states/kinds.ts';
import type { Tx } from './operation.ts';

/**
 * The one place that locks rows of the business. Everybody locks in the same order, so that nobody waits in a circle:
 * 1. orders, by id; 2. picks, packs, ships, then pickuplines, by id; 3. stock, by site and part; and only then write.
 */

export interface LockedOrder {
  id: number;
  number: string;
  status_id: number;
  site_id: number;
  held_at: Date | null;
  hold_reason: string | null;
  /** Of the pinned plan: the steps it requires, and how they are to be done. Empty before issue. */
  required: Step[];
  start_in_carton: boolean;
  cartons_per_pallet: number | null;
  /** Names of the carton types that it may be packed into; null for all. */
  carton_types: string[] | null;
  /** Steps that rules of the plan speak of again before they are begun (`before:`). */
  unsettled: Step[];
  /** The single moving location of its site, to which everything is picked (spec 1.2); null where the site has none. */
  moving_location_id: number | null;
}

/**
 * Locks orders against every other operation on them.
 * @param also SQL of the ids of further orders, that have something in common with these
 * @returns all of them in the order of their ids
 */
export async function lockOrders(
  tx: Tx,
  orderIds: readonly number[],
  also?: RawBuilder<unknown>,
): Promise<LockedOrder[]> {
  const ids = [...new Set(orderIds)].sort((a, b) => a - b);
  const { rows } = await sql<LockedOrder>`
    select id, number, status_id, site_id, held_at, hold_reason,
      array(select s ->> 'step' from jsonb_array_elements(plan -> 'steps') s where (s ->> 'required')::boolean) as required,
      coalesce((plan ->> 'start_in_carton')::boolean, false) as start_in_carton,
      (plan ->> 'cartons_per_pallet')::int as cartons_per_pallet, nullif(plan -> 'carton_types', 'null') as carton_types,
      array(select l #>> '{again,step}' from jsonb_array_elements(plan -> 'later') l where l #> '{again,waited}' = 'null') as unsettled,
      (select min(l.id) from location l where l.site_id = salesorder.site_id and l.locationtype_id = ${sql.lit(locationType.moving)} and l.active) as moving_location_id
    from salesorder
    where id = any(${also ? sql`array(select unnest(${ids}::int[]) union ${also})` : sql`${ids}::int[]`})
    order by id for no key update`.execute(tx);
  const missing = ids.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0) throw problem('record.unknown', `There is no sales order ${missing.join(', ')}.`);
  return rows;
}

export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder> {
  return (await lockOrders(tx, [orderId]))[0]!;
}

export type Lockable = 'pick' | 'pack' | 'ship';

export interface LockedRecord {
  id: number;
  site_id: number;
  status_id: number;
}

/** Locks a pick, pack or ship. */
export async function lockRecord(tx: Tx, kind: Lockable, id: number): Promise<LockedRecord> {
  const { rows } = await sql<LockedRecord>`
    select id, site_id, status_id from ${sql.table(kind)} where id = ${id} for no key update`.execute(tx);
  if (!rows[0]) throw problem('record.unknown', `There is no ${kind} ${id}.`);
  return rows[0];
}

/**
 * Locks the stock of parts at a site: whoever reserves, moves, adjusts or gives back stock holds this first. A lock of the
 * pair and not of rows, because rows that do not exist yet count as well (stock that arrives while an order is reserved).
 */
export async function lockStock(tx: Tx, siteId: number, partIds: readonly number[]): Promise<void> {
  const ids = [...new Set(partIds)].sort((a, b) => a - b);
  if (ids.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(${siteId}::int, part_id)
    from (select part_id from unnest(${ids}::int[]) as part_id order by part_id) as parts`.execute(tx);
}

/** The same for every part that the orders' work is about. */
export async function lockStockOf(tx: Tx, siteId: number, orderIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${siteId}::int, part_id)
    from (select distinct part_id from work where order_id = any(${orderIds}::int[]) and stocked order by part_id) as parts`.execute(
    tx,
  );
}
