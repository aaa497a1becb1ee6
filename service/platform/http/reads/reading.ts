import type { FastifyReply, FastifyRequest } from 'fastify';
import { permits } from '../../access/permissions.ts';
import type { Database } from '../../database/database.ts';
import { limitReads, type ReadLimits } from '../../database/reads/limited-reads.ts';
import { isReplicaError } from '../../database/replica/replica-errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Identity } from '../identity.ts';
import type { ReadShares } from './shares.ts';

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
 * Runs the reads of a request: it takes the caller's share of the connections for reads until the answer has left, and limits the
 * time. The engine has no share: it works for everybody. A `GET` reads from the replica, if there is one, and once more from the
 * primary after an error of the replica.
 * @param read answers the request out of the database that it gets
 * @throws 429 if the caller reads too much at once
 */
export async function withReading<Result>(
  reader: Reader,
  database: Database,
  shares: ReadShares,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const limits = await beginReading(reader, shares);
  if (!/^(GET|HEAD)$/.test(reader.request.method)) return read(limitReads(database, limits));
  try {
    return await read(limitReads(database.reads, limits));
  } catch (error) {
    if (!isReplicaError(error)) throw error;
    return read(limitReads(database, limits));
  }
}

/** Takes the caller's share. @returns the limits of the reads */
async function beginReading({ request, reply, identity, wait }: Reader, shares: ReadShares): Promise<ReadLimits> {
  const { caller, actor } = identity;
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  if (!isOfEngine(request, identity)) {
    const end = await shares.take(actor.userId, gone.signal);
    for (const event of ['finish', 'close']) reply.raw.once(event, end);
    if (reply.raw.destroyed) end();
  }
  if (reply.raw.destroyed) gone.abort();
  const most = permits(caller.permissions, waitPermission) ? mostSeconds : usualSeconds;
  const seconds = Math.min(wait ?? usualSeconds, most);
  if (wait !== null) reply.header('preference-applied', `wait=${seconds}`);
  return { milliseconds: seconds * 1000, signal: gone.signal };
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
