import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startParallelCalls } from '../../../support/parallel-calls.ts';
import { type DistantPostgres, startDistantPostgres, whyNoNamespace } from '../../../support/postgres-namespace.ts';
import { openShop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/** The seconds of the cut. The long run: `CONVEYOR_CUT_SECONDS=20 npm test -- test/service/platform/database/cut-link.test.ts`. */
const seconds = Number(process.env.CONVEYOR_CUT_SECONDS ?? 5);
const callers = 24;
/** Milliseconds that a caller rests after each order, so that the callers leave a part of the processors to other tests. */
const rest = 200;
/** Shorter limits, so that the short cut is noticed too. The long run has the usual ones. */
const limits = seconds < 15 ? { unanswered: 500, interval: 200, open: 1_000 } : {};

const missing = whyNoNamespace();
let postgres: DistantPostgres | undefined;
let service: TestService | undefined;

beforeAll(async () => {
  if (missing) return;
  postgres = await startDistantPostgres();
  service = await startTestService({ server: postgres.url, database: { connections: 8, limits } });
});
afterAll(async () => {
  await service?.close();
  await postgres?.close();
});

test(
  `the link to the database is cut for ${seconds} s: ${callers} parallel callers have answers again within 15 s`,
  async ({ skip }) => {
    if (!postgres || !service) return skip(missing ?? '');
    const shop = await openShop(service);
    const load = await startParallelCalls(service, shop, { callers, rest });
    await pause(1_000);
    const usual = Math.max(...load.calls.map(({ from, to }) => to - from)) / 1_000;
    postgres.cut();
    await pause(seconds * 1_000);
    const health = await service.call('GET', '/healthz');
    const moment = performance.now();
    postgres.mend();
    await expect.poll(() => load.successAfter(moment), { timeout: 60_000, interval: 50 }).not.toBeNull();
    const recovered = load.successAfter(moment)! / 1_000;
    await load.stop();

    const longest = Math.max(...load.calls.map(({ from, to }) => to - from)) / 1_000;
    if (process.env.PRINT_FIGURES) {
      console.log(
        `cut for ${seconds} s: answers again after ${recovered.toFixed(1)} s; longest call ${longest.toFixed(1)} s`,
      );
    }
    expect(health.status).toBe(200);
    expect(recovered).toBeLessThan(15 + 2 * usual);
    expect(longest).toBeLessThan(30 + seconds + 2 * usual);
    expect(load.wrong).toEqual([]);
    const { rows } = await service.sql.query<{ id: number }>('select id from salesorder order by id');
    expect(rows.map(({ id }) => id)).toEqual(load.created.toSorted((a, b) => a - b));
    expect(load.issued).toHaveLength(load.created.length);
    expect(await service.verify()).toEqual([]);
  },
  (60 + seconds * 3) * 1_000,
);
