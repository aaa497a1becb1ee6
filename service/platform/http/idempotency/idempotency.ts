import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tx } from '../../database/operation.ts';
import { RepeatTransaction } from '../../database/repeat-transaction.ts';
import type { NotNullRow, NullableRow, Row } from '../../database/row.ts';
import { firstOf } from '../../database/rows.ts';
import { listed } from '../../listing/declaration/parameters.ts';
import { embeddedResources, embedTree } from '../../listing/embed.ts';
import type { ReadAccess } from '../../listing/read-access.ts';
import { problem } from '../../problems/problems.ts';
import { isResource, type Reply } from '../answer.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { shownParts } from '../etag.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { type Seal, withOpenedSecrets, withSecrets } from './sealing.ts';

/**
 * `Idempotency-Key`: the service stores the first answer for 24 hours and returns it to repeated requests. The transaction of
 * the operation writes the answer. A lock that ends with this transaction marks the first request as running. If the process
 * dies, both exist or neither, and nobody has to clean up.
 */
export interface Repeatable {
  readonly accountId: number;
  readonly key: string;
  /** The hash of the request. The same key with another request is a mistake of the caller. */
  readonly requestHash: string;
  /** Members of the answer that nobody may read in the database. */
  readonly secrets: readonly string[];
  /** The read access of the caller. A stored answer needs the rights to list the records that it embeds. */
  readonly readAccess: ReadAccess | null;
  /** Seals these members; null for a caller without a credential. */
  readonly seal: Seal | null;
}

const longestKey = 255;

/** SQL: answers before this time are not repeated any more. */
const oldest = sql`now() - interval '24 hours'`;

/**
 * SQL: the request of a row without an answer is running, if it began after this time. Only requests that ask somebody outside have
 * such rows (claims.ts). They have 60 seconds, and their process may die.
 */
const abandoned = sql`now() - interval '2 minutes'`;

/** SQL: the row of a key counts no more, and another request may have the key. */
export const isOver = sql<boolean>`idempotency.created_at <= case when idempotency.status is null then ${abandoned} else ${oldest} end`;

/** @throws request.malformed if the key is too long */
export function repeatableOf(request: IncomingRequest, key: string): Repeatable {
  const { endpoint, actor } = request;
  if (key.length > longestKey)
    throw problem('request.malformed', `An Idempotency-Key may have ${longestKey} characters.`);
  const secrets = endpoint.secrets ?? [];
  const address = `${request.path}?${request.search}`;
  return {
    accountId: actor.userId,
    key,
    requestHash: requestHash(endpoint.method, address, request.body, secrets),
    secrets,
    readAccess: request.readAccess,
    // A key for each request would cost as much as its hash.
    seal: secrets.length > 0 ? (request.sealer?.(`idempotency/${actor.userId}/${key}`) ?? null) : null,
  };
}

/**
 * Returns the hash of a request.
 * @param secrets members that the hash leaves out, because it could be used to guess them
 */
function requestHash(
  method: string,
  address: string,
  body: Record<string, unknown> | undefined,
  secrets: readonly string[],
): string {
  const hashed = body && Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));
  return createHash('sha256')
    .update(JSON.stringify([method, address, hashed ?? null]))
    .digest('base64url');
}

/**
 * Returns the stored answer of a key, or null for the first request. A first request locks the key until its transaction ends.
 * @throws 409 if the first request is running, 422 if it was another request, 403 if the caller may no longer read the records
 * that the answer embeds
 */
export async function storedAnswer(tx: Tx, request: Repeatable): Promise<Reply | null> {
  const row = firstOf(await lockKeys(tx, [request]));
  if (!row.free) {
    throw problem(
      'idempotency.running',
      'The first request with this Idempotency-Key is still running. Ask again later.',
    );
  }
  if (row.request_hash === null) return null;
  if (row.request_hash !== request.requestHash) {
    throw problem('idempotency.other-request', 'This Idempotency-Key was used for another request. Take a new one.');
  }
  assertEmbedded(row.embeds, request.readAccess);
  const body = withOpenedSecrets(row.body, request.secrets, request.seal);
  return { status: row.status, headers: { ...row.headers, 'idempotent-replayed': 'true' }, body };
}

/**
 * Returns the names of the resources whose records an answer embeds because the caller asked for them. They are stored with
 * the answer.
 */
export function embeddedIn(
  { returns }: Endpoint,
  { search, readAccess }: Pick<Call<unknown, unknown>, 'search' | 'readAccess'>,
  reply: Reply,
): string[] {
  // A refusal and an answer without a body embed nothing.
  if (reply.body === '' || reply.status >= 400 || !isResource(returns)) return [];
  return embeddedResources(embedTree(returns, listed([shownParts(search).embed ?? '']), readAccess));
}

/**
 * Checks that the caller may list the records that a stored answer embeds, at the moment at which it is shown.
 * @throws permission.missing
 */
export function assertEmbedded(resources: readonly string[], readAccess: ReadAccess | null): void {
  for (const resource of resources) {
    const permission = readAccess?.lacks(resource) ?? null;
    if (permission === null) continue;
    const detail = `The stored answer embeds ${resource} records, which need the permission ${permission}. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission, parameter: 'embed' });
  }
}

/**
 * Locks the keys of requests until the transaction ends.
 * @returns for each whether it is the first request with its key, and no other one with the key is running
 */
export async function areFirst(tx: Tx, requests: readonly Repeatable[]): Promise<boolean[]> {
  const rows = await lockKeys(tx, requests);
  // A transaction gets a lock that it has once more.
  const seen = new Set<string>();
  return rows.map((row, at) => {
    const name = nameOf(requests[at] as Repeatable);
    const isFirst = row.free && row.request_hash === null && !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

const nameOf = ({ accountId, key }: Repeatable): string => `idempotency/${accountId}/${key}`;

interface StoredRow
  extends NullableRow<'idempotency', 'request_hash'>,
    NotNullRow<'idempotency', 'status' | 'body'>,
    Row<'idempotency', 'embeds'> {
  /** Whether no other transaction has locked the key, and no running request has claimed it. */
  readonly free: boolean;
  readonly headers: Record<string, string>;
}

async function lockKeys(tx: Tx, requests: readonly Repeatable[]): Promise<StoredRow[]> {
  const accounts = requests.map(({ accountId }) => accountId);
  const keys = requests.map(({ key }) => key);
  const { rows } = await sql<StoredRow>`
    -- Locks keys, and reads their stored answers.
    select pg_try_advisory_xact_lock(hashtextextended(r.name, 0)) and (i.key is null or i.status is not null) as free, i.request_hash, i.status, i.headers, i.body, i.embeds
    from unnest(${requests.map(nameOf)}::text[], ${accounts}::bigint[], ${keys}::text[]) with ordinality r(name, account_id, key, position)
    left join idempotency i on i.account_id = r.account_id and i.key = r.key
      and i.created_at > case when i.status is null then ${abandoned} else ${oldest} end
    order by r.position`.execute(tx);
  return rows;
}

/**
 * Stores the answer with sealed secrets. A repeated request with the same credential gets them, one with another credential
 * gets the answer without them, and the database alone reveals them to nobody.
 * @param embeds the names of the resources that the answer embeds
 * @throws RepeatTransaction if the first request stored its answer at the moment when this one looked for it: the statement that
 * takes the lock does not see what is committed while it runs
 */
export function storeAnswer(tx: Tx, request: Repeatable, reply: Reply, embeds: readonly string[]): Promise<void> {
  return storeAnswers(tx, [{ request, reply, embeds }]);
}

interface StoredAnswer {
  readonly request: Repeatable;
  readonly reply: Reply;
  readonly embeds: readonly string[];
}

/** The same for several requests. */
export async function storeAnswers(tx: Tx, answers: readonly StoredAnswer[]): Promise<void> {
  const stored = answers.map(({ request, reply: { status, headers, body }, embeds }) => ({
    account_id: request.accountId,
    key: request.key,
    request_hash: request.requestHash,
    status,
    headers,
    body: withSecrets(body, request.secrets, (value) => request.seal?.seal(JSON.stringify(value))),
    embeds,
  }));
  const { rows } = await sql`
    -- Stores the answers of keys.
    insert into idempotency (account_id, key, request_hash, status, headers, body, embeds)
    select * from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      as r(account_id bigint, key text, request_hash text, status int, headers jsonb, body text, embeds text[])
    on conflict (account_id, key) do update set
      request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers, body = excluded.body,
      embeds = excluded.embeds, created_at = now()
      where ${isOver}
    returning 1`.execute(tx);
  if (rows.length < answers.length) {
    throw new RepeatTransaction('The answer of this Idempotency-Key was stored meanwhile.');
  }
}

/** Deletes the answers that are older than 24 hours. */
export async function forgetOldAnswers(database: Database): Promise<void> {
  await sql`delete from idempotency where created_at < ${oldest}`.execute(database.kysely);
}
