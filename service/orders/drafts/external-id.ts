import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { definedColumns, firstRow } from '../../platform/database/rows.ts';
import { assertSites } from '../../platform/database/site-limits.ts';
import { problem } from '../../platform/problems/problems.ts';
import { amountsOfOrder } from './amounts.ts';
import type { Document } from './create.ts';
import type { Amount, Tax } from './rules.ts';
import type { OrderBody } from './schema.ts';

/** Repeated creates of an order: a shop sends an order again until it gets an answer. */

type Existing = Row<'salesorder', 'id' | 'number' | 'site_id'>;

/**
 * Returns the order that has the external id of a body at its source; null for none. The next request with the same external id
 * waits for the end of this transaction.
 * @throws site.not-allowed
 */
export async function orderWithExternalId(
  tx: Tx,
  { external_id, source_id = null }: Pick<OrderBody, 'external_id' | 'source_id'>,
): Promise<Existing | null> {
  if (external_id == null) return null;
  const key = sql`lower(${external_id}::text collate "und-x-icu")`;
  const source = sql`coalesce(${source_id}::bigint, 0)`;
  // Two statements: only the second sees the order that the holder of the lock has made.
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${source}))`.execute(tx);
  const { rows } = await sql<Existing>`
    -- Finds the order of a source by its external id.
    select id, number, site_id from salesorder
    where lower(external_id collate "und-x-icu") = ${key} and coalesce(source_id, 0) = ${source}`.execute(tx);
  await assertSites(tx, rows);
  return rows[0] ?? null;
}

/** A field that differs: its name, or `lines/0/qty` of the first line, with its value in the order and in the body. */
interface Difference {
  readonly field: string;
  readonly there: unknown;
  readonly sent: unknown;
}

/** Greatest number of differences in an answer. */
const mostDifferences = 50;

/**
 * Checks that an order has the content of a body. Members that the body leaves out may have any value: defaults, or later changes.
 * @param document the order that the body describes
 * @throws record.exists with the differences
 */
export async function assertSame(tx: Tx, { id, number }: Existing, body: OrderBody, document: Document): Promise<void> {
  const differences = await differencesOf(tx, id, body, document);
  if (differences.length === 0) return;
  const names = differences.slice(0, 5).map(({ field }) => field);
  const more = differences.length > names.length ? ' and others' : '';
  throw problem(
    'record.exists',
    `Order ${number} has this external id, and another content: ${names.join(', ')}${more}. Change it by PUT /salesorder/${id}, or send what it has.`,
    { id, differences: differences.slice(0, mostDifferences) },
  );
}

async function differencesOf(tx: Tx, id: number, body: OrderBody, document: Document): Promise<Difference[]> {
  const { lines, ...fields } = body;
  const sent = sentMembers(fields);
  const sentLines = lines?.map((line, index) => pick(document.lines[index] ?? {}, sentMembers(line)));
  const { rows } = await sql<Difference>`
    -- Compares an order with what a request sends of it, in the types of the columns.
    with there as (select to_jsonb(o) as value, o.currency_digits from salesorder o where o.id = ${id}),
    sent as (select to_jsonb(jsonb_populate_record(null::salesorder, ${JSON.stringify(pick(document.order, sent))}::jsonb)) as value),
    line as (
      select l.value, l.n, s.value as names, to_jsonb(jsonb_populate_record(null::salesorderline, s.value)) as sent
      from (select to_jsonb(l) as value, row_number() over (order by l.id) as n from salesorderline l where l.salesorder_id = ${id}) l
      join jsonb_array_elements(${JSON.stringify(sentLines ?? [])}::jsonb) with ordinality s(value, n) using (n)
    )
    select f as field, there.value -> f as there, sent.value -> f as sent
    from there cross join sent cross join unnest(${sent}::text[]) with ordinality as m(f, place)
    where there.value -> f is distinct from case f when 'total_tax'
      then to_jsonb(round((sent.value ->> f)::numeric, there.currency_digits)) else sent.value -> f end
    union all
    select 'lines', to_jsonb(n), to_jsonb(${sentLines?.length ?? null}::int)
    from (select count(*) as n from salesorderline where salesorder_id = ${id}) c where n <> ${sentLines?.length ?? null}::int
    union all
    (select 'lines/' || n - 1 || '/' || f, value -> f, line.sent -> f
    from line cross join jsonb_object_keys(names) as f where value -> f is distinct from line.sent -> f order by n, f)
    limit ${mostDifferences + 1}`.execute(tx);
  return [...rows, ...(await differingAmounts(tx, id, body, document))];
}

const kinds = ['discount', 'fee', 'tax'] as const;
const members = { discount: 'discounts', fee: 'fees', tax: 'taxes' } as const;
const charges: ReadonlySet<string> = new Set(Object.values(members));

/** A discount, fee or tax of an order or of one of its lines. */
type Charged = Partial<Amount & Tax>;

/** Returns the discounts, fees and taxes that differ, where the body has any. */
async function differingAmounts(tx: Tx, id: number, body: OrderBody, document: Document): Promise<Difference[]> {
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

/** Returns the names of the members of a body that have a value. */
const sentMembers = (body: object): string[] =>
  definedColumns(body).flatMap(([name, value]) => (value === null || charges.has(name) ? [] : [name]));

const pick = (record: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
