import type { Join } from '../declaration/relation.ts';
import type { Resource } from '../declaration/resource.ts';
import type { Embed, EmbedTree } from '../embed.ts';
import { sortSql } from './matching.ts';
import { objectSql } from './object.ts';

/**
 * Embedded objects as steps of a WITH. For each relation, one step reads the related rows of *all* rows above it, and the next
 * writes the JSON text of each record once. For few parts on many lines PostgreSQL needs 3.1 ms; with a subselect for each row it
 * needs 4.1 ms, and can choose a plan of one lookup for each row.
 *
 * In the steps, `r2` are rows with all columns. `p2` are pairs of keys (`pk` above, `ck` below), for relations without a column for
 * the key above. `j2` is the text `j` for the value `k` of the row above.
 */
export interface EmbedSteps {
  /** `name AS MATERIALIZED (…)`, each after the steps that it uses. */
  readonly steps: readonly string[];
  /** LEFT JOINs for the statement that reads the rows above. */
  readonly joins: string;
  /** SQL of the text of each embedded object, by name. */
  readonly embedded: ReadonlyMap<string, string>;
}

/**
 * Returns the steps that embed all relations of a tree.
 * @param rows the name of the step with the rows above, which is also their alias
 * @param numbering returns the next number for names of steps
 */
export function embedSteps(resource: Resource, tree: EmbedTree, rows: string, numbering: () => number): EmbedSteps {
  const steps: string[] = [];
  const joins: string[] = [];
  const embedded = new Map<string, string>();
  const add = (embed: Embed): string => {
    const number = numbering();
    const one = oneEmbed(resource, embed, rows, number, numbering);
    steps.push(...one.steps);
    joins.push(` LEFT JOIN j${number} ON j${number}.k = ${one.parent}`);
    return `coalesce(j${number}.j, '${embed.relation.many ? '[]' : 'null'}')`;
  };
  for (const [name, embed] of tree) {
    const { usual, own } = splitEmbed(resource, name, embed);
    const record = add(usual);
    const members = own.map((each) => `',"${each.name}":', ${add(each.embed)}`);
    embedded.set(name, members.length === 0 ? record : withMembers(record, members));
  }
  return { steps, joins: joins.join(''), embedded };
}

/** Splits the embed of a related record: the relations of that record itself, and those that depend on this record (`inPlaceOf`). */
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
  readonly order: string;
  /** SQL of the JSON text of a row. */
  readonly object: string;
  readonly below: EmbedSteps;
}

function oneEmbed(
  resource: Resource,
  { relation, embed }: Embed,
  above: string,
  number: number,
  numbering: () => number,
): { parent: string; steps: string[] } {
  const { target, join, many } = relation;
  const rows = `r${number}`;
  const order = sortSql(target, [])
    .map(({ sql, direction }) => `${sql(rows)}${direction}`)
    .join(', ');
  const below = embedSteps(target, embed, rows, numbering);
  const served = [...target.fields.values()].filter((field) => !field.hidden);
  const object = objectSql(target, served, rows, below.embedded);
  const parts = { target, many, above, parentKey: resource.key.sql(above), number, rows, order, object, below };
  if (join.by === 'reference') return embedByReference(parts, join.field.sql(above));
  if (join.by === 'column') return embedByColumn(parts, join.column);
  return embedByPairs(parts, join);
}

function embedByReference({ target, above, number, rows, object, below }: Parts, parent: string) {
  const keys = `SELECT DISTINCT ${parent} AS k FROM ${above}`;
  return {
    parent,
    steps: [
      step(
        rows,
        rowsOf(target, (child) => target.key.sql(child), keys),
      ),
      ...below.steps,
      step(`j${number}`, `SELECT ${target.key.sql(rows)} AS k, ${object} AS j FROM ${rows}${below.joins}`),
    ],
  };
}

function embedByColumn(parts: Parts, column: string) {
  const { target, many, above, parentKey, number, rows, order, object, below } = parts;
  const keys = `SELECT ${parentKey} AS k FROM ${above}`;
  return {
    parent: parentKey,
    steps: [
      step(
        rows,
        rowsOf(target, (child) => `${child}.${column}`, keys),
      ),
      ...below.steps,
      step(`j${number}`, gathered(many, `${rows}.${column}`, order, object, `${rows}${below.joins}`)),
    ],
  };
}

function embedByPairs(parts: Parts, join: Exclude<Join, { by: 'reference' | 'column' }>) {
  const { target, many, above, parentKey, number, rows, order, object, below } = parts;
  const pairs = `p${number}`;
  const ranked = target.order.length > 0 ? `, row_number() OVER (ORDER BY ${order}) AS n` : '';
  const rank = ranked === '' ? `${pairs}.ck` : 'o.n';
  const keys = `SELECT DISTINCT ck AS k FROM ${pairs}`;
  return {
    parent: parentKey,
    steps: [
      step(pairs, pairsOf(target, join, above, parentKey)),
      step(
        rows,
        rowsOf(target, (child) => target.key.sql(child), keys),
      ),
      ...below.steps,
      step(`o${number}`, `SELECT ${target.key.sql(rows)} AS k, ${object} AS j${ranked} FROM ${rows}${below.joins}`),
      step(`j${number}`, gathered(many, `${pairs}.pk`, rank, 'o.j', `${pairs} JOIN o${number} o ON o.k = ${pairs}.ck`)),
    ],
  };
}

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
  if (join.by === 'sql') {
    // The condition runs for each row above. OFFSET 0 keeps PostgreSQL from comparing all pairs of rows.
    const one = `SELECT ${target.key.sql('c')} AS ck FROM ${target.table} c WHERE ${join.on(above, 'c')} OFFSET 0`;
    return `SELECT ${parentKey} AS pk, c.ck FROM ${above} CROSS JOIN LATERAL (${one}) c`;
  }
  const one = `SELECT DISTINCT t.${join.to} AS ck FROM ${join.table} t WHERE t.${join.from} = ${parentKey} AND t.${join.to} IS NOT NULL OFFSET 0`;
  return `SELECT ${parentKey} AS pk, t.ck FROM ${above} CROSS JOIN LATERAL (${one}) t`;
}

/** Returns the texts of all rows with the same `parent` as an array, or the text of the first row unless `many`. */
function gathered(many: boolean, parent: string, key: string, object: string, from: string): string {
  return many
    ? `SELECT ${parent} AS k, concat('[', string_agg(${object}, ',' ORDER BY ${key}), ']') AS j FROM ${from} GROUP BY ${parent}`
    : `SELECT DISTINCT ON (${parent}) ${parent} AS k, ${object} AS j FROM ${from} ORDER BY ${parent}, ${key}`;
}

function step(name: string, sql: string): string {
  return `${name} AS MATERIALIZED (${sql})`;
}
