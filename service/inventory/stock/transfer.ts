import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { inRange } from '../../platform/database/overflow.ts';
import type { Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { NextCall } from '../../platform/states/transitions.ts';
import { allocate } from './allocate.ts';
import type { LineQuantity } from './line-detail.ts';
import { lowerReservations } from './lower-reservations.ts';
import { tooManyUnits, trim } from './quantity.ts';
import { whereThePartIs } from './where-the-part-is.ts';

/** Stock that is to be moved from one storage location to another. */
export interface Transfer {
  part_id: number;
  from: number;
  to: number;
  qty: string;
  lot?: string | null;
  serial?: string | null;
  reason: string;
  /** Orders whose reserved units are moved too where the free units are not enough. */
  orderIds: readonly number[];
}

/** One row of the ledger: free units, where order and line are null, or units of an order line. */
interface TransferMovement extends Row<'inventorymovement', 'order_id' | 'line_id' | 'part_id' | 'qty'> {
  /** Id of the last movement of the statement. */
  movement: number;
  /** Units that were moved in all, and whether they are enough. */
  moved: string;
  enough: boolean;
}

/**
 * Moves free units, and then reserved units with their reservations: the order that would be served last gives its units first.
 * @returns the reserved units that were moved, by order line, and the id of the last movement
 * @throws stock.short where fewer units can be moved
 */
export async function transfer(
  tx: Tx,
  actor: Actor,
  order: Transfer,
): Promise<{ moved: LineQuantity[]; movement: number }> {
  const rows = await inRange(moveStock(tx, actor, order), () => tooManyUnits(order.qty));
  const [first] = rows;
  if (!first?.enough) throw tooFew(order, first?.moved ?? '0');
  const moved = rows.flatMap(({ order_id, line_id, part_id, qty }) =>
    order_id === null || line_id === null ? [] : [{ order_id, line_id, part_id, qty }],
  );
  return { moved, movement: first.movement };
}

/**
 * Moves stock and reservations, and writes the ledger. Nine CTEs in one statement, as for every change of stock: a hot row takes
 * 4,275 such changes a second, and 2,340 with a lock first (docs/decisions/0009-change-in-one-statement.md).
 */
async function moveStock(
  tx: Tx,
  actor: Actor,
  { part_id, from, to, qty, lot = null, serial = null, reason, orderIds }: Transfer,
): Promise<TransferMovement[]> {
  const reserved = sql`(
    select r.id, r.order_id, r.site_id, r.line_id, r.part_id, r.qty, s.not_free, o.priority, o.issue_date
    from source s join reservation r on r.inventory_id = s.id and r.closed_at is null join salesorder o on o.id = r.order_id
    where r.order_id = any(${orderIds}::bigint[]))`;
  const { rows } = await sql<TransferMovement>`
    -- Moves stock with its reservations to the other location.
    with source as (
      select id, lot, serial, expires_on, received_at, least(qty - qty_committed, ${qty}::numeric) as free,
        greatest(${qty}::numeric - (qty - qty_committed), 0) as not_free
      from inventory
      where part_id = ${part_id} and location_id = ${from} and qty > 0
        and case when ${serial}::text is null then lot is not distinct from ${lot}::text and serial is null
          else serial = ${serial} and lot is not distinct from coalesce(${lot}::text, lot) end
    ), share as (${allocate({
      units: { rows: reserved, order: sql`priority desc, issue_date desc nulls first, id desc` },
      need: sql`not_free`,
    })}
    ), total as (
      select s.id, s.free + coalesce(r.qty, 0) as qty, coalesce(r.qty, 0) as committed
      from source s, (select sum(share) as qty from share) r
    ), departed as (
      update inventory i set qty = i.qty - t.qty, qty_committed = i.qty_committed - t.committed from total t where i.id = t.id
    ), ${lowerReservations('share')}, target as (
      insert into inventory as i (part_id, location_id, lot, serial, expires_on, received_at, qty, qty_committed)
      select ${part_id}::bigint, ${to}::bigint, s.lot, s.serial, s.expires_on, s.received_at, t.qty, t.committed
      from source s join total t on t.id = s.id
      on conflict (part_id, location_id, lot, serial) do update set qty = i.qty + excluded.qty,
        qty_committed = i.qty_committed + excluded.qty_committed,
        received_at = case when i.qty = 0 then excluded.received_at else least(i.received_at, excluded.received_at) end,
        expires_on = case when i.qty = 0 then excluded.expires_on else least(i.expires_on, excluded.expires_on) end
      returning i.id
    ), arrived as (
      insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty)
      select s.order_id, s.site_id, s.line_id, s.part_id, t.id, s.share from share s, target t
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), ledger as (
      insert into inventorymovement (site_id, part_id, from_location_id, to_location_id, lot, serial, qty, reason, order_id, line_id,
        account_id)
      select l.site_id, ${part_id}::bigint, l.id, ${to}::bigint, s.lot, s.serial, m.qty, ${reason}::text, m.order_id, m.line_id,
        ${actor.userId}::bigint
      from source s join location l on l.id = ${from}, (
        select free as qty, null::bigint as order_id, null::bigint as line_id from source where free > 0
        union all select share, order_id, line_id from share) m
      returning id, order_id, line_id, part_id, qty
    )
    select order_id, line_id, part_id, qty, max(id) over () as movement, sum(qty) over () as moved,
      sum(qty) over () >= ${qty}::numeric as enough
    from ledger order by line_id nulls first`.execute(tx);
  return rows;
}

function tooFew(order: Transfer, moved: string) {
  const { part_id, from, to, qty, lot = null, serial = null, reason, orderIds } = order;
  const units = serial ? `serial number ${serial}` : lot ? `lot ${lot}` : 'the part';
  const reserved =
    orderIds.length > 0 ? '' : ' Units that orders have reserved are moved only within a site, to a location in use.';
  const tracking = lot === null && serial === null ? {} : { tracking: [{ lot, serial, qty: Number(moved) }] };
  const movable: NextCall = {
    method: 'POST',
    path: '/inventorytransfer',
    body: { part_id, from_location_id: from, to_location_id: to, qty: Number(moved), reason, ...tracking },
    why: 'Moves the units that can be moved',
  };
  return problem(
    'stock.short',
    `Only ${trim(moved)} of ${units} can be moved, and ${trim(qty)} are asked for.${reserved} GET /inventory?part_id=${part_id} lists where the part is.`,
    { part_id, location_id: from, next: [...(Number(moved) > 0 ? [movable] : []), whereThePartIs(part_id)] },
  );
}
