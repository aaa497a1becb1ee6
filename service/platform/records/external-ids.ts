import { sql } from 'kysely';
import { foldedSql } from '../../../lib/expressions/folding.ts';
import type { Tx } from '../database/operation.ts';
import { firstRow } from '../database/rows.ts';
import { problem } from '../problems/problems.ts';
import { assertKnown } from './known.ts';

/**
 * The ids that records have at a source, such as a shop. A source sends a record until it knows that it arrived: a create with the
 * external id of a record that is there makes nothing.
 */

export interface ExternalId {
  readonly external_id: string;
  readonly source_id?: number | null | undefined;
}

/** The table with the external ids of a kind of record, and its column with the id of the record. */
const tables = {
  salesorder: ['salesorder', 'id'],
  customer: ['customerexternalid', 'customer_id'],
  part: ['partexternalid', 'part_id'],
} as const;
type Kind = keyof typeof tables;

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
  const [table, column] = tables[kind];
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
    order by pair.position`.execute(tx);
  return new Map(rows.map(({ position, id }) => [position, id]));
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
  const { rows } = await sql<Difference>`
    -- Compares a record with what a request sends of it. A total has the digits of its currency.
    with there as (select to_jsonb(t) as value from ${sql.table(kind)} t where t.id = ${id}),
    sent as (select to_jsonb(jsonb_populate_record(null::${sql.table(kind)}, ${JSON.stringify(sent)}::jsonb)) as value)
    select name as field, there.value -> name as there, sent.value -> name as sent
    from there cross join sent cross join unnest(${Object.keys(sent)}::text[]) with ordinality as m (name, place)
    where there.value -> name is distinct from case name
      when 'total_tax' then to_jsonb(round((sent.value ->> name)::numeric, (there.value ->> 'currency_digits')::int))
      else sent.value -> name end
    order by place`.execute(tx);
  return rows;
}

/** Returns the columns that a body sends. Others may have any value: they were filled in, or changed here. */
export const sentColumns = (body: object, columns: object): object => {
  const values = new Map(Object.entries(body));
  return Object.fromEntries(Object.entries(columns).filter(([name]) => values.get(name) != null));
};

/**
 * Checks that a record has the content that a create sends again.
 * @param name of the record, for people: "Order SO-1001"
 * @throws record.exists with the differences
 */
export function assertNoDifferences(
  { kind, id, name }: { readonly kind: Kind; readonly id: number; readonly name: string },
  differences: readonly Difference[],
): void {
  if (differences.length === 0) return;
  const names = differences.slice(0, 5).map(({ field }) => field);
  const more = differences.length > names.length ? ' and others' : '';
  throw problem(
    'record.exists',
    `${name} has this external id, and another content: ${names.join(', ')}${more}. Change it by PUT /${kind}/${id}, or send what it has.`,
    { id, differences: differences.slice(0, mostDifferences) },
  );
}

/** A kind of record with any number of external ids. */
type Holder = 'customer' | 'part';

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
  const name = `${kind === 'part' ? 'Part' : 'Customer'} ${number}`;
  assertNoDifferences({ kind, id, name }, [
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
  const [table, column] = tables[kind];
  await sql`
    -- Adds the external ids of a record.
    insert into ${sql.table(table)} (${sql.ref(column)}, source_id, external_id)
    select ${id}::bigint, pair.source_id, pair.external_id from ${pairsOf(external_ids)} order by pair.position`.execute(
    tx,
  );
}
