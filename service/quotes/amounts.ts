import { sql } from 'kysely';
import { readReferences } from '../orders/drafts/references.ts';
import { type Amount, type Amounts, amountsOf } from '../orders/drafts/rules.ts';
import type { TaxBody } from '../orders/drafts/schema.ts';
import type { Tx } from '../platform/database/operation.ts';

/**
 * Discounts, fees and taxes of a quote. A discount or fee of the quote is flat, and one of a line is per unit. A tax is of the whole
 * quote or of the whole line.
 */

/**
 * The quote, or one of its lines, and the discounts, fees and taxes in the body. Values that the body leaves out are not
 * changed.
 */
export interface AmountsBody {
  readonly lineId: number | null;
  /** JSON pointer of the quote or line in the body. */
  readonly pointer: string;
  readonly body: Amounts & { readonly taxes?: readonly TaxBody[] | null | undefined };
}

/**
 * Replaces discounts, fees and taxes. Discounts and fees must be active, and for this level.
 * @throws body.invalid
 */
export async function writeAmounts(tx: Tx, quoteId: number, places: readonly AmountsBody[]): Promise<void> {
  await replaceTaxes(tx, quoteId, places);
  const given = places.filter(({ body }) => body.discounts || body.fees);
  if (given.length === 0) return;
  const references = await readReferences(tx, { lines: given.map(({ body }) => body) });
  const checked = given.map(({ body, lineId, pointer }) => ({
    ...amountsOf(body, references, lineId, pointer),
    lineId,
    body,
  }));
  for (const kind of ['discount', 'fee'] as const) {
    const replaced = checked.filter(({ body }) => body[`${kind}s`]);
    const amounts = replaced.flatMap((one) => one[`${kind}s`]);
    await replaceAmounts(tx, quoteId, kind, { places: replaced, amounts });
  }
}

async function replaceTaxes(tx: Tx, quoteId: number, places: readonly AmountsBody[]): Promise<void> {
  const replaced = places.filter(({ body }) => body.taxes);
  if (replaced.length === 0) return;
  await deleteOf(tx, 'quotetax', quoteId, replaced);
  const taxes = replaced.flatMap(({ body, lineId }) => (body.taxes ?? []).map((tax) => ({ ...tax, line_id: lineId })));
  await sql`
    -- Inserts the taxes.
    insert into quotetax (quote_id, line_id, name, rate, amount, included)
    select ${quoteId}, t.line_id, t.name, t.rate, t.amount, coalesce(t.included, false)
    from rows from (jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb)
      as (line_id bigint, name text, rate numeric, amount numeric, included boolean)) with ordinality
      as t(line_id, name, rate, amount, included, position)
    order by t.position`.execute(tx);
}

async function deleteOf(
  tx: Tx,
  table: 'quotediscount' | 'quotefee' | 'quotetax',
  quoteId: number,
  places: readonly Pick<AmountsBody, 'lineId'>[],
): Promise<void> {
  const lineIds = places.map(({ lineId }) => lineId ?? 0);
  await sql`
    -- Deletes the amounts that are replaced. 0 stands for the quote itself.
    delete from ${sql.table(table)} where quote_id = ${quoteId} and coalesce(line_id, 0) = any(${lineIds}::bigint[])`.execute(
    tx,
  );
}

async function replaceAmounts(
  tx: Tx,
  quoteId: number,
  kind: 'discount' | 'fee',
  { places, amounts }: { places: readonly Pick<AmountsBody, 'lineId'>[]; amounts: readonly Amount[] },
): Promise<void> {
  if (places.length === 0) return;
  await deleteOf(tx, `quote${kind}`, quoteId, places);
  await sql`
    -- Inserts the amounts, each with the id of its line.
    insert into ${sql.table(`quote${kind}`)} (quote_id, line_id, ${sql.ref(`${kind}_id`)}, amount)
    select ${quoteId}, (a.value->>'line')::bigint, (a.value->>'charge_id')::bigint, (a.value->>'amount')::numeric
    from jsonb_array_elements(${JSON.stringify(amounts)}::jsonb) with ordinality as a(value, position)
    order by a.position`.execute(tx);
}
