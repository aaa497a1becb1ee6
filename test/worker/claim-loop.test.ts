import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { ProblemError } from '../../client/client.ts';
import { ClaimLoop } from '../../worker/claim-loop.ts';

test.each([
  ['a service of 0.2.0 that lacks the call is asked again without a word', 404, 'path.unknown', 0],
  ['a service that refuses a claim is asked again, and the log says so once', 403, 'permission.missing', 1],
])('%s', async (_, status, code, count) => {
  const lines: string[] = [];
  let claims = 0;
  const loop = new ClaimLoop({
    logger: pino({}, { write: (line) => lines.push(line) }),
    what: 'the outbox',
    whileCurrent: () => new AbortController().signal,
    claim: async () => {
      claims += 1;
      throw new ProblemError(status, code, 'refused');
    },
  });
  loop.start();
  await pause(1_300);
  await loop.stop();
  expect({ claims, lines: lines.length }).toEqual({ claims: 2, lines: count });
});
