import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { orderStates, receiptStates } from '../../platform/states/states.ts';
import type { Advice } from '../../platform/states/transitions.ts';

type Transit = Row<'receipt', 'id' | 'number' | 'status_id'> & { readonly pickup_id: number };

/**
 * Returns the calls that help with units in transit, which no cancel takes back: the undo of the pickup while nothing has come in, and
 * the close of the receipt for lost units. Orders of other kinds have no units in transit.
 */
export async function transitAdvice(tx: Tx, order: Pick<LockedOrder, 'id' | 'kind' | 'status_id'>): Promise<Advice> {
  if (order.kind !== 'transfer') return {};
  const { Open, Receiving } = receiptStates.id;
  const { rows } = await sql<Transit>`
    -- Finds the last receipt with units in transit.
    select id, number, status_id, pickup_id from receipt
    where order_id = ${order.id} and pickup_id is not null and status_id in (${Open}, ${Receiving}) order by id desc limit 1`.execute(
    tx,
  );
  const [receipt] = rows;
  if (!receipt) return {};
  const { id, number, status_id, pickup_id } = receipt;
  const undoes = status_id === Open && orderStates.allows('undoPickup', order);
  const undo = { method: 'POST', path: `/pickup/${pickup_id}/undo`, body: { reason: 'They did not leave' } };
  const close = { method: 'POST', path: `/receipt/${id}/close`, body: { reason: 'They are lost' } };
  return {
    instead: `The units are in transit with pickup ${pickup_id}. ${undoes ? 'If they did not leave, undo that pickup. ' : ''}If they are lost, close receipt ${number} with a reason.`,
    next: [
      ...(undoes ? [{ ...undo, why: `Takes pickup ${pickup_id} back` }] : []),
      { ...close, why: `Ends receipt ${number}` },
    ],
  };
}
