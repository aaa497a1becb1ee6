import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { createActivities } from '../../../activities/order/activities.ts';

/** Reads a request with this record as the activity of an order does. */
function reading(record: object) {
  const client = { background: { get: async () => ({ id: 7, ...record }) } };
  const { readBackgroundRequest } = createActivities({ client, carriers: [] } as never);
  return new MockActivityEnvironment().run(readBackgroundRequest, '/background/7');
}

const failed = (status: number, code: string) => ({
  state: 'failed',
  answer: { status, body: { code, detail: 'Why.', status, title: 'Title' } },
});

test('a request that runs has no answer yet', async () => {
  expect([await reading({ state: 'queued' }), await reading({ state: 'running' })]).toEqual([false, false]);
  expect(await reading({ state: 'done', answer: { status: 200, body: {} } })).toBe(true);
});

test.for([
  [409, 'stock.short'],
  [503, 'service.unavailable'],
  [504, 'request.timeout'],
  [500, 'service.defect'],
] as const)(
  'a finished request with %i %s is refused for good: its answer stays the same at every read',
  async ([status, code]) => {
    await expect(reading(failed(status, code))).rejects.toMatchObject({
      type: code,
      nonRetryable: true,
      message: 'Why.',
    });
  },
);
