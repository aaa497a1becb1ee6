import { sql } from 'kysely';
import type { Tx } from '../operation.ts';

/**
 * Invoices what was picked up and not invoiced yet: one invoice an order. Line amounts go by quantity; what is flat on the
 * order (discounts, fees, tax) goes onto its first invoice.
 */
export async function makeInvoices(tx: Tx, pickupId: number, orderIds: readonly number[]): Promise<{ id: number; order_id: number }[]> {
  const { rows } = await sql<{ id: number; order_id: number }>`
    with due as (
      select l.salesorder_id as order_id, l.id as line_id, l.part_id, l.unit_price,
        l.qty_picked_up - coalesce((select sum(i.qty) from invoiceline i where i.line_id = l.id), 0) as qty,
        coalesce((select sum(d.amount) from salesorderdiscount d where d.line_id = l.id), 0) as discount,
        coalesce((select sum(f.amount) from salesorderfee f where f.line_id = l.id), 0) as fee
      from salesorderline l where l.salesorder_id = any(${orderIds}::int[])
    ), summed as (
      select order_id, sum(qty * unit_price) as subtotal, sum(qty * discount) as discount, sum(qty * fee) as fee
      from due where qty > 0 group by order_id
    ), made as (
      insert into invoice (order_id, customer_id, pickup_id, subtotal, total_discount, total_fee, total_tax)
      select o.id, o.customer_id, ${pickupId}::int, s.subtotal,
        s.discount + coalesce((select sum(amount) from salesorderdiscount where salesorder_id = o.id and line_id is null and first.yes), 0),
        s.fee + coalesce((select sum(amount) from salesorderfee where salesorder_id = o.id and line_id is null and first.yes), 0),
        case when first.yes then o.total_tax else 0 end
      from summed s join salesorder o on o.id = s.order_id
      cross join lateral (select not exists (select 1 from invoice i where i.order_id = o.id) as yes) first
      order by o.id
      returning id, order_id
    ), lines as (
      insert into invoiceline (invoice_id, line_id, part_id, qty, unit_price)
      select m.id, d.line_id, d.part_id, d.qty, d.unit_price from due d join made m on m.order_id = d.order_id
      where d.qty > 0 order by d.line_id
    )
    select id, order_id from made`.execute(tx);
  return rows;
}
