/**
 * The rule for further attempts of a delivery, as a pure function. Every answer but 2xx is tried again after the same interval,
 * as the contract says; the operators' file can make 410 and `Retry-After` count.
 */

export interface DeliveryRules {
  /** Maximum number of attempts. */
  readonly attempts: number;
  readonly retryEverySeconds: number;
  /** The service switches off a webhook that has failed for this time; null is never. */
  readonly switchOffAfterSeconds: number | null;
  /** Whether an answer of 410 ends the attempts and switches the webhook off. */
  readonly switchOffOn410: boolean;
  /** Whether the `Retry-After` of an answer moves the next attempt. */
  readonly followRetryAfter: boolean;
}

export interface AttemptResult {
  /** Status of the answer; null without an answer. */
  readonly status?: number | null | undefined;
  /** The `Retry-After` of the answer. */
  readonly retry_after_seconds?: number | null | undefined;
}

export interface RetryDecision {
  readonly outcome: 'delivered' | 'failed';
  /** Null after the last attempt. */
  readonly againInSeconds: number | null;
  /** Why the webhook is switched off; null if it stays on. */
  readonly switchOff: string | null;
}

/** Seconds. A target can ask for a longer pause than the interval, up to a day, and not for a shorter one. */
const longestWait = 86_400;

/**
 * Decides about a further attempt.
 * @param history.attempt number of the attempt in this run of the delivery; the first is 1
 * @param history.failingForSeconds time since the first failed attempt after the last success; 0 without one
 */
export function decideRetry(
  { status, retry_after_seconds }: AttemptResult,
  history: { readonly attempt: number; readonly failingForSeconds: number },
  rules: DeliveryRules,
): RetryDecision {
  if (status != null && status >= 200 && status <= 299) {
    return { outcome: 'delivered', againInSeconds: null, switchOff: null };
  }
  if (status === 410 && rules.switchOffOn410) {
    return { outcome: 'failed', againInSeconds: null, switchOff: 'The target answered 410: it is gone.' };
  }
  if (history.attempt < rules.attempts) {
    const wait = rules.followRetryAfter ? Math.min(retry_after_seconds ?? 0, longestWait) : 0;
    return { outcome: 'failed', againInSeconds: Math.max(rules.retryEverySeconds, wait), switchOff: null };
  }
  const { switchOffAfterSeconds: limit } = rules;
  const hours = Math.floor(history.failingForSeconds / 3_600);
  const tooLong = limit !== null && history.failingForSeconds >= limit;
  const switchOff = tooLong ? `Every delivery has failed for ${hours} hours.` : null;
  return { outcome: 'failed', againInSeconds: null, switchOff };
}
