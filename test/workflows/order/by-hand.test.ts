import { expect, test } from 'vitest';
import { progress } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import {
  automatic,
  byHand,
  currentDetails,
  eventTypes,
  type Issued,
  outcomeShown,
  testEngine,
  until,
} from '../support/engine.ts';

const engine = await untilEnd(testEngine());

const isAt = ({ handle }: Issued, step: string) =>
  until(async () => {
    const now = await handle.query(progress);
    return now.step === step && now.state === 'waiting';
  }, step);

test('a step by hand waits for the event of its end, and the next step starts', async () => {
  const issued = await engine.issue(byHand);
  const { handle, order, tell } = issued;
  for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
    await isAt(issued, step);
    engine.service.finish(order, step);
    await tell(`${step}.finished`);
  }
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(order.calls.every(({ path }) => path.endsWith('/progress'))).toBe(true);
});

test('details and lists show what the order waits for', async () => {
  const issued = await engine.issue({ pick: 'automatic', pack: 'hand', pickup: 'automatic' });
  await isAt(issued, 'pack');
  expect(await currentDetails(issued.handle)).toContain('waiting for somebody to pack it');
  expect(await currentDetails(issued.handle)).toContain('| ship | skipped | the customer collects it |');
  await until(async () => (await outcomeShown(issued.handle)) === 'waiting', 'the search attribute');
  await issued.handle.terminate();
});

test('a deadline that the plan gets during the wait is reported once when it has passed', async () => {
  const issued = await engine.issue(byHand);
  await isAt(issued, 'pick');
  issued.order.steps[0]!.waits = [1];
  await issued.tell('salesorder.replanned');
  const reports = () => issued.order.calls.filter(({ path }) => path.endsWith('/reach'));
  await until(() => reports().length > 0, 'the deadline');
  await issued.tell('pick.committed');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(reports().map(({ body }) => body)).toEqual([{ step: 'pick', waited: 1 }]);
  await issued.handle.terminate();
});

test('an event that arrives twice, or that is wrong, changes nothing', async () => {
  const issued = await engine.issue(byHand);
  await isAt(issued, 'pick');
  await issued.tell('pick.finished');
  await issued.tell('pack.finished');
  await until(() => issued.order.calls.length >= 2, 'a look');
  await isAt(issued, 'pick');
  engine.service.finish(issued.order, 'pick');
  await issued.tell('pick.finished');
  await issued.tell('pick.finished');
  await isAt(issued, 'pack');
  await issued.handle.terminate();
});

test('several steps that were done before the event are passed over together', async () => {
  const issued = await engine.issue(byHand);
  await isAt(issued, 'pick');
  for (const step of ['pick', 'pack', 'ship'] as const) engine.service.finish(issued.order, step);
  await issued.tell('ship.finished');
  await isAt(issued, 'pickup');
  await issued.handle.terminate();
});

test('by hand and automatic steps take turns', async () => {
  const issued = await engine.issue({ ...automatic, pack: 'hand' });
  await isAt(issued, 'pack');
  engine.service.finish(issued.order, 'pack');
  await issued.tell('pack.finished');
  expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
});

test('an order on hold waits as held, and goes on when it is released', async () => {
  const { handle, order, tell } = await engine.issue(automatic, {}, (order) => {
    order.held = true;
  });
  await until(async () => (await handle.query(progress)).state === 'held', 'held');
  expect(order.calls.some(({ path }) => path.endsWith('/attention'))).toBe(false);
  await until(async () => (await outcomeShown(handle)) === 'held', 'the search attribute');
  order.held = false;
  await tell('salesorder.released');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
});

test('an order that is on hold from the start costs one read and six events at most until its release', async () => {
  const { handle, order, tell } = await engine.issue(automatic, { held: true }, (order) => {
    order.held = true;
  });
  await until(async () => (await handle.query(progress)).waitingFor === 'its release: Credit check', 'held');
  expect(order.calls.map(({ path }) => path)).toEqual([`/salesorder/${order.id}/progress`]);
  // Three more events belong to the workflow task. A busy machine may repeat it.
  const types = await eventTypes(handle);
  expect(types.filter((type) => !type.startsWith('workflowTask')).length).toBeLessThanOrEqual(3);
  expect(await outcomeShown(handle)).toBe('held');
  order.held = false;
  await tell('salesorder.released');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(await outcomeShown(handle)).toBe('fulfilled');
});

test.each([
  ['voided', 'Void', 'voided'],
  ['unissued', 'Draft', 'unissued'],
  ['closed', 'Closed Short', 'closed short'],
] as const)('an order that is %s in the middle ends its workflow', async (event, status, outcome) => {
  const issued = await engine.issue(byHand);
  await isAt(issued, 'pick');
  issued.order.status = status;
  await issued.tell(`salesorder.${event}`);
  expect(await issued.handle.result()).toEqual({ outcome });
});

test('an order voided before an automatic step ends without attention', async () => {
  const { handle, order } = await engine.issue(automatic, {}, (order) => {
    order.status = 'Void';
  });
  expect(await handle.result()).toEqual({ outcome: 'voided' });
  expect(order.calls.some(({ path }) => path.endsWith('/attention'))).toBe(false);
});

test('a changed plan is taken over', async () => {
  const issued = await engine.issue(byHand);
  await isAt(issued, 'pick');
  for (const step of issued.order.steps) step.by = 'automatic';
  await issued.tell('salesorder.replanned');
  expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
});
