import { foldedSql } from '../../../../lib/expressions/folding.ts';
import type { Field } from '../declaration/field.ts';
import type { Relation } from '../declaration/relation.ts';
import type { Resource } from '../declaration/resource.ts';
import type { SortKey } from '../parse-query.ts';

export interface SortSql {
  readonly sql: (alias: string) => string;
  /** The text after it in ORDER BY. */
  readonly direction: string;
}

/**
 * Returns the order of the caller or of the resource. The key orders equal records, in the direction of the last sort key. Texts
 * are sorted without case, so that the indexes for their filters also serve their order. Natural ones have a collation of ICU: its
 * order depends on the version of ICU, so no index has it.
 */
export function sortSql(resource: Resource, requested: readonly SortKey[]): readonly SortSql[] {
  const keys = requested.length > 0 ? requested : ownOrder(resource);
  const { key } = resource;
  const decided = keys.some(({ field, way }) => field === key && way.length === 0);
  const all = decided ? keys : [...keys, { field: key, way: [], descending: keys.at(-1)?.descending ?? false }];
  return all.map(({ field, way, descending }) => {
    const value = way.length === 0 ? field.sql : (alias: string) => relatedSql(way, field, alias);
    if (field.natural) {
      return { sql: (alias) => `(${value(alias)} COLLATE natural_order)`, direction: descending ? ' DESC' : '' };
    }
    return field.type === 'text'
      ? {
          sql: (alias) => foldedSql(field.reading?.sql(value(alias)) ?? value(alias)),
          direction: descending ? ' USING ~>~' : ' USING ~<~',
        }
      : { sql: value, direction: descending ? ' DESC' : '' };
  });
}

/** Returns SQL of a field of the record that a way of relations leads to from a row. Each leads to one record, or to none. */
function relatedSql([relation, ...further]: readonly Relation[], field: Field, alias: string): string {
  if (!relation) return field.sql(alias);
  const next = `related${further.length}`;
  return `(SELECT ${relatedSql(further, field, next)} FROM ${relation.target.table} ${next} WHERE ${relation.childKey(next)} = ${relation.parentKey(alias)})`;
}

function ownOrder(resource: Resource): SortKey[] {
  return resource.order.flatMap((word) => {
    const field = resource.fields.get(word.replace(/^-/, ''));
    return field ? [{ field, way: [], descending: word.startsWith('-') }] : [];
  });
}

/** SQL that finds the records of a list: steps of the WITH, the count of all records, and the rows of the page. */
export interface MatchSql {
  readonly steps: readonly string[];
  readonly count: string;
  /** Whether the count ends one after `countUpTo`. */
  readonly isCapped: boolean;
  readonly page: string;
}

/** From this offset on, reading the rows before the page costs more than reading the page. */
const lateOffset = 1000;

/** The conditions and the order of a list as SQL. */
interface Match {
  readonly resource: Resource;
  /** SQL of the key of a row `a`. */
  readonly key: string;
  readonly from: string;
  /** ` WHERE …`, or ''. */
  readonly condition: string;
  /** Whether the caller filters, and whether by related records. */
  readonly isFiltered: boolean;
  readonly isRelated: boolean;
  readonly sort: readonly SortSql[];
  readonly order: string;
  /** ` LIMIT … OFFSET …` */
  readonly limit: string;
  readonly isLate: boolean;
  readonly columns: string;
  readonly countUpTo: number | null;
}

/**
 * Returns the SQL that finds the records of a list.
 * @param columns the columns of a record `a` in the rows of the page
 * @param countUpTo the number of matches that ends the count; null to count them all. Lists that find all their
 *   matches anyway count them anyway.
 */
export function matchSql(
  resource: Resource,
  where: readonly string[],
  sort: readonly SortSql[],
  page: { limit: number; offset: number },
  columns = 'a.*',
  countUpTo: number | null = null,
): MatchSql {
  const match: Match = {
    resource,
    key: resource.key.sql('a'),
    from: `FROM ${resource.table} a`,
    condition: whereSql(resource, where),
    isFiltered: where.length > 0,
    isRelated: where.some((each) => /\bSELECT\b/.test(each)),
    sort,
    order: sort.map(({ sql, direction }) => sql('a') + direction).join(', '),
    limit: ` LIMIT ${page.limit} OFFSET ${page.offset}`,
    isLate: page.offset >= lateOffset,
    columns,
    countUpTo,
  };
  if (resource.byKey) return matchByRelated(match);
  if (resource.table.startsWith('(')) return matchInQuery(match);
  return match.isRelated ? matchByRelated(match) : matchByOwnFields(match);
}

/** Returns SQL of the conditions of a list, and of the rows that are records of the resource: ` WHERE …`, or ''. */
export function whereSql(resource: Resource, where: readonly string[]): string {
  const conditions = [...where.map((each) => `(${each})`), ...onlySql(resource)];
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** Returns the condition of rows `a` that are records of the resource; none where all rows are. */
export function onlySql({ only, table, key }: Resource): string[] {
  if (!only) return [];
  const { column, value, usual, of } = only;
  if (!usual && !of) return [`a.${column} = '${value}'`];
  const place = of ? `${of.table} o WHERE o.id = a.${of.by}` : `${table} o WHERE ${key.sql('o')} = ${key.sql('a')}`;
  // The column is in no index of a list. An anti join with the few other rows leaves scans of these indexes alone possible.
  return [
    usual
      ? `NOT EXISTS (SELECT FROM ${place} AND o.${column} <> '${value}')`
      : `EXISTS (SELECT FROM ${place} AND o.${column} = '${value}')`,
  ];
}

/** A query in the place of a table is computed once, for the count and for the page. */
function matchInQuery({ from, condition, columns, order, limit }: Match): MatchSql {
  return {
    steps: [`matches AS MATERIALIZED (SELECT a.* ${from}${condition})`],
    count: '(SELECT count(*) FROM matches)',
    isCapped: false,
    page: `SELECT ${columns} FROM matches a ORDER BY ${order}${limit}`,
  };
}

function matchByOwnFields(match: Match): MatchSql {
  const { resource, key, from, condition, sort, countUpTo } = match;
  if (!match.isFiltered) {
    const count = resource.counted ? cachedCount(resource) : `(SELECT count(*) ${from}${condition})`;
    return { steps: [], count, isCapped: false, page: pageSql(match, '') };
  }
  const [first] = sort;
  if (countUpTo !== null) {
    const some = `SELECT 1 ${from}${condition} LIMIT ${countUpTo + 1}`;
    return { steps: [], count: `(SELECT count(*) FROM (${some}) s)`, isCapped: true, page: pageSql(match, '') };
  }
  if (first?.sql !== resource.key.sql) {
    return { steps: [], count: `(SELECT count(*) ${from}${condition})`, isCapped: false, page: pageSql(match, '') };
  }
  // New records have high ids. PostgreSQL expects the orders of one day at all ids, and would scan from the lowest one.
  const [end, beyond] = first.direction === '' ? ['min', '>='] : ['max', '<='];
  return {
    steps: [`counted AS MATERIALIZED (SELECT count(*) AS n, ${end}(${key}) AS k ${from}${condition})`],
    count: '(SELECT n FROM counted)',
    isCapped: false,
    page: pageSql(match, ` AND ${key} ${beyond} (SELECT k FROM counted)`),
  };
}

/**
 * A late page is found by its keys, since an index can be enough for them: page 1,500 of 200,000 orders takes 8 ms,
 * not 21.
 */
function pageSql(match: Match, more: string): string {
  const { key, from, condition, columns, order, limit, isLate } = match;
  const rows = (selected: string) => `SELECT ${selected} ${from}${condition}${more} ORDER BY ${order}${limit}`;
  return isLate ? byKeys(match, rows(`${key} AS k`)) : rows(columns);
}

/**
 * A condition on related records costs more than storing the keys of all matches. They are found once, for the count and for
 * the page. So PostgreSQL cannot choose to test record after record until the page is full. The columns that a query `byKey`
 * computes cost more too, and often only the page needs them.
 */
function matchByRelated(match: Match): MatchSql {
  const { key, from, condition, sort, limit } = match;
  const columns = [`${key} AS k`, ...sort.map(({ sql }, index) => `${sql('a')} AS s${index}`)].join(', ');
  const order = sort.map(({ direction }, index) => `s${index}${direction}`).join(', ');
  return {
    steps: [`matches AS MATERIALIZED (SELECT ${columns} ${from}${condition})`],
    count: '(SELECT count(*) FROM matches)',
    isCapped: false,
    page: byKeys(match, `SELECT k FROM matches ORDER BY ${order}${limit}`),
  };
}

const byKeys = ({ resource, key, columns }: Match, keys: string) =>
  `SELECT ${columns} FROM (${keys}) f JOIN ${resource.table} a ON ${key} = f.k`;

/** Triggers keep the number of rows in `tally` (0014_lists.sql), because counting 200,000 orders takes 11 ms. */
function cachedCount(resource: Resource): string {
  const rows = `(SELECT coalesce(sum(rows), 0)::bigint FROM tally WHERE relation = '${resource.table}')`;
  const [only] = onlySql(resource);
  return only ? `(${rows} - (SELECT count(*) FROM ${resource.table} a WHERE NOT (${only})))` : rows;
}
