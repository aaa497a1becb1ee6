/** The pauses between the attempts of an activity, in seconds: each is twice as long as the last, up to the longest. */
export const pauses = { first: 1, factor: 2, longest: 60 } as const;

/** Returns the seconds from a failed attempt to the next one. @param attempt the number of the failed attempt, from 1 */
export const pauseAfter = (attempt: number): number =>
  Math.min(pauses.first * pauses.factor ** (attempt - 1), pauses.longest);

/**
 * The only attempt of a local activity, in seconds. Its workflow answers no message during the attempt, because
 * Temporal gives a workflow one task at a time. The call to the service ends before, so that the failure names the
 * call.
 */
export const localAttempt = { seconds: 4, callSeconds: 3 } as const;
