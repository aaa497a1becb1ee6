import { sql } from 'kysely';
import { endOf, type Undoable, undoCalls, undoOf, undoWords } from '../../fulfilment/work/undo.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { orderStates } from '../../platform/states/states.ts';
import type { Advice } from '../../platform/states/transitions.ts';

/** What an order in progress has to become. */
export type Goal = 'draft' | 'issued' | 'without goods on the way';

/**
 * Returns what a refusal recommends for an order in progress: the deletions that lead back, as far as they are possible now, or else its
 * end. No other order has a way back that depends on its picks.
 */
export async function wayBack(tx: Tx, order: LockedOrder, goal: Goal): Promise<Advice> {
  if (orderStates.stateOf(order) !== 'In Progress') return {};
  const undo = await undoOfOrder(tx, order.id);
  if (goal === 'issued')
    return undo === null ? { next: [] } : { instead: `${undoWords(undo)}.`, next: undoCalls(undo) };
  const { isPickedUp, words, call } = await endOf(tx, order.id);
  if (undo === null && isPickedUp) return { instead: 'Part of it was picked up: close it short.', next: [call] };
  if (undo === null) return { instead: 'Void it.', next: [call] };
  const unissue = goal === 'draft' ? ', then unissue it' : '';
  return { instead: `${undoWords(undo)}${unissue}, or ${words}.`, next: [...undoCalls(undo), call] };
}

/** Returns the deletions that leave nothing of the order picked; null where that is impossible. */
async function undoOfOrder(tx: Tx, orderId: number): Promise<Undoable[] | null> {
  const { rows } = await sql<{ id: NonNullable<Column<'pickline', 'pick_id'>> }>`
    select distinct pick_id as id from pickline where order_id = ${orderId} and finished and qty_committed > 0 order by 1`.execute(
    tx,
  );
  const undo = await undoOf(
    tx,
    rows.map(({ id }) => ({ kind: 'pick', id })),
  );
  return undo?.length === 0 ? null : undo;
}
