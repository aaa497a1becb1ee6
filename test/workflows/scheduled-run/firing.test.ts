import { randomUUID } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { listText } from '../../../cli/schedule/list.ts';
import { resume } from '../../../service/schedules/pause.ts';
import { backfillRequest, dueTimes } from '../../../service/schedules/start.ts';
import { workflowBundle } from '../../../worker/bundle.ts';
import { startRuns } from '../../../worker/relay/start-runs.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { summaries, until } from '../support/engine.ts';
import { dueOf, plainTerminal, run, TestSchedules, yearly } from '../support/schedules.ts';

const own = TestSchedules.open();
const decision = { userId: 1, at: new Date('2026-04-23T06:00:00Z') };

describe('a schedule', () => {
  test('fires by its cron expression, and starts one bulk run as the file says', async () => {
    const { service, name, schedules, apply, status } = own;
    await apply(
      await schedules(
        'cron: "* * * * *"',
        `run: { action: hold, select: id = 1, options: { reason: Night }, rate: 5 per second }`,
      ),
    );
    await until(() => service.of(name).length === 1, 'the minute', 70_000);
    const [started] = service.of(name);
    expect(started!.body).toEqual({ action: 'hold', select: 'id = 1', options: { reason: 'Night' }, rate: 5 });
    expect(started!.key).toMatch(/^schedule\/test-\d+-20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/);
    await until(async () => (await status())?.last[0]?.outcome === 'done', 'its end');
    const shown = await status();
    expect(shown).toMatchObject({
      definition: { run: { action: 'hold' } },
      paused: null,
      last: [{ bulkrun_id: started!.id, counts: { done: 2, skipped: 1 } }],
    });
    expect(Date.parse(shown.next[0]!)).toBeGreaterThan(Date.now());
    expect(listText([shown], plainTerminal)).toMatch(/done: bulk run \d+, 2 done, 1 skipped/);
  }, 100_000);

  test('with jitter starts after its due time, and its run has the due time', async () => {
    const { service, name, every, counts } = own;
    await every('10s', 'jitter: 9s');
    // Before that, a busy server has no worker for schedules yet, and describes none.
    await until(() => service.of(name).length > 0, 'its run', 60_000);
    await until(async () => (await counts()).recentActions.length > 0, 'its description');
    const [taken] = (await counts()).recentActions;
    const clock = dueOf(service.of(name)[0]!);
    const late = taken!.scheduledAt.getTime() - clock;
    expect(clock % 10_000).toBe(0);
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(9_000);
  }, 90_000);

  test('that is paused fires only when it is triggered, and fires again after it is resumed', async () => {
    const { service, name, often, counts, status } = own;
    await often('note: Every two seconds');
    await until(() => service.of(name).length >= 1, 'the first');
    await own.handle.pause('Stocktaking');
    await until(async () => (await counts()).runningActions.length === 0, 'its end');
    const before = service.of(name).length;
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(service.of(name)).toHaveLength(before);
    expect(listText([await status()], plainTerminal)).toContain('next  paused: Stocktaking');
    await own.trigger();
    await until(() => service.of(name).length === before + 1, 'the triggered one');
    await resume(own.handle, await own.description(), decision);
    const { paused, note } = (await own.description()).state;
    expect([paused, note]).toEqual([false, 'Every two seconds (user 1, 2026-04-23T06:00:00.000Z)']);
    await until(() => service.of(name).length > before + 1, 'the next');
  });

  test('backfills the runs of a period one after the other, and none of them twice', async () => {
    const { service, temporal, name, schedules, apply, counts } = own;
    await apply(await schedules('cron: 0 6 * * *', 'time_zone: Europe/Berlin', run));
    const period = { from: new Date('2026-03-27T05:00:00Z'), to: new Date('2026-03-30T04:00:00Z') };
    // Clocks went forward on the 29th.
    const due = ['2026-03-27T05:00:00Z', '2026-03-28T05:00:00Z', '2026-03-29T04:00:00Z', '2026-03-30T04:00:00Z'];
    expect((await dueTimes(temporal, name, period)).map((at) => at.toISOString())).toEqual(
      due.map((at) => at.replace('Z', '.000Z')),
    );
    const backfill = () => startRuns(temporal, name, backfillRequest(period, 'buffer all'), randomUUID());
    await backfill();
    await until(() => service.of(name).length === 4, 'all four');
    const keys = due.map((at) => `schedule/${name}-${at}`);
    expect(service.of(name).map(({ key }) => key)).toEqual(keys);
    await until(async () => (await counts()).runningActions.length === 0, 'their end');
    await backfill();
    await until(async () => (await counts()).numActionsTaken >= 8, 'the repetition');
    await until(async () => (await counts()).runningActions.length === 0, 'its end');
    expect(service.of(name).map(({ key }) => key)).toEqual(keys);
  });

  test('leaves out a time that a clock change skips, and runs once at a time that occurs twice', async () => {
    const { temporal, name, schedules, apply } = own;
    await apply(await schedules('cron: 30 2 * * *', 'time_zone: Europe/Berlin', run));
    const due = async (from: string, to: string) =>
      (await dueTimes(temporal, name, { from: new Date(from), to: new Date(to) })).map((at) => at.toISOString());
    expect(await due('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(await due('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('shows the reason of a refused bulk run', async () => {
    const { service, schedules, apply, status } = own;
    service.refusal = { status: 422, code: 'filter.invalid', detail: 'Unknown name "statsu".' };
    await apply(await schedules(`cron: ${yearly}`, run));
    await own.trigger();
    await until(async () => (await status())?.last[0]?.outcome === 'failed', 'the failure');
    expect((await status()).last[0]).toMatchObject({ bulkrun_id: null, why: 'Unknown name "statsu".' });
  });
});

test('the history of a run can be replayed, has summaries, and is found by its bulk run', async () => {
  const { service, temporal, name, schedules, apply } = own;
  service.begins = 'running';
  await apply(await schedules(`cron: ${yearly}`, run));
  await own.trigger();
  await until(() => service.of(name).length === 1, 'the run');
  const { id, key } = service.of(name)[0]!;
  const handle = temporal.workflow.getHandle(key);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  service.of(name)[0]!.state = 'done';
  const history = await historyOf(handle);
  recordHistory('scheduled-run', history);
  await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, JSON.parse(history), key);
  const { events } = await handle.fetchHistory();
  expect(summaries(events ?? [])).toEqual(
    expect.arrayContaining([
      `Start the bulk run of ${name}: issue`,
      `Bulk run ${id} is running: read it again in 1 s`,
      `Read bulk run ${id}`,
    ]),
  );
  const { typedSearchAttributes } = await handle.describe();
  expect(typedSearchAttributes.getAll().find((each) => each.key.name === 'BulkRun')?.value).toBe(String(id));
});
