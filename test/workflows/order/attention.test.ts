import { WorkflowUpdateFailedError } from '@temporalio/client';
import { expect, test } from 'vitest';
import {
  automatic as automaticUpdate,
  byHand as byHandUpdate,
  cancel,
  hold,
  progress,
  release,
  replan,
  retry,
  skip,
} from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { automatic, byHand, currentDetails, eventTypes, outcomeShown, testEngine, until } from '../support/engine.ts';
import type { FakeOrder } from '../support/fake-service.ts';

const engine = await untilEnd(testEngine());

const short = {
  status: 409,
  code: 'stock.short',
  detail: 'Part B-17 at Shelf 3: 2 wanted, 1 there.',
};

const tries = (order: FakeOrder, path: string) => order.calls.filter((call) => call.path === path).length;

/** Returns the account and the update of a call, and its body. */
function decisionOn(order: FakeOrder, path: string) {
  const call = order.calls.find((call) => call.path.endsWith(path));
  return [call?.headers['x-on-behalf-of'], call?.headers['x-conveyor-update'], call?.body];
}

async function inAttention() {
  const issued = await engine.issue(automatic, {}, (order) => {
    order.refusals.pick = short;
  });
  await until(async () => (await issued.handle.query(progress)).state === 'attention', 'attention');
  await until(() => tries(issued.order, '/task/11/perform') === 2, 'the second try');
  return issued;
}

test('a shortage puts the order in attention, is reported once, and is shown with part, place and quantity', async () => {
  const { handle, order } = await inAttention();
  expect(order.calls.filter(({ path }) => path.endsWith('/attention')).map(({ body }) => body)).toEqual([
    { step: 'pick', code: 'stock.short', detail: short.detail },
  ]);
  expect(await handle.query(progress)).toMatchObject({
    step: 'pick',
    state: 'attention',
    attention: { step: 'pick', code: 'stock.short', detail: short.detail },
  });
  expect(await currentDetails(handle)).toContain('Part B-17 at Shelf 3');
  await until(async () => (await outcomeShown(handle)) === 'attention', 'the search attribute');
  await handle.terminate();
});

test('an operator retries, and the order continues', async () => {
  const { handle, order } = await inAttention();
  order.refusals = {};
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(decisionOn(order, '/retry')).toEqual(['ana%40example.com', 'retry', {}]);
});

test('an operator sets a step by hand, and the next steps are automatic again', async () => {
  const { handle, order, tell } = await inAttention();
  const now = await handle.executeUpdate(byHandUpdate, { args: [{ step: 'pick', by: 'ana@example.com' }] });
  expect(now.steps[0]).toMatchObject({ step: 'pick', by: 'hand', why: 'ana@example.com decided: pick by hand' });
  await until(async () => (await handle.query(progress)).state === 'waiting', 'somebody to pick it');
  expect(await currentDetails(handle)).toContain('ana\u2060@example.com set pick by hand');
  engine.service.finish(order, 'pick');
  await tell('pick.finished');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
});

test('an operator sets a step by hand to automatic', async () => {
  const { handle, order } = await engine.issue({ pick: 'hand', pickup: 'automatic' });
  await until(async () => (await handle.query(progress)).state === 'waiting', 'pick');
  await handle.executeUpdate(automaticUpdate, { args: [{ step: 'pick', by: 'ana@example.com' }] });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(decisionOn(order, '/automatic')).toEqual(['ana%40example.com', 'automatic', { step: 'pick' }]);
});

test('a plan that changes during automatic steps counts from the next step on', async () => {
  const { handle, order, tell } = await engine.issue(automatic, { lines: 500 }, (order) => {
    order.background.pick = 500;
  });
  await until(() => tries(order, '/task/11/perform') === 1, 'the pick in the background');
  for (const step of order.steps) if (step.step === 'pack') step.by = 'hand';
  await tell('salesorder.replanned');
  await until(async () => (await handle.query(progress)).waitingFor === 'somebody to pack it', 'pack');
  expect(tries(order, '/task/12/perform')).toBe(0);
  await handle.terminate();
});

test('arriving stock clears the shortage without a person', async () => {
  const { handle, order, tell } = await inAttention();
  await tell('salesorder.modified');
  await until(() => tries(order, '/task/11/perform') > 2, 'another try');
  expect(await handle.query(progress)).toMatchObject({ state: 'attention' });
  order.refusals = {};
  await tell('inventory.arrived');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
});

test('stock that arrives before the report of the shortage is not missed', async () => {
  const { handle } = await engine.issue(automatic, {}, (order) => {
    order.refusals.pick = short;
    const push = order.calls.push.bind(order.calls);
    order.calls.push = (...calls) => {
      if (calls.some(({ path }) => path.endsWith('/attention'))) order.refusals = {};
      return push(...calls);
    };
  });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
});

test('an operator skips the step that cannot be done, and the service knows', async () => {
  const { handle, order } = await engine.issue(automatic, {}, (order) => {
    order.refusals.pack = { status: 409, code: 'pack.too-large', detail: 'Part B-17 fits into no carton.' };
  });
  await until(async () => (await handle.query(progress)).state === 'attention', 'attention');
  expect(await currentDetails(handle)).toContain(
    'Updates: `retry`, `skip`, `byHand`, `changeCarrier`, `hold`, `replan`, `cancel`.',
  );
  await handle.executeUpdate(skip, { args: [{ step: 'pack', by: 'ana@example.com' }] });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(decisionOn(order, '/skip')).toEqual(['ana%40example.com', 'skip', { step: 'pack' }]);
});

test('an attention at the pick does not offer to skip it, and a skip is refused before it enters the history', async () => {
  const { handle } = await inAttention();
  expect(await currentDetails(handle)).toContain(
    'Updates: `retry`, `byHand`, `changeCarrier`, `hold`, `replan`, `cancel`.',
  );
  const skipped = handle.executeUpdate(skip, { args: [{ step: 'pick', by: 'ana@example.com' }] });
  const message = "The pick step can't be skipped: only pack and ship can.";
  await expect(skipped).rejects.toMatchObject({ cause: { message } });
  expect(await eventTypes(handle)).not.toContain('workflowExecutionUpdateAcceptedEventAttributes');
  await handle.terminate();
});

test('an operator holds an order and releases it, and each answer is the state after it', async () => {
  const { handle, order } = await engine.issue(byHand);
  await until(async () => (await handle.query(progress)).state === 'waiting', 'pick');
  expect(await currentDetails(handle)).toContain('Updates: `automatic`, `changeCarrier`, `hold`, `replan`, `cancel`.');
  const premature = handle.executeUpdate(release, { args: [{ by: 'ana@example.com' }] });
  await expect(premature).rejects.toMatchObject({ cause: { message: 'The order is not on hold: it is waiting.' } });
  const nameless = handle.executeUpdate(hold, { args: [{ by: 'ana@example.com', reason: '' }] });
  await expect(nameless).rejects.toMatchObject({ cause: { message: expect.stringContaining('Say why') } });
  expect(await eventTypes(handle)).not.toContain('workflowExecutionUpdateAcceptedEventAttributes');

  const held = await handle.executeUpdate(hold, { args: [{ by: 'ana@example.com', reason: 'Count' }] });
  expect(held).toMatchObject({ step: 'pick', state: 'held', waitingFor: 'its release: Count', held: true });
  expect(decisionOn(order, '/hold')).toEqual(['ana%40example.com', 'hold', { reason: 'Count' }]);
  const details = await currentDetails(handle);
  expect(details).toContain(`To end the hold: \`conveyor order release SO-${order.id}\`.`);
  expect(details).toContain('Updates: `release`, `automatic`, `changeCarrier`, `replan`, `cancel`.');

  const released = await handle.executeUpdate(release, { args: [{ by: 'ana@example.com' }] });
  expect(released).toMatchObject({ step: 'pick', state: 'waiting', waitingFor: 'somebody to pick it', held: false });
  expect(await handle.executeUpdate(replan, { args: [{ by: 'ana@example.com' }] })).toMatchObject({ state: 'waiting' });
  expect(decisionOn(order, '/replan')).toEqual(['ana%40example.com', 'replan', {}]);
  await handle.terminate();
});

test('the answer of an update has the step, the state and the wait after it', async () => {
  const { handle, order, tell } = await engine.issue(byHand);
  engine.service.finish(order, 'pick');
  await tell('pick.finished');
  await until(async () => (await handle.query(progress)).waitingFor === 'somebody to pack it', 'pack');
  const skipped = await handle.executeUpdate(skip, { args: [{ step: 'pack', by: 'ana@example.com' }] });
  expect(skipped).toMatchObject({ step: 'ship', state: 'waiting', waitingFor: 'somebody to ship it', attention: null });
  const set = await handle.executeUpdate(automaticUpdate, { args: [{ step: 'ship', by: 'ana@example.com' }] });
  expect(set).toMatchObject({ step: 'ship', state: 'working', waitingFor: null });
  await handle.terminate();
});

test('an operator cancels: the order is voided and its workflow ends', async () => {
  const { handle, order } = await inAttention();
  await handle.executeUpdate(cancel, { args: [{ by: 'ana@example.com' }] });
  expect(await handle.result()).toEqual({ outcome: 'voided' });
  expect(order.status).toBe('Void');
});

test('a cancellation that the service refuses fails the update and not the order', async () => {
  const { handle, order } = await engine.issue(byHand, {}, (order) => {
    order.refusals.void = { status: 409, code: 'order.state', detail: 'The order is already picked up.' };
  });
  const update = handle.executeUpdate(cancel, { args: [{ by: 'ana@example.com' }] });
  await expect(update).rejects.toMatchObject({ cause: { message: 'The order is already picked up.' } });
  expect(await handle.query(progress)).toMatchObject({ step: 'pick' });
  expect(order.status).toBe('Issued');
  await handle.terminate();
});

test('impossible updates are refused with a sentence', async () => {
  const { handle, order, tell } = await engine.issue({ pick: 'hand', pack: 'hand', pickup: 'hand' });
  engine.service.finish(order, 'pick');
  await tell('pick.finished');
  await until(async () => (await handle.query(progress)).step === 'pack', 'pack');
  const refused = async (update: Promise<unknown>, sentence: string) => {
    const error = await update.then(
      () => undefined,
      (thrown: WorkflowUpdateFailedError) => thrown,
    );
    expect(error).toBeInstanceOf(WorkflowUpdateFailedError);
    expect(error?.cause?.message).toContain(sentence);
  };
  await refused(handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] }), 'not in attention: it is waiting');
  await refused(
    handle.executeUpdate(skip, { args: [{ by: 'ana@example.com', step: 'pick' }] }),
    "order's pick is already done",
  );
  await refused(
    handle.executeUpdate(skip, { args: [{ by: 'ana@example.com', step: 'ship' }] }),
    'no ship step to skip',
  );
  await refused(
    handle.executeUpdate(skip, { args: [{ by: 'ana@example.com', step: 'sell' as 'ship' }] }),
    'There is no step sell',
  );
  await refused(
    handle.executeUpdate(cancel, { args: [{} as { by: string }] }),
    'Say who decides, by the e-mail or the id',
  );
  await refused(handle.executeUpdate(cancel, { args: [{ by: 'Ana' }] }), '"Ana" is neither the e-mail nor the id');
  await handle.terminate();
});
