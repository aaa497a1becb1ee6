import { sql } from 'kysely';
import { lockedRow } from '../platform/database/locks/record-lock.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';

export type LockedReceipt = Row<'receipt', 'id' | 'number' | 'site_id' | 'status_id' | 'order_id' | 'pickup_id'>;

/** Locks a receipt against all operations on it. It comes before the locks of stock. @throws record.unknown */
export async function lockReceipt(tx: Tx, id: number): Promise<LockedReceipt> {
  const statement = sql<LockedReceipt>`
    -- Locks a receipt.
    select id, number, site_id, status_id, order_id, pickup_id from receipt where id = ${id} for no key update`;
  return lockedRow(tx, 'receipt', id, statement);
}

/** The order whose timeline shows the events of a receipt. */
export const ordersOf = ({ order_id }: Pick<LockedReceipt, 'order_id'>): number[] =>
  order_id === null ? [] : [order_id];
