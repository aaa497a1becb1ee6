import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import { cancel, pause, progress, resume, setRate } from '../../../workflows/bulk-run/messages.ts';
import type { bulkRun } from '../../../workflows/bulk-run/workflow.ts';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { untilEnd } from '../../support/until-end.ts';
import { currentDetails, outcomeShown, summaries, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

const engine = await untilEnd(wholeEngine());
const { shop } = engine;
const part_id = await shop.part({}, 1_000);
for (const [first_name, last_name, ...permissions] of [
  ['Ana', 'Ortiz', 'bulkrun.*'],
  // A user who resumes a run needs the permission for its action.
  ['Bob', 'Weber', 'bulkrun.*', 'salesorder.hold'],
]) {
  await shop.done('/user', {
    first_name,
    last_name,
    email: `${first_name}@example.com`,
    usertype: 'API',
    permissions,
  });
}

const see = (run: number) => shop.get(`/bulkrun/${run}`);
const by = 'ana@example.com';

/** A run that holds so many orders, four a second; it is under way. */
async function holding(count: number) {
  const order_id: number[] = [];
  while (order_id.length < count) order_id.push(await shop.order([{ part_id, qty: 1 }]));
  const { id } = await shop.done('/bulkrun', { order_id, action: 'hold', options: { reason: 'Count' }, rate: 4 });
  await until(async () => (await see(id)).done >= 1, 'some orders');
  const handle: WorkflowHandle<typeof bulkRun> = engine.temporal.workflow.getHandle(bulkRunWorkflowId(id));
  return { id, handle };
}
const refused = (update: Promise<unknown>, words: string | RegExp) =>
  expect(update).rejects.toMatchObject({ cause: { message: expect.stringMatching(words) } });

test('updates pause, slow down and resume a run, and the service stores who did it', async () => {
  const { id, handle } = await holding(12);
  expect(await currentDetails(handle)).toContain('Updates: `pause`, `setRate`, `cancel`');

  expect(await handle.executeUpdate(pause, { args: [{ by }] })).toMatchObject({ state: 'paused', total: 12 });
  const { state, done } = await see(id);
  expect([state, done < 12]).toEqual(['paused', true]);
  await until(async () => (await outcomeShown(handle)) === 'paused', 'lists to show it');
  await refused(handle.executeUpdate(pause, { args: [{ by }] }), 'The run is paused already.');
  await until(async () => (await currentDetails(handle)).includes('Ana Ortiz paused it'), 'the note');
  expect(await currentDetails(handle)).toContain('Updates: `resume`, `setRate`, `cancel`');

  expect(await handle.executeUpdate(setRate, { args: [{ rate: 40, by }] })).toMatchObject({ rate: 40 });
  expect((await see(id)).rate).toBe(40);
  await refused(handle.executeUpdate(resume, { args: [{ by }] }), 'you need the permission salesorder.hold');
  expect(await handle.executeUpdate(resume, { args: [{ by: 'bob@example.com' }] })).toMatchObject({ state: 'running' });
  expect(await handle.result()).toMatchObject({ state: 'done', done: 12 });
  expect(await see(id)).toMatchObject({ state: 'done', done: 12, failed: 0 });

  const timeline: { event: string; detail: { by: string } }[] = await shop.get(`/bulkrun/${id}/timeline`);
  expect(timeline.map(({ event, detail }) => [event, detail.by])).toEqual([
    ['bulkrun.created', 'Administrator'],
    ['bulkrun.paused', 'Ana Ortiz'],
    ['bulkrun.modified', 'Ana Ortiz'],
    ['bulkrun.resumed', 'Bob Weber'],
    ['bulkrun.finished', undefined],
  ]);
  const { events } = await handle.fetchHistory();
  expect(summaries(events ?? [])).toEqual(
    expect.arrayContaining([
      `Pause the run, as ${by} decided`,
      `Set the rate to 40 orders a second, as ${by} decided`,
      'Resume the run, as bob@example.com decided',
    ]),
  );
  const details = await currentDetails(handle);
  for (const note of ['Ana Ortiz paused it', 'Ana Ortiz set its rate to 40 orders a second', 'Bob Weber resumed it']) {
    expect(details).toMatch(new RegExp(`^- \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC: ${note}$`, 'm'));
  }
  expect(details).not.toContain('Updates:');
  recordHistory('bulk-run-updates', await historyOf(handle));
});

test('an update cancels a run in progress: its orders have their outcomes, and its workflow ends', async () => {
  const { id, handle } = await holding(20);
  expect(await handle.executeUpdate(cancel, { args: [{ by }] })).toMatchObject({ state: 'canceled' });
  expect(await handle.result()).toMatchObject({ state: 'canceled' });
  const { state, done, skipped } = await see(id);
  expect([state, done + skipped]).toEqual(['canceled', 20]);
});

test('an update cancels a paused run', async () => {
  const { id, handle } = await holding(12);
  await handle.executeUpdate(pause, { args: [{ by }] });
  await handle.executeUpdate(cancel, { args: [{ by }] });
  expect(await handle.result()).toMatchObject({ state: 'canceled' });
  const { done, skipped } = await see(id);
  expect(done + skipped).toBe(12);
});

test('an impossible update is refused at once, with a sentence, and does not enter the history', async () => {
  const { handle } = await holding(12);
  const events = async () => (await handle.fetchHistory()).events?.map(({ eventType }) => eventType);
  await refused(handle.executeUpdate(resume, { args: [{ by }] }), 'The run is not paused: it is running.');
  await refused(handle.executeUpdate(pause, { args: [{} as { by: string }] }), /^Say who decides, by the e-mail/);
  await refused(handle.executeUpdate(setRate, { args: [{ by } as never] }), /^Say how many orders a second/);
  await refused(handle.executeUpdate(setRate, { args: [{ rate: 0, by }] }), /^Say how many orders a second/);
  // EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED
  expect(await events()).not.toContain(41);
  expect(await handle.query(progress)).toMatchObject({ state: 'running', rate: 4 });
  await handle.executeUpdate(cancel, { args: [{ by }] });
});

test('a refusal of the service fails the update with its sentence, and the run continues', async () => {
  const { id, handle } = await holding(8);
  await refused(handle.executeUpdate(setRate, { args: [{ rate: 123_456, by }] }), /rate/);
  expect(await handle.result()).toMatchObject({ state: 'done', done: 8, rate: 4 });
  expect((await see(id)).rate).toBe(4);
});

test('decisions by the interface are in the details and the history as well', async () => {
  const { id, handle } = await holding(8);
  await shop.done(`/bulkrun/${id}/pause`, { by: 'Ana Ortiz' });
  await until(async () => (await currentDetails(handle)).includes('Ana Ortiz paused it'), 'the note');
  await until(async () => (await handle.query(progress)).state === 'paused', 'the pause');
  await refused(handle.executeUpdate(pause, { args: [{ by }] }), 'The run is paused already.');
  await shop.done(`/bulkrun/${id}/resume`);
  await until(async () => (await currentDetails(handle)).includes('Administrator resumed it'), 'the note');
  expect(await handle.result()).toMatchObject({ state: 'done', done: 8 });
});
