import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { carriedLines, lineType } from '../../platform/states/kinds.ts';

/**
 * Updates the totals of an order from its lines, discounts and fees, in one statement.
 *
 * Sale and Shipping lines add to the subtotal, and Return lines lower it. Lines of the types Discount and Fee add to these
 * totals, and notes have no amount. Amounts of the order are flat, and amounts of a line are per unit. A positive discount lowers
 * the total: `total = subtotal - total_discount + total_fee + total_tax`.
 */
export async function retotal(tx: Tx, orderId: number): Promise<void> {
  await sql`
    -- Sets the totals of the order.
    update salesorder o set updated_at = now(),
      subtotal = l.subtotal, total_discount = l.discount + d.amount, total_fee = l.fee + f.amount
    from (
      select
        coalesce(sum(case when linetype_id in (${carriedLines}) then qty * unit_price when linetype_id = ${sql.lit(lineType.return)} then -qty * unit_price end), 0) as subtotal,
        coalesce(sum(qty * unit_price) filter (where linetype_id = ${sql.lit(lineType.discount)}), 0) as discount,
        coalesce(sum(qty * unit_price) filter (where linetype_id = ${sql.lit(lineType.fee)}), 0) as fee
      from salesorderline where salesorder_id = ${orderId}) l,
      ${amountsOf('salesorderdiscount', orderId)} d,
      ${amountsOf('salesorderfee', orderId)} f
    where o.id = ${orderId}`.execute(tx);
}

const amountsOf = (table: 'salesorderdiscount' | 'salesorderfee', orderId: number) => sql`(
  select coalesce(sum(a.amount * coalesce(l.qty, 1)), 0) as amount
  from ${sql.table(table)} a left join salesorderline l on l.id = a.line_id
  where a.salesorder_id = ${orderId})`;
