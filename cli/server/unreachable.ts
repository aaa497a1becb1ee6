import { Failure } from '../../lib/failure.ts';

/** Codes of the system for connection errors, and of PostgreSQL for refused logins. */
const codes = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28|3D|08)/;

/**
 * Starts a program that needs another server.
 * @param what name of the other server, for the message
 * @throws Failure if that server cannot be reached
 */
export async function reaching<T>(what: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const why = reasonOf(error);
    throw why === undefined ? error : new Failure(`${what} cannot be reached: ${why}.`, 1, { cause: error });
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && codes.test(String(error.code))) return error.message.replace(/\.$/, '');
  // Temporal's native client wraps the message in its own format.
  return error.name === 'TransportError' ? (/message: "([^"]+)"/.exec(error.message)?.[1] ?? error.message) : undefined;
}
