import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { carriedLines, lineType } from '../../platform/states/kinds.ts';

/**
 * Updates the totals of an order from its lines, discounts and fees, in one statement.
 *
 * Sale and Shipping lines add to the subtotal, and Return lines lower it. Lines of the types Discount and Fee add to these
 * totals, and notes have no amount. Amounts of the order are flat, and amounts of a line are per unit. A positive discount lowers
 * the total: `total = subtotal - total_discount + total_fee + total_tax`.
 *
 * Money has the digits of the currency of the site. The total of each line is rounded half up, and the subtotal is their sum.
 * Discounts and fees are rounded once for the order, because amounts per unit may have more digits.
 */
export async function retotal(tx: Tx, orderId: number): Promise<void> {
  await sql`
    -- Sets the totals of the order, and the digits of its lines if the site has other ones than before.
    with line as (
      update salesorderline l set currency_digits = s.currency_digits from salesorder o join site s on s.id = o.site_id
      where l.salesorder_id = ${orderId} and o.id = ${orderId} and l.currency_digits <> s.currency_digits)
    update salesorder o set ${totals}
    from salesorder own join site s on s.id = own.site_id
    ${sumsOf('salesorder', orderId)}
    where o.id = ${orderId} and own.id = o.id`.execute(tx);
}

/** Updates the totals of a quote, by the same rules. */
export async function retotalQuote(tx: Tx, quoteId: number): Promise<void> {
  await sql`
    -- Sets the totals of the quote.
    update quote o set ${totals}
    from quote own join site s on s.id = own.site_id
    ${sumsOf('quote', quoteId)}
    where o.id = ${quoteId} and own.id = o.id`.execute(tx);
}

/** SQL: the totals of a document `o`, from its sums `l`, `d` and `f` and its site `s`. */
const totals = sql`updated_at = this_second(), currency_digits = s.currency_digits,
  subtotal = l.subtotal, total_discount = l.discount + round(d.amount, s.currency_digits),
  total_fee = l.fee + round(f.amount, s.currency_digits), total_tax = round(o.total_tax, s.currency_digits)`;

type Document = 'salesorder' | 'quote';

/** SQL: joins the sums of the lines (`l`), the discounts (`d`) and the fees (`f`) of a document, with the digits of its site `s`. */
const sumsOf = (document: Document, id: number) => sql`
    cross join lateral (
      select
        coalesce(sum(case when linetype_id in (${carriedLines}) then total when linetype_id = ${sql.lit(lineType.return)} then -total end), 0) as subtotal,
        coalesce(sum(total) filter (where linetype_id = ${sql.lit(lineType.discount)}), 0) as discount,
        coalesce(sum(total) filter (where linetype_id = ${sql.lit(lineType.fee)}), 0) as fee
      from (
        select linetype_id, round(qty * unit_price, s.currency_digits) as total
        from ${sql.table(`${document}line`)} where ${sql.ref(`${document}_id`)} = ${id}) line) l,
      ${amountsOf(document, 'discount', id)} d,
      ${amountsOf(document, 'fee', id)} f`;

const amountsOf = (document: Document, kind: 'discount' | 'fee', id: number) => sql`(
  select coalesce(sum(a.amount * coalesce(l.qty, 1)), 0) as amount
  from ${sql.table(document + kind)} a left join ${sql.table(`${document}line`)} l on l.id = a.line_id
  where ${sql.ref(`a.${document}_id`)} = ${id})`;
