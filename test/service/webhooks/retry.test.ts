import { describe, expect, it } from 'vitest';
import { decideRetry } from '../../../service/webhooks/retry.ts';

const rules = {
  attempts: 3,
  retryEverySeconds: 300,
  switchOffAfterSeconds: 5 * 86_400,
  switchOffOn410: false,
  followRetryAfter: false,
};
const first = { attempt: 1, failingForSeconds: 0 };
const last = { attempt: 3, failingForSeconds: 0 };

describe('the decision after an attempt', () => {
  it.each([200, 201, 204, 299])('%i is a successful delivery without a further attempt', (status) => {
    expect(decideRetry({ status }, first, rules)).toEqual({
      outcome: 'delivered',
      againInSeconds: null,
      switchOff: null,
    });
  });

  it.each([100, 199, 300, 301, 302, 304, 400, 404, 410, 429, 500, 503, null, undefined])(
    'another attempt in five minutes after %s',
    (status) => {
      expect(decideRetry({ status }, first, rules)).toEqual({
        outcome: 'failed',
        againInSeconds: 300,
        switchOff: null,
      });
    },
  );

  it('the third attempt is the last', () => {
    expect(decideRetry({ status: 500 }, { ...first, attempt: 2 }, rules).againInSeconds).toBe(300);
    expect(decideRetry({ status: 500 }, last, rules).againInSeconds).toBeNull();
  });

  it('Retry-After moves no attempt', () => {
    expect(decideRetry({ status: 503, retry_after_seconds: 900 }, first, rules).againInSeconds).toBe(300);
  });

  it('with the option, a target can ask for a longer pause, up to a day, and not for a shorter one', () => {
    const following = { ...rules, followRetryAfter: true };
    const after = (retry_after_seconds: number) =>
      decideRetry({ status: 503, retry_after_seconds }, first, following).againInSeconds;
    expect([1, 299, 301, 86_400, 10_000_000].map(after)).toEqual([300, 300, 301, 86_400, 86_400]);
  });

  it('with the option, 410 switches the webhook off at once', () => {
    expect(decideRetry({ status: 410 }, first, { ...rules, switchOffOn410: true })).toEqual({
      outcome: 'failed',
      againInSeconds: null,
      switchOff: 'The target answered 410: it is gone.',
    });
  });

  it('days of failures switch the webhook off if configured, and only after the last attempt', () => {
    const long = { ...last, failingForSeconds: 5 * 86_400 };
    expect(decideRetry({ status: 500 }, long, rules).switchOff).toBe('Every delivery has failed for 120 hours.');
    expect(decideRetry({ status: 500 }, { ...long, failingForSeconds: 5 * 86_400 - 1 }, rules).switchOff).toBeNull();
    expect(decideRetry({ status: 500 }, { ...long, attempt: 2 }, rules).switchOff).toBeNull();
    expect(decideRetry({ status: 500 }, long, { ...rules, switchOffAfterSeconds: null }).switchOff).toBeNull();
  });
});
