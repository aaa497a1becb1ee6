import pg from 'pg';

/** Returns the SQLSTATE of an error of PostgreSQL; '' for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** SQLSTATEs with which the server refuses or ends a connection. */
const connectionStates = /^(08|57P0[1-5]$|25P03$|53300$)/;
const systemCodes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/;
/** The errors of pg that have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable)/;

/**
 * Returns whether an error means that the connection failed: it could not be opened, it broke, or the server ended it. A
 * transaction whose commit was not sent is then rolled back.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return connectionStates.test(error.code ?? '');
  const { code } = error as { code?: string };
  return (code !== undefined && systemCodes.test(code) && !('statusCode' in error)) || messages.test(error.message);
}

/** Returns whether the server canceled a statement: it took longer than its limit, or somebody asked for it. */
export function isCanceled(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** Returns whether the server is read only: after a failover, it is the old primary. */
export function isReadOnlyServer(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/**
 * Returns whether a prepared statement no longer fits its tables, because a migration changed them. The SQLSTATE 0A000 has
 * many meanings and the message has many languages, so the name of PostgreSQL's own function decides.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as pg.DatabaseError).routine === 'RevalidateCachedQuery';
}
