import { randomInt } from 'node:crypto';
import type { Client, IntervalSpec } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyChanges, changesOf, changesText } from '../../../cli/schedule/apply.ts';
import { backfill, dueTimes, trigger } from '../../../cli/schedule/backfill.ts';
import { definitionOf } from '../../../cli/schedule/definition.ts';
import { listSchedules, listText } from '../../../cli/schedule/list.ts';
import { ownSchedule } from '../../../cli/schedule/owned.ts';
import { pause, resume } from '../../../cli/schedule/pause.ts';
import { readEnvironment } from '../../../config/environment.ts';
import type { Schedule } from '../../../config/schedules.ts';
import { workflowBundle } from '../../../worker/bundle.ts';
import { type RunningWorker, startWorker } from '../../../worker.ts';
import { scheduleId } from '../../../workflows/contract/order.ts';
import { loadText } from '../../config/load-text.ts';
import { historyOf, keep } from '../../histories/record.ts';
import { BulkRunStandIn } from '../bulk-run/stand-in.ts';
import { summaries, until } from '../support/engine.ts';
import { connectToNamespace } from '../support/test-namespace.ts';

let service: BulkRunStandIn;
let temporal: Client;
let worker: RunningWorker;
/** Each test has a schedule of its own. */
let name: string;

beforeAll(async () => {
  service = await new BulkRunStandIn().start();
  temporal = await connectToNamespace();
  const environment = readEnvironment({ CONVEYOR_URL: service.url, CONVEYOR_API_KEY: 'engine' });
  worker = await startWorker(environment, { carriers: [], logger: pino({ level: 'silent' }) });
  await worker.ready;
});

afterAll(async () => {
  await worker.stop();
  await temporal.connection.close();
  await service.stop();
});

beforeEach(() => {
  name = `test-${randomInt(2 ** 40)}`;
  service.begins = 'done';
  service.refusal = null;
});

afterEach(async () => {
  for (const run of service.runs) run.state = 'done';
  await temporal.schedule.getHandle(scheduleId(name)).delete();
});

const yearly = '0 6 1 1 *';

async function schedules(...lines: string[]): Promise<readonly Schedule[]> {
  const text = ['schedules:', `  ${name}:`, ...lines.map((line) => `    ${line}`), ''].join('\n');
  return (await loadText(text)).schedules;
}

const run = `run: { action: issue, select: 'status.name = "Draft"' }`;

async function apply(wanted: readonly Schedule[]): Promise<void> {
  await applyChanges(temporal, wanted, await changesOf(temporal, wanted));
}

/** No cron expression is due every two seconds, and no test should wait for minutes. */
const often = (...lines: string[]) => every('2s', ...lines);

async function every(interval: IntervalSpec['every'], ...lines: string[]): Promise<void> {
  const [schedule] = await schedules(`cron: ${yearly}`, run, ...lines);
  const definition = definitionOf(schedule!);
  const intervals: IntervalSpec[] = [{ every: interval }];
  await temporal.schedule.create({ ...definition, spec: { ...definition.spec, calendars: [], intervals } });
}

/** When a run was due, in milliseconds. */
const dueOf = ({ key }: { key: string }) => Date.parse(key.slice(-'2026-03-27T05:00:00Z'.length));
const buffered = async () => Number((await ownSchedule(temporal, name)).description.raw.info?.bufferSize ?? 0);
const counts = async () => (await ownSchedule(temporal, name)).description.info;
const listed = async () => (await listSchedules(temporal, 10)).find((each) => each.name === name)!;
const plain = { live: false, columns: 100, colors: false, write: () => undefined };

describe('a schedule of the file', () => {
  test('is shown as added, made, and then no different', async () => {
    const wanted = await schedules('cron: [0 6 * * 1-5, 30 8 * * SAT]', 'time_zone: Europe/Berlin', run);
    const changes = await changesOf(temporal, wanted);
    expect(changes).toMatchObject([{ kind: 'added', name }]);
    expect(changesText(changes, new Map([[name, 3]]), plain)).toContain('cron        0 6 * * 1-5, 30 8 * * SAT');
    await applyChanges(temporal, wanted, changes);
    expect(await changesOf(temporal, wanted)).toEqual([]);
  });

  test('is shown with each field that is different, and changed', async () => {
    await apply(await schedules(`cron: ${yearly}`, 'note: For the morning', run));
    const wanted = await schedules('cron: 0 7 1 1 *', 'overlap: buffer one', 'jitter: 90s', run);
    const changes = await changesOf(temporal, wanted);
    expect(changes).toEqual([
      {
        kind: 'changed',
        name,
        fields: [
          { field: 'cron', from: yearly, to: '0 7 1 1 *' },
          { field: 'overlap', from: 'skip', to: 'buffer one' },
          { field: 'jitter', from: '0s', to: '90s' },
          { field: 'note', from: 'For the morning', to: '–' },
        ],
      },
    ]);
    await applyChanges(temporal, wanted, changes);
    expect(await changesOf(temporal, wanted)).toEqual([]);
    const { description } = await ownSchedule(temporal, name);
    expect(description.policies.overlap).toBe('BUFFER_ONE');
    expect(description.spec.jitter).toBe(90_000);
  });

  test('that somebody changed in Temporal is shown as different', async () => {
    const wanted = await schedules(`cron: ${yearly}`, run);
    await apply(wanted);
    const definition = definitionOf(wanted[0]!);
    const { handle } = await ownSchedule(temporal, name);
    await handle.update(() => ({ ...definition, state: {}, spec: { intervals: [{ every: '1h' }] } }));
    const [change] = await changesOf(temporal, wanted);
    expect(change).toMatchObject({ kind: 'changed', fields: [{ field: 'cron', to: yearly }] });
    await apply(wanted);
    expect(await changesOf(temporal, wanted)).toEqual([]);
  });

  test('that is not in the file any more is removed, and one of somebody else is left alone', async () => {
    await apply(await schedules(`cron: ${yearly}`, run));
    const others = temporal.schedule.getHandle(`others-${name}`);
    const [definition] = (await schedules(`cron: ${yearly}`, run)).map(definitionOf);
    await temporal.schedule.create({ ...definition!, scheduleId: others.scheduleId, memo: {} });
    await until(async () => (await changesOf(temporal, [])).some((change) => change.name === name), 'the list');
    const changes = (await changesOf(temporal, [])).filter((change) => change.name.includes(name));
    expect(changes).toMatchObject([{ kind: 'removed', name }]);
    await applyChanges(temporal, [], changes);
    await expect(ownSchedule(temporal, name)).rejects.toThrow('has no schedule');
    await expect(others.describe()).resolves.toBeDefined();
    await others.delete();
    await apply(await schedules(`cron: ${yearly}`, run));
  });

  test('of a name that Temporal has from somebody else is refused', async () => {
    const wanted = await schedules(`cron: ${yearly}`, run);
    await temporal.schedule.create({ ...definitionOf(wanted[0]!), memo: {} });
    await expect(changesOf(temporal, wanted)).rejects.toThrow('that Conveyor did not make');
  });

  test('that a person paused stays paused when something else of it is changed', async () => {
    await apply(await schedules(`cron: ${yearly}`, run));
    await pause(temporal, name, 'Stocktaking');
    await apply(await schedules('cron: 0 7 1 1 *', run));
    expect((await ownSchedule(temporal, name)).description.state).toMatchObject({ paused: true, note: 'Stocktaking' });
    await apply(await schedules('cron: 0 7 1 1 *', 'paused: false', run));
    expect((await ownSchedule(temporal, name)).description.state.paused).toBe(false);
  });
});

describe('a schedule', () => {
  test('fires by its cron expression, and begins one bulk run of what the file says', async () => {
    await apply(
      await schedules(
        'cron: "* * * * *"',
        `run: { action: hold, select: id = 1, options: { reason: Night }, rate: 5 per second }`,
      ),
    );
    await until(() => service.of(name).length === 1, 'the minute', 70_000);
    const [begun] = service.of(name);
    expect(begun!.body).toEqual({ action: 'hold', select: 'id = 1', options: { reason: 'Night' }, rate: 5 });
    expect(begun!.key).toMatch(/^schedule\/test-\d+-20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/);
    await until(async () => (await listed())?.last[0]?.outcome === 'done', 'its end');
    const shown = await listed();
    expect(shown).toMatchObject({
      action: 'hold',
      paused: false,
      last: [{ bulkRun: begun!.id, detail: '2 done, 1 skipped' }],
    });
    expect(shown.next[0]!.getTime()).toBeGreaterThan(Date.now());
    expect(listText([shown], plain)).toMatch(/done: bulk run \d+, 2 done, 1 skipped/);
  }, 100_000);

  test('that is due while its last run is under way skips it', async () => {
    service.begins = 'running';
    await often('overlap: skip');
    await until(async () => (await counts()).numActionsSkippedOverlap >= 2, 'two skipped');
    expect(service.of(name)).toHaveLength(1);
    service.of(name)[0]!.state = 'done';
    await until(() => service.of(name).length === 2, 'the next');
  });

  test('that buffers one keeps the next that is due for when the run under way has ended, and no more', async () => {
    service.begins = 'running';
    await often('overlap: buffer one');
    await until(async () => (await counts()).numActionsSkippedOverlap >= 2, 'more than one due');
    expect(service.of(name)).toHaveLength(1);
    service.of(name)[0]!.state = 'done';
    await until(() => service.of(name).length === 2, 'the one kept');
    const [first, kept] = service.of(name).map(dueOf);
    expect(kept! - first!).toBe(2_000);
  });

  test('that buffers all begins each when the one before has ended, and leaves none out', async () => {
    service.begins = 'running';
    await often('overlap: buffer all');
    await until(() => service.of(name).length === 1, 'the first');
    await until(async () => (await counts()).numActionsTaken + (await buffered()) >= 4, 'three that wait');
    expect(service.of(name)).toHaveLength(1);
    service.begins = 'done';
    service.of(name)[0]!.state = 'done';
    await until(() => service.of(name).length >= 4, 'those that waited');
    const due = service.of(name).map(dueOf);
    expect(due).toEqual(due.map((_, index) => due[0]! + index * 2_000));
  });

  test('that allows all begins the next beside the one under way', async () => {
    service.begins = 'running';
    await often('overlap: allow all');
    await until(() => service.of(name).length >= 2, 'the second');
    expect(service.of(name)[0]!.state).toBe('running');
  });

  test('with jitter starts later than it is due by the clock, and its run has the time of the clock', async () => {
    await every('10s', 'jitter: 9s');
    await until(async () => (await counts()).recentActions.length > 0, 'the first', 25_000);
    const [taken] = (await counts()).recentActions;
    await until(() => service.of(name).length > 0, 'its run');
    const clock = dueOf(service.of(name)[0]!);
    const late = taken!.scheduledAt.getTime() - clock;
    expect(clock % 10_000).toBe(0);
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(9_000);
  }, 40_000);

  test('that cancels others has their bulk run canceled, and only then begins its own', async () => {
    service.begins = 'running';
    const [schedule] = await schedules(`cron: ${yearly}`, 'overlap: cancel other', run);
    await apply([schedule!]);
    await trigger(temporal, name);
    await until(() => service.of(name).length === 1, 'the first');
    // A second later, or its workflow would have the same id.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await trigger(temporal, name);
    await until(() => service.of(name).length === 2, 'the second');
    expect(service.of(name).map(({ state }) => state)).toEqual(['canceled', 'running']);
    expect((await listed()).last.map(({ outcome }) => outcome)).toEqual(['running', 'canceled']);
  });

  test('that is paused does not fire, but where it is triggered, and fires again when it is resumed', async () => {
    await often('note: Every two seconds');
    await until(() => service.of(name).length >= 1, 'the first');
    await pause(temporal, name, 'Stocktaking');
    await until(async () => (await counts()).runningActions.length === 0, 'its end');
    const before = service.of(name).length;
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(service.of(name)).toHaveLength(before);
    expect(listText([await listed()], plain)).toContain('next  paused: Stocktaking');
    await trigger(temporal, name);
    await until(() => service.of(name).length === before + 1, 'the triggered one');
    await resume(temporal, name);
    expect((await ownSchedule(temporal, name)).description.state).toMatchObject({
      paused: false,
      note: 'Every two seconds',
    });
    await until(() => service.of(name).length > before + 1, 'the next');
  });

  test('runs what was due in a period, one after the other, and none of it twice', async () => {
    await apply(await schedules('cron: 0 6 * * *', 'time_zone: Europe/Berlin', run));
    const period = { from: new Date('2026-03-27T05:00:00Z'), to: new Date('2026-03-30T04:00:00Z') };
    // Clocks went forward on the 29th.
    const due = ['2026-03-27T05:00:00Z', '2026-03-28T05:00:00Z', '2026-03-29T04:00:00Z', '2026-03-30T04:00:00Z'];
    expect((await dueTimes(temporal, name, period)).map((at) => at.toISOString())).toEqual(
      due.map((at) => at.replace('Z', '.000Z')),
    );
    await backfill(temporal, name, period, 'buffer all');
    await until(() => service.of(name).length === 4, 'all four');
    const keys = due.map((at) => `schedule/${name}-${at}`);
    expect(service.of(name).map(({ key }) => key)).toEqual(keys);
    await until(async () => (await counts()).runningActions.length === 0, 'their end');
    await backfill(temporal, name, period, 'buffer all');
    await until(async () => (await counts()).numActionsTaken >= 8, 'the repetition');
    await until(async () => (await counts()).runningActions.length === 0, 'its end');
    expect(service.of(name).map(({ key }) => key)).toEqual(keys);
  });

  test('leaves out a time that there is not when clocks go forward, and runs once a time that there is twice', async () => {
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

  test('whose bulk run is refused says why', async () => {
    service.refusal = { status: 422, code: 'filter.invalid', detail: 'Unknown name "statsu".' };
    await apply(await schedules(`cron: ${yearly}`, run));
    await trigger(temporal, name);
    await until(async () => (await listed())?.last[0]?.outcome === 'failed', 'the failure');
    expect((await listed()).last[0]).toMatchObject({ bulkRun: null, detail: 'Unknown name "statsu".' });
  });
});

test('the history of a run can be replayed, names what is done and waited for, and is found by its bulk run', async () => {
  service.begins = 'running';
  await apply(await schedules(`cron: ${yearly}`, run));
  await trigger(temporal, name);
  await until(() => service.of(name).length === 1, 'the run');
  const { id, key } = service.of(name)[0]!;
  const handle = temporal.workflow.getHandle(key);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  service.of(name)[0]!.state = 'done';
  const history = await historyOf(handle);
  if (process.env.RECORD === 'scheduled-run') keep('scheduled-run', history);
  await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, JSON.parse(history), key);
  const { events } = await handle.fetchHistory();
  expect(summaries(events ?? [])).toEqual(
    expect.arrayContaining([
      `Begin the bulk run of ${name}: issue`,
      `Bulk run ${id} is running: look again in 1 s`,
      `Look how far bulk run ${id} is`,
    ]),
  );
  const { typedSearchAttributes } = await handle.describe();
  expect(typedSearchAttributes.getAll().find((each) => each.key.name === 'BulkRun')?.value).toBe(id);
});
