import { sql } from 'kysely';
import type { Tolerance } from '../../config/receiving.ts';
import { allocateBackorders } from '../fulfilment/work/allocate-backorders.ts';
import { notingEndedCounts } from '../fulfilment/work/put-back/note.ts';
import { applyAdjustments } from '../inventory/operations.ts';
import { lockOrders, lockStock } from '../inventory/stock/locks.ts';
import { receive } from '../inventory/stock/receive.ts';
import { takeFree } from '../inventory/stock/take-free.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { countStates } from '../platform/states/states.ts';
import { type LockedCount, lockCount } from './operations.ts';
import { isBeyond, linesToRecount } from './tolerance.ts';

/** A line whose count differs from the books. */
type Difference = Row<'countline', 'part_id' | 'location_id' | 'lot' | 'serial'> & {
  /** Above zero for units that were found, and below for missing ones. */
  readonly qty: string;
  /** Of the stock of the lot, as a day. */
  readonly expires_on: string | null;
};

const reason = 'count';

/**
 * Approves a count: its differences go into stock in one transaction. Movements since a line was counted are kept, because the difference
 * belongs to the moment of the count. Missing units are taken from free stock first, and then from the orders that would be served last.
 * Repeating it changes nothing.
 * @throws count.incomplete, count.recount, count.own, stock.short where the units have left since the count
 */
export const approveCount = operation(
  'count.approve',
  async (context, { id, tolerance }: { id: number; tolerance: Tolerance }) => {
    const { tx, actor } = context;
    const count = await lockCount(tx, id);
    if (countStates.repeated('approve', count)) return;
    await assertApprovable(tx, count, { userId: actor.userId, tolerance });
    const differences = await differencesOf(tx, id);
    const partIds = [...new Set(differences.map(({ part_id }) => part_id))];
    const missing = differences.filter(({ qty }) => qty.startsWith('-'));
    const orderIds = await ordersAtPlaces(tx, missing);
    await lockOrders(tx, orderIds);
    await lockStock(tx, count.site_id, partIds);
    const orders = await notingEndedCounts(context, { partIds, why: 'writeoff' }, async () => {
      const short = await takeFree(
        tx,
        actor,
        reason,
        missing.map((one) => ({ ...one, qty: one.qty.slice(1) })),
      );
      // A count rarely takes units of orders, so each place has statements of its own.
      const { writtenOff } = await applyAdjustments(
        context,
        short.map((one) => ({ ...one, qty: `-${one.qty}`, reason })),
        orderIds,
      );
      const found = differences.filter(({ qty }) => !qty.startsWith('-'));
      if (found.length > 0) await receive(tx, actor, reason, found);
      return writtenOff.map(({ order_id }) => order_id);
    });
    await sql`
      -- Approves the count.
      update count set status_id = ${countStates.id.Approved}, approved_by = ${actor.userId}, approved_at = this_second(),
        updated_at = this_second()
      where id = ${id}`.execute(tx);
    await recordEvent(context, {
      event: 'count.approved',
      id,
      orders: [...new Set(orders)],
      detail: { differences: differences.length },
    });
    await allocateBackorders(context, count.site_id, partIds);
  },
);

/** Refuses a count with lines that must be counted, and as its approver the counter of a line that differs beyond the tolerance. */
async function assertApprovable(
  tx: Tx,
  count: LockedCount,
  { userId, tolerance }: { userId: number; tolerance: Tolerance },
): Promise<void> {
  const { rows } = await sql<{ open: number[] | null; own: boolean | null }>`
    -- Reads which lines are not counted, and whether the user counted one that differs beyond the tolerance.
    select array_agg(id order by id) filter (where qty is null) as open, bool_or(counted_by = ${userId} and ${isBeyond(tolerance)}) as own
    from countline where count_id = ${count.id}`.execute(tx);
  const [{ open = null, own = null } = {}] = rows;
  if (open !== null) {
    throw problem('count.incomplete', `${open.length} lines of count ${count.number} are not counted yet.`, {
      line_ids: open,
    });
  }
  if (own) {
    throw problem(
      'count.own',
      `You counted lines of count ${count.number} that differ beyond the tolerance. Another person approves it.`,
      { count_id: count.id },
    );
  }
  const again = await linesToRecount(tx, count.id, tolerance);
  if (again.length > 0) {
    throw problem(
      'count.recount',
      `${again.length} lines of count ${count.number} differ from the books beyond the tolerance. Count them a second time.`,
      { line_ids: again },
    );
  }
}

async function differencesOf(tx: Tx, countId: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    -- Reads the differences. Units of a lot that were found have the expiry date of its other units.
    select l.part_id, l.location_id, l.lot, l.serial, trim_scale(l.qty - l.qty_expected)::text as qty, (
      select min(i.expires_on)::text from inventory i
      where i.part_id = l.part_id and i.lot is not distinct from l.lot and i.serial is not distinct from l.serial
        and (l.lot is not null or i.location_id = l.location_id)) as expires_on
    from countline l where l.count_id = ${countId} and l.qty <> l.qty_expected order by l.id`.execute(tx);
  return rows;
}

/** Returns the orders that have units reserved at places. */
async function ordersAtPlaces(tx: Tx, places: readonly Difference[]): Promise<number[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<Row<'reservation', 'order_id'>>`
    -- Finds the orders with units at the places.
    select distinct r.order_id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(part_id bigint, location_id bigint)
    join inventory i on i.part_id = p.part_id and i.location_id = p.location_id and i.qty_committed > 0
    join reservation r on r.inventory_id = i.id and r.closed_at is null`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}
