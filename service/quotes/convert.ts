import { sql } from 'kysely';
import { insertDraft } from '../orders/drafts/create.ts';
import type { OrderBody } from '../orders/drafts/schema.ts';
import { lockedRow } from '../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';

/**
 * Makes a draft order from a quote: its customer, site, lines, prices, discounts, fees and taxes. The quote stays. A repetition makes
 * no second order, and a quote whose draft was deleted can be converted again.
 * @returns the id of the order
 */
export const convertQuote = operation('quote.convert', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const statement = sql<Row<'quote', 'salesorder_id' | 'number'>>`
    -- Locks a quote.
    select salesorder_id, number from quote where id = ${id} for no key update`;
  const quote = await lockedRow(tx, 'quote', id, statement);
  if (quote.salesorder_id !== null) return quote.salesorder_id;
  const orderId = await insertDraft(
    context,
    { kind: 'sales', body: await orderOf(tx, id) },
    { quote_id: id, number: quote.number },
  );
  await sql`update quote set salesorder_id = ${orderId}, updated_at = this_second() where id = ${id}`.execute(tx);
  await recordEvent(context, { event: 'quote.converted', id, detail: { salesorder_id: orderId } });
  return orderId;
});

/** Returns the quote as the body of a new order. Decimals are texts, so that they stay exact. */
async function orderOf(tx: Tx, id: number): Promise<OrderBody> {
  const result = await sql<{ body: OrderBody }>`
    -- Reads the quote as the body of an order.
    select jsonb_build_object('customer_id', q.customer_id, 'site_id', q.site_id, 'currency', q.currency, 'total_tax', q.total_tax::text,
      'discounts', ${amountsAt('discount', sql`a.line_id is null`)}, 'fees', ${amountsAt('fee', sql`a.line_id is null`)}, 'taxes', ${amountsAt('tax', sql`a.line_id is null`)},
      'lines', coalesce((
        select jsonb_agg(jsonb_build_object('linetype_id', l.linetype_id, 'part_id', l.part_id, 'qty', l.qty::text,
          'unit_price', l.unit_price::text, 'discounts', ${amountsAt('discount', sql`a.line_id = l.id`)},
          'fees', ${amountsAt('fee', sql`a.line_id = l.id`)}, 'taxes', ${amountsAt('tax', sql`a.line_id = l.id`)}) order by l.id)
        from quoteline l where l.quote_id = q.id), '[]')) as body
    from quote q where q.id = ${id}`.execute(tx);
  return firstRow(result).body;
}

const amountsAt = (kind: 'discount' | 'fee' | 'tax', place: ReturnType<typeof sql>) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object(${
      kind === 'tax'
        ? sql`'name', a.name, 'rate', a.rate::text, 'included', a.included`
        : sql`${sql.lit(`${kind}_id`)}::text, a.${sql.ref(`${kind}_id`)}`
    }, 'amount', a.amount::text) order by a.id)
    from ${sql.table(`quote${kind}`)} a where a.quote_id = q.id and ${place}), '[]')`;
