import type { SortKey } from './query.ts';
import type { Resource } from './resource.ts';

export interface SortSql {
  readonly sql: (alias: string) => string;
  readonly direction: '' | ' DESC';
}

/** The order of the caller or of the resource. The key decides between equals, in the direction of the last sort key. */
export function sortSql(resource: Resource, asked: readonly SortKey[]): readonly SortSql[] {
  const keys = asked.length > 0 ? asked : ownOrder(resource);
  const { key } = resource;
  const decided = keys.some(({ field }) => field === key);
  const all = decided ? keys : [...keys, { field: key, descending: keys.at(-1)?.descending ?? false }];
  return all.map(({ field, descending }) => ({ sql: field.sql, direction: descending ? ' DESC' : '' }));
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

/** @param page null for all records */
export function foundSql(
  resource: Resource,
  where: readonly string[],
  sort: readonly SortSql[],
  page: { limit: number; offset: number } | null,
): FoundSql {
  const condition = where.length === 0 ? '' : ` WHERE ${where.map((each) => `(${each})`).join(' AND ')}`;
  const limit = page ? ` LIMIT ${page.limit} OFFSET ${page.offset}` : '';
  const from = `FROM ${resource.table} a`;
  const key = resource.key.sql('a');
  const byKeys = (keys: string) => `SELECT a.* FROM (${keys}) f JOIN ${resource.table} a ON ${key} = f.k`;

  if (!/\bSELECT\b/.test(condition)) {
    const order = sort.map(({ sql, direction }) => sql('a') + direction).join(', ');
    const rows = (what: string) => `SELECT ${what} ${from}${condition} ORDER BY ${order}${limit}`;
    return {
      steps: [],
      count: `(SELECT count(*) ${from}${condition})`,
      // An index may be enough for the way to a late page: page 1,500 of 200,000 orders takes 8 ms, not 21.
      page: page && page.offset >= late ? byKeys(rows(`${key} AS k`)) : rows('a.*'),
    };
  }
  // Where related records decide, all that fit are found once, for the total and for the page: such a condition costs more
  // than keeping the keys, and PostgreSQL cannot be misled into trying record after record until a page is full.
  const columns = [`${key} AS k`, ...sort.map(({ sql }, index) => `${sql('a')} AS s${index}`)].join(', ');
  const order = sort.map(({ direction }, index) => `s${index}${direction}`).join(', ');
  return {
    steps: [`found AS MATERIALIZED (SELECT ${columns} ${from}${condition})`],
    count: '(SELECT count(*) FROM found)',
    page: byKeys(`SELECT k FROM found ORDER BY ${order}${limit}`),
  };
}
