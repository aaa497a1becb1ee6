import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../operation.ts';
import { freeNumber, nextId } from '../records/numbers.ts';
import { noSuch } from '../records/refusals.ts';
import type { QuoteBody, QuoteChange, QuoteLineBody } from './schema.ts';

/** @returns the id of the new quote, whose number is `Q-<id>` unless given */
export const createQuote = operation('quote.create', async ({ tx }: OperationContext, body: QuoteBody) => {
  const { rows } = await sql<{ id: number }>`
    with numbered as materialized (select ${nextId('quote')} as id)
    insert into quote (id, number, customer_id) overriding system value
    select id, coalesce(${body.number ?? null}, ${freeNumber('quote', sql`'Q-' || id`)}), ${body.customer_id}
    from numbered returning id`.execute(tx);
  const id = rows[0]!.id;
  await writeLines(tx, id, body.lines ?? []);
  return id;
});

/** Changes a quote; lines that are given replace those it had. */
export const changeQuote = operation(
  'quote.change',
  async ({ tx }: OperationContext, { id, body }: { id: number; body: QuoteChange }) => {
    const { rows } = await sql`
      update quote set number = coalesce(${body.number ?? null}, number),
        customer_id = coalesce(${body.customer_id ?? null}, customer_id), updated_at = now()
      where id = ${id} returning id`.execute(tx);
    if (rows.length === 0) throw noSuch('quote', id);
    if (!body.lines) return;
    await sql`delete from quoteline where quote_id = ${id}`.execute(tx);
    await writeLines(tx, id, body.lines);
  },
);

export const deleteQuote = operation('quote.delete', async ({ tx }: OperationContext, id: number) => {
  const { rows } = await sql`delete from quote where id = ${id} returning id`.execute(tx);
  if (rows.length === 0) throw noSuch('quote', id);
});

/** Lines are sales of one unit at the price of their part, unless they say otherwise. */
async function writeLines(tx: Tx, quoteId: number, lines: readonly QuoteLineBody[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into quoteline (quote_id, linetype_id, part_id, qty, unit_price)
    select ${quoteId}, coalesce(l.linetype_id, 1), l.part_id, coalesce(l.qty, 1), coalesce(l.unit_price, p.price, 0)
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as (linetype_id int, part_id int, qty numeric, unit_price numeric)) with ordinality
      as l(linetype_id, part_id, qty, unit_price, position)
    left join part p on p.id = l.part_id
    order by l.position`.execute(tx);
}
