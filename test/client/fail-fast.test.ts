import { afterEach, expect, test } from 'vitest';
import { TransportError } from '../../client/client.ts';
import { answering, json } from './server.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** A service that answers, and hangs while `hangs` is true. */
async function hanging() {
  const state = { hangs: false };
  const {
    client,
    seen,
    close: end,
  } = await answering(
    (_, response) => {
      if (!state.hangs) json(response, 200, { id: 3 });
    },
    { retries: 0 },
  );
  close = end;
  return { client, seen, state };
}

const codeOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error) => (error instanceof TransportError ? error.code : String(error)),
  );

test('after a time-out, calls that may fail at once are not sent, and say why', async () => {
  const { client, seen, state } = await hanging();
  expect(await codeOf(client.site.get(3, {}, { failFast: true, timeout: 1_000 }))).toBeNull();
  state.hangs = true;
  expect(await codeOf(client.site.get(3, {}, { failFast: true, timeout: 50 }))).toBe('TimeoutError');
  const sent = seen.length;
  const refused = client.site.get(3, {}, { failFast: true, timeout: 50, retries: 3 });
  await expect(refused).rejects.toMatchObject({
    code: 'BREAKER_OPEN',
    message: expect.stringMatching(
      /^GET \/site\/3 was not sent: http:\/\/127\.0\.0\.1:\d+ has given no answer for \d+\.\d s \(TimeoutError\)$/,
    ),
  });
  expect(seen.length).toBe(sent);
});

test('other calls are sent all the same, and the first answer lets all calls through', async () => {
  const { client, seen, state } = await hanging();
  state.hangs = true;
  expect(await codeOf(client.site.get(3, {}, { failFast: true, timeout: 50 }))).toBe('TimeoutError');
  expect(await codeOf(client.site.get(3, {}, { timeout: 50 }))).toBe('TimeoutError');
  expect(seen).toHaveLength(2);
  state.hangs = false;
  expect(await codeOf(client.site.get(3))).toBeNull();
  expect(await codeOf(client.site.get(3, {}, { failFast: true }))).toBeNull();
});

test('a call that its caller ends says nothing about the service', async () => {
  const { client, state } = await hanging();
  state.hangs = true;
  const signal = AbortSignal.timeout(30);
  await expect(client.site.get(3, {}, { failFast: true, signal })).rejects.toThrow();
  state.hangs = false;
  expect(await codeOf(client.site.get(3, {}, { failFast: true }))).toBeNull();
});
