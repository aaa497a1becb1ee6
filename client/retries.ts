import { breakerOpen, ProblemError, TransportError } from './problem-error.ts';

/** Milliseconds between the first and the second attempt. The pause doubles with each attempt. */
const firstPause = 100;
const longestPause = 5_000;
/** Milliseconds. If the service asks for a longer pause, the caller gets the refusal at once and decides. */
const usualLongestRetryAfter = 60_000;

/** Failures of a printer, with or without its answer. A second attempt could print twice, so people decide. */
const final: ReadonlySet<string> = new Set(['printer.refused', 'printer.no-answer']);

/**
 * Returns the milliseconds to wait before the next attempt, or null if another attempt cannot succeed: a 500 is a defect. A
 * 409 with `idempotency.running` means that the first attempt still runs and its answer was lost; a later attempt gets it.
 */
export function pauseBefore(
  error: unknown,
  attempt: number,
  longestRetryAfter: number = usualLongestRetryAfter,
): number | null {
  if (error instanceof TransportError) return error.code === breakerOpen ? null : backOff(attempt);
  if (!(error instanceof ProblemError)) return null;
  const { status, code, retryAfter } = error;
  if (final.has(code)) return null;
  if (![429, 502, 503, 504].includes(status) && code !== 'idempotency.running') return null;
  if (retryAfter === null) return backOff(attempt);
  return retryAfter * 1000 > longestRetryAfter ? null : Math.max(retryAfter * 1000, backOff(attempt));
}

/** Returns a pause that doubles with each attempt. Its random part keeps many clients from repeating at the same instant. */
function backOff(attempt: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
