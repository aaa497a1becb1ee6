import { sql } from 'kysely';
import { noteReturn } from '../fulfilment/work/note-return.ts';
import { makeInvoices } from '../invoices/operations.ts';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import { beyondSites } from '../platform/database/site-limits.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { task } from '../platform/states/kinds.ts';
import { returnOrderStates } from '../platform/states/states.ts';
import { lockReturn } from './lock.ts';
import { withdrawLabel } from './withdraw-label.ts';

/**
 * Closes a return. Units that stay lower what the customer owes, which makes the credit. A return whose goods never came is closed
 * without one.
 */
export const closeReturn = operation('returnorder.close', async (context, id: number) => {
  const { tx } = context;
  const row = await lockReturn(tx, id);
  if (returnOrderStates.repeated('close', row)) return;
  await sql`
    update returnorder set status_id = ${returnOrderStates.id.Closed}, label_due = false, ended_at = this_second(), updated_at = this_second()
    where id = ${id}`.execute(tx);
  if (row.status_id === returnOrderStates.id.Authorised) await withdrawLabel(context, row);
  const credit = await beyondSites(tx, () => creditReturn(context, id, row.salesorder_id));
  const detail = credit === null ? {} : { credit_id: credit };
  await noteReturn(context, row, 'returnorder.closed', detail);
});

/**
 * Writes the returned quantities of the order lines, and makes the credit. Units that were sent back do not count, and kits count whole:
 * as many as the closed returns of the line have all components of.
 * @returns the id of the credit; null where nothing stays
 */
async function creditReturn(context: OperationContext, id: number, orderId: number): Promise<number | null> {
  const { tx } = context;
  const { rows } = await sql`
    -- Writes the returned quantity of each line.
    update salesorderline l set qty_returned = b.qty
    from (
      select w.line_id, case when bool_and(w.per_unit = 1) and count(*) = 1 then min(coalesce(u.qty, 0))
        else min(trunc(coalesce(u.qty, 0) / w.per_unit)) end as qty
      from work w
      left join lateral (
        select sum(u.qty - u.qty_sent_back) as qty from returnorderline r join returnorderunit u on u.returnorderline_id = r.id
        join returnorder o on o.id = r.returnorder_id and o.status_id = ${sql.lit(returnOrderStates.id.Closed)}
        where r.line_id = w.line_id and r.part_id = w.part_id) u on true
      where w.line_id in (select line_id from returnorderline where returnorder_id = ${id}) and w.task_id = ${sql.lit(task.pickup)} and w.stocked
      group by w.line_id) b
    where l.id = b.line_id and l.qty_returned <> b.qty returning l.id`.execute(tx);
  if (rows.length === 0) return null;
  const [credit] = await makeInvoices(tx, { why: 'return', orderIds: [orderId] });
  if (!credit) return null;
  await sql`update returnorder set credit_id = ${credit.id} where id = ${id}`.execute(tx);
  await recordEvent(context, { event: 'invoice.created', id: credit.id, orders: [orderId] });
  return credit.id;
}
