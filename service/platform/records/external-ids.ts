import { type RawBuilder, sql } from 'kysely';
import { foldedSql } from '../../../lib/expressions/folding.ts';
import { transferorder, useorder } from '../../../records/order-kinds.ts';
import { receipt } from '../../../records/receipt.ts';
import type { Rows } from '../../../records/record.ts';
import { returnorder } from '../../../records/return-order.ts';
import { salesorder } from '../../../records/sales-order.ts';
import type { Tx } from '../database/operation.ts';
import { firstRow } from '../database/rows.ts';
import { assertSites } from '../database/site-limits.ts';
import { problem } from '../problems/problems.ts';
import { recordName } from '../problems/record-names.ts';
import { assertKnown } from './known.ts';

/**
 * The ids that records have at a source, such as a shop. A source sends a record until it knows that it arrived: a create with the
 * external id of a record that is there makes nothing.
 */

export interface ExternalId {
  readonly external_id: string;
  readonly source_id?: number | null | undefined;
}

/** A kind of record with one external id, in its row. */
export type SourceRecord = 'salesorder' | 'transferorder' | 'useorder' | 'receipt' | 'returnorder';

/** A kind of record with any number of external ids. */
type Holder = 'customer' | 'part';

type Kind = SourceRecord | Holder;

/** The records of a kind: their table, and which of its rows. */
interface Place {
  readonly table: string;
  readonly only?: Rows | undefined;
}

const sourceRecords = [salesorder, transferorder, useorder, receipt, returnorder];
const places = Object.fromEntries([
  ...sourceRecords.map(({ name, options: { table = name, only } }): [string, Place] => [name, { table, only }]),
  ...(['customer', 'part'] as const).map((table): [string, Place] => [table, { table }]),
]) as Record<Kind, Place>;

/** The table with the external ids of a kind of record, and its column with the id of the record. */
const holders = {
  customer: ['customerexternalid', 'customer_id'],
  part: ['partexternalid', 'part_id'],
} as const;

const pairsOf = (externalIds: readonly ExternalId[]) => sql`
  unnest(${externalIds.map((each) => each.external_id)}::text[], ${externalIds.map((each) => each.source_id ?? null)}::bigint[])
  with ordinality as pair (external_id, source_id, position)`;

/**
 * Finds the records with external ids. The next create with one of them waits for the end of this transaction.
 * @returns the ids of the records, by the position of the external id
 */
export async function recordsWith(
  tx: Tx,
  kind: Kind,
  externalIds: readonly ExternalId[],
): Promise<ReadonlyMap<number, number>> {
  if (externalIds.length === 0) return new Map();
  const { table: own, only } = places[kind];
  const [table, column] = kind === 'customer' || kind === 'part' ? holders[kind] : [own, 'id'];
  const pairs = pairsOf(externalIds);
  const [sent, there] = [sql.raw(foldedSql('pair.external_id')), sql.raw(foldedSql('t.external_id'))];
  await sql`
    -- Locks external ids. All requests lock in one sequence, so that no two wait for each other.
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${kind}::text || ' ' || ${sent}, coalesce(pair.source_id, 0)) as key
      from ${pairs} order by key) as locks`.execute(tx);
  // A statement of its own sees the record that the holder of the lock has made.
  const { rows } = await sql<{ position: number; id: number }>`
    -- Finds the records with external ids.
    select pair.position::int - 1 as position, t.${sql.ref(column)} as id
    from ${pairs} join ${sql.table(table)} t on ${there} = ${sent} and coalesce(t.source_id, 0) = coalesce(pair.source_id, 0)
      ${only ? sql`and t.${sql.ref(only.column)} = ${only.value}` : sql``}
    order by pair.position`.execute(tx);
  return new Map(rows.map(({ position, id }) => [position, id]));
}

/** A record that has the external id of a body. */
export interface Existing {
  readonly id: number;
  readonly number: string;
  readonly site_id: number;
}

interface PairOfBody {
  readonly external_id?: string | null | undefined;
  readonly source_id?: number | null | undefined;
}

/**
 * Returns the record that has the external id of a body at its source; null for none.
 * @throws site.not-allowed
 */
export async function recordWith(
  tx: Tx,
  kind: SourceRecord,
  { external_id, source_id }: PairOfBody,
): Promise<Existing | null> {
  if (external_id == null) return null;
  const id = (await recordsWith(tx, kind, [{ external_id, source_id }])).get(0);
  if (id === undefined) return null;
  const { rows } = await sql<Existing>`
    select id, number, site_id from ${sql.table(places[kind].table)} where id = ${id}`.execute(tx);
  await assertSites(tx, rows);
  return rows[0] ?? null;
}

/** A field that differs: its name, or `lines/0/qty` of the first line, with its value in the record and in the body. */
export interface Difference {
  readonly field: string;
  readonly there: unknown;
  readonly sent: unknown;
}

/** Greatest number of differences in an answer. */
export const mostDifferences = 50;

/** Compares a record with values of its columns, in the types of the columns. */
export async function differingFields(tx: Tx, kind: Kind, id: number, sent: object): Promise<Difference[]> {
  const table = sql.table(places[kind].table);
  const { rows } = await sql<Difference>`
    -- Compares a record with what a request sends of it. A total has the digits of its currency.
    with there as (select to_jsonb(t) as value from ${table} t where t.id = ${id}),
    sent as (select to_jsonb(jsonb_populate_record(null::${table}, ${JSON.stringify(sent)}::jsonb)) as value)
    select name as field, there.value -> name as there, sent.value -> name as sent
    from there cross join sent cross join unnest(${Object.keys(sent)}::text[]) with ordinality as m (name, place)
    where name <> all('{external_id,source_id}') and there.value -> name is distinct from case name
      when 'total_tax' then to_jsonb(round((sent.value ->> name)::numeric, (there.value ->> 'currency_digits')::int))
      else sent.value -> name end
    order by place`.execute(tx);
  return rows;
}

/** The lines of a record. */
export interface Lines {
  readonly table: 'salesorderline' | 'receiptline' | 'returnorderline';
  /** The column with the id of the record. */
  readonly of: string;
  /** SQL of a condition on a line `l`. Default: all lines. */
  readonly where?: RawBuilder<unknown>;
}

/** Compares the lines of a record with values of their columns, in the types of the columns. */
export async function differingLines(
  tx: Tx,
  { table, of, where = sql`true` }: Lines,
  id: number,
  lines: readonly object[],
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    -- Compares the lines of a record with those that a request sends, in the types of the columns.
    with line as (
      select to_jsonb(l) as value, row_number() over (order by l.id) as n from ${sql.table(table)} l where l.${sql.ref(of)} = ${id} and ${where}
    )
    select 'lines' as field, to_jsonb(count(*)) as there, to_jsonb(${lines.length}::int) as sent from line having count(*) <> ${lines.length}
    union all
    (select 'lines/' || n - 1 || '/' || name, line.value -> name, sent.value -> name
    from line join jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as s (value, n) using (n)
    cross join lateral (select to_jsonb(jsonb_populate_record(null::${sql.table(table)}, s.value)) as value) as sent
    cross join jsonb_object_keys(s.value) as name
    where line.value -> name is distinct from sent.value -> name order by n, name)
    limit ${mostDifferences + 1}`.execute(tx);
  return rows;
}

/** Returns the columns that a body sends. Others may have any value: they were filled in, or changed here. */
export const sentColumns = (body: object, columns: object): object => {
  const values = new Map(Object.entries(body));
  return Object.fromEntries(Object.entries(columns).filter(([name]) => values.get(name) != null));
};

/**
 * Checks that a record has the content that a create sends again.
 * @throws record.exists with the differences
 */
export function assertNoDifferences(
  { kind, id, number }: { readonly kind: Kind; readonly id: number; readonly number: string },
  differences: readonly Difference[],
): void {
  if (differences.length === 0) return;
  const noun = recordName(kind);
  const names = differences.slice(0, 5).map(({ field }) => field);
  const more = differences.length > names.length ? ' and others' : '';
  throw problem(
    'record.exists',
    `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${number} has this external id, and another content: ${names.join(', ')}${more}. Change it by PUT /${kind}/${id}, or send what it has.`,
    { id, differences: differences.slice(0, mostDifferences) },
  );
}

/** The lists of the body of a create, beside the columns of the record. */
interface Lists {
  readonly external_ids?: readonly ExternalId[] | undefined;
  readonly group_ids?: readonly number[] | undefined;
}

/**
 * Returns the record that a create makes again; null if it makes a new one.
 * @param columns the values that the body gives to columns
 * @throws record.exists if the record has another content
 */
export async function recordAgain(
  tx: Tx,
  kind: Holder,
  { external_ids = [], group_ids }: Lists,
  columns: object,
): Promise<{ id: number; status: 200 } | null> {
  const owners = await recordsWith(tx, kind, external_ids);
  const [id] = owners.values();
  if (id === undefined) return null;
  const result = await sql<{ number: string; groups: number[] }>`
    -- Reads the number and the groups of a record.
    select t.number, array(select g.${sql.ref(`${kind}group_id`)} from ${sql.table(`${kind}_${kind}group`)} g
      where g.${sql.ref(`${kind}_id`)} = t.id order by 1) as groups
    from ${sql.table(kind)} t where t.id = ${id}`.execute(tx);
  const { number, groups } = firstRow(result);
  const sentGroups = group_ids && [...new Set(group_ids)].sort((a, b) => a - b);
  assertNoDifferences({ kind, id, number }, [
    ...(await differingFields(tx, kind, id, columns)),
    ...(sentGroups && String(sentGroups) !== String(groups)
      ? [{ field: 'group_ids', there: groups, sent: sentGroups }]
      : []),
    ...external_ids.flatMap((sent, at) =>
      owners.get(at) === id ? [] : [{ field: `external_ids/${at}`, there: null, sent }],
    ),
  ]);
  return { id, status: 200 };
}

/** Writes the external ids of a new record. @throws reference.unknown */
export async function addExternalIds(tx: Tx, kind: Holder, id: number, { external_ids = [] }: Lists): Promise<void> {
  if (external_ids.length === 0) return;
  const sources = external_ids.map(({ source_id }, at) => ({
    pointer: `/external_ids/${at}/source_id`,
    id: source_id,
  }));
  await assertKnown(tx, 'source', sources);
  const [table, column] = holders[kind];
  await sql`
    -- Adds the external ids of a record.
    insert into ${sql.table(table)} (${sql.ref(column)}, source_id, external_id)
    select ${id}::bigint, pair.source_id, pair.external_id from ${pairsOf(external_ids)} order by pair.position`.execute(
    tx,
  );
}
