import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { assertSites } from '../../platform/database/site-limits.ts';
import {
  assertNoDifferences,
  type Difference,
  differingFields,
  mostDifferences,
  recordsWith,
  sentColumns,
} from '../../platform/records/external-ids.ts';
import { amountsOfOrder } from './amounts.ts';
import type { Document } from './create.ts';
import type { Amount, Tax } from './rules.ts';
import type { AnyOrderBody } from './schema.ts';

/** Repeated creates of an order: a shop sends an order again until it gets an answer. */

type Existing = Row<'salesorder', 'id' | 'number' | 'site_id'>;

/**
 * Returns the order that has the external id of a body at its source; null for none.
 * @throws site.not-allowed
 */
export async function orderWithExternalId(
  tx: Tx,
  { external_id, source_id }: Pick<AnyOrderBody, 'external_id' | 'source_id'>,
): Promise<Existing | null> {
  if (external_id == null) return null;
  const id = (await recordsWith(tx, 'salesorder', [{ external_id, source_id }])).get(0);
  if (id === undefined) return null;
  const { rows } = await sql<Existing>`select id, number, site_id from salesorder where id = ${id}`.execute(tx);
  await assertSites(tx, rows);
  return rows[0] ?? null;
}

/** Returns the positions of the bodies whose orders are there. */
export async function positionsOfKnown(tx: Tx, bodies: readonly AnyOrderBody[]): Promise<ReadonlySet<number>> {
  const externalIds = bodies.flatMap(({ external_id, source_id }, at) =>
    external_id == null ? [] : [{ external_id, source_id, at }],
  );
  const there = await recordsWith(tx, 'salesorder', externalIds);
  return new Set(externalIds.flatMap(({ at }, position) => (there.has(position) ? [at] : [])));
}

/**
 * Checks that an order has the content of a body. Members that the body leaves out may have any value: defaults, or later changes.
 * @param document the order that the body describes
 * @throws record.exists with the differences
 */
export async function assertSame(
  tx: Tx,
  { id, number }: Existing,
  body: AnyOrderBody,
  document: Document,
): Promise<void> {
  const lines = body.lines?.map((line, index) => sentColumns(line, document.lines[index] ?? {}));
  assertNoDifferences({ kind: 'salesorder', id, name: `Order ${number}` }, [
    ...(await differingFields(tx, 'salesorder', id, sentColumns(body, document.order))),
    ...(lines ? await differingLines(tx, id, lines) : []),
    ...(await differingAmounts(tx, id, body, document)),
  ]);
}

async function differingLines(tx: Tx, id: number, lines: readonly object[]): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    -- Compares the lines of an order with those that a request sends, in the types of the columns.
    with line as (select to_jsonb(l) as value, row_number() over (order by l.id) as n from salesorderline l where l.salesorder_id = ${id})
    select 'lines' as field, to_jsonb(count(*)) as there, to_jsonb(${lines.length}::int) as sent from line having count(*) <> ${lines.length}
    union all
    (select 'lines/' || n - 1 || '/' || name, line.value -> name, sent.value -> name
    from line join jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as s (value, n) using (n)
    cross join lateral (select to_jsonb(jsonb_populate_record(null::salesorderline, s.value)) as value) as sent
    cross join jsonb_object_keys(s.value) as name
    where line.value -> name is distinct from sent.value -> name order by n, name)
    limit ${mostDifferences + 1}`.execute(tx);
  return rows;
}

const kinds = ['discount', 'fee', 'tax'] as const;
const members = { discount: 'discounts', fee: 'fees', tax: 'taxes' } as const;

/** A discount, fee or tax of an order or of one of its lines. */
type Charged = Partial<Amount & Tax>;

/** Returns the discounts, fees and taxes that differ, where the body has any. */
async function differingAmounts(tx: Tx, id: number, body: AnyOrderBody, document: Document): Promise<Difference[]> {
  const bodies = [body, ...(body.lines ?? [])];
  if (!bodies.some((one) => kinds.some((kind) => one[members[kind]] != null))) return [];
  const result = await sql<Record<(typeof kinds)[number], Charged[]>>`
    -- Reads the discounts, fees and taxes of an order.
    select ${amountsOfOrder('discount')} as discount, ${amountsOfOrder('fee')} as fee, ${amountsOfOrder('tax')} as tax
    from salesorder o where o.id = ${id}`.execute(tx);
  const before = firstRow(result);
  return kinds.flatMap((kind) => {
    const field = members[kind];
    const [there, sent] = [before[kind].map(comparable), document[field].map(comparable)];
    const isSent = bodies.some((one) => one[field] != null);
    return isSent && !isDeepStrictEqual(there, sent) ? [{ field, there, sent }] : [];
  });
}

const comparable = ({ line = null, charge_id, name, rate, included = false, amount }: Charged) => ({
  line,
  ...(charge_id === undefined
    ? { name, rate: rate == null ? null : Number(rate), included: included ?? false }
    : { charge_id }),
  amount: Number(amount),
});
