import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { type RecordedEvent, recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';
import { bookWork } from '../work/book-work.ts';
import { blockersOf, type Undoable, undoAdvice, undoOfPacks, usesOfPick } from '../work/undo.ts';

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
  const { rows } = await sql<Row<'salesorder', 'id'>>`
    select id from salesorder where id = any(${inProgress}::bigint[]) and status_id = ${sql.lit(orderStates.id.Issued)}`.execute(
    tx,
  );
  return rows.map(({ id }) => ({ event: 'salesorder.modified', id, orders: [id], detail: { state: 'Issued' } }));
}

/**
 * Refuses to undo a finished pick whose units a later step needs. Units that other picks brought may serve that step instead.
 * @param refusal the beginning of the message, such as `Pick 7 can't be deleted`
 * @throws pick.state with the deletions that make it possible
 */
export async function assertNotUsed(tx: Tx, pickId: number, refusal: string): Promise<void> {
  const [use] = await usesOfPick(tx, pickId);
  if (!use) return;
  const { step, on, qty, part } = use;
  const why = {
    pickup: `${trim(qty)} of part ${part} were picked up`,
    ship: on === null ? `${trim(qty)} of part ${part} were shipped` : `it goes with ship ${on}`,
    pack: `${trim(qty)} of part ${part} are on pack ${on}`,
  }[step];
  throw withUndo(`${refusal}: ${why}.`, await blockersOf(tx, { kind: 'pick', id: pickId }));
}

/** Returns the problem that a pack took units of the pick in place of others of the line: it takes those that expire first. */
export const lotsPacked = async (tx: Tx, pickId: number, refusal: string): Promise<Problem> =>
  withUndo(`${refusal}: its lots were packed in place of other lots of the same line.`, await undoOfPacks(tx, pickId));

function withUndo(why: string, undo: readonly Undoable[] | null): Problem {
  const { instead, next = [] } = undo === null ? {} : undoAdvice(undo);
  return problem('pick.state', instead ? `${why} ${instead}` : why, { next });
}
