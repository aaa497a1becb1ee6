import { sql } from 'kysely';
import { lockedRows } from '../database/locks/record-lock.ts';
import type { Tx } from '../database/operation.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { Problem, problem } from '../problems/problems.ts';
import { parameterNames, recordPath, shapeOf } from './address.ts';
import { isResource, perform } from './answer.ts';
import { type AnyCall, type Endpoint, pathParameter } from './endpoint.ts';
import { etagOf, named, type Shown, shownIn } from './etag.ts';
import type { Wrapper } from './incoming-request.ts';
import { inTransaction, within, withinTransaction } from './one-transaction.ts';

/** `If-Match`: changes a record only if it still has the version that the caller read. Check and change are one transaction. */
export function conditional(endpoint: Endpoint, endpoints: readonly Endpoint[]): Wrapper | null {
  const check = versionCheck(endpoint, endpoints);
  if (!check) return null;
  return (next) => (request) => {
    const { ifMatch } = request.preferences;
    if (ifMatch === null) return next(request);
    return inTransaction('precondition', request, async (inner) => {
      await check(inner.call, ifMatch);
      return next(inner);
    });
  };
}

/** The same for an endpoint that asks somebody outside, around which no transaction may be open. */
export function conditionalOutside(endpoint: Endpoint, endpoints: readonly Endpoint[]): Wrapper | null {
  const check = versionCheck(endpoint, endpoints);
  if (!check) return null;
  return (next) => async (request) => {
    const { ifMatch } = request.preferences;
    const { database } = request.call;
    if (ifMatch !== null) {
      await database.transaction('precondition', (tx) => check(within(tx, request).call, ifMatch));
    }
    return next(request);
  };
}

/**
 * Returns the version check of an endpoint that changes a record. The version is that of the answer of GET at the same address,
 * up to the last id, with the `embed` and `fields` that are encoded in the ETag.
 * @returns null if the address has no record. The check throws unless the record has the version
 */
function versionCheck(endpoint: Endpoint, endpoints: readonly Endpoint[]) {
  const getEndpoint = versionedBy(endpoint, endpoints);
  if (!getEndpoint || !isResource(getEndpoint.returns)) return null;
  const { returns } = getEndpoint;
  const from = parameterNames(endpoint.path);
  const to = parameterNames(getEndpoint.path);
  return async (call: AnyCall, ifMatch: string): Promise<void> => {
    const ids = to.map((_, index) => pathParameter(call.params, from[index] ?? ''));
    const params = Object.fromEntries(to.map((name, index) => [name, ids[index] ?? 0]));
    await lock(call, returns, ids.at(-1) ?? 0);
    const etags = named(ifMatch);
    for (const shown of partsIn(etags)) {
      const search = new URLSearchParams({ ...shown });
      const read = { ...call, params, search, query: {}, body: undefined };
      // A savepoint, because the statement of an answer that is too large fails.
      const current = await call.database
        .transaction('version', (tx) =>
          perform(getEndpoint, { ...read, database: withinTransaction(tx, call.database) }, null),
        )
        .catch(nullIfInvalid);
      if (current && (!etags || etags.includes(etagOf(current.body, shown)))) return;
    }
    throw problem(
      'precondition.failed',
      'The record was changed after you read it. Read it again and repeat the change.',
    );
  };
}

/** Returns null for an ETag of an older release, whose `embed` or `fields` no longer exist. It then does not match. */
function nullIfInvalid(error: unknown): null {
  if (error instanceof Problem && error.status === 400) return null;
  throw error;
}

/** Returns the distinct `embed` and `fields` in the ETags. Each costs a query, so there are at most five. */
function partsIn(etags: readonly string[] | null): Shown[] {
  const parts = new Map((etags ?? ['*']).map((etag) => [JSON.stringify(shownIn(etag)), shownIn(etag)]));
  return [...parts.values()].slice(0, 5);
}

/** Returns the endpoint that reads the record of a changing endpoint; null if its address has no record. */
export function versionedBy(endpoint: Endpoint, endpoints: readonly Endpoint[]): Endpoint | null {
  const address = recordPath(endpoint.path);
  if (address === null || endpoint.method === 'GET') return null;
  const getEndpoint = endpoints.find((one) => one.method === 'GET' && shapeOf(one.path) === shapeOf(address));
  return getEndpoint && isResource(getEndpoint.returns) ? getEndpoint : null;
}

/** Locks the record, so that it does not change between check and change. Views cannot be locked. */
async function lock({ database }: AnyCall, { table, key }: Resource, id: number): Promise<void> {
  if (!/^[a-z_]+$/.test(table) || key.column === null) return;
  const kind = await sql`select 1 from pg_class where oid = ${table}::regclass and relkind in ('r', 'p')`.execute(
    database.kysely,
  );
  if (kind.rows.length === 0) return;
  const statement = sql`
    -- Locks a record.
    select 1 from ${sql.table(table)} where ${sql.ref(key.column)} = ${id} for no key update`;
  // The check runs in the transaction of the operation.
  await lockedRows(database.kysely as Tx, { record: table, ids: [id] }, statement);
}
