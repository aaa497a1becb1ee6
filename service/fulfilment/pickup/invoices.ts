import { type RawBuilder, sql } from 'kysely';
import { orderStates } from '../../orders/states.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { carriedLines, goodsLines, lineType } from '../../platform/states/kinds.ts';

const isCarried = sql`l.part_id is not null and l.linetype_id in (${carriedLines})`;

/** SQL: the orders, with the part of their amounts that is not invoiced yet, and whether they are fulfilled or have no invoice. */
const openAmounts = (orderIds: readonly number[]) => sql`
  -- Returns the amounts of the orders that are on no invoice yet.
  select o.id, o.customer_id, o.status_id = ${sql.lit(orderStates.id.Fulfilled)} as fulfilled, before.id is null as first,
    o.subtotal - coalesce(before.subtotal, 0) as subtotal, o.total_discount - coalesce(before.discount, 0) as discount,
    o.total_fee - coalesce(before.fee, 0) as fee, o.total_tax - coalesce(before.tax, 0) as tax
  from salesorder o
  left join lateral (
    select max(i.id) as id, sum(i.subtotal) as subtotal, sum(i.total_discount) as discount, sum(i.total_fee) as fee,
      sum(i.total_tax) as tax
    from invoice i where i.order_id = o.id) before on true
  where o.id = any(${orderIds}::bigint[])`;

/** SQL: the order lines `due`, with quantities that are picked up and not invoiced. The first invoice has lines without a part too. */
const dueLines: RawBuilder<unknown> = sql`
  -- Returns the order lines with quantities to invoice.
  select * from (
    select a.id as order_id, l.id as line_id, l.part_id, l.unit_price, l.linetype_id, ${isCarried} as carried,
      case when ${isCarried}
        then l.qty_picked_up - coalesce((select sum(i.qty) from invoiceline i where i.line_id = l.id), 0)
        when a.first then l.qty else 0 end as qty
    from amount a join salesorderline l on l.salesorder_id = a.id
    where l.linetype_id <> ${sql.lit(lineType.note)}) l
  where qty > 0`;

/** SQL: discounts and fees of the lines `due`, and those of the orders `amount` with their first invoice. */
const charges: RawBuilder<unknown> = sql`
  -- Returns the discounts and fees to invoice.
  select d.order_id, 0 as fee, a.amount * d.qty as discount from due d join salesorderdiscount a on a.line_id = d.line_id
  union all
  select d.order_id, a.amount * d.qty, 0 from due d join salesorderfee a on a.line_id = d.line_id
  union all
  select o.id, 0, a.amount from amount o join salesorderdiscount a on a.salesorder_id = o.id and a.line_id is null where o.first
  union all
  select o.id, a.amount, 0 from amount o join salesorderfee a on a.salesorder_id = o.id and a.line_id is null where o.first
  union all
  select order_id, case linetype_id when ${sql.lit(lineType.fee)} then qty * unit_price else 0 end, case linetype_id when ${sql.lit(lineType.discount)} then qty * unit_price else 0 end
  from due where linetype_id in (${sql.lit(lineType.discount)}, ${sql.lit(lineType.fee)})`;

/**
 * Makes one invoice for each order, for the quantities that were picked up and not invoiced. Lines without a part, and discounts,
 * fees and tax of the order, are on its first invoice. The invoice that makes an order fulfilled has the rest of its amounts: all
 * invoices add up to the order, to the last decimal.
 * @returns the invoices; none for an order without anything to invoice
 */
export async function makeInvoices(
  tx: Tx,
  pickupId: number,
  orderIds: readonly number[],
): Promise<{ id: number; order_id: number }[]> {
  const { rows } = await sql<{ id: number; order_id: number }>`
    -- Inserts the invoices with their lines.
    with amount as (${openAmounts(orderIds)}
    ), due as (${dueLines}
    ), charged as (
      select order_id, sum(discount) as discount, sum(fee) as fee from (${charges}) c group by order_id
    ), goods as (
      select order_id, sum(case linetype_id when ${sql.lit(lineType.return)} then -qty else qty end * unit_price) filter (where linetype_id in (${goodsLines})) as subtotal
      from due group by order_id
    ), new_invoice as (
      insert into invoice (order_id, customer_id, pickup_id, subtotal, total_discount, total_fee, total_tax)
      select a.id, a.customer_id, ${pickupId}::bigint,
        case when a.fulfilled then a.subtotal else coalesce(g.subtotal, 0) end,
        case when a.fulfilled then a.discount else coalesce(c.discount, 0) end,
        case when a.fulfilled then a.fee else coalesce(c.fee, 0) end,
        case when a.fulfilled or a.first then a.tax else 0 end
      from amount a left join goods g on g.order_id = a.id left join charged c on c.order_id = a.id
      where exists (select 1 from due d where d.order_id = a.id and d.carried)
        or (a.fulfilled and (a.subtotal, a.discount, a.fee, a.tax) <> (0, 0, 0, 0))
      order by a.id
      returning id, order_id
    ), lines as (
      insert into invoiceline (invoice_id, line_id, part_id, qty, unit_price)
      select n.id, d.line_id, d.part_id, case d.linetype_id when ${sql.lit(lineType.return)} then -d.qty else d.qty end, d.unit_price
      from due d join new_invoice n on n.order_id = d.order_id
      where d.linetype_id in (${goodsLines}) order by d.line_id
    )
    select id, order_id from new_invoice`.execute(tx);
  return rows;
}
