import { expect, test } from 'vitest';
import { openShop } from '../../support/shop.ts';
import { startTestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';

const log: string[] = [];
/** A filter over invoices, which the tests lock, so that it never ends. */
const slow = 'invoices.total > 5';
const rules = [{ file: 'fulfillment.yaml', text: 'rules: []\n' }];

const limits = { statement: 1_000, lock: 60_000, firstLock: 60_000 };
const service = await untilEnd(
  startTestService({ database: { limits }, log: { write: (line) => void log.push(line) } }),
);
const shop = await openShop(service);
await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);

/** Calls while every filter over invoices waits. */
async function whileSlow<Result>(run: () => Promise<Result>): Promise<Result> {
  const holder = await service.sql.connect();
  try {
    await holder.query('begin; lock table invoice');
    return await run();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

test.each([
  ['a bulk run', '/bulkrun', { action: 'hold', select: slow, options: { reason: 'Check' } }],
  [
    'a dry run of a bulk run',
    '/bulkrun',
    { dry_run: true, action: 'hold', select: slow, options: { reason: 'Check' } },
  ],
  ['a backtest of rules', '/rules/backtest', { files: rules, filter: slow }],
])('the slow selection of %s is its caller’s, and no error in the log of the service', async (_, path, body) => {
  log.length = 0;
  const answer = await whileSlow(() => service.call('POST', path, body));
  expect(answer).toMatchObject({ status: 504, body: { code: 'query.too-slow' } });
  const lines = log.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, code: 'query.too-slow' }));
});

test('the slow selection of a bulk run in the background is no error in the log of the service', async () => {
  log.length = 0;
  const background = { 'x-background-processing': 'always' };
  const body = { action: 'hold', select: slow, options: { reason: 'Check' } };
  const answer = await whileSlow(async () => {
    const { headers } = await service.call('POST', '/bulkrun', body, background);
    const location = headers.get('location') ?? '';
    await expect.poll(async () => (await service.call('GET', location)).body.state, { timeout: 20_000 }).toBe('failed');
    return service.call('GET', location);
  });
  expect(answer.body).toMatchObject({ state: 'failed' });
  const lines = log.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});
