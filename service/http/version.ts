import { sql } from 'kysely';
import type { Resource } from '../listing/resource.ts';
import { problem } from '../problems.ts';
import { parameterNames, recordPath, shapeOf } from './address.ts';
import { isResource, perform, shownParts } from './answer.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { etagOf, names } from './etag.ts';

/** `If-Match`: a change is made only where the record is still as the caller saw it. */
export type VersionCheck = (call: Call<unknown, unknown>) => Promise<void>;

/**
 * The check for a changing endpoint: its record is what GET answers at the same address, up to the last id. `embed` and
 * `fields` have to be as they were when the version was seen; where the answer is another kind of record (a new line of an order),
 * they are about that, and the version is of the whole record.
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
    const search = new URLSearchParams(endpoint.returns === returns ? shownParts(call.search) : {});
    const current = await perform(reading, { ...call, params, search, query: {}, body: undefined }, false);
    if (names(header, etagOf(current.body))) return;
    throw problem(
      'precondition.failed',
      'The record was changed after you read it. Read it again and repeat the change.',
    );
  };
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
