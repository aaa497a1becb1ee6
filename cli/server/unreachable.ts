import { Failure } from '../../stack/processes/failure.ts';

/** Codes of the system for what stands between a process and its server, and of PostgreSQL for one that lets nobody in. */
const codes = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28|3D|08)/;

/**
 * Starts what needs another server, and tells in a sentence when that one cannot be reached.
 * @param what the other server, and what names it
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
  // Of the native client of Temporal, which tells of its own inside.
  return error.name === 'TransportError' ? (/message: "([^"]+)"/.exec(error.message)?.[1] ?? error.message) : undefined;
}
