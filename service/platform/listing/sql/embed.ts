import type { AnswerLimits } from '../answer-limits.ts';
import type { Join } from '../declaration/relation.ts';
import type { Resource } from '../declaration/resource.ts';
import type { Embed, EmbedTree } from '../embed.ts';
import { guarded } from './guard.ts';
import { sortSql } from './matching.ts';
import { objectSql } from './object.ts';

/**
 * Embedded objects as steps of a WITH. For each relation, one step reads the related rows of *all* rows above it, and the next
 * writes the JSON text of each record once. For few parts on many lines PostgreSQL needs 3.1 ms; with a subselect for each row it
 * needs 4.1 ms, and can choose a plan of one lookup for each row.
 *
 * In the steps, `r2` are rows with all columns. `p2` are pairs of keys (`pk` above, `ck` below), for relations without a column for
 * the key above. `j2` is the text `j` for the value `k` of the row above, with the number `n` of the records in it. `r2` and `p2`
 * end one row after the limit of records, and the texts at the limits of both (guard.ts).
 */
export interface EmbedSteps {
  /** `name AS MATERIALIZED (…)`, each after the steps that it uses. */
  readonly steps: readonly string[];
  /** LEFT JOINs for the statement that reads the rows above. */
  readonly joins: string;
  /** SQL of the text of each embedded object, by name. */
  readonly embedded: ReadonlyMap<string, string>;
  /** SQL of the number of embedded records in a row above; '' if nothing is embedded. */
  readonly records: string;
  /** SQL of the bytes of their texts; '' if nothing is embedded. */
  readonly bytes: string;
}

/** Data for all steps of a statement. */
export interface EmbedContext {
  /** Returns the next number for names of steps. */
  readonly numbering: () => number;
  readonly limits: AnswerLimits;
}

/**
 * Returns the steps that embed all relations of a tree.
 * @param rows the name of the step with the rows above, which is also their alias
 * @param path the path of the rows above; '' for the records of the list
 */
export function embedSteps(
  resource: Resource,
  tree: EmbedTree,
  rows: string,
  context: EmbedContext,
  path = '',
): EmbedSteps {
  const steps: string[] = [];
  const joins: string[] = [];
  const embedded = new Map<string, string>();
  const numbers: number[] = [];
  const add = (name: string, embed: Embed): string => {
    const number = context.numbering();
    const place = { above: rows, number, path: path === '' ? name : `${path}.${name}` };
    const one = oneEmbed(resource, embed, place, context);
    steps.push(...one.steps);
    joins.push(` LEFT JOIN j${number} ON j${number}.k = ${one.parent}`);
    numbers.push(number);
    return `coalesce(j${number}.j, '${embed.relation.many ? '[]' : 'null'}')`;
  };
  for (const [name, embed] of tree) {
    const { usual, own } = splitEmbed(resource, name, embed);
    const record = add(name, usual);
    const members = own.map((each) => `',"${each.name}":', ${add(`${name}.${each.name}`, each.embed)}`);
    embedded.set(name, members.length === 0 ? record : withMembers(record, members));
  }
  return {
    steps,
    joins: joins.join(''),
    embedded,
    records: numbers.map((number) => `coalesce(j${number}.n, 0)`).join(' + '),
    bytes: numbers.map((number) => `coalesce(octet_length(j${number}.j), 0)`).join(' + '),
  };
}

/**
 * Splits the embed of a related record: its own relations, and the relations that depend on this record
 * (`inPlaceOf`).
 */
function splitEmbed(resource: Resource, name: string, { relation, embed, brief }: Embed) {
  const own: { name: string; embed: Embed }[] = [];
  const usual = new Map<string, Embed>();
  for (const [inner, each] of embed) {
    const other = resource.relations.get(resource.inPlaceOf[`${name}.${inner}`] ?? '');
    if (other) own.push({ name: inner, embed: { ...each, relation: other } });
    else usual.set(inner, each);
  }
  return { usual: { relation, embed: usual, brief }, own };
}

/** Returns SQL that adds members to the JSON text of an object. A record that does not exist stays null. */
const withMembers = (record: string, members: readonly string[]): string =>
  `CASE WHEN ${record} = 'null' THEN 'null' ELSE concat(left(${record}, -1), ${members.join(', ')}, '}') END`;

/** The SQL parts of one embedded relation that its join does not change. */
interface Parts {
  readonly target: Resource;
  readonly many: boolean;
  /** The step of the rows above, and the key of a row in it. */
  readonly above: string;
  readonly parentKey: string;
  readonly number: number;
  readonly rows: string;
  readonly path: string;
  readonly order: readonly { sql: string; direction: string }[];
  /** SQL of the JSON text of a row. */
  readonly object: string;
  /** SQL of the number of records in a row. */
  readonly records: string;
  readonly below: EmbedSteps;
  readonly limits: AnswerLimits;
}

function oneEmbed(
  resource: Resource,
  { relation, embed }: Embed,
  { above, number, path }: { above: string; number: number; path: string },
  context: EmbedContext,
): { parent: string; steps: string[] } {
  const { target, join, many } = relation;
  const rows = `r${number}`;
  const order = sortSql(target, []).map(({ sql, direction }) => ({ sql: sql(rows), direction }));
  const below = embedSteps(target, embed, rows, context, path);
  const served = [...target.fields.values()].filter((field) => !field.hidden);
  const object = objectSql(target, served, rows, below.embedded);
  const records = below.records === '' ? '1' : `1 + ${below.records}`;
  const parentKey = resource.key.sql(above);
  const { limits } = context;
  const parts = { target, many, above, parentKey, number, rows, path, order, object, records, below, limits };
  if (join.by === 'reference') return embedByReference(parts, join.field.sql(above));
  if (join.by === 'column') return embedByColumn(parts, join.column);
  return embedByPairs(parts, join);
}

function embedByReference(parts: Parts, parent: string) {
  const { target, above, number, rows, below } = parts;
  const keys = `SELECT DISTINCT ${parent} AS k FROM ${above}`;
  return {
    parent,
    steps: [
      step(
        rows,
        rowsOf(target, (child) => target.key.sql(child), keys),
      ),
      ...below.steps,
      step(`j${number}`, textsOf(parts, [])),
    ],
  };
}

function embedByColumn(parts: Parts, column: string) {
  const { target, above, parentKey, number, rows, path, order, object, records, below, limits } = parts;
  const keys = `SELECT ${parentKey} AS k FROM ${above}`;
  const columns = [`${rows}.${column} AS k`, ...order.map(({ sql }, index) => `${sql} AS s${index}`)];
  const from = `${rows}${below.joins}`;
  const texts = guarded({ path, columns, object, records, bytes: below.bytes, from }, limits);
  return {
    parent: parentKey,
    steps: [
      step(rows, `${rowsOf(target, (child) => `${child}.${column}`, keys)}${limitOf(limits)}`),
      ...below.steps,
      step(`j${number}`, gathered(parts, texts)),
    ],
  };
}

function embedByPairs(parts: Parts, join: Exclude<Join, { by: 'reference' | 'column' }>) {
  const { target, above, parentKey, number, rows, path, order, below, limits } = parts;
  const pairs = `p${number}`;
  const words = order.map(({ sql, direction }) => sql + direction).join(', ');
  const ranked = target.order.length > 0 ? [`row_number() OVER (ORDER BY ${words}) AS s0`] : [];
  const keys = `SELECT DISTINCT ck AS k FROM ${pairs}`;
  const columns = [`${pairs}.pk AS k`, ranked.length > 0 ? 'o.s0 AS s0' : `${pairs}.ck AS s0`];
  const from = `${pairs} JOIN o${number} o ON o.k = ${pairs}.ck`;
  const texts = guarded({ path, columns, object: 'o.j', records: 'o.n', bytes: '', from }, limits);
  return {
    parent: parentKey,
    steps: [
      step(pairs, `${pairsOf(target, join, above, parentKey)}${limitOf(limits)}`),
      step(
        rows,
        rowsOf(target, (child) => target.key.sql(child), keys),
      ),
      ...below.steps,
      step(`o${number}`, textsOf(parts, ranked)),
      step(`j${number}`, gathered({ ...parts, order: [{ sql: 's0', direction: '' }] }, texts)),
    ],
  };
}

/**
 * Returns the texts of rows that are distinct, by their keys. Their number is limited. Without embedded records below, their
 * texts are limited where they are gathered.
 */
function textsOf({ target, rows, path, object, records, below, limits }: Parts, more: readonly string[]): string {
  const columns = [`${target.key.sql(rows)} AS k`, ...more];
  const from = `${rows}${below.joins}`;
  if (below.bytes === '') return `SELECT ${[...columns, `${object} AS j`, '1 AS n'].join(', ')} FROM ${from}`;
  return guarded({ path, columns, object, records, bytes: below.bytes, from }, limits);
}

/** One row more than the limit shows that it is passed. */
const limitOf = ({ records }: AnswerLimits) => (records < Number.MAX_SAFE_INTEGER ? ` LIMIT ${records + 1}` : '');

/** Returns the rows of the target whose column is among `keys`, a query of one column `k`. */
function rowsOf(target: Resource, column: (alias: string) => string, keys: string): string {
  if (!target.table.startsWith('(')) return `SELECT c.* FROM ${target.table} c WHERE ${column('c')} IN (${keys})`;
  // PostgreSQL would compute a whole grouping query before the join. OFFSET 0 makes it run the query for each key.
  const one = `SELECT c.* FROM ${target.table} c WHERE ${column('c')} = keys.k OFFSET 0`;
  return `SELECT c.* FROM (${keys}) keys CROSS JOIN LATERAL (${one}) c`;
}

/** Returns pairs of keys of the rows above and of their related rows. Neither is null. */
export function pairsOf(
  target: Resource,
  join: Exclude<Join, { by: 'reference' | 'column' }>,
  above: string,
  parentKey: string,
): string {
  if (join.by === 'equal') {
    // The condition runs for each row above. OFFSET 0 keeps PostgreSQL from comparing all pairs of rows.
    const one = `SELECT ${target.key.sql('c')} AS ck FROM ${target.table} c WHERE ${join.child('c')} = ${join.parent(above)} OFFSET 0`;
    return `SELECT ${parentKey} AS pk, c.ck FROM ${above} CROSS JOIN LATERAL (${one}) c`;
  }
  const one = `SELECT DISTINCT t.${join.to} AS ck FROM ${join.table} t WHERE t.${join.from} = ${parentKey} AND t.${join.to} IS NOT NULL OFFSET 0`;
  return `SELECT ${parentKey} AS pk, t.ck FROM ${above} CROSS JOIN LATERAL (${one}) t`;
}

/** Returns the texts of all rows with the same key above as an array, or the text of the first row unless `many`. */
function gathered({ many, order }: Pick<Parts, 'many' | 'order'>, texts: string): string {
  const sorted = order.map(({ direction }, index) => `g.s${index}${direction}`).join(', ');
  return many
    ? `SELECT g.k, concat('[', string_agg(g.j, ',' ORDER BY ${sorted}), ']') AS j, sum(g.n)::bigint AS n FROM (${texts}) g GROUP BY g.k`
    : `SELECT DISTINCT ON (g.k) g.k, g.j, g.n FROM (${texts}) g ORDER BY g.k, ${sorted}`;
}

function step(name: string, sql: string): string {
  return `${name} AS MATERIALIZED (${sql})`;
}
