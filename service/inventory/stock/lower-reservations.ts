import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the SQL of CTEs that lower reservations. A reservation that gives up all of its units is deleted.
 * @param shares name of a CTE with one row `(id, qty, share)` for each reservation: its quantity, and the part that it gives up
 */
export function lowerReservations(shares: string): RawBuilder<unknown> {
  return sql`emptied as (
      delete from reservation r using ${sql.table(shares)} s where r.id = s.id and s.share = s.qty
    ), ${shrinkReservations(shares)}`;
}

/**
 * Returns the SQL of CTEs that lower reservations whose units leave for good. Each share stays as a closed
 * reservation, because a locked carton shows the units that it left with.
 * @param shares name of a CTE with one row `(id, order_id, site_id, line_id, part_id, inventory_id, qty, share)` for each reservation
 */
export function closeReservations(shares: string): RawBuilder<unknown> {
  return sql`closed as (
      update reservation r set closed_at = this_second() from ${sql.table(shares)} s where r.id = s.id and s.share = s.qty
    ), closed_part as (
      insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty, closed_at)
      select order_id, site_id, line_id, part_id, inventory_id, share, this_second() from ${sql.table(shares)} where share < qty
    ), ${shrinkReservations(shares)}`;
}

const shrinkReservations = (shares: string) => sql`shrunk as (
      update reservation r set qty = r.qty - s.share from ${sql.table(shares)} s where r.id = s.id and s.share < s.qty
    )`;

/**
 * Returns the SQL of a CTE that lowers the stock rows whose reservations were lowered.
 * @param shares name of a CTE with rows `(inventory_id, share)`
 * @param units `stay` where they are, free for other orders, or `leave` the place
 */
export function lowerStock(shares: string, units: 'stay' | 'leave'): RawBuilder<unknown> {
  return sql`stock as (
      update inventory i set ${units === 'leave' ? sql`qty = i.qty - s.share, ` : sql``}qty_committed = i.qty_committed - s.share
      from (select inventory_id, sum(share) as share from ${sql.table(shares)} group by inventory_id) s where i.id = s.inventory_id
    )`;
}
