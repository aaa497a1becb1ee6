import { sql } from 'kysely';
import { readReferences } from '../orders/drafts/references.ts';
import { type Amount, type Amounts, amountsOf } from '../orders/drafts/rules.ts';
import type { Tx } from '../platform/database/operation.ts';

/** Discounts and fees of a quote. An amount of the quote is flat, and an amount of a line is per unit. */

/**
 * The quote, or one of its lines, and the discounts and fees in the body. Values that the body leaves out are not
 * changed.
 */
export interface AmountsBody {
  readonly lineId: number | null;
  /** JSON pointer of the quote or line in the body. */
  readonly pointer: string;
  readonly body: Amounts;
}

/**
 * Replaces discounts and fees. The kinds must be active, and for this level.
 * @throws body.invalid
 */
export async function writeAmounts(tx: Tx, quoteId: number, places: readonly AmountsBody[]): Promise<void> {
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
    await replaceAmounts(tx, quoteId, kind, { lineIds: replaced.map(({ lineId }) => lineId), amounts });
  }
}

async function replaceAmounts(
  tx: Tx,
  quoteId: number,
  kind: 'discount' | 'fee',
  { lineIds, amounts }: { lineIds: readonly (number | null)[]; amounts: readonly Amount[] },
): Promise<void> {
  if (lineIds.length === 0) return;
  const table = sql.table(`quote${kind}`);
  await sql`
    -- Deletes the amounts that are replaced. 0 stands for the quote itself.
    delete from ${table} where quote_id = ${quoteId} and coalesce(line_id, 0) = any(${lineIds.map((id) => id ?? 0)}::bigint[])`.execute(
    tx,
  );
  await sql`
    -- Inserts the amounts, each with the id of its line.
    insert into ${table} (quote_id, line_id, ${sql.ref(`${kind}_id`)}, amount)
    select ${quoteId}, (a.value->>'line')::bigint, (a.value->>'charge_id')::bigint, (a.value->>'amount')::numeric
    from jsonb_array_elements(${JSON.stringify(amounts)}::jsonb) with ordinality as a(value, position)
    order by a.position`.execute(tx);
}
