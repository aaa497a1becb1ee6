import { expect, test } from 'vitest';
import { CallerShares, type ShareLimits } from '../../../../service/platform/access/caller-shares.ts';

const never = new AbortController().signal;
const refusal = { code: 'caller.too-many-requests' };

const sharesOf = (limits: Partial<ShareLimits> = {}) =>
  new CallerShares({ what: 'reads', atOnce: 1, waiting: 100, longestWait: 10_000, ...limits });

/** Returns whether a promise has resolved by now. */
const hasResolved = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 5, false))]);

test('a caller waits for a place of the own share', async () => {
  const shares = sharesOf();
  const end = await shares.take(1, never);
  const next = shares.take(1, never);
  expect(await hasResolved(next)).toBe(false);
  end();
  (await next)();
});

test('reads wait in order, and an end that is told twice lets one in', async () => {
  const shares = sharesOf();
  const end = await shares.take(1, never);
  const [second, third] = [shares.take(1, never), shares.take(1, never)];
  end();
  end();
  expect(await hasResolved(second)).toBe(true);
  expect(await hasResolved(third)).toBe(false);
  (await second)();
  (await third)();
});

test('other callers have shares of their own', async () => {
  const shares = sharesOf();
  await shares.take(1, never);
  expect(await hasResolved(shares.take(2, never))).toBe(true);
});

test('reads beyond the waiting ones are refused at once, and those that wait too long later', async () => {
  const shares = sharesOf({ waiting: 1, longestWait: 30 });
  const end = await shares.take(1, never);
  const waiting = shares.take(1, never);
  await expect(shares.take(1, never)).rejects.toMatchObject({ ...refusal, headers: { 'retry-after': '1' } });
  await expect(waiting).rejects.toMatchObject(refusal);
  end();
  (await shares.take(1, never))();
});

test('a caller that leaves gives its place up', async () => {
  const shares = sharesOf({ waiting: 1 });
  const end = await shares.take(1, never);
  const leaving = new AbortController();
  const waiting = shares.take(1, leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject(refusal);
  const next = shares.take(1, never);
  end();
  (await next)();
});
