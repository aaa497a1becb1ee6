import { type RawBuilder, sql } from 'kysely';
import { type PickupOfOrder, pickupOf } from '../inventory/stock/take-out.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { carriedLines, goodsLines, lineType } from '../platform/states/kinds.ts';
import { orderStates } from '../platform/states/states.ts';

/**
 * Why invoices are made:
 *
 * - `pickup`: goods left. Each order has the pickup that they left with.
 * - `undo`: they did not leave after all. Each order has the pickup that is undone, and its invoice is credited.
 * - `return`: the customer returned goods.
 * - `change`: the quantities or the totals of the orders changed, without a movement of goods.
 */
export type InvoiceCause =
  | { readonly why: 'pickup' | 'undo'; readonly pickups: PickupOfOrder }
  | { readonly why: 'return' | 'change'; readonly orderIds: readonly number[] };

const isCarried = sql`l.part_id is not null and l.linetype_id in (${carriedLines})`;
const isReturn = sql`linetype_id = ${sql.lit(lineType.return)}`;

/** SQL: the orders, with what their invoices have so far. */
const openAmounts = (orderIds: readonly number[]) => sql`
  -- Returns the amounts of the orders, and what their invoices have of them.
  select o.id, o.customer_id, o.currency, o.currency_digits as digits, o.status_id = ${sql.lit(orderStates.id.Fulfilled)} as fulfilled,
    o.status_id = ${sql.lit(orderStates.id['Closed Short'])} as closed_short, o.subtotal, o.total_discount, o.total_fee, o.total_tax,
    coalesce(before.subtotal, 0) as subtotal_before, coalesce(before.discount, 0) as discount_before,
    coalesce(before.fee, 0) as fee_before, coalesce(before.tax, 0) as tax_before
  from salesorder o
  left join lateral (
    select sum(i.subtotal) as subtotal, sum(i.total_discount) as discount, sum(i.total_fee) as fee, sum(i.total_tax) as tax
    from invoice i where i.order_id = o.id) before on true
  -- Only customers pay.
  where o.id = any(${orderIds}::bigint[]) and o.kind = 'sales'`;

/**
 * SQL: the lines of the orders with the quantity that the totals count (`qty`), the quantity that the customer has (`kept`), and the
 * quantity and total on the invoices before. A closed-short order keeps its totals, so its canceled goods take their share with them.
 */
const invoicedLines: RawBuilder<unknown> = sql`
  -- Returns the order lines with the quantities and totals on their invoices.
  select a.id as order_id, a.digits, a.fulfilled, l.id as line_id, l.part_id, l.unit_price, l.linetype_id, ${isCarried} as carried, l.qty as ordered,
    case when a.closed_short then l.qty else l.qty - l.qty_canceled end as qty, l.qty_picked_up - l.qty_returned as kept, l.qty_returned > 0 as returned,
    coalesce(i.qty, 0) as qty_before, coalesce(i.total, 0) as total_before
  from amount a
  join salesorderline l on l.salesorder_id = a.id
  left join lateral (select sum(qty) as qty, sum(total) as total from invoiceline where line_id = l.id) i on true`;

/**
 * SQL: the share of the goods that the customer has, by value, and by quantity where the goods cost nothing. Everything of the order that
 * is not delivered itself is spread over its invoices in this proportion. A customer with all of a fulfilled order owes its totals. Of an order
 * that is closed short, only the subtotal knows what was canceled before.
 */
const shares: RawBuilder<unknown> = sql`
  -- Returns the share of each order that the customer has.
  select order_id, whole, case when whole then 1 else greatest(0, least(1, case
    when goods > 0 and rounded <> 0 and subtotal > 0 then value / (goods * (subtotal / rounded)) when qty > 0 then kept / qty else 1 end)) end as share
  from (
    select g.order_id, bool_and(g.fulfilled and not g.returned) as whole,
      a.subtotal - coalesce(sum(case when g.carried then 0 when g.${isReturn} then -round(g.qty * g.unit_price, g.digits)
        when g.linetype_id in (${carriedLines}) then round(g.qty * g.unit_price, g.digits) end), 0) as subtotal,
      sum(round(g.qty * g.unit_price, g.digits)) filter (where g.carried) as rounded,
      sum(g.qty * g.unit_price) filter (where g.carried) as goods, sum(g.kept * g.unit_price) filter (where g.carried) as value,
      sum(g.kept) filter (where g.carried) as kept, sum(g.qty) filter (where g.carried) as qty
    from goods_line g join amount a on a.id = g.order_id
    group by g.order_id, a.subtotal having bool_or(g.carried)) o`;

/** SQL: the lines with the quantity to invoice up to now: of goods what the customer has, and of other lines the share of the order. */
const linesUpToNow: RawBuilder<unknown> = sql`
  -- Returns the order lines with the quantities to invoice up to now.
  select l.*, coalesce(s.share, 1) as share, case when ${isReturn} then -1 else 1 end as sign,
    case when l.carried then l.kept else round(l.qty * coalesce(s.share, 1), 6) end as upto
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
 * SQL: the taxes that change now, of lines by their quantity, and of the whole order by its share. Each tax is rounded up to now, so that
 * its parts add up to it.
 */
const dueTaxes: RawBuilder<unknown> = sql`
  -- Returns the taxes to invoice or to credit now.
  select t.order_id, t.tax_id, t.line_id, t.name, t.rate, t.included, t.due, t.due - coalesce(before.amount, 0) as amount
  from (
    select l.order_id, x.id as tax_id, x.line_id, x.name, x.rate, x.included, coalesce(round(x.total * l.upto / nullif(l.ordered, 0), l.digits), 0) as due
    from line l join salesordertax x on x.line_id = l.line_id
    union all
    select o.id, x.id, null, x.name, x.rate, x.included, round(x.total * coalesce(s.share, 1), o.digits)
    from amount o join salesordertax x on x.salesorder_id = o.id and x.line_id is null left join share s on s.order_id = o.id) t
  left join lateral (select sum(i.amount) as amount from invoicetax i where i.tax_id = t.tax_id) before on true`;

/** SQL: the lines to invoice or to credit. A total is rounded up to now and not for each invoice, so that the invoices add up to the line. */
const dueLines: RawBuilder<unknown> = sql`
  -- Returns the order lines to invoice or to credit now.
  select order_id, line_id, part_id, unit_price, carried, sign * upto - qty_before as qty, sign * round(upto * unit_price, digits) - total_before as total
  from line
  where linetype_id in (${goodsLines}) and (sign * upto, sign * round(upto * unit_price, digits)) <> (qty_before, total_before)`;

/** SQL: the differences between the due amounts and the invoiced ones. */
const differences: RawBuilder<unknown> = sql`
  -- Returns what the invoices of each order lack, or have too much.
  select a.id as order_id, a.customer_id, a.currency, g.carried, coalesce(g.total, 0) as subtotal,
    case when w.whole then a.total_discount else coalesce(round(c.discount, a.digits), 0) end - a.discount_before as discount,
    case when w.whole then a.total_fee else coalesce(round(c.fee, a.digits), 0) end - a.fee_before as fee,
    coalesce(x.tax, case when w.whole then a.total_tax else round(a.total_tax * w.share, a.digits) end) - a.tax_before as tax
  from amount a
  left join share s on s.order_id = a.id
  cross join lateral (select coalesce(s.whole, a.fulfilled) as whole, coalesce(s.share, 1) as share) w
  left join (select order_id, sum(total) as total, bool_or(carried) as carried from due group by order_id) g on g.order_id = a.id
  left join (select order_id, sum(discount) as discount, sum(fee) as fee from (${charges}) c group by order_id) c on c.order_id = a.id
  left join (select order_id, sum(case when included then 0 else due end) as tax from due_tax group by order_id) x on x.order_id = a.id`;

/** SQL: the invoice that a credit corrects: that of the undone pickup, or else the last one that has a line of the credit. */
function creditedInvoice(cause: InvoiceCause): RawBuilder<unknown> {
  if (cause.why === 'pickup') return sql`null::bigint`;
  if (cause.why === 'undo')
    return sql`(select i.id from invoice i where i.order_id = d.order_id and i.pickup_id = ${pickupOf(cause.pickups, 'd.order_id')})`;
  const last = sql`coalesce(c.invoice_id, (select max(i.id) from invoice i where i.order_id = d.order_id and i.credited_id is null))`;
  return cause.why === 'return' ? last : sql`case when d.subtotal - d.discount + d.fee + d.tax < 0 then ${last} end`;
}

/** SQL: joins the last invoice that has a line of the difference `d`, if the cause needs it. One join for all orders: each has many lines. */
const joinedInvoice = ({ why }: InvoiceCause): RawBuilder<unknown> =>
  why === 'pickup' || why === 'undo'
    ? sql``
    : sql`left join (
        select due.order_id, max(i.id) as invoice_id
        from due join invoiceline l on l.line_id = due.line_id join invoice i on i.id = l.invoice_id and i.credited_id is null
        group by due.order_id) c on c.order_id = d.order_id`;

/**
 * Makes the invoices and credits of orders, in one statement. Each is the difference between the amount due for the quantities that the
 * customer has and the amount invoiced so far, so that every sequence of deliveries and returns adds up to the same, to the last digit.
 * The customer has the units that were picked up (`qty_picked_up` of a line) and not returned (`qty_returned`); write these first. Tax,
 * discounts and fees of the order are spread in proportion to these goods. A canceled quantity (`qty_canceled`) owes nothing: the
 * cancel of a part of a line updates the totals of the order first, by `retotal`. An order that is closed short keeps its totals.
 *
 * A credit has the invoice that it corrects (`credited_id`), negative amounts, and no pickup. A change makes an invoice without a pickup,
 * or a credit if the order owes less than before.
 *
 * - Undo of a pickup, after the work and the stock are as before:
 *   `await makeInvoices(tx, { why: 'undo', pickups: new Map([[orderId, pickupId]]) })`
 * - Return, after `qty_returned` of the lines is raised: `await makeInvoices(tx, { why: 'return', orderIds })`
 * - Cancel of a part of a line after the first invoice: `await makeInvoices(tx, { why: 'change', orderIds })`
 *
 * The orders are locked. The caller records the event `invoice.created` of each.
 * @returns the invoices and credits; none for an order whose invoices have the amount due
 */
export async function makeInvoices(tx: Tx, cause: InvoiceCause): Promise<{ id: number; order_id: number }[]> {
  const orderIds = 'pickups' in cause ? [...cause.pickups.keys()] : cause.orderIds;
  const pickup = cause.why === 'pickup' ? pickupOf(cause.pickups, 'd.order_id') : sql`null::bigint`;
  const { rows } = await sql<Row<'invoice', 'id' | 'order_id'>>`
    -- Inserts the invoices with their lines. More than six steps: one statement, because each order runs it once.
    with amount as materialized (${openAmounts(orderIds)}
    ), goods_line as materialized (${invoicedLines}
    ), share as materialized (${shares}
    ), line as materialized (${linesUpToNow}
    ), due as materialized (${dueLines}
    ), due_tax as materialized (${dueTaxes}
    ), difference as (${differences}
    ), new_invoice as (
      insert into invoice (order_id, customer_id, pickup_id, credited_id, currency, subtotal, total_discount, total_fee, total_tax)
      select d.order_id, d.customer_id, ${pickup}, ${creditedInvoice(cause)}, d.currency, d.subtotal, d.discount, d.fee, d.tax
      from difference d ${joinedInvoice(cause)} where d.carried or (d.subtotal, d.discount, d.fee, d.tax) <> (0, 0, 0, 0)
      order by d.order_id
      returning id, order_id
    ), lines as (
      insert into invoiceline (invoice_id, line_id, part_id, qty, unit_price, total)
      select n.id, d.line_id, d.part_id, d.qty, d.unit_price, d.total
      from due d join new_invoice n on n.order_id = d.order_id order by d.line_id
    ), taxes as (
      insert into invoicetax (invoice_id, tax_id, line_id, name, rate, amount, included)
      select n.id, t.tax_id, t.line_id, t.name, t.rate, t.amount, t.included
      from due_tax t join new_invoice n on n.order_id = t.order_id where t.amount <> 0 order by t.tax_id
    )
    select id, order_id from new_invoice`.execute(tx);
  return rows;
}
