import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { OrderRow } from '../../../workflows/contract/order.ts';
import { cancel, ignoreWarnings, progress, retry, skip } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import {
  automatic,
  currentDetails,
  eventTypes,
  type Issued,
  outcomeShown,
  summaries,
  testEngine,
  until,
} from '../support/engine.ts';
import type { FakeRequest } from '../support/fake-service.ts';

/** The issue as the first step of a waiting draft, on a real Temporal server. */

const engine = await untilEnd(testEngine());

const short = { code: 'stock.short', message: 'stock: 5 of KET-STE', handling: 'wait' } as const;
const address = { code: 'order.address-unknown', message: 'The address is unknown.', handling: 'attention' } as const;
const ana = { by: 'ana@example.com' };

const inFuture = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Starts the workflow of a waiting draft. */
function draft(request: Partial<FakeRequest> = {}, more: Partial<OrderRow> = {}): Promise<Issued> {
  const whole = { by: 'Ana Weber', warnings: [short], ...request };
  const { by, notBefore, giveUpAt } = whole;
  return engine.issue(automatic, { issue: { by, account: 7, notBefore, giveUpAt }, ...more }, (order) => {
    Object.assign(order, { status: 'Draft', request: whole });
  });
}

const attempts = ({ order }: Issued) => order.calls.filter(({ path }) => path.endsWith('/issue'));
const reportsOf = ({ order }: Issued) =>
  order.calls.flatMap(({ path, body }) => (path.endsWith('/attention') ? [body?.code] : []));
const stateOf = async ({ handle }: Issued) => (await handle.query(progress)).state;

async function waiting(request: Partial<FakeRequest> = {}): Promise<Issued> {
  const issued = await draft(request);
  await until(async () => (await stateOf(issued)) === 'waiting', 'the draft to wait');
  return issued;
}

/** Clears the warnings, as arriving stock does, and reports it. */
async function clear({ order, tell }: Issued): Promise<void> {
  order.request!.warnings = [];
  await tell('salesorder.stocked');
}

test('a draft waits for its stock, is issued on behalf of who asked, and goes on: 25 events at most', async () => {
  const issued = await waiting();
  const { handle } = issued;
  expect(await handle.query(progress)).toMatchObject({
    step: 'issue',
    waitingFor: 'stock: 5 of KET-STE',
    steps: [{ step: 'issue', done: false, why: 'asked for by Ana Weber' }, { step: 'pick' }, {}, {}, {}],
  });
  expect(await currentDetails(handle)).toContain('| issue | automatic | asked for by Ana Weber |');
  await until(async () => (await outcomeShown(handle)) === 'waiting', 'the search attribute');
  const { typedSearchAttributes } = await handle.describe();
  expect(typedSearchAttributes.getAll().find(({ key }) => key.name === 'Step')?.value).toBe('issue');
  const arrived = Date.now();
  await clear(issued);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(Date.now() - arrived).toBeLessThan(10_000);
  expect(await currentDetails(handle)).toContain('| issue | done | Ana Weber |');
  const { length } = await eventTypes(handle);
  expect(length).toBeLessThanOrEqual(25);
  if (process.env.PRINT_FIGURES) console.log(`${length} events`);
  expect(attempts(issued).map(({ headers }) => headers['x-on-behalf-of'])).toEqual(['7', '7']);
});

test('a workflow that starts again reads the draft first: the request may be another one', async () => {
  const issued = await draft({ notBefore: '2099-12-01T06:00:00Z' }, { stale: true });
  await until(
    async () => (await issued.handle.query(progress)).waitingFor === '1 December 2099, 06:00 UTC',
    'the date',
  );
  expect(issued.order.calls.map(({ path }) => path)).toEqual([`/salesorder/${issued.order.id}/progress`]);
  await issued.handle.terminate();
});

test('a large order is issued in the background', async () => {
  const issued = await draft({ warnings: [] }, { lines: 1_000 });
  expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(attempts(issued)[0]?.headers['x-conveyor-notify']).toBe(`order/${issued.order.id}`);
});

test('an order issued at once has no event more; its details say who issued it, and what was ignored', async () => {
  const before = await engine.issue(automatic);
  const now = await engine.issue(automatic, { issued: { by: 'Ana Weber', ignored: ['stock.short'] } });
  for (const { handle } of [before, now]) await handle.result();
  expect(await eventTypes(now.handle)).toEqual(await eventTypes(before.handle));
  expect(await currentDetails(now.handle)).toContain('| issue | done | Ana Weber, ignoring stock.short |');
  expect(await currentDetails(before.handle)).not.toContain('| issue |');
});

describe('dates', () => {
  test('a timer with a summary waits for the date of the issue; a change of the dates counts', async () => {
    const issued = await waiting({ warnings: [], notBefore: '2099-12-01T06:00:00Z' });
    expect((await issued.handle.query(progress)).waitingFor).toBe('1 December 2099, 06:00 UTC');
    expect(attempts(issued)).toEqual([]);
    issued.order.request!.notBefore = inFuture(1);
    await issued.tell('salesorder.issuerequested');
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
    expect(attempts(issued)).toHaveLength(1);
    const { events } = await issued.handle.fetchHistory();
    const timers = (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
    expect(summaries(timers)[0]).toBe('Issue on 1 December 2099, 06:00 UTC');
  });

  test('at the end of its time the order is in attention, and only a person has it tried again', async () => {
    const issued = await draft({ giveUpAt: inFuture(1) });
    await until(async () => (await stateOf(issued)) === 'attention', 'attention');
    expect((await issued.handle.query(progress)).attention).toMatchObject({ step: 'issue', code: 'issue.gave-up' });
    await until(() => reportsOf(issued).length === 1, 'the report');
    const { length } = attempts(issued);
    await clear(issued);
    await pause(500);
    expect(attempts(issued)).toHaveLength(length);
    expect(reportsOf(issued)).toEqual(['issue.gave-up']);
    await issued.handle.executeUpdate(retry, { args: [ana] });
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
  });

  test('a time that ended before the first attempt: the details name the warnings that a person ignores', async () => {
    const issued = await draft({ giveUpAt: inFuture(-5) });
    await until(async () => (await stateOf(issued)) === 'attention', 'attention');
    await issued.handle.executeUpdate(ignoreWarnings, { args: [ana] });
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
    expect(await currentDetails(issued.handle)).toContain(', ignoring stock.short |');
  });

  test('a person asks again with a later end', async () => {
    const issued = await draft({ giveUpAt: inFuture(1) });
    await until(async () => (await stateOf(issued)) === 'attention', 'attention');
    issued.order.request!.giveUpAt = inFuture(3600);
    await issued.tell('salesorder.issuerequested');
    await until(async () => (await stateOf(issued)) === 'waiting', 'the draft to wait');
    await clear(issued);
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
  });
});

describe('an operator', () => {
  test('ignores the warnings', async () => {
    const issued = await draft({ warnings: [address] });
    await until(async () => (await stateOf(issued)) === 'attention', 'attention');
    expect((await issued.handle.query(progress)).attention).toEqual({
      step: 'issue',
      code: address.code,
      detail: address.message,
    });
    await issued.handle.executeUpdate(ignoreWarnings, { args: [ana] });
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
    const { headers, body } = attempts(issued).at(-1)!;
    expect([headers['x-on-behalf-of'], headers['x-conveyor-update'], body]).toEqual([
      'ana%40example.com',
      'ignoreWarnings',
      { ignore_warnings: 1 },
    ]);
    const details = await currentDetails(issued.handle);
    expect(details).toContain('| issue | done | ana\u2060@example.com, ignoring order.address-unknown |');
  });

  test('takes the request back', async () => {
    const { handle, order } = await waiting();
    await handle.executeUpdate(cancel, { args: [ana] });
    expect(await handle.result()).toEqual({ outcome: 'unissued' });
    expect(order.status).toBe('Draft');
    expect(order.calls.map(({ path }) => path)).toContain(`/salesorder/${order.id}/unissue`);
  });

  test('cannot decide about a step that is not planned yet, or ignore warnings of an issued order', async () => {
    const { handle } = await waiting();
    const skipping = handle.executeUpdate(skip, { args: [{ step: 'pack', ...ana }] });
    await expect(skipping).rejects.toMatchObject({ cause: { message: expect.stringContaining('not issued yet') } });
    await handle.terminate();
    const issued = await engine.issue({ pick: 'hand' });
    const ignoring = issued.handle.executeUpdate(ignoreWarnings, { args: [ana] });
    await expect(ignoring).rejects.toMatchObject({ cause: { message: 'The order is issued already.' } });
    await issued.handle.terminate();
  });
});

describe('meanwhile', () => {
  test.each([
    ['voided', 'Void', 'voided'],
    ['unissued', 'Draft', 'unissued'],
  ])('the draft is %s: the workflow ends without another attempt', async (event, status, outcome) => {
    const issued = await waiting();
    Object.assign(issued.order, { status, request: null });
    await issued.tell(`salesorder.${event}`);
    expect(await issued.handle.result()).toEqual({ outcome });
    expect(attempts(issued)).toHaveLength(1);
    expect(await currentDetails(issued.handle)).not.toContain('| issue | done |');
  });

  test('the draft is deleted: the workflow ends', async () => {
    const issued = await waiting();
    engine.service.orders.delete(issued.order.id);
    await issued.tell('salesorder.deleted');
    expect(await issued.handle.result()).toEqual({ outcome: 'deleted' });
  });

  test('a person issues the order: the workflow goes on with the plan of the issue', async () => {
    const issued = await waiting();
    Object.assign(issued.order, { status: 'Issued', request: null });
    for (const step of issued.order.steps) if (step.step === 'pack') step.required = false;
    const signal = { event: 'salesorder.issued', by: 'Bob Lee', detail: { ignored: ['stock.short'] } };
    await issued.handle.signal('event', signal);
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
    expect(issued.order.calls.filter(({ path }) => path === '/task/12/perform')).toEqual([]);
    expect(await currentDetails(issued.handle)).toContain('| issue | done | Bob Lee, ignoring stock.short |');
  });

  test('the draft is edited: another attempt finds what it waits for now', async () => {
    const issued = await waiting();
    issued.order.request!.warnings = [{ ...short, message: 'stock: 2 of OTHER' }];
    await issued.tell('salesorder.modified');
    await until(async () => (await issued.handle.query(progress)).waitingFor === 'stock: 2 of OTHER', 'the new wait');
    await clear(issued);
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
  });

  test('the person who asked loses the right: the order is in attention, once, and a later attempt succeeds', async () => {
    const issued = await waiting();
    issued.order.refusals.issue = { status: 403, code: 'permission.missing', detail: 'It needs salesorder.issue.' };
    for (const event of ['salesorder.modified', 'salesorder.stocked']) {
      const { length } = attempts(issued);
      await issued.tell(event);
      await until(async () => attempts(issued).length > length && (await stateOf(issued)) === 'attention', 'attention');
    }
    expect(reportsOf(issued)).toEqual(['permission.missing']);
    issued.order.refusals = {};
    await clear(issued);
    expect(await issued.handle.result()).toEqual({ outcome: 'fulfilled' });
  });

  test('somebody cancels the workflow in Temporal: the attention says that nobody drives the order', async () => {
    const issued = await waiting();
    await issued.handle.cancel();
    await expect(issued.handle.result()).rejects.toThrow('Workflow execution cancelled');
    expect(reportsOf(issued)).toEqual(['engine.canceled']);
    expect(issued.order.calls.at(-1)?.body).toMatchObject({ step: 'issue' });
  });
});

test('an order that is unissued, and asked for again while its workflow runs, is issued once more', async () => {
  const issued = await engine.issue({ pick: 'hand', pickup: 'automatic' });
  await until(async () => (await stateOf(issued)) === 'waiting', 'the pick');
  Object.assign(issued.order, { status: 'Draft', request: { by: 'Ana Weber', warnings: [short] } });
  await issued.tell('salesorder.issued');
  await until(async () => (await issued.handle.query(progress)).step === 'issue', 'the issue');
  await clear(issued);
  await until(async () => (await issued.handle.query(progress)).step === 'pick', 'the pick again');
  expect(attempts(issued)[0]?.headers['x-on-behalf-of']).toBe('7');
  await issued.handle.terminate();
});
