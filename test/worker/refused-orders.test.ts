import { afterAll, expect, test } from 'vitest';
import { untilEnd } from '../support/until-end.ts';
import { until } from '../workflows/support/engine.ts';
import { wholeEngine } from '../workflows/support/whole-engine.ts';

/** Refused orders among many that the worker sends to the service together. `npm run bench -- refusals` measures a thousand. */

const config = `
defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;
const count = 40;
const isRefused = (index: number) => index % 10 === 3;

const engine = await untilEnd(wholeEngine({ config }));
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
});

/** Returns the transactions that finished the picks of orders. */
const picksOf = async (ids: readonly number[]): Promise<{ order: number; at: string }[]> => {
  const { rows } = await engine.testService.sql.query<{ order: number; at: string }>(
    `-- the ends of the picks of some orders, with the moments of their transactions
     select l.order_ids[1]::int as order, l.at::text as at
     from event_log l join event e on e.id = l.event_id where e.name = 'pick.finished' and l.order_ids[1] = any($1)`,
    [ids],
  );
  return rows;
};

test('of orders that go together, each refused one has its own sentence, and the others are fulfilled', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 1_000);
  const missing = await Promise.all(
    Array.from({ length: count }, (_, index) => (isRefused(index) ? shop.part({ number: `MISSING-${index}` }) : null)),
  );
  const startAgain = await engine.stopWorkers(true);
  const ids = await Promise.all(
    missing.map((other) =>
      shop.issued([{ part_id: part, qty: 1 }, ...(other === null ? [] : [{ part_id: other, qty: 2 }])]),
    ),
  );
  await startAgain();

  const good = ids.filter((_, index) => !isRefused(index));
  for (const id of good) expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  const picks = await picksOf(ids);
  expect(picks.map(({ order }) => order).sort((a, b) => a - b)).toEqual(good.sort((a, b) => a - b));
  expect(new Set(picks.map(({ at }) => at)).size).toBeLessThan(good.length / 2);

  for (const [index, id] of ids.entries()) {
    if (!isRefused(index)) continue;
    const attention = async () => (await shop.see(id)).attention;
    await until(async () => (await attention()) !== null, 'the attention');
    expect(await attention()).toMatchObject({
      step: 'pick',
      code: 'stock.short',
      detail: expect.stringContaining(`MISSING-${index}`),
    });
    expect(await shop.status(id)).toBe('Issued');
  }
}, 120_000);
