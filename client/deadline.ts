import { TransportError } from './problem-error.ts';
import type { Request } from './request.ts';

/** When a call ends: by the timeout, or by the signal of the caller. */
export interface Deadline {
  /** Aborts for either reason. */
  readonly signal: AbortSignal | undefined;
  /** Returns whether the timeout, and not the caller, has ended the call. */
  isOver(): boolean;
  /** Throws if the timeout, and not the caller, has ended the call. */
  throwIfTimedOut(): void;
}

/** Starts the time of a call. @param usualTimeout milliseconds, for a call without a timeout of its own */
export function deadlineOf(
  { method, path, timeout, signal: caller }: Request,
  usualTimeout: number | undefined,
): Deadline {
  const limit = timeout ?? usualTimeout;
  const timer = limit === undefined ? undefined : AbortSignal.timeout(limit);
  const isOver = () => timer?.aborted === true && !caller?.aborted;
  return {
    signal: timer && caller ? AbortSignal.any([timer, caller]) : (timer ?? caller),
    isOver,
    throwIfTimedOut() {
      if (isOver()) throw new TransportError(`${method} ${path}`, timer?.reason);
    },
  };
}
