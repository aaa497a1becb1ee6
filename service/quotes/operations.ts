import { sql } from 'kysely';
import { digitsOf } from '../../records/currency.ts';
import { readReferences } from '../orders/drafts/references.ts';
import { assertNoTaxes, assertTotal, currencyOfSite, forgetTaxes, retotalQuote } from '../orders/drafts/totals.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import type { ChildOperations } from '../platform/records/child-record.ts';
import { assertKnown } from '../platform/records/known.ts';
import { freeNumber, nextId } from '../platform/records/numbers.ts';
import { noSuch, unfit } from '../platform/records/refusals.ts';
import { writeAmounts } from './amounts.ts';
import type { QuoteBody, QuoteChange, QuoteLineBody, QuoteLineChange } from './schema.ts';

/** Creates a quote. The default of the number is `Q-<id>`. @returns its id */
export const createQuote = operation('quote.create', async (context: OperationContext, body: QuoteBody) => {
  const { tx, actor } = context;
  const { site_id: usualSite } = await readReferences(tx, { currentSite: actor.siteId });
  const siteId = body.site_id ?? usualSite;
  if (siteId === null) throw unfit('/site_id', 'is required, since there is no site yet');
  const insertion = sql<Row<'quote', 'id'>>`
    -- Inserts the quote. Its number contains its id, so the id comes first.
    with numbered as materialized (select ${nextId('quote')} as id)
    insert into quote (id, number, customer_id, site_id, currency, currency_digits, total_tax) overriding system value
    select id, coalesce(${body.number ?? null}, ${freeNumber('quote', sql`'Q-' || numbered.id`)}), ${body.customer_id},
      ${siteId}, ${body.currency ?? null}, ${body.currency ? digitsOf(body.currency) : 2}, ${body.total_tax ?? '0'}
    from numbered returning id`;
  const { id } = firstRow(await insertion.execute(tx));
  await writeLines(tx, id, body.lines ?? [], inBody);
  await writeAmounts(tx, id, [{ lineId: null, pointer: '', body }]);
  await retotalQuote(tx, id);
  await recordEvent(context, { event: 'quote.created', id });
  return id;
});

/** Changes a quote. `lines` replaces all its lines. */
export const changeQuote = operation(
  'quote.change',
  async (context: OperationContext, { id, body }: { id: number; body: QuoteChange }) => {
    const { tx } = context;
    if (body.lines || body.taxes) await forgetTaxes(tx, 'quote', id);
    else if (await changesTax(tx, id, body)) await assertNoTaxes(tx, 'quote', id);
    const { rows } = await sql`
      -- Updates the given fields of the quote.
      update quote set number = coalesce(${body.number ?? null}, number),
        customer_id = coalesce(${body.customer_id ?? null}, customer_id), site_id = coalesce(${body.site_id ?? null}, site_id),
        ${currencyChange(body)}total_tax = coalesce(${body.total_tax ?? null}::numeric, total_tax), updated_at = this_second()
      where id = ${id} returning id`.execute(tx);
    if (rows.length === 0) throw noSuch('quote', id);
    await recordEvent(context, { event: 'quote.modified', id });
    if (body.lines) {
      await sql`delete from quoteline where quote_id = ${id}`.execute(tx);
      await writeLines(tx, id, body.lines, inBody);
    }
    await writeAmounts(tx, id, [{ lineId: null, pointer: '', body }]);
    await retotalQuote(tx, id);
  },
);

/** Returns whether a body has another tax than the quote. Some clients send the whole record. */
async function changesTax(tx: Tx, id: number, { total_tax }: QuoteChange): Promise<boolean> {
  if (total_tax == null) return false;
  const { rows } = await sql`select from quote where id = ${id} and total_tax <> ${total_tax}::numeric`.execute(tx);
  return rows.length > 0;
}

/** SQL: the currency of a body and its digits, or that of another site. */
function currencyChange({ currency, site_id }: QuoteChange) {
  if (currency != null) return sql`currency = ${currency}, currency_digits = ${digitsOf(currency)}, `;
  if (currency === null) return sql`currency = null, `;
  return site_id == null ? sql`` : sql`${currencyOfSite('quote')}, `;
}

export const deleteQuote = operation('quote.delete', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const { rows } = await sql`select id from quote where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw noSuch('quote', id);
  await recordDeletion(context, { event: 'quote.deleted', id });
  await sql`delete from quote where id = ${id}`.execute(tx);
});

/** Operations of single lines. */
export const quoteLineOperations: ChildOperations<QuoteLineBody, QuoteLineChange> = {
  create: operation('quoteline.create', async (context, { parentId, body }) => {
    await touchQuote(context, parentId);
    const [id] = await writeLines(context.tx, parentId, [body], () => '');
    if (id === undefined) throw new Error('The insertion of a quote line returned no id.');
    await retotalQuote(context.tx, parentId);
    return id;
  }),

  change: operation('quoteline.change', async (context, { parentId, id, body }) => {
    await touchQuote(context, parentId);
    const { linetype_id = null, part_id, qty = null, unit_price = null } = body;
    assertTotal(body, '');
    const { rows } = await sql`
      -- Changes a line. A new part brings its price, unless the body has one.
      update quoteline l set linetype_id = coalesce(${linetype_id}::bigint, linetype_id), qty = coalesce(${qty}::numeric, qty),
        part_id = ${part_id === undefined ? sql`part_id` : sql`${part_id}::bigint`},
        unit_price = coalesce(${unit_price}::numeric, case when part_id is distinct from ${part_id ?? null}::bigint
          then (select coalesce(own.unit_price, p.price) from part p left join customerpartprice own on own.part_id = p.id
            and own.customer_id = (select customer_id from quote where id = ${parentId})
            where p.id = ${part_id ?? null}::bigint) end, unit_price)
      where id = ${id} and quote_id = ${parentId} returning id`.execute(context.tx);
    if (rows.length === 0) throw noSuch('line', id);
    if (body.taxes) await forgetTaxes(context.tx, 'quote', parentId);
    await writeAmounts(context.tx, parentId, [{ lineId: id, pointer: '', body }]);
    await retotalQuote(context.tx, parentId);
  }),

  remove: operation('quoteline.delete', async (context, { parentId, id }) => {
    await touchQuote(context, parentId);
    await forgetTaxes(context.tx, 'quote', parentId);
    const { rows } = await sql`delete from quoteline where id = ${id} and quote_id = ${parentId} returning id`.execute(
      context.tx,
    );
    if (rows.length === 0) throw noSuch('line', id);
    await retotalQuote(context.tx, parentId);
  }),
};

/** Locks the quote, and records its change. @throws record.unknown */
async function touchQuote(context: OperationContext, id: number): Promise<void> {
  const { rows } = await sql`update quote set updated_at = this_second() where id = ${id} returning id`.execute(
    context.tx,
  );
  if (rows.length === 0) throw noSuch('quote', id);
  await recordEvent(context, { event: 'quote.modified', id });
}

const inBody = (position: number) => `/lines/${position}`;

/**
 * Inserts lines. The defaults are a sale of one unit, at the price of the customer or else of the part.
 * @param at returns the pointer of a line in the body
 */
async function writeLines(
  tx: Tx,
  quoteId: number,
  lines: readonly QuoteLineBody[],
  at: (position: number) => string,
): Promise<number[]> {
  if (lines.length === 0) return [];
  for (const [position, line] of lines.entries()) assertTotal(line, at(position));
  const named = (field: 'part_id' | 'linetype_id') =>
    lines.map((line, position) => ({ pointer: `${at(position)}/${field}`, id: line[field] }));
  await assertKnown(tx, 'part', named('part_id'));
  await assertKnown(tx, 'linetype', named('linetype_id'));
  const { rows } = await sql<Row<'quoteline', 'id'>>`
    -- Inserts the lines with their defaults.
    insert into quoteline (quote_id, linetype_id, part_id, qty, unit_price)
    select ${quoteId}, coalesce(l.linetype_id, 1), l.part_id, coalesce(l.qty, 1), coalesce(l.unit_price, own.unit_price, p.price, 0)
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as (linetype_id bigint, part_id bigint, qty numeric, unit_price numeric)) with ordinality
      as l(linetype_id, part_id, qty, unit_price, position)
    left join part p on p.id = l.part_id
    left join customerpartprice own on own.part_id = p.id
      and own.customer_id = (select customer_id from quote where id = ${quoteId})
    order by l.position returning id`.execute(tx);
  const ids = rows.map((row) => row.id);
  await writeAmounts(
    tx,
    quoteId,
    lines.flatMap((body, position) => {
      const lineId = ids[position];
      return lineId === undefined ? [] : [{ lineId, pointer: at(position), body }];
    }),
  );
  return ids;
}
