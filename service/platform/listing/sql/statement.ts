import { cachedName } from '../cache/cached-statements.ts';
import type { Field } from '../declaration/field.ts';
import type { Resource } from '../declaration/resource.ts';
import type { ListQuery, SqlCondition } from '../query.ts';
import type { KeysSql } from './keys.ts';
import { foundSql, sortSql } from './matching.ts';
import { objectSql } from './object.ts';
import { servedSql } from './served.ts';

/** A statement as `pg` takes it. With a name PostgreSQL keeps it parsed; without one it plans for the very values. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * The one statement of a list. Every row it gives holds `total` and the JSON text `data` of a record, in order; a page without
 * records is one row whose `data` is null.
 *
 * The page is a MATERIALIZED step with a literal LIMIT, and a statement with values has no name: PostgreSQL would come to plan
 * a named one for values unknown, and take a rare status for a common one (five times the time, and more where no page fills).
 */
export function listStatement(resource: Resource, query: ListQuery, scope?: SqlCondition): Statement {
  const { values, parameter } = parameterList();
  const sort = sortSql(resource, query.sort);
  const where = (scope ? [scope, ...query.where] : query.where).map((condition) => condition('a', parameter));
  const found = foundSql(resource, where, sort, pageOf(query));
  // A list of everything counts itself.
  const total = query.perPage === null ? 'NULL::bigint' : found.count;
  if (query.perPage === 0) return statement(found.steps, `SELECT ${total} AS total, NULL::text AS data`, values);

  const served = servedSql(resource, query);
  const columns = sort.map(({ sql }, index) => `${sql('page')} AS s${index}`).join(', ');
  const order = sort.map(({ direction }, index) => `d.s${index}${direction}`).join(', ');
  const records = `SELECT ${served.record} AS j, ${columns} FROM page${served.joins}`;
  return statement(
    [...found.steps, `page AS MATERIALIZED (${found.page})`, ...served.steps],
    // The left join keeps the total where the page is empty.
    `SELECT ${total} AS total, d.j AS data FROM (SELECT 1) one LEFT JOIN (${records}) d ON true ORDER BY ${order}`,
    values,
  );
}

/**
 * The statement of a list whose texts are kept: one row with `total`, the numbers of the page and of what is embedded (see
 * `keys-sql.ts`), and whether the transaction around it has written. For lists of at least one record a page.
 */
export function keysStatement(resource: Resource, query: ListQuery, keys: KeysSql, scope?: SqlCondition): Statement {
  const { values, parameter } = parameterList();
  const sort = sortSql(resource, query.sort);
  const where = (scope ? [scope, ...query.where] : query.where).map((condition) => condition('a', parameter));
  const sorted = sort.map(({ sql }, index) => `${sql('a')} AS s${index}`).join(', ');
  const order = sort.map(({ direction }, index) => `s${index}${direction}`).join(', ');
  const found = foundSql(resource, where, sort, pageOf(query), `${keys.columns}, ${sorted}`);
  const total = query.perPage === null ? 'NULL::bigint' : found.count;
  const made = statement(
    [
      ...found.steps,
      `page AS MATERIALIZED (${found.page})`,
      `pages AS MATERIALIZED (${keys.pages(order)})`,
      ...keys.steps,
    ],
    `SELECT ${total} AS total, pg_current_xact_id_if_assigned() AS writing, ${['(SELECT numbers FROM pages) AS page', ...keys.answers].join(', ')}`,
    values,
  );
  // The orders of a customer, the lines of an order: planning them anew took a third of their time.
  const planned =
    query.page === 1 && query.where.length === 1 && query.where[0]!.lookup && !scope && query.sort.length === 0;
  return planned && resource.order.length === 0 ? { ...made, name: cachedName(made.text) } : made;
}

/** The statement of the texts of records by their keys: rows of key `k`, version `v` and JSON text `j`. */
export function textsStatement(resource: Resource, fields: readonly Field[], keys: readonly number[]): Statement {
  const text = `SELECT ${resource.key.sql('a')} AS k, a.xmin AS v, ${objectSql(resource, fields, 'a', nothing)} AS j
    FROM ${resource.table} a WHERE ${resource.key.sql('a')} = ANY($1::bigint[])`;
  return { name: cachedName(text), text, values: [keys] };
}

const nothing: ReadonlyMap<string, string> = new Map();

/** The statement of one record by its key: one row with its JSON text as `data`, or none. */
export function itemStatement(
  resource: Resource,
  id: number,
  query: Pick<ListQuery, 'embed' | 'fields'>,
  scope?: SqlCondition,
): Statement {
  const { values, parameter } = parameterList();
  const conditions = [`${resource.key.sql('a')} = ${parameter(id)}::bigint`];
  if (scope) conditions.push(`(${scope('a', parameter)})`);
  const served = servedSql(resource, query);
  const page = `SELECT a.* FROM ${resource.table} a WHERE ${conditions.join(' AND ')}`;
  const made = statement(
    [`page AS MATERIALIZED (${page})`, ...served.steps],
    `SELECT ${served.record} AS data FROM page${served.joins}`,
    values,
  );
  // By its key a record is found the same way whatever the values are: this plan may be kept.
  return { ...made, name: cachedName(made.text) };
}

/** As an offset PostgreSQL can count to; page 10^20 is allowed (spec 8), and empty. */
function pageOf({ page, perPage }: ListQuery): { limit: number; offset: number } | null {
  if (perPage === null) return null;
  return { limit: perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

function statement(steps: readonly string[], select: string, values: unknown[]): Statement {
  const text = `${steps.length > 0 ? `WITH ${steps.join(', ')} ` : ''}${select}`;
  // Without values there is but one plan.
  return values.length === 0 ? { name: cachedName(text), text, values } : { text, values };
}

function parameterList() {
  const values: unknown[] = [];
  return { values, parameter: (value: unknown) => `$${values.push(value)}` };
}
