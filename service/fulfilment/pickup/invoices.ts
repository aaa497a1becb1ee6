import { sql } from 'kysely';
import { orderStates } from '../../orders/states.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { carriedLines, goodsLines, lineType } from '../../platform/states/kinds.ts';

/**
 * Invoices what was picked up and not invoiced yet: one invoice an order. Line amounts go by quantity. What no pickup brings
 * (lines without a part, discounts, fees and tax of the order) goes onto its first invoice. The invoice that makes an order
 * whole is for the rest of its amounts, so that all of them add up to the order, to the last decimal.
 */
export async function makeInvoices(
  tx: Tx,
  pickupId: number,
  orderIds: readonly number[],
): Promise<{ id: number; order_id: number }[]> {
  const { rows } = await sql<{ id: number; order_id: number }>`
    with given as (
      select o.id, o.customer_id, o.status_id = ${sql.lit(orderStates.id.Fulfilled)} as whole, before.id is null as first,
        o.subtotal - coalesce(before.subtotal, 0) as subtotal, o.total_discount - coalesce(before.discount, 0) as discount,
        o.total_fee - coalesce(before.fee, 0) as fee, o.total_tax - coalesce(before.tax, 0) as tax
      from salesorder o
      left join lateral (
        select max(i.id) as id, sum(i.subtotal) as subtotal, sum(i.total_discount) as discount, sum(i.total_fee) as fee,
          sum(i.total_tax) as tax
        from invoice i where i.order_id = o.id) before on true
      where o.id = any(${orderIds}::int[])
    ), line as (
      select g.id as order_id, l.id as line_id, l.part_id, l.unit_price, l.linetype_id, l.part_id is not null and l.linetype_id in (${carriedLines}) as carried,
        case when l.part_id is not null and l.linetype_id in (${carriedLines})
          then l.qty_picked_up - coalesce((select sum(i.qty) from invoiceline i where i.line_id = l.id), 0)
          when g.first then l.qty else 0 end as qty
      from given g join salesorderline l on l.salesorder_id = g.id
      where l.linetype_id <> ${sql.lit(lineType.note)}
    ), due as (
      select * from line where qty > 0
    ), charge as (
      select d.order_id, 0 as fee, a.amount * d.qty as discount from due d join salesorderdiscount a on a.line_id = d.line_id
      union all
      select d.order_id, a.amount * d.qty, 0 from due d join salesorderfee a on a.line_id = d.line_id
      union all
      select g.id, 0, a.amount from given g join salesorderdiscount a on a.salesorder_id = g.id and a.line_id is null where g.first
      union all
      select g.id, a.amount, 0 from given g join salesorderfee a on a.salesorder_id = g.id and a.line_id is null where g.first
      union all
      select order_id, case linetype_id when ${sql.lit(lineType.fee)} then qty * unit_price else 0 end, case linetype_id when ${sql.lit(lineType.discount)} then qty * unit_price else 0 end
      from due where linetype_id in (${sql.lit(lineType.discount)}, ${sql.lit(lineType.fee)})
    ), charged as (
      select order_id, sum(discount) as discount, sum(fee) as fee from charge group by order_id
    ), goods as (
      select order_id, sum(case linetype_id when ${sql.lit(lineType.return)} then -qty else qty end * unit_price) filter (where linetype_id in (${goodsLines})) as subtotal
      from due group by order_id
    ), made as (
      insert into invoice (order_id, customer_id, pickup_id, subtotal, total_discount, total_fee, total_tax)
      select g.id, g.customer_id, ${pickupId}::int,
        case when g.whole then g.subtotal else coalesce(s.subtotal, 0) end,
        case when g.whole then g.discount else coalesce(c.discount, 0) end,
        case when g.whole then g.fee else coalesce(c.fee, 0) end,
        case when g.whole or g.first then g.tax else 0 end
      from given g left join goods s on s.order_id = g.id left join charged c on c.order_id = g.id
      where exists (select 1 from due d where d.order_id = g.id and d.carried)
        or (g.whole and (g.subtotal, g.discount, g.fee, g.tax) <> (0, 0, 0, 0))
      order by g.id
      returning id, order_id
    ), lines as (
      insert into invoiceline (invoice_id, line_id, part_id, qty, unit_price)
      select m.id, d.line_id, d.part_id, case d.linetype_id when ${sql.lit(lineType.return)} then -d.qty else d.qty end, d.unit_price
      from due d join made m on m.order_id = d.order_id
      where d.linetype_id in (${goodsLines}) order by d.line_id
    )
    select id, order_id from made`.execute(tx);
  return rows;
}
