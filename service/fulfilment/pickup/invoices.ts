import { type RawBuilder, sql } from 'kysely';
import { type PickupOfOrder, pickupOf } from '../../inventory/stock/take-out.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { carriedLines, goodsLines, lineType } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';

const isCarried = sql`l.part_id is not null and l.linetype_id in (${carriedLines})`;

/** SQL: the orders, with what their invoices have so far, and whether they are fulfilled. */
const openAmounts = (orderIds: readonly number[]) => sql`
  -- Returns the amounts of the orders, and what their invoices have of them.
  select o.id, o.customer_id, o.currency_digits as digits, o.status_id = ${sql.lit(orderStates.id.Fulfilled)} as fulfilled,
    o.subtotal, o.total_discount, o.total_fee, o.total_tax,
    coalesce(before.subtotal, 0) as subtotal_before, coalesce(before.discount, 0) as discount_before,
    coalesce(before.fee, 0) as fee_before, coalesce(before.tax, 0) as tax_before
  from salesorder o
  left join lateral (
    select sum(i.subtotal) as subtotal, sum(i.total_discount) as discount, sum(i.total_fee) as fee, sum(i.total_tax) as tax
    from invoice i where i.order_id = o.id) before on true
  where o.id = any(${orderIds}::bigint[])`;

/** SQL: the lines of the orders, with the quantity and total on the invoices before. */
const invoicedLines: RawBuilder<unknown> = sql`
  -- Returns the order lines with the quantities and totals on their invoices.
  select a.id as order_id, a.digits, a.fulfilled, l.id as line_id, l.part_id, l.unit_price, l.linetype_id, ${isCarried} as carried, l.qty,
    l.qty_picked_up, coalesce(abs(i.qty), 0) as before, coalesce(i.total, 0) as total_before
  from amount a
  join salesorderline l on l.salesorder_id = a.id
  left join lateral (select sum(qty) as qty, sum(total) as total from invoiceline where line_id = l.id) i on true
  where l.linetype_id <> ${sql.lit(lineType.note)}`;

/**
 * SQL: the share of the goods that is delivered up to now, by value, and by quantity where the goods cost nothing. Everything of the
 * order that is not delivered itself is spread over its invoices in this proportion. Of an order that is closed short, the canceled
 * goods take their share with them.
 */
const shares: RawBuilder<unknown> = sql`
  -- Returns the share of each order that is delivered up to now.
  select order_id, greatest(0, least(1, case
    when sum(qty * unit_price) > 0 then sum(qty_picked_up * unit_price) / sum(qty * unit_price)
    when sum(qty) > 0 then sum(qty_picked_up) / sum(qty) else 1 end)) as share
  from goods_line where carried group by order_id`;

/** SQL: the lines with the quantity to invoice up to now: of goods the delivered one, and of other lines the share of the order. */
const linesUpToNow: RawBuilder<unknown> = sql`
  -- Returns the order lines with the quantities to invoice up to now.
  select l.*, coalesce(s.share, 1) as share,
    case when l.carried then l.qty_picked_up when l.fulfilled then l.qty else round(l.qty * coalesce(s.share, 1), 6) end as upto
  from goods_line l left join share s on s.order_id = l.order_id`;

/** SQL: discounts and fees up to now: per unit of a line, and its share of the whole order's. */
const charges: RawBuilder<unknown> = sql`
  -- Returns the discounts and fees up to now.
  select d.order_id, 0 as fee, a.amount * d.upto as discount from line d join salesorderdiscount a on a.line_id = d.line_id
  union all
  select d.order_id, a.amount * d.upto, 0 from line d join salesorderfee a on a.line_id = d.line_id
  union all
  select o.id, 0, a.amount * coalesce(s.share, 1)
  from amount o join salesorderdiscount a on a.salesorder_id = o.id and a.line_id is null left join share s on s.order_id = o.id
  union all
  select o.id, a.amount * coalesce(s.share, 1), 0
  from amount o join salesorderfee a on a.salesorder_id = o.id and a.line_id is null left join share s on s.order_id = o.id
  union all
  select l.order_id, case l.linetype_id when ${sql.lit(lineType.fee)} then l.qty * l.unit_price * l.share else 0 end,
    case l.linetype_id when ${sql.lit(lineType.discount)} then l.qty * l.unit_price * l.share else 0 end
  from line l
  where l.linetype_id in (${sql.lit(lineType.discount)}, ${sql.lit(lineType.fee)})`;

/**
 * SQL: the tax of an invoice that is not the last one. Builds before this one put all tax on the first invoice: the invoices after such
 * a one have none.
 */
const taxOfPart = sql`case when abs(a.tax_before) >= abs(a.total_tax * s.share) then 0 else round(a.total_tax * s.share, a.digits) - a.tax_before end`;

/** SQL: the lines to invoice now. A total is rounded up to now and not for each invoice, so that the invoices add up to the line. */
const dueLines: RawBuilder<unknown> = sql`
  -- Returns the order lines to invoice now.
  select order_id, line_id, part_id, unit_price, linetype_id, carried, sign * (upto - before) as qty,
    sign * round(upto * unit_price, digits) - total_before as total
  from (select l.*, case linetype_id when ${sql.lit(lineType.return)} then -1 else 1 end as sign from line l) l
  where upto > before`;

/**
 * Makes one invoice for each order, for the quantities that were picked up and not invoiced. Tax, discounts, fees and returns of the
 * order are spread in proportion to the delivered goods. The invoice that makes an order fulfilled has the rest of its amounts: all
 * invoices add up to the order, to the last digit.
 * @returns the invoices; none for an order without anything to invoice
 */
export async function makeInvoices(tx: Tx, pickups: PickupOfOrder): Promise<{ id: number; order_id: number }[]> {
  const { rows } = await sql<Row<'invoice', 'id' | 'order_id'>>`
    -- Inserts the invoices with their lines.
    with amount as materialized (${openAmounts([...pickups.keys()])}
    ), goods_line as materialized (${invoicedLines}
    ), share as (${shares}
    ), line as materialized (${linesUpToNow}
    ), charged as (
      select order_id, sum(discount) as discount, sum(fee) as fee from (${charges}) c group by order_id
    ), due as materialized (${dueLines}
    ), goods as (
      select order_id, sum(total) filter (where linetype_id in (${goodsLines})) as subtotal, bool_or(carried) as carried
      from due group by order_id
    ), new_invoice as (
      insert into invoice (order_id, customer_id, pickup_id, subtotal, total_discount, total_fee, total_tax)
      select a.id, a.customer_id, ${pickupOf(pickups, 'a.id')},
        case when a.fulfilled then a.subtotal - a.subtotal_before else coalesce(g.subtotal, 0) end,
        case when a.fulfilled then a.total_discount else coalesce(round(c.discount, a.digits), 0) end - a.discount_before,
        case when a.fulfilled then a.total_fee else coalesce(round(c.fee, a.digits), 0) end - a.fee_before,
        case when a.fulfilled then a.total_tax - a.tax_before else ${taxOfPart} end
      from amount a left join goods g on g.order_id = a.id left join charged c on c.order_id = a.id left join share s on s.order_id = a.id
      where g.carried or (a.fulfilled and (a.subtotal, a.total_discount, a.total_fee, a.total_tax)
        <> (a.subtotal_before, a.discount_before, a.fee_before, a.tax_before))
      order by a.id
      returning id, order_id
    ), lines as (
      insert into invoiceline (invoice_id, line_id, part_id, qty, unit_price, total)
      select n.id, d.line_id, d.part_id, d.qty, d.unit_price, d.total
      from due d join new_invoice n on n.order_id = d.order_id
      where d.linetype_id in (${goodsLines}) order by d.line_id
    )
    select id, order_id from new_invoice`.execute(tx);
  return rows;
}
