import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerShares } from '../../access/caller-shares.ts';
import { permits } from '../../access/permissions.ts';
import type { Database } from '../../database/database.ts';
import { limitReads } from '../../database/reads/limited-reads.ts';
import { isReplicaError } from '../../database/replica/replica-errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Identity } from '../identity.ts';

/** Seconds that the lists and records of a request may take. A list of 200,000 orders by any documented filter takes under one. */
const usualSeconds = 5;
/** The most that a caller may ask for: less than the 60 s of a request, so that the refusal still reaches the caller. */
const mostSeconds = 50;

/** The permission to ask for more time. */
export const waitPermission = 'list.wait';

/** Returns whether the caller decides what a request reads: a list, a record, or the embeds in the answer of an operation. */
export const readsAtWill = ({ method, permission }: Endpoint, search: URLSearchParams): boolean =>
  permission !== 'public' && (method === 'GET' || search.has('embed'));

/**
 * Runs the reads of a request and limits their time. A `GET` reads from the replica, if there is one, and once more from the primary
 * after an error of the replica.
 * @param signal ends the reads when the caller is gone
 * @param read answers the request out of the database that it gets
 */
export async function withReading<Result>(
  reader: Reader,
  database: Database,
  signal: AbortSignal,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const limits = { milliseconds: millisecondsOf(reader), signal };
  if (!/^(GET|HEAD)$/.test(reader.request.method)) return read(limitReads(database, limits));
  try {
    return await read(limitReads(database.reads, limits));
  } catch (error) {
    if (!isReplicaError(error)) throw error;
    return read(limitReads(database, limits));
  }
}

/**
 * Takes the caller's share until the answer has left. The engine has no share: it works for everybody.
 * @returns a signal that the caller is gone
 * @throws 429 if the caller has used the share
 */
export async function takeShare({ request, reply, identity }: Reader, shares: CallerShares): Promise<AbortSignal> {
  const gone = goneOf(reply);
  if (!isOfEngine(request, identity)) {
    const end = await shares.take(identity.actor.userId, gone);
    for (const event of ['finish', 'close']) reply.raw.once(event, end);
    if (reply.raw.destroyed) end();
  }
  return gone;
}

/** Returns a signal that is aborted when the caller has gone before the answer. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  if (raw.destroyed) gone.abort();
  return gone.signal;
}

/** Returns the time of the reads, and tells the caller who asked for another one. */
function millisecondsOf({ reply, identity, wait }: Reader): number {
  const most = permits(identity.caller.permissions, waitPermission) ? mostSeconds : usualSeconds;
  const seconds = Math.min(wait ?? usualSeconds, most);
  if (wait !== null) reply.header('preference-applied', `wait=${seconds}`);
  return seconds * 1000;
}

interface Reader {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identity: Identity;
  readonly wait: number | null;
}

/** Only the engine's user may send the header, which others have been refused for. */
function isOfEngine({ headers }: FastifyRequest, { caller }: Identity): boolean {
  return caller.engine || String(headers['x-on-behalf-of'] ?? '').trim() !== '';
}
