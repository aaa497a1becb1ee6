import { type RawBuilder, sql } from 'kysely';
import { type PickupOfOrder, pickupOf } from '../../inventory/stock/take-out.ts';
import { orderStates } from '../../orders/states.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { carriedLines, goodsLines, lineType } from '../../platform/states/kinds.ts';

const isCarried = sql`l.part_id is not null and l.linetype_id in (${carriedLines})`;

/** SQL: the orders, with what their invoices have so far, and whether they are fulfilled or have no invoice. */
const openAmounts = (orderIds: readonly number[]) => sql`
  -- Returns the amounts of the orders, and what their invoices have of them.
  select o.id, o.customer_id, o.currency_digits as digits, o.status_id = ${sql.lit(orderStates.id.Fulfilled)} as fulfilled,
    before.id is null as first, o.subtotal, o.total_discount, o.total_fee, o.total_tax,
    coalesce(before.subtotal, 0) as subtotal_before, coalesce(before.discount, 0) as discount_before,
    coalesce(before.fee, 0) as fee_before, coalesce(before.tax, 0) as tax_before
  from salesorder o
  left join lateral (
    select max(i.id) as id, sum(i.subtotal) as subtotal, sum(i.total_discount) as discount, sum(i.total_fee) as fee,
      sum(i.total_tax) as tax
    from invoice i where i.order_id = o.id) before on true
  where o.id = any(${orderIds}::bigint[])`;

/**
 * SQL: the lines of the orders, with the quantity to invoice up to now and the quantity and total on the invoices before. Lines
 * without a part are on the first invoice.
 */
const invoicedLines: RawBuilder<unknown> = sql`
  -- Returns the order lines with the quantities and totals to invoice up to now.
  select a.id as order_id, a.digits, l.id as line_id, l.part_id, l.unit_price, l.linetype_id, ${isCarried} as carried, l.qty,
    case when ${isCarried} then l.qty_picked_up else l.qty end as upto,
    coalesce(case when ${isCarried} then i.qty when not a.first then l.qty end, 0) as before,
    coalesce(i.total, 0) as total_before
  from amount a
  join salesorderline l on l.salesorder_id = a.id
  left join lateral (select sum(qty) as qty, sum(total) as total from invoiceline where line_id = l.id) i on true
  where l.linetype_id <> ${sql.lit(lineType.note)}`;

/**
 * SQL: the share of the goods that is delivered up to now, by value, and by quantity where the goods cost nothing. Amounts of the
 * whole order are spread over its invoices in this proportion.
 */
const shares: RawBuilder<unknown> = sql`
  -- Returns the share of each order that is delivered up to now.
  select order_id, greatest(0, least(1, case
    when sum(qty * unit_price) > 0 then sum(upto * unit_price) / sum(qty * unit_price)
    when sum(qty) > 0 then sum(upto) / sum(qty) else 1 end)) as share
  from line where carried group by order_id`;

/** SQL: discounts and fees up to now: per unit of a line, and the share of those of the whole order. */
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
  select l.order_id, case l.linetype_id when ${sql.lit(lineType.fee)} then l.qty * l.unit_price * coalesce(s.share, 1) else 0 end,
    case l.linetype_id when ${sql.lit(lineType.discount)} then l.qty * l.unit_price * coalesce(s.share, 1) else 0 end
  from line l left join share s on s.order_id = l.order_id
  where l.linetype_id in (${sql.lit(lineType.discount)}, ${sql.lit(lineType.fee)})`;

/** SQL: the lines to invoice now. A total is rounded up to now and not for each invoice, so that the invoices add up to the line. */
const dueLines: RawBuilder<unknown> = sql`
  -- Returns the order lines to invoice now.
  select order_id, line_id, part_id, unit_price, linetype_id, carried, sign * (upto - before) as qty,
    sign * round(upto * unit_price, digits) - total_before as total
  from (select l.*, case linetype_id when ${sql.lit(lineType.return)} then -1 else 1 end as sign from line l) l
  where upto > before`;

/**
 * Makes one invoice for each order, for the quantities that were picked up and not invoiced. Lines without a part, and the tax of
 * the order, are on its first invoice. Discounts and fees of the order are spread in proportion to the delivered goods. The
 * invoice that makes an order fulfilled has the rest of its amounts: all invoices add up to the order, to the last digit.
 * @returns the invoices; none for an order without anything to invoice
 */
export async function makeInvoices(tx: Tx, pickups: PickupOfOrder): Promise<{ id: number; order_id: number }[]> {
  const { rows } = await sql<{ id: number; order_id: number }>`
    -- Inserts the invoices with their lines.
    with amount as materialized (${openAmounts([...pickups.keys()])}
    ), line as materialized (${invoicedLines}
    ), share as (${shares}
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
        case when a.fulfilled or a.first then a.total_tax - a.tax_before else 0 end
      from amount a left join goods g on g.order_id = a.id left join charged c on c.order_id = a.id
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
