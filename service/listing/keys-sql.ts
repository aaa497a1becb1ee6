import type { Embed, EmbedTree } from './embed.ts';
import { pairsOf } from './embed-sql.ts';
import type { Field } from './field.ts';
import { sortSql } from './found-sql.ts';
import type { Resource } from './resource.ts';

/** Records of one resource in the answer: rows of numbers, each a key, a version, and what leads to other records. */
export interface Layer {
  readonly resource: Resource;
  readonly fields: readonly Field[];
  /** How many numbers a row has. */
  readonly width: number;
  /** Whether the rows come in the order of their resource; otherwise they are to be put in the order of their keys. */
  readonly ordered: boolean;
  readonly members: readonly Member[];
}

/** An embedded relation of a layer. */
export interface Member {
  readonly name: string;
  readonly many: boolean;
  readonly layer: Layer;
  /** Column of the answer with the rows of its layer. */
  readonly rows: string;
  readonly leads: /** The number at this place of the row above is the key; 0 for none. */
    | { readonly by: 'reference'; readonly place: number }
    /** The third number of its own row is the key above. */
    | { readonly by: 'column' }
    /** This column of the answer has pairs of keys, above and below. */
    | { readonly by: 'pairs'; readonly pairs: string };
}

export interface KeysSql {
  readonly layer: Layer;
  /** What the step `page` has to hold of a row `a`. */
  readonly columns: string;
  /** The numbers of a row of the page. */
  readonly numbers: string;
  /** Steps of the WITH, after `page`. */
  readonly steps: readonly string[];
  /** SQL of the columns of the answer that the members name, each numbers with commas between them. */
  readonly answers: readonly string[];
}

/** Whether its texts can be kept by the versions of its rows: they are of a table, and hang on nothing but the row. */
export function isKept(resource: Resource, embed: EmbedTree): boolean {
  return (
    !resource.table.startsWith('(') &&
    [...resource.fields.values()].every((field) => field.hidden || !/\bSELECT\b/i.test(field.sql('a'))) &&
    [...embed.values()].every((each) => isKept(each.relation.target, each.embed))
  );
}

/** What of the statement of keys follows from fields and embeds alone. The rows of the page are in a step called `page`. */
export function keysSql(resource: Resource, fields: readonly Field[], embed: EmbedTree): KeysSql {
  const steps: string[] = [];
  const answers: string[] = [];
  let last = 0;

  /** Adds what a layer needs beside its rows, which are in the step `rows`. */
  const layerOf = (target: Resource, served: readonly Field[], tree: EmbedTree, rows: string, own: number) => {
    const references = [...tree.values()].flatMap(({ relation }) =>
      relation.join.by === 'reference' ? [relation.join.field] : [],
    );
    const numbers = [
      'k',
      'v',
      ...(own > 2 ? ['p'] : []),
      ...references.map((field, at) => (field.nullable ? `coalesce(f${at}, 0)` : `f${at}`)),
    ].join(', ');
    const ordered = rows !== 'page' && target.order.length > 0;
    const order = ordered ? ` ORDER BY ${ownOrder(target, rows).join(', ')}` : '';
    if (rows !== 'page') {
      answers.push(`(SELECT string_agg(concat_ws(',', ${numbers}), ','${order}) FROM ${rows}) AS ${rows}`);
    }
    let reference = 0;
    const members = [...tree].map(([name, each]) =>
      memberOf(name, each, rows, each.relation.join.by === 'reference' ? reference++ : -1, own),
    );
    return { numbers, layer: { resource: target, fields: served, width: own + references.length, ordered, members } };
  };

  const memberOf = (
    name: string,
    { relation, embed: tree }: Embed,
    above: string,
    reference: number,
    own: number,
  ): Member => {
    const { target, join, many } = relation;
    const rows = `r${++last}`;
    const key = target.key.sql('c');
    const from = `FROM ${target.table} c WHERE`;
    const served = [...target.fields.values()].filter((field) => !field.hidden);
    const columns = columnsOf(target, tree, 'c', target.order.length > 0);
    let leads: Member['leads'];
    if (join.by === 'reference') {
      steps.push(step(rows, `SELECT ${columns} ${from} ${key} IN (SELECT DISTINCT f${reference} FROM ${above})`));
      leads = { by: 'reference', place: own + reference };
    } else if (join.by === 'column') {
      const parent = `c.${join.column}`;
      steps.push(step(rows, `SELECT ${parent} AS p, ${columns} ${from} ${parent} IN (SELECT k FROM ${above})`));
      leads = { by: 'column' };
    } else {
      const pairs = `p${last}`;
      steps.push(step(pairs, pairsOf(target, join, above, `${above}.k`)));
      steps.push(step(rows, `SELECT ${columns} ${from} ${key} IN (SELECT DISTINCT ck FROM ${pairs})`));
      answers.push(`(SELECT string_agg(concat_ws(',', pk, ck), ',') FROM ${pairs}) AS ${pairs}`);
      leads = { by: 'pairs', pairs };
    }
    const { layer } = layerOf(target, served, tree, rows, join.by === 'column' ? 3 : 2);
    return { name, many, rows, leads, layer };
  };

  const { layer, numbers } = layerOf(resource, fields, embed, 'page', 2);
  return { layer, columns: columnsOf(resource, embed, 'a'), numbers, steps, answers };
}

/** Key and version of a row, and the keys it refers to where they are embedded; all of it where something else is asked of it. */
function columnsOf(resource: Resource, embed: EmbedTree, alias: string, whole = false): string {
  const joins = [...embed.values()].map(({ relation }) => relation.join);
  const references = joins.flatMap((join) => (join.by === 'reference' ? [join.field.sql(alias)] : []));
  return [
    ...(whole || joins.some((join) => join.by === 'sql') ? [`${alias}.*`] : []),
    `${resource.key.sql(alias)} AS k`,
    `${alias}.xmin AS v`,
    ...references.map((sql, at) => `${sql} AS f${at}`),
  ].join(', ');
}

const ownOrder = (resource: Resource, rows: string) =>
  sortSql(resource, []).map(({ sql, direction }) => `${sql(rows)}${direction}`);

const step = (name: string, sql: string) => `${name} AS MATERIALIZED (${sql})`;
