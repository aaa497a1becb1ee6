import { type AnswerLimits, answerLimits, limitedQuery, unlimited } from './answer-limits.ts';
import { cachedRecords, type ListedRecords } from './cache/cached-records.ts';
import { listed, type Parameters, parameterPairs } from './declaration/parameters.ts';
import type { Resource } from './declaration/resource.ts';
import { embedTree } from './embed.ts';
import type { SqlCondition } from './filter.ts';
import { type ListQuery, parseListQuery, servedFields } from './parse-query.ts';
import type { Queryable } from './queryable.ts';
import { everything, type ReadAccess } from './read-access.ts';
import {
  estimateStatement,
  itemStatement,
  listStatement,
  otherKeysStatement,
  textsStatement,
} from './sql/statement.ts';

/** A condition that every record of a list must meet, besides the filters of the caller. */
export interface Scope {
  readonly sql: SqlCondition;
}

export interface ListOptions {
  /** The address of the list without its query. Links to other pages begin with it. */
  readonly url: string;
  readonly scope?: Scope;
  /** The read access of the caller; null for access to everything. */
  readonly readAccess: ReadAccess | null;
  /** `counting=estimate` counts up to this number. Default: 10,000. */
  readonly exactUpTo?: number | undefined;
}

/**
 * Reads one page of a list.
 * @returns the JSON of the page and its numbers, in UTF-8
 * @throws Problem 400 for parameters that are unknown or invalid, and for an answer that would be too large; 403 for relations
 * that the caller may not read
 */
export async function list(
  db: Queryable,
  resource: Resource,
  parameters: Parameters,
  options: ListOptions,
): Promise<Buffer> {
  const query = parseListQuery(resource, parameters, options.readAccess, 'pages', options.exactUpTo);
  const records = await recordsOf(db, resource, query, options.scope);
  const total = await totalOf(db, resource, query, records, options.scope);
  const pages = pagesOf(query, total, records.count);
  const link = (page: number | null) => page && pageUrl(options.url, parameters, page);
  const head = JSON.stringify({
    total: total.number,
    // Old clients never ask for an estimate, and their answers have no further member.
    ...(query.countUpTo === null ? {} : { total_is_estimate: total.isEstimate, total_at_least: total.atLeast }),
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
 * Reads a list below a record, such as `/customer/1/email`: all of it, or one page if the caller asks for a page.
 * @param scope the condition that a record belongs to the parent
 * @param readAccess of the caller; null for access to everything
 * @returns the JSON of a bare array, in UTF-8
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

export interface ItemOptions {
  /** As in a query: names, separated by commas. */
  readonly embed?: string | readonly string[] | undefined;
  readonly fields?: string | readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  /** The read access for `embed`. Default: everything. */
  readonly readAccess?: ReadAccess | null;
  /** The paths of relations that are always embedded. */
  readonly shows?: readonly string[];
  /** The limits of an answer with `embed`. Default: those of every answer. */
  readonly limits?: AnswerLimits;
}

/**
 * Reads one record.
 * @returns its JSON text; null if no record with this id meets the scope
 * @throws Problem 400 if `embed` or `fields` name something unknown, 403 if `embed` names a relation that they may not read
 */
export async function item(
  db: Queryable,
  resource: Resource,
  id: number,
  { embed = [], fields = [], scope, readAccess = everything, shows = [], limits: own = answerLimits }: ItemOptions = {},
): Promise<string | null> {
  const query = {
    embed: embedTree(resource, listed([embed].flat()), readAccess, shows),
    fields: servedFields(resource, listed([fields].flat())),
  };
  if (!Number.isSafeInteger(id)) return null;
  // The record of an operation is shown as a whole. Only what a caller wishes to embed has limits.
  const limits = listed([embed].flat()).length > 0 ? own : unlimited;
  const { rows } = await limitedQuery(db, itemStatement(resource, id, query, scope?.sql, limits));
  return (rows[0]?.data as string | undefined) ?? null;
}

/** Reads records as a whole, without embeds. @returns the JSON texts of existing records, by id */
export async function items(db: Queryable, resource: Resource, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await limitedQuery(db, textsStatement(resource, servedFields(resource, []), ids));
  return new Map(rows.map(({ k, j }) => [Number(k), j as string]));
}

/** Returns which ids are of rows of the resource's table that are records of another resource. */
export async function idsOfOthers(db: Queryable, resource: Resource, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.query(otherKeysStatement(resource, ids));
  return new Set(rows.map(({ k }) => Number(k)));
}

async function recordsOf(db: Queryable, resource: Resource, query: ListQuery, scope?: Scope): Promise<ListedRecords> {
  const cached = await cachedRecords(db, resource, query, scope?.sql);
  if (cached) return cached;
  const { rows } = await limitedQuery(db, listStatement(resource, query, scope?.sql));
  const records = rows.map((row) => row.data as string | null).filter((text) => text !== null);
  return {
    total: (rows[0]?.total as number | null) ?? 0,
    count: records.length,
    json: (before, after) => Buffer.from(`${before}${records.join(',')}${after}`),
  };
}

/** How many records match. */
interface Total {
  readonly number: number;
  readonly isEstimate: boolean;
  /** The records that are certainly there: all of them where the number is no estimate. */
  readonly atLeast: number;
}

/** Returns the total of a list: its count, or what PostgreSQL expects where the count ended at its limit. */
async function totalOf(
  db: Queryable,
  resource: Resource,
  query: ListQuery,
  { total, count }: ListedRecords,
  scope?: Scope,
): Promise<Total> {
  const { countUpTo, page, perPage } = query;
  const statement = countUpTo !== null && total > countUpTo ? estimateStatement(resource, query, scope?.sql) : null;
  if (!statement) return { number: total, isEstimate: false, atLeast: total };
  const seen = count > 0 ? (page - 1) * (perPage ?? 0) + count : 0;
  const atLeast = Math.max(total - 1, seen);
  const { rows } = await limitedQuery(db, statement);
  const [plan] = Object.values(rows[0] ?? {}) as { Plan: { 'Plan Rows': number } }[][];
  return { number: Math.max(total, seen, plan?.[0]?.Plan['Plan Rows'] ?? 0), isEstimate: true, atLeast };
}

/** Returns the numbers of a page. An empty list has one page, and a page after the last links to the last. */
function pagesOf({ page, perPage: wanted }: ListQuery, { number: total, isEstimate }: Total, count: number) {
  const perPage = wanted ?? total;
  const last = perPage === 0 ? 1 : Math.max(1, Math.ceil(total / perPage));
  const before = (page - 1) * perPage;
  // A full page may have a next one, wherever the estimate ends.
  const isBeforeNext = isEstimate ? perPage > 0 && count === perPage : page < last;
  return {
    perPage,
    last: isEstimate && isBeforeNext ? Math.max(last, page + 1) : last,
    next: isBeforeNext ? page + 1 : null,
    previous: perPage > 0 && page > 1 ? Math.min(page - 1, Math.max(last, 1)) : null,
    from: count > 0 ? before + 1 : null,
    to: count > 0 ? before + count : null,
  };
}

function pageUrl(url: string, parameters: Parameters, page: number): string {
  const others = parameterPairs(parameters).filter(([name]) => name !== 'page');
  return `${url}?${new URLSearchParams([...others, ['page', String(page)]])}`;
}
