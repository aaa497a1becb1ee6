import { expect, test } from 'vitest';
import { CombinedSteps, type WantedSteps } from '../../../activities/order/combined-steps.ts';
import { TransportError } from '../../../client/client.ts';
import type { EngineClient } from '../../../client/engine.ts';

/** A service whose calls the test answers one after the other. */
function service() {
  const calls: { orders: number[]; failFast: boolean; answer(): void; fail(code: string): void }[] = [];
  const steps = (body: { orders: { order_id: number; steps: string[] }[] }, { failFast }: { failFast?: boolean }) =>
    new Promise((resolve, reject) => {
      calls.push({
        orders: body.orders.map(({ order_id }) => order_id),
        failFast: failFast === true,
        answer: () =>
          resolve({ orders: body.orders.map((order) => ({ done: order.steps.map((step) => ({ step })) })) }),
        fail: (code) => reject(new TransportError('POST /engine/steps', Object.assign(new Error(code), { code }))),
      });
    });
  const combined = new CombinedSteps({ engine: { steps } } as unknown as EngineClient);
  const perform = (orderId: number, isLocal = true) =>
    combined.perform({ ...wanted, orderId, isLocal }).then(
      ({ done }) => done.map(({ step }) => step).join(),
      (error) => (error as TransportError).code,
    );
  return { calls, perform };
}

const wanted: WantedSteps = {
  orderId: 0,
  steps: ['pick', 'pack'],
  lines: 1,
  requestId: undefined,
  priority: undefined,
  isLocal: true,
  headers: {},
  alone: async () => ({ done: [], stopped: null }),
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the local activities that wait behind a call that timed out fail with it', async () => {
  const { calls, perform } = service();
  const all = [1, 2, 3].map((id) => perform(id));
  expect(calls.map(({ orders }) => orders)).toEqual([[1]]);
  calls[0]?.fail('TimeoutError');
  expect(await Promise.all(all)).toEqual(['TimeoutError', 'TimeoutError', 'TimeoutError']);
  await settled();
  expect(calls).toHaveLength(1);
});

test('local activities that come while the probe is under way fail at once, and wait again after an answer', async () => {
  const { calls, perform } = service();
  const first = perform(1);
  calls[0]?.fail('BREAKER_OPEN');
  expect(await first).toBe('BREAKER_OPEN');
  await settled();
  const probe = perform(2);
  expect(await perform(3)).toBe('BREAKER_OPEN');
  calls[1]?.answer();
  expect(await probe).toBe('pick,pack');
  await settled();
  const [fourth, fifth] = [perform(4), perform(5)];
  calls[2]?.answer();
  await settled();
  calls[3]?.answer();
  expect(await Promise.all([fourth, fifth])).toEqual(['pick,pack', 'pick,pack']);
});

test('after a closed connection, those who wait go in the next call', async () => {
  const { calls, perform } = service();
  const all = [1, 2].map((id) => perform(id));
  calls[0]?.fail('ECONNRESET');
  await settled();
  calls[1]?.answer();
  expect(await Promise.all(all)).toEqual(['ECONNRESET', 'pick,pack']);
});

test('ordinary activities wait for each other, and hold up no local one', async () => {
  const { calls, perform } = service();
  const ordinary = [perform(1, false), perform(2, false)];
  const local = perform(3);
  expect(calls.map(({ orders, failFast }) => ({ orders, failFast }))).toEqual([
    { orders: [1], failFast: false },
    { orders: [3], failFast: true },
  ]);
  calls[1]?.answer();
  expect(await local).toBe('pick,pack');
  calls[0]?.fail('TimeoutError');
  await settled();
  calls[2]?.answer();
  expect(await Promise.all(ordinary)).toEqual(['TimeoutError', 'pick,pack']);
});
