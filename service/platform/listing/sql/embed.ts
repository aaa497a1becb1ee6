import type { Join } from '../declaration/relation.ts';
import type { Resource } from '../declaration/resource.ts';
import type { Embed, EmbedTree } from '../embed.ts';
import { sortSql } from './matching.ts';
import { objectSql } from './object.ts';

/**
 * Embedded objects as steps of a WITH: for each relation the related rows of *all* rows above it, then their JSON text, one
 * for each record however often it is embedded. With few parts on many lines that took PostgreSQL 3.1 ms where a subselect for
 * each row took 4.1, and no plan can turn into one lookup after another.
 *
 * In the steps, `r2` are rows with all their columns, `p2` pairs of keys (`pk` above, `ck` below) where no column tells them,
 * `j2` the text `j` for the value `k` of the row above.
 */
export interface EmbedSteps {
  /** `name AS MATERIALIZED (…)`, in the order in which they need each other. */
  readonly steps: readonly string[];
  /** LEFT JOINs for the statement that reads the rows above. */
  readonly joins: string;
  /** SQL of the text of each embedded object, by name. */
  readonly embedded: ReadonlyMap<string, string>;
}

/**
 * @param rows name of the step that holds the rows above; it is also their alias where the joins are put
 * @param numbering gives the next number for names of steps
 */
export function embedSteps(resource: Resource, tree: EmbedTree, rows: string, numbering: () => number): EmbedSteps {
  const steps: string[] = [];
  const joins: string[] = [];
  const embedded = new Map<string, string>();
  for (const [name, embed] of tree) {
    const number = numbering();
    const made = oneEmbed(resource, embed, rows, number, numbering);
    steps.push(...made.steps);
    joins.push(` LEFT JOIN j${number} ON j${number}.k = ${made.parent}`);
    embedded.set(name, `coalesce(j${number}.j, '${embed.relation.many ? '[]' : 'null'}')`);
  }
  return { steps, joins: joins.join(''), embedded };
}

function oneEmbed(
  resource: Resource,
  { relation, embed }: Embed,
  above: string,
  number: number,
  numbering: () => number,
) {
  const target = relation.target;
  const { join } = relation;
  const rows = `r${number}`;
  const pairs = `p${number}`;
  const parentKey = resource.key.sql(above);
  const key = target.key.sql(rows);
  // By its key, unless records of this kind have an order of their own.
  const order = sortSql(target, [])
    .map(({ sql, direction }) => `${sql(rows)}${direction}`)
    .join(', ');
  const below = embedSteps(target, embed, rows, numbering);
  const served = [...target.fields.values()].filter((field) => !field.hidden);
  const object = objectSql(target, served, rows, below.embedded);

  if (join.by === 'reference') {
    const parent = join.field.sql(above);
    return {
      parent,
      steps: [
        step(
          rows,
          rowsOf(target, (child) => target.key.sql(child), `SELECT DISTINCT ${parent} AS k FROM ${above}`),
        ),
        ...below.steps,
        step(`j${number}`, `SELECT ${key} AS k, ${object} AS j FROM ${rows}${below.joins}`),
      ],
    };
  }
  const all = `SELECT ${parentKey} AS k FROM ${above}`;
  if (join.by === 'column') {
    return {
      parent: parentKey,
      steps: [
        step(
          rows,
          rowsOf(target, (child) => `${child}.${join.column}`, all),
        ),
        ...below.steps,
        step(`j${number}`, gathered(relation.many, `${rows}.${join.column}`, order, object, `${rows}${below.joins}`)),
      ],
    };
  }
  const pairsSql = pairsOf(target, join, above, parentKey);
  const ranked = target.order.length > 0 ? `, row_number() OVER (ORDER BY ${order}) AS n` : '';
  return {
    parent: parentKey,
    steps: [
      step(pairs, pairsSql),
      step(
        rows,
        rowsOf(target, (child) => target.key.sql(child), `SELECT DISTINCT ck AS k FROM ${pairs}`),
      ),
      ...below.steps,
      step(`o${number}`, `SELECT ${key} AS k, ${object} AS j${ranked} FROM ${rows}${below.joins}`),
      step(
        `j${number}`,
        gathered(
          relation.many,
          `${pairs}.pk`,
          ranked === '' ? `${pairs}.ck` : 'o.n',
          'o.j',
          `${pairs} JOIN o${number} o ON o.k = ${pairs}.ck`,
        ),
      ),
    ],
  };
}

/** Rows of the target whose column is among `keys`, a query of one column `k`. */
function rowsOf(target: Resource, column: (alias: string) => string, keys: string): string {
  if (!target.table.startsWith('(')) return `SELECT c.* FROM ${target.table} c WHERE ${column('c')} IN (${keys})`;
  // PostgreSQL would work out a whole query that groups before it joins; with OFFSET 0 it hands each key into it.
  const one = `SELECT c.* FROM ${target.table} c WHERE ${column('c')} = keys.k OFFSET 0`;
  return `SELECT c.* FROM (${keys}) keys CROSS JOIN LATERAL (${one}) c`;
}

/** Keys of the rows above and of the related ones, never null: a pickline that is on no pick yet leads to none. */
export function pairsOf(
  target: Resource,
  join: Exclude<Join, { by: 'reference' | 'column' }>,
  above: string,
  parentKey: string,
): string {
  if (join.by === 'sql') {
    // Row by row above, since any condition is allowed: with OFFSET 0 none can become a walk through all pairs of rows.
    const one = `SELECT ${target.key.sql('c')} AS ck FROM ${target.table} c WHERE ${join.on(above, 'c')} OFFSET 0`;
    return `SELECT ${parentKey} AS pk, c.ck FROM ${above} CROSS JOIN LATERAL (${one}) c`;
  }
  const one = `SELECT DISTINCT t.${join.to} AS ck FROM ${join.table} t WHERE t.${join.from} = ${parentKey} AND t.${join.to} IS NOT NULL OFFSET 0`;
  return `SELECT ${parentKey} AS pk, t.ck FROM ${above} CROSS JOIN LATERAL (${one}) t`;
}

/** The texts of all rows with the same `parent`, as an array; of the first of them where there is to be one only. */
function gathered(many: boolean, parent: string, key: string, object: string, from: string): string {
  return many
    ? `SELECT ${parent} AS k, concat('[', string_agg(${object}, ',' ORDER BY ${key}), ']') AS j FROM ${from} GROUP BY ${parent}`
    : `SELECT DISTINCT ON (${parent}) ${parent} AS k, ${object} AS j FROM ${from} ORDER BY ${parent}, ${key}`;
}

function step(name: string, sql: string): string {
  return `${name} AS MATERIALIZED (${sql})`;
}
