import { type RawBuilder, sql } from 'kysely';
import type { Step } from '../../../config/planning/plan.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { OrderKind } from '../../../records/sales-order.ts';
import { lockedRow, lockedRows } from '../../platform/database/locks/record-lock.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { UnknownRecord } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { keepOrderState } from './order-state.ts';
import { isRelabelled } from './voided-labels.ts';

/**
 * The locks that operations share. All operations lock in the same order, so that they cannot deadlock:
 * 1. orders, by id; 2. picks, packs, ships, then pickuplines, by id; 3. stock, by site and part. They write after that. A count of units
 * locks its pickline last, which keeps away all who change it.
 */

export interface LockedOrder
  extends Row<'salesorder', 'id' | 'number' | 'status_id' | 'site_id' | 'held_at' | 'hold_reason'> {
  kind: OrderKind;
  /** The user groups whose members release it; empty for everybody. */
  released_by: Column<'salesorder', 'released_by'>;
  /** Whether it is held and a plugin refuses its plan: nobody releases it. */
  is_refused: boolean;
  /** When somebody asked for the draft to be issued when possible; null for all other orders. */
  issue_requested_at: Column<'salesorder', 'issue_requested_at'>;
  /** The steps that the pinned plan requires. Empty before issue. */
  required: Step[];
  start_in_carton: boolean;
  cartons_per_pallet: number | null;
  /** The names of the carton types that the order may be packed into; null for all. */
  carton_types: string[] | null;
  /** Steps whose deferred rules must be evaluated before the step starts. */
  rulesPending: Step[];
  /** The step before which the carrier has to book voided labels anew; null for all other orders. */
  relabelStep: Step | null;
  /** The moving location of its site, to which all picked units move; null if the site has none. */
  moving_location_id: number | null;
}

/**
 * Locks orders against every other operation on them.
 * @param also SQL of the ids of further orders to lock
 * @returns all locked orders by id
 * @throws record.unknown if an order of `orderIds` does not exist
 */
export async function lockOrders(
  tx: Tx,
  orderIds: readonly number[],
  also?: RawBuilder<unknown>,
): Promise<LockedOrder[]> {
  const ids = [...new Set(orderIds)].sort((a, b) => a - b);
  const rows = await lockedRows(tx, { record: 'salesorder', ids }, lockingStatement(ids, also));
  const missing = ids.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0) {
    throw new UnknownRecord('salesorder', missing, { order_ids: missing });
  }
  keepOrderState(
    tx,
    rows.map(({ id }) => id),
  );
  return rows;
}

/** SQL: whether an order is held and a plugin refuses its plan. The plans of other orders are not read. */
const isRefused = (order: string) =>
  sql.raw(`(${order}.held_at is not null and coalesce(${order}.plan ? 'refusals', false))`);

function lockingStatement(
  ids: readonly number[],
  also?: RawBuilder<unknown>,
  ifLocked: RawBuilder<unknown> = sql``,
): RawBuilder<LockedOrder> {
  return sql<LockedOrder>`
    -- Locks orders, in the order of their ids.
    select id, kind, number, status_id, site_id, held_at, hold_reason, released_by, ${isRefused('o')} as is_refused, issue_requested_at,
      array(select s ->> 'step' from jsonb_array_elements(plan_outline -> 'steps') s where (s ->> 'required')::boolean) as required,
      coalesce((plan_outline ->> 'start_in_carton')::boolean, false) as start_in_carton,
      (plan_outline ->> 'cartons_per_pallet')::int as cartons_per_pallet, nullif(plan_outline -> 'carton_types', 'null') as carton_types,
      array(select jsonb_array_elements_text(plan_outline -> 'pending')) as "rulesPending",
      case when ${isRelabelled} then o.attention ->> 'step' end as "relabelStep",
      (select min(l.id) from location l where l.site_id = o.site_id and l.locationtype_id = ${sql.lit(locationType.moving)} and l.active) as moving_location_id
    from salesorder o
    where id = any(${also ? sql`array(select unnest(${ids}::bigint[]) union ${also})` : sql`${ids}::bigint[]`})
    order by id for no key update ${ifLocked}`;
}

/**
 * Locks those of the orders that nobody else has locked, and passes over the others. The caller has the state of those that it moves
 * kept (`keepOrderState`), in the savepoint in which it moves them: events show the state.
 * @returns the locked orders by id
 */
export async function lockFreeOrders(tx: Tx, orderIds: readonly number[]): Promise<LockedOrder[]> {
  const { rows } = await lockingStatement(orderIds, undefined, sql`skip locked`).execute(tx);
  return rows;
}

/** Locks one order against every other operation on it. */
export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder> {
  return firstRow({ rows: await lockOrders(tx, [orderId]) });
}

/** Groups orders, or what belongs to them, by site, in the order of the ids of the sites: in this order all operations lock stock. */
export function bySite<Row>(
  rows: readonly Row[],
  orderOf: (row: Row) => Pick<LockedOrder, 'site_id'>,
): [siteId: number, rows: Row[]][] {
  return [...grouped(rows, (row) => orderOf(row).site_id)].sort(([one], [other]) => one - other);
}

export type Lockable = 'pick' | 'pack' | 'ship';

export type LockedRecord = Row<'pack', 'id' | 'site_id' | 'status_id'>;

/** Locks a pick, pack or ship. */
export async function lockRecord(tx: Tx, kind: Lockable, id: number): Promise<LockedRecord> {
  const statement = sql<LockedRecord>`
    -- Locks a pick, pack or ship.
    select id, site_id, status_id from ${sql.table(kind)} where id = ${id} for no key update`;
  return lockedRow(tx, kind, id, statement);
}

/** Locks a pickline against all operations that change it. It is the last lock of its transaction. @throws record.unknown */
export async function lockPickline(tx: Tx, id: number): Promise<void> {
  const statement = sql`
    -- Locks a pickline.
    select id, site_id from pickline where id = ${id} for no key update`;
  await lockedRow(tx, 'pickline', id, statement);
}

/**
 * SQL that locks a row's `part_id` at a site. PostgreSQL takes two keys of 32 bits or one of 64, so the two ids become one hash. Two
 * pairs with the same hash would only wait for each other.
 */
const stockLock = (siteId: number) =>
  sql`pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'stock', ${siteId}::bigint, part_id), 0))`;

/**
 * Locks the stock of parts at a site. Every operation that reserves, moves, adjusts or returns stock takes this lock first.
 * It locks pairs of site and part, and not rows, because stock can arrive in new rows while an order is reserved.
 */
export async function lockStock(tx: Tx, siteId: number, partIds: readonly number[]): Promise<void> {
  const ids = [...new Set(partIds)].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const statement = sql`
    -- Locks the stock of parts, in the order of their ids.
    select ${stockLock(siteId)}
    from (select part_id from unnest(${ids}::bigint[]) as part_id order by part_id) as parts`;
  await lockedRows(tx, { record: 'stock', ids }, statement);
}

/** Locks the stock of every part in the work of the orders. */
export async function lockStockOf(tx: Tx, siteId: number, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Row<'work', 'part_id'>>`
    -- Reads the parts in the work of orders.
    select distinct part_id from work where order_id = any(${orderIds}::bigint[]) and stocked`.execute(tx);
  await lockStock(
    tx,
    siteId,
    rows.map(({ part_id }) => part_id),
  );
}
