import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../service/platform/http/endpoint.ts';
import { adminKey, basic, startTestService, type TestService } from '../platform/http/bare-service.ts';

/** The time limit of requests with a body, while the database or the caller does nothing. In production it is 60 s. */
const seconds = 1;

const waiting = endpoint('POST /waiting', {
  permission: null,
  summary: 'Wait for the database',
  body: z.object({ seconds: z.number() }),
  handle: async ({ database, body }) => {
    await sql`select pg_sleep(${body.seconds})`.execute(database.kysely);
    return { value: body.seconds };
  },
});

const large = endpoint('GET /large', {
  permission: 'public',
  summary: 'Give much',
  returns: z.unknown(),
  handle: async () => ({ value: 'x'.repeat(20_000_000) }),
});

let service: TestService;
let url: URL;

beforeAll(async () => {
  service = await startTestService({ endpoints: [waiting, large], seconds });
  url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => service.close());

async function post(path: string, body: object): Promise<{ status: number; code: string; seconds: number }> {
  const from = performance.now();
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: basic(adminKey), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code, seconds: (performance.now() - from) / 1_000 };
}

test('a POST with a body is 504 when its time is over', async () => {
  const answer = await post('/waiting', { seconds: 3 });
  expect([answer.status, answer.code]).toEqual([504, 'request.timeout']);
  expect(answer.seconds).toBeGreaterThan(seconds - 0.1);
  expect(answer.seconds).toBeLessThan(seconds + 1);
});

test.skipIf(process.platform !== 'linux')(
  'while PostgreSQL is stopped, every POST is 504 when its time is over, also one that waits for a connection',
  async () => {
    // Each of the 8 connections for operations is open then.
    await Promise.all(Array.from({ length: 12 }, () => post('/waiting', { seconds: 0.3 })));
    const { rows } = await service.test.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    // The processes of this database alone: other tests use the same server.
    const pids = rows.map(({ pid }) => pid);
    const signal = (name: NodeJS.Signals) => {
      for (const pid of pids) process.kill(pid, name);
    };
    signal('SIGSTOP');
    try {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => post('/usergroup', { name: `Stopped ${at}` })),
      );
      for (const answer of answers) {
        expect([answer.status, answer.code]).toEqual([504, 'request.timeout']);
        expect(answer.seconds).toBeLessThan(seconds + 1);
      }
    } finally {
      signal('SIGCONT');
    }
  },
);

test('the connection of a caller that does not read its answer is closed', async () => {
  const socket = connect(Number(url.port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  const count = () => new Promise<number>((resolve) => service.app.server.getConnections((_, all) => resolve(all)));
  await pause(300);
  const before = await count();
  await expect.poll(count, { timeout: 5_000, interval: 100 }).toBeLessThan(before);
  socket.destroy();
});
