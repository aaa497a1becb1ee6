import { ProblemError, TransportError } from '../../client/browser.ts';

/** Statuses of a service, or of a proxy, that is busy or not there. A 504 is a slow query: it would be slow again. */
const temporary = [429, 502, 503];
/** Without an answer, because there is no connection or no byte for a minute. */
const unreachable = ['NO_CONNECTION', 'ANSWER_TIMEOUT'];

/** Returns whether a later attempt can succeed without any action. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ProblemError) return temporary.includes(error.status);
  return error instanceof TransportError && unreachable.includes(error.code);
}

/** Milliseconds until the next attempt to read. */
const firstPause = 500;
const longestPause = 5_000;

const attempts = new WeakMap<Error, number>();

/** Returns the milliseconds until the next attempt to read, and notes the time of it. @param failures attempts that have failed */
export function pauseAfter(failures: number, error: Error): number {
  const retryAfter = error instanceof ProblemError ? (error.retryAfter ?? 0) * 1000 : 0;
  const pause = Math.max(retryAfter, Math.min(longestPause, firstPause * 2 ** failures));
  attempts.set(error, Date.now() + pause);
  return pause;
}

/** Returns when the next attempt after an error begins, in milliseconds since 1970; null if none is planned. */
export const nextAttempt = (error: Error): number | null => attempts.get(error) ?? null;
