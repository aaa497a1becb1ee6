import { createHash } from 'node:crypto';
import { type AnswerLimits, answerLimits } from '../answer-limits.ts';
import type { Field } from '../declaration/field.ts';
import type { Resource } from '../declaration/resource.ts';
import { embeddedNames } from '../embed.ts';
import { conditionsSql, type SqlCondition } from '../filter.ts';
import type { ListQuery } from '../parse-query.ts';
import type { Statement } from '../queryable.ts';
import { guarded, guardedObject } from './guard.ts';
import type { KeysSql } from './keys.ts';
import { matchSql, onlySql, sortSql, whereSql } from './matching.ts';
import { objectSql } from './object.ts';
import { servedSql } from './served.ts';

/**
 * Returns the statement of a list. Every row has `total` and the JSON text `data` of a record, in order. A page without records
 * is one row whose `data` is null.
 *
 * The page is a MATERIALIZED step with a literal LIMIT. A statement with values has no name, because PostgreSQL would plan a named
 * one for unknown values. It would then treat a rare status as a common one, which takes at least five times as long.
 */
export function listStatement(resource: Resource, query: ListQuery, scope?: SqlCondition): Statement {
  const { values, parameter } = parameterList();
  const sort = sortSql(resource, query.sort);
  const where = conditionsSql(scope, query.where, 'a', parameter);
  const match = matchSql(resource, where, sort, pageOf(query), 'a.*', countUpTo(resource, query));
  // A list of all records needs no count.
  const total = query.perPage === null ? 'NULL::bigint' : match.count;
  if (query.perPage === 0) return statement(match.steps, `SELECT ${total} AS total, NULL::text AS data`, values);

  const served = servedSql(resource, query);
  const columns = sort.map(({ sql }, index) => `${sql('page')} AS s${index}`);
  const order = sort.map(({ direction }, index) => `d.s${index}${direction}`).join(', ');
  const path = embeddedNames(query.embed);
  const texts = { ...served, path, columns, object: served.record, from: `page${served.joins}` };
  const records = guarded(texts, answerLimits);
  return statement(
    [...match.steps, `page AS MATERIALIZED (${match.page})`, ...served.steps],
    // The left join keeps the total where the page is empty.
    `SELECT ${total} AS total, d.j AS data FROM (SELECT 1) one LEFT JOIN (${records}) d ON true ORDER BY ${order}`,
    values,
  );
}

/**
 * Returns the statement of a list with cached texts, for pages of at least one record. Its one row has `total`, the number of
 * records in the answer, the id of the transaction if it has written, and the start of the server. It has the numbers of the page and of the embedded
 * records (see `keys.ts`) unless there are more records than an answer may have.
 */
export function keysStatement(resource: Resource, query: ListQuery, keys: KeysSql, scope?: SqlCondition): Statement {
  const { values, parameter } = parameterList();
  const sort = sortSql(resource, query.sort);
  const where = conditionsSql(scope, query.where, 'a', parameter);
  const sorted = sort.map(({ sql }, index) => `${sql('a')} AS s${index}`).join(', ');
  const order = sort.map(({ direction }, index) => `s${index}${direction}`).join(', ');
  const match = matchSql(
    resource,
    where,
    sort,
    pageOf(query),
    `${keys.columns}, ${sorted}`,
    countUpTo(resource, query),
  );
  const total = query.perPage === null ? 'NULL::bigint' : match.count;
  const complete = statement(
    [
      ...match.steps,
      `page AS MATERIALIZED (${match.page})`,
      `pages AS MATERIALIZED (${keys.pages(order)})`,
      ...keys.steps,
    ],
    `SELECT ${total} AS total, pg_current_xact_id_if_assigned() AS writing, pg_postmaster_start_time()::text AS server, held.records, ${['(SELECT numbers FROM pages) AS page', ...keys.answers].join(', ')}
      FROM (SELECT ${['(SELECT n FROM pages)', ...keys.counts].join(' + ')} AS records OFFSET 0) held`,
    values,
  );
  // Lists by one key, such as the orders of a customer, keep their plan. Planning took a third of their time.
  const [condition, ...others] = query.where;
  const planned = query.page === 1 && condition?.lookup && others.length === 0 && !scope && query.sort.length === 0;
  return planned && resource.order.length === 0 ? { ...complete, name: cachedName(complete.text) } : complete;
}

/**
 * Returns the statement that asks PostgreSQL for the expected number of matches: its first row has the plan as
 * JSON.
 * @returns null if the statements of the list count all matches
 */
export function estimateStatement(resource: Resource, query: ListQuery, scope?: SqlCondition): Statement | null {
  const { values, parameter } = parameterList();
  const where = conditionsSql(scope, query.where, 'a', parameter);
  const match = matchSql(
    resource,
    where,
    sortSql(resource, query.sort),
    pageOf(query),
    '1',
    countUpTo(resource, query),
  );
  if (!match.isCapped) return null;
  return { text: `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${resource.table} a${whereSql(resource, where)}`, values };
}

/**
 * Returns the number that limits a list's count of its matches. A page in the order of keys has to know its first
 * match, unless an index has the matches in that order; finding it reads them all, and so they are counted.
 */
function countUpTo(resource: Resource, { countUpTo: limit, perPage, sort, where }: ListQuery): number | null {
  if (perPage === 0) return limit;
  const isByKey = sortSql(resource, sort)[0]?.sql === resource.key.sql;
  return isByKey && !where.every(({ lookup }) => lookup) ? null : limit;
}

/** Returns the statement of the texts of records by their keys: rows of key `k`, version `v` and JSON text `j`. */
export function textsStatement(resource: Resource, fields: readonly Field[], keys: readonly number[]): Statement {
  const texts = {
    path: '',
    columns: [`${resource.key.sql('a')} AS k`, 'a.xmin AS v'],
    object: objectSql(resource, fields, 'a', nothing),
    records: '1',
    bytes: '',
    from: `${resource.table} a WHERE ${resource.key.sql('a')} = ANY($1::bigint[])`,
  };
  const text = guarded(texts, answerLimits);
  return { name: cachedName(text), text, values: [keys] };
}

/** Returns the statement that finds the keys (`k`) whose rows are no records of the resource. */
export function otherKeysStatement(resource: Resource, keys: readonly number[]): Statement {
  const key = resource.key.sql('a');
  const others = onlySql(resource).map((only) => `NOT (${only})`);
  const text = `SELECT ${key} AS k FROM ${resource.table} a WHERE ${[`${key} = ANY($1::bigint[])`, ...others].join(' AND ')}`;
  return { name: cachedName(text), text, values: [keys] };
}

const nothing: ReadonlyMap<string, string> = new Map();

/**
 * Returns the statement of one record by its key: one row with its JSON text as `data`, or none.
 * @param limits of what it embeds
 */
export function itemStatement(
  resource: Resource,
  id: number,
  query: Pick<ListQuery, 'embed' | 'fields'>,
  scope?: SqlCondition,
  limits: AnswerLimits = answerLimits,
): Statement {
  const { values, parameter } = parameterList();
  const conditions = [`${resource.key.sql('a')} = ${parameter(id)}::bigint`, ...onlySql(resource)];
  if (scope) conditions.push(`(${scope('a', parameter)})`);
  const served = servedSql(resource, query, limits);
  const from = `page${served.joins}`;
  const path = embeddedNames(query.embed);
  const record = guardedObject({ ...served, path, columns: [], object: served.record, from }, limits);
  const page = `SELECT a.* FROM ${resource.table} a WHERE ${conditions.join(' AND ')}`;
  const complete = statement(
    [`page AS MATERIALIZED (${page})`, ...served.steps],
    `SELECT ${record} AS data FROM ${from}`,
    values,
  );
  // The plan to find a record by its key is the same for all values, so PostgreSQL may keep it.
  return { ...complete, name: cachedName(complete.text) };
}

/**
 * Returns an offset that PostgreSQL accepts. Page 10^20 is allowed, and empty. A list of all records ends one record after the
 * limit, which then refuses it.
 */
function pageOf({ page, perPage }: ListQuery): { limit: number; offset: number } {
  if (perPage === null) return { limit: answerLimits.records + 1, offset: 0 };
  return { limit: perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

function statement(steps: readonly string[], select: string, values: unknown[]): Statement {
  const text = `${steps.length > 0 ? `WITH ${steps.join(', ')} ` : ''}${select}`;
  // Without values there is only one plan.
  return values.length === 0 ? { name: cachedName(text), text, values } : { text, values };
}

function parameterList() {
  const values: unknown[] = [];
  return { values, parameter: (value: unknown) => `$${values.push(value)}` };
}

/** Each connection keeps all named statements until it closes, so only the first statements of a process get a name. */
const mostNamed = 60;
const names = new Map<string, string>();

/** Returns PostgreSQL's name for a cached statement, or undefined if there are too many names. */
function cachedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNamed) return known;
  const name = `list_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}
