import { afterEach, describe, expect, test } from 'vitest';
import { definitionOf } from '../../../service/schedules/definition.ts';
import { listedNames } from '../../../service/schedules/owned.ts';
import { startRuns } from '../../../worker/relay/start-runs.ts';
import { scheduleId } from '../../../workflows/contract/scheduled-run.ts';
import { loadText } from '../../config/load-text.ts';
import { type Person, person } from '../../service/views/people.ts';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

// Schedules over HTTP, on a real Temporal server, a real PostgreSQL and a worker.

const fileOf = (...schedules: readonly string[]) => `schedules:\n${schedules.map((one) => `  ${one}\n`).join('')}`;

const holds = (reason: string) => `{ action: hold, select: 'number = "S-none"', options: { reason: ${reason} } }`;
const night = `night: { cron: '0 6 * * *', time_zone: Europe/Berlin, note: Orders of the night, run: ${holds('Night')} }`;
const yearly = `yearly: { cron: '0 6 1 1 *', run: ${holds('Year')} }`;

const engine = await untilEnd(wholeEngine({ config: fileOf(night, yearly) }));
afterEach(async () => {
  const { temporal } = engine;
  for (const name of await listedNames(temporal)) {
    await temporal.schedule.getHandle(scheduleId(name)).delete();
  }
  await file(night, yearly);
});

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  engine.testService.call(method, path, body, headers);

/** Calls, and expects that the call succeeds. */
async function done(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const { status, body: answer } = await call(method, path, body, headers);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

const apply = (dry_run = false) => done('POST', '/schedule/apply', { dry_run });
const read = (name: string) => done('GET', `/schedule/${encodeURIComponent(name)}`);

async function refused(method: string, path: string, body?: unknown, who?: Person): Promise<string> {
  const { status, body: answer } = await (who ?? engine.testService).call(method, path, body);
  return `${status} ${answer.code}`;
}

/** Changes the operators' file, which the service reads again. */
async function file(...schedules: readonly string[]): Promise<void> {
  engine.testService.write(fileOf(...schedules));
  await done('POST', '/config/reload');
}

async function eventsOf(name: string): Promise<string[]> {
  const entries = (await done('GET', `/schedule/${name}/timeline`)) as { event: string }[];
  return entries.map(({ event }) => event);
}

const runsOf = async () => (await done('GET', '/bulkrun')).total as number;

describe('apply', () => {
  test('makes Temporal as the file says, and shows the changes before', async () => {
    const preview = await apply(true);
    expect(preview).toMatchObject({
      dry_run: true,
      applied: false,
      changes: [
        { name: 'night', kind: 'added', orders: 0 },
        { name: 'yearly', kind: 'added', orders: 0 },
      ],
    });
    expect(preview.changes[0].fields).toContainEqual({ field: 'cron', from: null, to: '0 6 * * *' });
    expect(
      (await done('GET', '/schedule')).map(({ name, state }: { name: string; state: string }) => [name, state]),
    ).toEqual([
      ['night', 'missing'],
      ['yearly', 'missing'],
    ]);
    expect((await apply()).applied).toBe(true);
    expect(await apply()).toEqual({ dry_run: false, applied: true, changes: [] });
    const answer = await read('night');
    expect(answer).toMatchObject({
      state: 'running',
      paused: null,
      in_file: true,
      difference: null,
      definition: {
        cron: ['0 6 * * *'],
        time_zone: 'Europe/Berlin',
        overlap: 'skip',
        catch_up: '12h',
        jitter: '0s',
        note: 'Orders of the night',
        run: { action: 'hold', select: 'number = "S-none"', options: { reason: 'Night' }, rate: null },
      },
      last: [],
      running: 0,
      waiting: 0,
      skipped: 0,
      missed: 0,
      start: { allowed: true, why: null },
    });
    expect(answer.next).toHaveLength(10);
    for (const at of answer.next) expect(at).toMatch(/^\d{4}-\d\d-\d\dT06:00:00\+0[12]:00$/);
    expect((await eventsOf('night')).at(-1)).toBe('schedule.applied');
  });

  test('shows what differs from the file, and removes what the file has no more', async () => {
    await apply();
    await file(night.replace('0 6', '0 7'));
    const all = await done('GET', '/schedule');
    expect(all).toMatchObject([
      {
        name: 'night',
        difference: { kind: 'changed', fields: [{ field: 'cron', from: '0 6 * * *', to: '0 7 * * *' }] },
      },
      { name: 'yearly', in_file: false, difference: { kind: 'removed' } },
    ]);
    expect((await apply()).changes).toMatchObject([
      { name: 'night', kind: 'changed' },
      { name: 'yearly', kind: 'removed', orders: null },
    ]);
    expect(await refused('GET', '/schedule/yearly')).toBe('404 record.unknown');
  });

  test('twice at the same time ends with the schedules of the file', async () => {
    await Promise.all([apply(), apply(), apply()]);
    expect(await apply(true)).toMatchObject({ changes: [] });
  });

  test('names the place of a run that the service would refuse, and changes nothing', async () => {
    await file(night, `yearly: { cron: '0 6 1 1 *', run: { action: hold, select: 'statsu.name = "Draft"' } }`);
    const { status, body } = await call('POST', '/schedule/apply', {});
    expect([status, body.code]).toEqual([422, 'config.faulty']);
    expect(body.faults).toMatchObject([{ line: 3, message: expect.stringContaining('required for hold') }]);
    await file(night, `yearly: { cron: '0 6 1 1 *', run: { action: issue, select: 'statsu.name = "Draft"' } }`);
    expect((await call('POST', '/schedule/apply', {})).body.faults).toMatchObject([
      { line: 3, column: 63, message: expect.stringContaining('statsu') },
    ]);
    expect(await read('night')).toMatchObject({ state: 'missing' });
  });

  test('keeps the pause of a person, with the name', async () => {
    await apply();
    await done('POST', '/schedule/night/pause', { note: 'Stocktaking' });
    await file(night.replace('0 6', '0 7'), yearly);
    await apply();
    expect((await read('night')).paused).toMatchObject({ note: 'Stocktaking', by: { name: 'Administrator' } });
  });
});

describe('pause and resume', () => {
  test('show who has paused a schedule, why and when', async () => {
    await apply();
    const before = Date.now() - 1_000;
    const paused = await done('POST', '/schedule/night/pause', { note: 'Stocktaking (user 1)' });
    expect(paused).toMatchObject({
      state: 'paused',
      next: [],
      paused: { note: 'Stocktaking (user 1)', by: { name: 'Administrator' } },
    });
    expect(paused.paused.at).toMatch(/\+0[12]:00$/);
    expect(Date.parse(paused.paused.at)).toBeGreaterThan(before);
    const again = await done('POST', '/schedule/night/pause', { note: 'Another reason' });
    expect(again.paused).toEqual(paused.paused);
    const resumed = await done('POST', '/schedule/night/resume', { note: 'Counted' });
    expect(resumed).toMatchObject({ state: 'running', paused: null, definition: { note: 'Orders of the night' } });
    expect(await done('POST', '/schedule/night/resume', {})).toMatchObject({ state: 'running' });
    expect((await eventsOf('night')).slice(-2)).toEqual(['schedule.paused', 'schedule.resumed']);
  });

  test('know nobody for a pause in Temporal', async () => {
    await apply();
    await engine.temporal.schedule.getHandle(scheduleId('night')).pause('Paused in Temporal');
    expect((await read('night')).paused).toEqual({ note: 'Paused in Temporal', by: null, at: null });
  });

  test('of two people at the same time leave the note and the name of one', async () => {
    await apply();
    const people = await Promise.all(['Ana', 'Tom'].map((name) => person(engine.testService, name, ['schedule.*'])));
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        people.map((who, index) => who.call('POST', '/schedule/night/pause', { note: `Reason ${index}` })),
      );
      for (const { status, body } of answers) expect([status, body.state]).toEqual([200, 'paused']);
      const { paused } = await read('night');
      const index = people.findIndex(({ id }) => id === paused.by.id);
      expect(paused).toMatchObject({ note: `Reason ${index}`, by: { name: ['Ana', 'Tom'][index] } });
      await done('POST', '/schedule/night/resume', {});
    }
  });
});

describe('trigger', () => {
  test('starts one run for one key, however often it is sent', async () => {
    await apply();
    const before = await runsOf();
    const headers = { 'idempotency-key': `trigger-${before}` };
    const first = await done('POST', '/schedule/night/trigger', {}, headers);
    expect(first).toMatchObject({ name: 'night', workflow_id: expect.stringMatching(/^schedule\/night-20/) });
    for (let again = 0; again < 3; again += 1)
      expect(await done('POST', '/schedule/night/trigger', {}, headers)).toEqual(first);
    await until(async () => (await read('night')).last[0]?.outcome === 'done', 'the run');
    const { last } = await read('night');
    expect(last).toMatchObject([
      {
        at: first.at,
        workflow_id: first.workflow_id,
        bulkrun_id: expect.any(Number),
        counts: { done: 0, skipped: 0, warned: 0, failed: 0 },
        why: null,
      },
    ]);
    expect(await runsOf()).toBe(before + 1);
    expect((await eventsOf('night')).filter((event) => event === 'schedule.triggered')).toHaveLength(1);
  });

  test('that the relay sends twice starts one run', async () => {
    await apply();
    const before = await runsOf();
    const { at } = await done('POST', '/schedule/night/trigger', {});
    await until(async () => (await read('night')).last[0]?.outcome === 'done', 'the run');
    await startRuns(engine.temporal, 'night', { at: new Date(at).toISOString(), overlap: 'SKIP' }, 'again');
    await until(async () => (await read('night')).last.length === 2, 'the repetition');
    await until(async () => (await read('night')).running === 0, 'its end');
    expect(await runsOf()).toBe(before + 1);
  });

  test('runs a schedule that is paused, and leaves it paused', async () => {
    await apply();
    await done('POST', '/schedule/night/pause', { note: 'Stocktaking' });
    await done('POST', '/schedule/night/trigger', { overlap: 'allow all' });
    await until(async () => (await read('night')).last[0]?.outcome === 'done', 'the run');
    expect(await read('night')).toMatchObject({ state: 'paused' });
  });
});

describe('backfill', () => {
  const period = { from: '2026-03-27T00:00:00+01:00', to: '2026-03-29T12:00:00+02:00' };
  const times = ['2026-03-27T06:00:00+01:00', '2026-03-28T06:00:00+01:00', '2026-03-29T06:00:00+02:00'];

  test('shows the times in a dry run, and runs them', async () => {
    await apply();
    const before = await runsOf();
    expect(await done('POST', '/schedule/night/backfill', { ...period, dry_run: true })).toEqual({
      name: 'night',
      dry_run: true,
      times,
    });
    expect(await runsOf()).toBe(before);
    expect(await eventsOf('night')).not.toContain('schedule.backfilled');
    expect(await done('POST', '/schedule/night/backfill', period)).toEqual({ name: 'night', dry_run: false, times });
    await until(async () => (await read('night')).last.length === 3, 'the runs');
    await until(async () => (await read('night')).running === 0, 'their end');
    expect(await runsOf()).toBe(before + 3);
    expect((await read('night')).last.map(({ at }: { at: string }) => at)).toEqual(times.toReversed());
  });

  test('begins with the first moment of the period, and not before', async () => {
    await apply();
    const from = async (at: string) =>
      (await done('POST', '/schedule/night/backfill', { from: at, to: period.to, dry_run: true })).times;
    expect(await from('2026-03-28T06:00:00+01:00')).toEqual(times.slice(1));
    expect(await from('2026-03-28T06:00:01+01:00')).toEqual(times.slice(2));
  });

  test('refuses a period with too many times, and one that is not over', async () => {
    await apply();
    const refusal = (body: object) => refused('POST', '/schedule/night/backfill', { dry_run: true, ...body });
    expect(await refusal({ from: '2020-01-01T00:00:00Z' })).toBe('422 schedule.too-many-times');
    expect(await refusal({ from: '2026-03-27T00:00:00Z', to: '2099-01-01T00:00:00Z' })).toBe('422 body.invalid');
    expect(await refusal({ from: '2026-03-27T00:00:00Z', to: '2026-03-26T00:00:00Z' })).toBe('422 body.invalid');
  });
});

describe('a schedule', () => {
  test('that nobody has is unknown, with similar names', async () => {
    await apply();
    const { status, body } = await call('GET', '/schedule/nihgt');
    expect([status, body.code, body.detail]).toEqual([404, 'record.unknown', expect.stringContaining('night')]);
    for (const verb of ['pause', 'resume', 'trigger', 'backfill'])
      expect(await refused('POST', `/schedule/none/${verb}`, { note: 'Why', from: '2026-03-27T00:00:00Z' })).toBe(
        '404 record.unknown',
      );
    expect(await refused('GET', '/schedule/%00')).toBe('404 record.unknown');
  });

  test('of the file that Temporal does not have is refused with the call that creates it', async () => {
    await file(night, yearly, `new one: { cron: '0 6 * * *', run: ${holds('New')} }`);
    expect(await read('new one')).toMatchObject({ state: 'missing', start: { allowed: false } });
    expect(await refused('POST', '/schedule/new%20one/trigger', {})).toBe('409 schedule.missing');
  });

  test('that somebody made by hand in Temporal stays untouched', async () => {
    const { temporal } = engine;
    await file(night, yearly, `theirs: { cron: '0 6 * * *', run: ${holds('Theirs')} }`);
    const { schedules } = await loadText(fileOf(`theirs: { cron: '0 6 * * *', run: ${holds('Theirs')} }`));
    const definition = definitionOf(schedules[0]!);
    await temporal.schedule.create({ ...definition, memo: {} });
    try {
      expect(await read('theirs')).toMatchObject({ state: 'foreign', definition: null, difference: null });
      expect(await done('GET', '/schedule')).toHaveLength(3);
      for (const verb of ['pause', 'resume', 'trigger', 'backfill'])
        expect(await refused('POST', `/schedule/theirs/${verb}`, { note: 'Why', from: '2026-03-27T00:00:00Z' })).toBe(
          '409 schedule.foreign',
        );
      expect(await refused('POST', '/schedule/apply', {})).toBe('409 schedule.foreign');
      await file(night, yearly);
      expect(await refused('GET', '/schedule/theirs')).toBe('404 record.unknown');
      const { state } = await temporal.schedule.getHandle(scheduleId('theirs')).describe();
      expect(state.paused).toBe(false);
    } finally {
      await temporal.schedule.getHandle(scheduleId('theirs')).delete();
    }
  });

  test('whose action somebody changed in Temporal starts nothing', async () => {
    await apply();
    const handle = engine.temporal.schedule.getHandle(scheduleId('night'));
    await handle.update(({ action, ...rest }) => ({ ...rest, action: { ...action, workflowType: 'order', args: [] } }));
    expect(await read('night')).toMatchObject({ definition: { run: null }, difference: { kind: 'changed' } });
    expect(await refused('POST', '/schedule/night/trigger', {})).toBe('409 schedule.foreign');
  });
});

test('nothing is left for verify', async () => {
  expect(await engine.testService.verify()).toEqual([]);
});
