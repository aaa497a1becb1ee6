import { cachedRecords, type ListedRecords } from './cache/cached-records.ts';
import { type Parameters, parameterPairs } from './declaration/parameters.ts';
import type { Queryable } from './declaration/queryable.ts';
import type { Resource } from './declaration/resource.ts';
import { parseListQuery } from './parse-query.ts';
import type { ListQuery, SqlCondition } from './query.ts';
import type { ReadAccess } from './read-access.ts';
import { listStatement } from './sql/statement.ts';

/** What every record has to meet, whatever the caller asks for: a condition on its row. */
export interface Scope {
  readonly sql: SqlCondition;
}

export interface ListOptions {
  /** Address of the list without its query, as links to other pages should begin: absolute or from the root. */
  readonly url: string;
  readonly scope?: Scope;
  /** Who asks; null for one who may read everything. */
  readonly readAccess: ReadAccess | null;
}

/**
 * The JSON of the paginated list that a request asks for (spec 4.1), in UTF-8.
 * @throws Problem of status 400 for parameters that are unknown or do not fit, 403 where they lead to what the caller may not read
 */
export async function list(
  db: Queryable,
  resource: Resource,
  parameters: Parameters,
  options: ListOptions,
): Promise<Buffer> {
  const query = parseListQuery(resource, parameters, options.readAccess);
  const records = await recordsOf(db, resource, query, options.scope);
  const pages = pagesOf(query, records.total, records.count);
  const link = (page: number | null) => page && pageUrl(options.url, parameters, page);
  const head = JSON.stringify({
    total: pages.total,
    per_page: pages.perPage,
    current_page: query.page,
    last_page: pages.last,
    next_page_url: link(pages.next),
    prev_page_url: link(pages.previous),
    from: pages.from,
    to: pages.to,
  });
  return records.json(`${head.slice(0, -1)},"data":[`, ']}');
}

/**
 * The JSON of a list below a record (`/salesorder/1/line`), in UTF-8: a bare array of all, or of a page where the caller asks for one.
 * @param scope what makes a record belong there
 * @param reader who asks; null for one who may read everything
 */
export async function childList(
  db: Queryable,
  resource: Resource,
  scope: Scope,
  parameters: Parameters,
  readAccess: ReadAccess | null,
): Promise<Buffer> {
  return (await recordsOf(db, resource, parseListQuery(resource, parameters, readAccess, 'all'), scope)).json('[', ']');
}

async function recordsOf(db: Queryable, resource: Resource, query: ListQuery, scope?: Scope): Promise<ListedRecords> {
  const kept = await cachedRecords(db, resource, query, scope?.sql);
  if (kept) return kept;
  const { rows } = await db.query(listStatement(resource, query, scope?.sql));
  const records = rows.map((row) => row.data as string | null).filter((text) => text !== null);
  return {
    total: Number(rows[0]?.total ?? 0),
    count: records.length,
    json: (before, after) => Buffer.from(`${before}${records.join(',')}${after}`),
  };
}

/** The numbers of a page. There is always a last page, and a page past it knows the way back. */
function pagesOf(query: Pick<ListQuery, 'page' | 'perPage'>, total: number, count: number) {
  const perPage = query.perPage ?? total;
  const last = perPage === 0 ? 1 : Math.max(1, Math.ceil(total / perPage));
  const before = (query.page - 1) * perPage;
  return {
    total,
    perPage,
    last,
    next: query.page < last ? query.page + 1 : null,
    previous: perPage > 0 && query.page > 1 ? Math.min(query.page - 1, last) : null,
    from: count > 0 ? before + 1 : null,
    to: count > 0 ? before + count : null,
  };
}

function pageUrl(url: string, parameters: Parameters, page: number): string {
  const others = parameterPairs(parameters).filter(([name]) => name !== 'page');
  return `${url}?${new URLSearchParams([...others, ['page', String(page)]])}`;
}
