import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { inRange, storedDigits } from '../../platform/database/overflow.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { unfit } from '../../platform/records/refusals.ts';
import { carriedLines, lineType } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';

/**
 * Updates the totals of an order from its lines, discounts and fees, in one statement.
 *
 * Sale and Shipping lines add to the subtotal, and Return lines lower it. Lines of the types Discount and Fee add to these
 * totals, and notes have no amount. Amounts of the order are flat, and amounts of a line are per unit. A positive discount lowers
 * the total: `total = subtotal - total_discount + total_fee + total_tax`.
 *
 * Money has the digits of the currency, which is that of the site where the order names none. The total of each line is rounded half up, and the subtotal is their sum.
 * Discounts and fees are rounded once for the order, because amounts per unit may have more digits.
 *
 * A canceled quantity (`qty_canceled`) counts for nothing. Amounts of the whole order stay as they are, and taxes of lines follow their
 * quantities. The tax of an order without such taxes does not say what it is of: once the order is issued, it follows the subtotal.
 */
export async function retotal(tx: Tx, orderId: number): Promise<void> {
  const statement = sql`
    -- Sets the totals of the order, and the digits of its lines if the currency has other ones than before.
    with line as (
      update salesorderline l set currency_digits = s.currency_digits from salesorder o cross join lateral (${moneyOf('o')}) s
      where l.salesorder_id = ${orderId} and o.id = ${orderId} and l.currency_digits <> s.currency_digits
    ), ${taxesOf('salesorder', orderId)}
    update salesorder o set ${totals(sql`coalesce((${sumOfTaxes}), ${taxOfGoods})`)}
    from salesorder own cross join lateral (${moneyOf('own')}) s
    ${sumsOf('salesorder', orderId)}
    where o.id = ${orderId} and own.id = o.id`;
  await inRange(statement.execute(tx), () => totalsTooLarge('order'));
}

/** Updates the totals of a quote, by the same rules. */
export async function retotalQuote(tx: Tx, quoteId: number): Promise<void> {
  const statement = sql`
    -- Sets the totals of the quote.
    with ${taxesOf('quote', quoteId)}
    update quote o set ${totals(sql`coalesce((${sumOfTaxes}), o.total_tax)`)}
    from quote own cross join lateral (${moneyOf('own')}) s
    ${sumsOf('quote', quoteId)}
    where o.id = ${quoteId} and own.id = o.id`;
  await inRange(statement.execute(tx), () => totalsTooLarge('quote'));
}

/** SQL: removes a currency that a document has from its site, before the document gets another site. */
export const currencyOfSite = (document: Document) =>
  sql`currency = nullif(currency, (select s.currency from site s where s.id = ${sql.ref(`${document}.site_id`)}))`;

/** Refuses a line whose total would be too large. @param pointer JSON pointer of the line in the body */
export function assertTotal(line: { qty?: string | null; unit_price?: string | null }, pointer: string): void {
  const { qty, unit_price } = line;
  if (Math.abs(Number(qty ?? 1) * Number(unit_price ?? 0)) < 10 ** storedDigits) return;
  throw unfit(`${pointer}/qty`, `${qty ?? 1} times unit_price ${unit_price} has more than ${tooManyDigits}`);
}

/** The refusal of a document whose lines, discounts and fees add up to too much. */
export function totalsTooLarge(document: 'order' | 'quote'): Problem {
  const why = `the lines (qty times unit_price), discounts or fees add up to more than ${tooManyDigits}`;
  const detail = `The totals of the ${document} are too large: ${why}. Send smaller numbers, or divide the ${document}.`;
  return problem('body.invalid', detail, { errors: [{ pointer: '', detail: why }] });
}

const tooManyDigits = `${storedDigits} digits before the point`;

/** SQL: the currency of a document and its digits: its own, or those of its site. */
const moneyOf = (document: 'o' | 'own') => {
  const [currency, digits, site] = ['currency', 'currency_digits', 'site_id'].map((name) =>
    sql.ref(`${document}.${name}`),
  );
  return sql`
    select coalesce(${currency}, site.currency) as currency, case when ${currency} is null then site.currency_digits else ${digits} end as currency_digits
    from site where site.id = ${site}`;
};

/** SQL: the totals of a document `o`, from its sums and its currency `s`. */
const totals = (
  tax: RawBuilder<unknown>,
) => sql`updated_at = this_second(), currency = s.currency, currency_digits = s.currency_digits,
  subtotal = t.subtotal, total_discount = t.discount, total_fee = t.fee, total_tax = round(${tax}, s.currency_digits)`;

/** SQL: the total of a tax in the window `w` of the taxes up to it. The totals add up to the rounded sum. @param digits column with their number */
export const totalOfTax = (digits: string) =>
  sql`round(sum(amount) over w, ${sql.ref(digits)}) - round(sum(amount) over w - amount, ${sql.ref(digits)})`;

/** SQL: the steps that set the totals of the taxes of a document: `tax` has each with the part of its line that is not canceled. */
const taxesOf = (document: Document, id: number) => {
  const owner = sql.ref(`x.${document}_id`);
  // The order that is made from a quote has its own taxes first, and then those of its lines.
  const sequence = sql.raw(document === 'salesorder' ? 'x.id' : 'x.line_id nulls first, x.id');
  const part = sql.raw(document === 'salesorder' ? '(l.qty - l.qty_canceled) / nullif(l.qty, 0)' : '1');
  return sql`tax as (
      select x.id, x.included, ${totalOfTax('s.currency_digits')} as total, s.currency_digits,
        case when x.line_id is null then 1 else ${part} end as part
      from ${sql.table(`${document}tax`)} x join ${sql.table(document)} o on o.id = ${owner} cross join lateral (${moneyOf('o')}) s
      left join ${sql.table(`${document}line`)} l on l.id = x.line_id
      where ${owner} = ${id} window w as (partition by x.included order by ${sequence})
    ), taxed as (
      update ${sql.table(`${document}tax`)} x set total = t.total from tax t where x.id = t.id and x.total <> t.total
    )`;
};

/** SQL: the taxes that are added to the prices. Null for a document without taxes. */
const sumOfTaxes = sql`select sum(case when included then 0 else round(total * part, currency_digits) end) from tax`;

/** Before the last tax of a document is deleted: removes the sum of the taxes, which is no amount of its own. */
export async function forgetTaxes(tx: Tx, document: Document, id: number): Promise<void> {
  await sql`
    -- Sets the tax of a document with taxes to 0.
    update ${sql.table(document)} set total_tax = 0
    where id = ${id} and exists (select from ${sql.table(`${document}tax`)} where ${sql.ref(`${document}_id`)} = ${id})`.execute(
    tx,
  );
}

/** Refuses to write the sum of the taxes of a document. @throws body.invalid */
export async function assertNoTaxes(tx: Tx, document: Document, id: number): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(`${document}tax`)} where ${sql.ref(`${document}_id`)} = ${id} limit 1`.execute(tx);
  if (rows.length > 0)
    throw unfit('/total_tax', `is the sum of the taxes of the ${nouns[document]} and of its lines: change these`);
}

/** SQL: the tax of an order `o`, whose subtotal becomes that of `t`. */
const taxOfGoods = sql`o.total_tax * case when o.status_id = ${sql.lit(orderStates.id.Draft)} or o.subtotal = 0 then 1 else t.subtotal / o.subtotal end`;

type Document = 'salesorder' | 'quote';
const nouns: Readonly<Record<Document, string>> = { salesorder: 'order', quote: 'quote' };

/** SQL: joins the sums `t` of a document that exists, with the digits of its currency `s`. */
const sumsOf = (document: Document, id: number) => {
  const amounts = (kind: 'discount' | 'fee') => sql`
    select line_id, amount from ${sql.table(document + kind)} where ${sql.ref(`${document}_id`)} = ${id}`;
  const qty = sql.raw(document === 'salesorder' ? 'qty - qty_canceled as qty' : 'qty');
  const lines = sql`
    select id, linetype_id, ${qty}, unit_price from ${sql.table(`${document}line`)} where ${sql.ref(`${document}_id`)} = ${id}`;
  return sql`cross join lateral (${sums({ lines, discounts: amounts('discount'), fees: amounts('fee') })}) t`;
};

/** SQL of the parts of a document: its lines `(id, linetype_id, qty, unit_price)`, and its amounts `(line_id, amount)`. */
interface Parts {
  readonly lines: RawBuilder<unknown>;
  readonly discounts: RawBuilder<unknown>;
  readonly fees: RawBuilder<unknown>;
}

/** SQL: the subtotal, discount and fee of a document, with the digits of its currency `s`. */
export function sums({ lines, discounts, fees }: Parts): RawBuilder<unknown> {
  const amountOf = (amounts: RawBuilder<unknown>) => sql`(
    select coalesce(sum(a.amount * coalesce(l.qty, 1)), 0) from (${amounts}) a left join (${lines}) l on l.id = a.line_id)`;
  return sql`
    select
      coalesce(sum(case when linetype_id in (${carriedLines}) then total when linetype_id = ${sql.lit(lineType.return)} then -total end), 0) as subtotal,
      coalesce(sum(total) filter (where linetype_id = ${sql.lit(lineType.discount)}), 0) + round(${amountOf(discounts)}, s.currency_digits) as discount,
      coalesce(sum(total) filter (where linetype_id = ${sql.lit(lineType.fee)}), 0) + round(${amountOf(fees)}, s.currency_digits) as fee
    from (select linetype_id, round(qty * unit_price, s.currency_digits) as total from (${lines}) l) line`;
}
