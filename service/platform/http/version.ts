import { sql } from 'kysely';
import type { Resource } from '../listing/declaration/resource.ts';
import { Problem, problem } from '../problems/problems.ts';
import { parameterNames, recordPath, shapeOf } from './address.ts';
import { isResource, perform } from './answer.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { etagOf, named, type Shown, shownIn } from './etag.ts';

/** `If-Match`: a change is made only where the record is still as the caller saw it. */
export type VersionCheck = (call: Call<unknown, unknown>) => Promise<void>;

/**
 * The check for a changing endpoint: its record is what GET answers at the same address, up to the last id, with what was
 * shown of it when the version was seen. What the change itself shows of its answer has nothing to do with that.
 * @returns null where no record stands at the address
 */
export function versionCheck(endpoint: Endpoint, header: string, endpoints: readonly Endpoint[]): VersionCheck | null {
  const reading = versionedBy(endpoint, endpoints);
  if (!reading || !isResource(reading.returns)) return null;
  const { returns } = reading;
  const from = parameterNames(endpoint.path);
  const to = parameterNames(reading.path);
  return async (call) => {
    const params = Object.fromEntries(to.map((name, index) => [name, call.params[from[index]!]!]));
    await lock(call, returns, params[to.at(-1)!]!);
    const seen = named(header);
    for (const shown of ways(seen)) {
      const search = new URLSearchParams({ ...shown });
      const asking = { ...call, params, search, query: {}, body: undefined };
      const current = await perform(reading, asking, false).catch(gone);
      if (current && (!seen || seen.includes(etagOf(current.body, shown)))) return;
    }
    throw problem(
      'precondition.failed',
      'The record was changed after you read it. Read it again and repeat the change.',
    );
  };
}

/** An ETag may be of a former version of the program, and name what no longer can be shown: then it does not fit. */
function gone(error: unknown): null {
  if (error instanceof Problem && error.status === 400) return null;
  throw error;
}

/** In which ways the record was shown; each costs a reading, and nobody has seen it in more than a few. */
function ways(etags: readonly string[] | null): Shown[] {
  const found = new Map((etags ?? ['*']).map((etag) => [JSON.stringify(shownIn(etag)), shownIn(etag)]));
  return [...found.values()].slice(0, 5);
}

/** The endpoint that reads the record which a changing one is about; null where no record stands at its address. */
export function versionedBy(endpoint: Endpoint, endpoints: readonly Endpoint[]): Endpoint | null {
  const address = recordPath(endpoint.path);
  if (address === null || endpoint.method === 'GET') return null;
  const reading = endpoints.find((one) => one.method === 'GET' && shapeOf(one.path) === shapeOf(address));
  return reading && isResource(reading.returns) ? reading : null;
}

/** Nobody changes the record between the check and the change. Views cannot be locked: there the check alone has to do. */
async function lock({ database }: Call<unknown, unknown>, { table, key }: Resource, id: number): Promise<void> {
  if (!/^[a-z_]+$/.test(table) || key.column === null) return;
  const kind = await sql`select 1 from pg_class where oid = ${table}::regclass and relkind = 'r'`.execute(
    database.kysely,
  );
  if (kind.rows.length === 0) return;
  await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(key.column)} = ${id} for no key update`.execute(database.kysely);
}
