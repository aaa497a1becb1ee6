/** When a delivery is tried again (spec 6 rule 3): pure, so that every case of it can be seen at once. */

export interface DeliveryRules {
  /** In all. */
  readonly attempts: number;
  readonly retryEverySeconds: number;
  /** A webhook that has failed for so long is switched off; null for never. */
  readonly switchOffAfterSeconds: number | null;
}

export interface Result {
  /** Of the answer; nothing where there was none. */
  readonly status?: number | null | undefined;
  /** What the target asked for with `Retry-After`. */
  readonly retry_after_seconds?: number | null | undefined;
}

export interface Decision {
  readonly outcome: 'delivered' | 'failed';
  /** Null where this was the last attempt. */
  readonly againInSeconds: number | null;
  /** Why the webhook is switched off with this; null where it is not. */
  readonly switchOff: string | null;
}

/** A target may ask for more time than our interval, up to a day, and never for less. */
const longestWait = 86_400;

/**
 * @param so.attempt which attempt of this round it was, from 1
 * @param so.failingForSeconds since when no delivery of the webhook has gone through
 */
export function decided(
  { status, retry_after_seconds }: Result,
  so: { readonly attempt: number; readonly failingForSeconds: number },
  rules: DeliveryRules,
): Decision {
  if (status != null && status >= 200 && status <= 299) {
    return { outcome: 'delivered', againInSeconds: null, switchOff: null };
  }
  if (status === 410) {
    return { outcome: 'failed', againInSeconds: null, switchOff: 'The target answered 410: it is gone.' };
  }
  if (so.attempt < rules.attempts) {
    const asked = Math.min(retry_after_seconds ?? 0, longestWait);
    return { outcome: 'failed', againInSeconds: Math.max(rules.retryEverySeconds, asked), switchOff: null };
  }
  const { switchOffAfterSeconds: limit } = rules;
  const tooLong = limit !== null && so.failingForSeconds >= limit;
  const switchOff = tooLong ? `Every delivery has failed for ${Math.floor(so.failingForSeconds / 3_600)} hours.` : null;
  return { outcome: 'failed', againInSeconds: null, switchOff };
}
