import { foldedSql } from '../../../../expressions/folding.ts';
import type { Resource } from '../declaration/resource.ts';
import type { SortKey } from '../query.ts';

export interface SortSql {
  readonly sql: (alias: string) => string;
  /** What stands behind it in ORDER BY. */
  readonly direction: string;
}

/**
 * The order of the caller or of the resource. The key decides between equals, in the direction of the last sort key. Texts are
 * sorted without regard to case, by the indexes that serve their filters: an order of their own would need more of them.
 */
export function sortSql(resource: Resource, asked: readonly SortKey[]): readonly SortSql[] {
  const keys = asked.length > 0 ? asked : ownOrder(resource);
  const { key } = resource;
  const decided = keys.some(({ field }) => field === key);
  const all = decided ? keys : [...keys, { field: key, descending: keys.at(-1)?.descending ?? false }];
  return all.map(({ field, descending }) =>
    field.type === 'text'
      ? { sql: (alias) => foldedSql(field.sql(alias)), direction: descending ? ' USING ~>~' : ' USING ~<~' }
      : { sql: field.sql, direction: descending ? ' DESC' : '' },
  );
}

function ownOrder(resource: Resource): SortKey[] {
  return resource.order.map((word) => ({
    field: resource.fields.get(word.replace(/^-/, ''))!,
    descending: word.startsWith('-'),
  }));
}

/** How the records of a list are found: steps of the WITH, then SQL of the number of all and of the rows of the page. */
export interface FoundSql {
  readonly steps: readonly string[];
  readonly count: string;
  readonly page: string;
}

/** From this offset on a page is late: what comes before it weighs more than what is on it. */
const late = 1000;

/**
 * @param page null for all records
 * @param columns what the rows of the page hold of a record `a`
 */
export function foundSql(
  resource: Resource,
  where: readonly string[],
  sort: readonly SortSql[],
  page: { limit: number; offset: number } | null,
  columns = 'a.*',
): FoundSql {
  const condition = where.length === 0 ? '' : ` WHERE ${where.map((each) => `(${each})`).join(' AND ')}`;
  const limit = page ? ` LIMIT ${page.limit} OFFSET ${page.offset}` : '';
  const from = `FROM ${resource.table} a`;
  const key = resource.key.sql('a');
  const byKeys = (keys: string) => `SELECT ${columns} FROM (${keys}) f JOIN ${resource.table} a ON ${key} = f.k`;
  const order = sort.map(({ sql, direction }) => sql('a') + direction).join(', ');

  if (resource.table.startsWith('(')) {
    // A query in the place of a table is worked out once, for the total and for the page.
    return {
      steps: [`found AS MATERIALIZED (SELECT a.* ${from}${condition})`],
      count: '(SELECT count(*) FROM found)',
      page: `SELECT ${columns} FROM found a ORDER BY ${order}${limit}`,
    };
  }
  if (!/\bSELECT\b/.test(condition)) {
    const rows = (what: string, more = '') => `SELECT ${what} ${from}${condition}${more} ORDER BY ${order}${limit}`;
    // An index may be enough for the way to a late page: page 1,500 of 200,000 orders takes 8 ms, not 21.
    const pageRows = (more: string) =>
      page && page.offset >= late ? byKeys(rows(`${key} AS k`, more)) : rows(columns, more);
    if (condition === '') {
      const count = resource.counted ? cachedCount(resource) : `(SELECT count(*) ${from})`;
      return { steps: [], count, page: pageRows('') };
    }
    const first = sort[0]!;
    if (first.sql !== resource.key.sql)
      return { steps: [], count: `(SELECT count(*) ${from}${condition})`, page: pageRows('') };
    // What is new has high ids: PostgreSQL expects orders of a day everywhere, and would walk to them from the first one on.
    const [end, beyond] = first.direction === '' ? ['min', '>='] : ['max', '<='];
    return {
      steps: [`counted AS MATERIALIZED (SELECT count(*) AS n, ${end}(${key}) AS k ${from}${condition})`],
      count: '(SELECT n FROM counted)',
      page: pageRows(` AND ${key} ${beyond} (SELECT k FROM counted)`),
    };
  }
  // Where related records decide, all that fit are found once, for the total and for the page: such a condition costs more
  // than keeping the keys, and PostgreSQL cannot be misled into trying record after record until a page is full.
  const kept = [`${key} AS k`, ...sort.map(({ sql }, index) => `${sql('a')} AS s${index}`)].join(', ');
  const foundOrder = sort.map(({ direction }, index) => `s${index}${direction}`).join(', ');
  return {
    steps: [`found AS MATERIALIZED (SELECT ${kept} ${from}${condition})`],
    count: '(SELECT count(*) FROM found)',
    page: byKeys(`SELECT k FROM found ORDER BY ${foundOrder}${limit}`),
  };
}

/** Every statement that adds or takes rows says so there (0014_lists.sql): counting 200,000 orders takes 11 ms. */
const cachedCount = ({ table }: Resource) =>
  `(SELECT coalesce(sum(rows), 0)::bigint FROM tally WHERE relation = '${table}')`;
