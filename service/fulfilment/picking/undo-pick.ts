import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import { orderStates } from '../../orders/states.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { type RecordedEvent, recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { shipStates } from '../shipping/states.ts';
import { bookWork } from '../work/book-work.ts';

/** Undoes the work of a finished pick. Its orders that have no other picked units are no longer ready for pickup. */
export async function undoPickWork(
  context: OperationContext,
  orders: readonly LockedOrder[],
  committed: readonly LineQuantity[],
): Promise<void> {
  const { tx } = context;
  const orderIds = orders.map((order) => order.id);
  const undone = committed.map((line) => ({ ...line, qty: `-${line.qty}` }));
  await bookWork(tx, 'pick', undone, orderIds);
  await sql`
    -- Deletes pickuplines of orders whose picked units are all picked up.
    delete from pickupline u where u.order_id = any(${orderIds}::bigint[]) and u.pickup_id is null
      and (select sum(w.qty_done) filter (where w.task_id = ${sql.lit(task.pick)}) = sum(w.qty_done) filter (where w.task_id = ${sql.lit(task.pickup)})
        from work w where w.order_id = u.order_id and w.stocked)`.execute(tx);
  await recordEvent(context, ...(await issuedAgain(tx, orders)));
}

/** Returns the events of orders that were in progress, and are issued again because no picked unit is left. */
async function issuedAgain(tx: Tx, orders: readonly LockedOrder[]): Promise<RecordedEvent<'salesorder.modified'>[]> {
  const inProgress = orders.filter((order) => orderStates.stateOf(order) === 'In Progress').map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select id from salesorder where id = any(${inProgress}::bigint[]) and status_id = ${sql.lit(orderStates.id.Issued)}`.execute(
    tx,
  );
  return rows.map(({ id }) => ({ event: 'salesorder.modified', id, orders: [id], detail: { state: 'Issued' } }));
}

/**
 * Refuses to undo a finished pick whose units a later step needs. Units that other picks brought may serve that step instead.
 * @param refusal the beginning of the message, such as `Pick 7 can't be deleted`
 * @throws pick.state
 */
export async function refuseIfUsed(tx: Tx, pickId: number, refusal: string): Promise<void> {
  const { rows } = await sql<{ part: string; qty: string; step: 'pack' | 'ship' | 'pickup'; on: number | null }>`
    -- Finds the parts of the pick of which a later step has more units than the other picks brought.
    with own as (
      select order_id, line_id, part_id, sum(qty_committed) as qty from pickline where pick_id = ${pickId} and finished
      group by order_id, line_id, part_id
    ), used as (
      select o.part_id, p.qty_done - o.qty as left, w.task_id, w.qty_done,
        (select sum(k.qty) from packline k where k.work_id = w.id) as packed,
        (select min(k.pack_id) from packline k where k.work_id = w.id) as pack_id,
        (select min(s.id) from shipline l join ship s on s.id = l.ship_id where l.order_id = o.order_id and s.status_id = ${sql.lit(shipStates.id.Open)}) as ship_id
      from own o
      join work p on p.line_id = o.line_id and p.part_id = o.part_id and p.task_id = ${sql.lit(task.pick)}
      join work w on w.line_id = o.line_id and w.part_id = o.part_id and w.task_id > ${sql.lit(task.pick)}
    )
    select p.number as part, greatest(u.qty_done, u.packed) as qty, lower(t.name) as step,
      case u.task_id when 2 then u.pack_id when 3 then u.ship_id end as on
    from used u join part p on p.id = u.part_id join task t on t.id = u.task_id
    where greatest(u.qty_done, u.packed) > u.left or (u.task_id = ${sql.lit(task.ship)} and u.ship_id is not null)
    order by u.task_id desc, p.id`.execute(tx);
  const [use] = rows;
  if (!use) return;
  const { step, on, qty, part } = use;
  const why = {
    pickup: `${trim(qty)} of part ${part} were picked up`,
    ship:
      on === null
        ? `${trim(qty)} of part ${part} were shipped. Delete the ship first`
        : `it goes with ship ${on}. Delete the ship first`,
    pack: `${trim(qty)} of part ${part} are on pack ${on}. Delete the pack first`,
  }[step];
  throw problem('pick.state', `${refusal}: ${why}.`);
}
