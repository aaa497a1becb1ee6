import { isConnectionFailure, isReadOnlyServer, sqlState } from '../connection-failure.ts';

/** The errors of statements that a replica refused, and that the primary can answer. */
const refused = new WeakSet<object>();

/**
 * SQLSTATEs of a replica for statements that a primary executes: the replay of the log has to go on and removes rows that the
 * statement needs (40001, 40P01), the statement would write, or the function is not for standbys (55000).
 */
const states = new Set(['40001', '40P01', '55000']);

/** Notes the error of a statement on a replica. */
export function noteReplicaError(error: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  if (states.has(sqlState(error)) || isReadOnlyServer(error) || isConnectionFailure(error)) refused.add(error);
}

/** Returns whether an error is that of a replica, so that the same reads can succeed on the primary. */
export const isReplicaError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && refused.has(error);
