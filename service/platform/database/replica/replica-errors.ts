import { isConnectionFailure, isReadOnlyServer, sqlState } from '../connection-failure.ts';

/** The errors of statements that a replica refused, and that the primary can answer. */
const refused = new WeakSet<object>();

/**
 * SQLSTATEs of a replica for statements that a primary executes: the replay of the log has to go on and removes rows that the
 * statement needs (40001, 40P01), the statement would write, or the function is not for standbys (55000).
 */
const states = new Set(['40001', '40P01', '55000']);

/** Notes the error of a statement on a replica. @returns whether the primary can answer the statement */
export function noteReplicaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const isOfReplica = states.has(sqlState(error)) || isReadOnlyServer(error) || isConnectionFailure(error);
  if (isOfReplica) refused.add(error);
  return isOfReplica;
}

/** Returns whether a replica caused an error, so that the same reads can succeed on the primary. */
export const isReplicaError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && refused.has(error);
