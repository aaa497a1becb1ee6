import { sql } from 'kysely';
import { lockOrder } from '../inventory/stock/locks.ts';
import { lockedRow } from '../platform/database/locks/record-lock.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { beyondSites } from '../platform/database/site-limits.ts';
import { noSuch } from '../platform/records/refusals.ts';

export type LockedReturn = Row<
  'returnorder',
  | 'id'
  | 'number'
  | 'salesorder_id'
  | 'site_id'
  | 'status_id'
  | 'location_id'
  | 'authorised_by'
  | 'label_by'
  | 'carrier_name'
  | 'label_due'
>;

/**
 * Locks a return order and its sales order. All returns of an order wait for each other, so that nothing is returned twice. A return belongs
 * to the site that receives its goods, which may be another one than that of the order.
 * @throws record.unknown
 */
export async function lockReturn(tx: Tx, id: number): Promise<LockedReturn> {
  const known = await tx.selectFrom('returnorder').select('salesorder_id').where('id', '=', id).executeTakeFirst();
  if (!known) throw noSuch('returnorder', id);
  await beyondSites(tx, () => lockOrder(tx, known.salesorder_id));
  const statement = sql<LockedReturn>`
    -- Locks a return order.
    select id, number, salesorder_id, site_id, status_id, location_id, authorised_by, label_by, carrier_name, label_due
    from returnorder where id = ${id} for no key update`;
  return lockedRow(tx, 'returnorder', id, statement);
}
