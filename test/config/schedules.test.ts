import { describe, expect, test } from 'vitest';
import { type CronTimes, cronTimes, numbersOf } from '../../config/cron.ts';
import { faultsOf, loadText } from './load-text.ts';

const values = (times: CronTimes) =>
  [times.minute, times.hour, times.dayOfMonth, times.month, times.dayOfWeek].map(numbersOf);
const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a cron expression', () => {
  test.each<[string, (number[] | undefined)[]]>([
    ['0 6 * * 1-5', [[0], [6], all(1, 31), all(1, 12), [1, 2, 3, 4, 5]]],
    ['*/15 8-18/2 * * *', [[0, 15, 30, 45], [8, 10, 12, 14, 16, 18], all(1, 31), all(1, 12), all(0, 6)]],
    ['5,35 0 1,15 * *', [[5, 35], [0], [1, 15], all(1, 12), all(0, 6)]],
    ['0 0 * JAN-mar SAT', [[0], [0], all(1, 31), [1, 2, 3], [6]]],
    ['0 0 * * 5-7', [[0], [0], all(1, 31), all(1, 12), [0, 5, 6]]],
    ['50/5 0 29 2 *', [[50, 55], [0], [29], [2], all(0, 6)]],
    ['@hourly', [[0], all(0, 23), all(1, 31), all(1, 12), all(0, 6)]],
    ['@weekly', [[0], [0], all(1, 31), all(1, 12), [0]]],
  ])('%s means these times', (text, expected) => {
    expect(cronTimes(text).map(values)).toEqual([expected]);
  });

  test('with days of both kinds means either, as crontab has it', () => {
    const [byDate, byWeekday, ...more] = cronTimes('0 6 1 * MON').map(values);
    expect(byDate).toEqual([[0], [6], [1], all(1, 12), all(0, 6)]);
    expect(byWeekday).toEqual([[0], [6], all(1, 31), all(1, 12), [1]]);
    expect(more).toEqual([]);
  });
});

const run = 'run: { action: issue, select: id = 1 }';

describe('a schedule of the file', () => {
  test('has defaults for everything except its times and its action', async () => {
    const { schedules } = await loadText(`schedules:\n  nightly:\n    cron: 0 1 * * *\n    ${run}\n`);
    expect(schedules).toMatchObject([
      {
        name: 'nightly',
        cron: ['0 1 * * *'],
        timeZone: 'UTC',
        overlap: 'skip',
        catchUpSeconds: 12 * 3600,
        jitterSeconds: 0,
        paused: null,
        note: null,
        run: { action: 'issue', select: 'id = 1', options: {}, rate: null },
      },
    ]);
  });

  test('may stand in a file that is included, and be of any time zone', async () => {
    const night = `schedules:\n  night: { cron: ['@daily', 0 12 * * 0], time_zone: america/new_york, ${run} }\n`;
    const { schedules } = await loadText('include: night.yaml\n', {}, { 'night.yaml': night });
    expect(schedules).toMatchObject([{ name: 'night', cron: ['@daily', '0 12 * * 0'], timeZone: 'America/New_York' }]);
  });

  test.each<[string, string]>([
    [
      '{ cron: 0 6 * *, RUN }',
      '2:14 expected five fields (minute, hour, day of the month, month, day of the week), such as "0 6 * * 1-5", found 4',
    ],
    ['{ cron: 0 25 * * *, RUN }', '2:16 expected an hour from 0 to 23, found "25"'],
    [
      '{ cron: [0 6 * * *, 0 6 * * FUN], RUN }',
      '2:34 expected a day of the week from 0 to 7, or SUN to SAT, found "FUN"',
    ],
    ['{ cron: 0 6 * * 5-1, RUN }', '2:22 "5-1" runs backwards; write two ranges with a comma between them'],
    ['{ cron: 0/0 6 * * *, RUN }', '2:14 expected a whole number from 1 after "/", found "0"'],
    ['{ cron: 0 6 31 2 *, RUN }', '2:18 none of these months has a day 31'],
    ["{ cron: '@dayly', RUN }", '2:15 unknown "@dayly"; expected one of @hourly, @daily, @weekly, @monthly, @yearly'],
    [
      '{ cron: 0 6 * * *, time_zone: Europe/Berln, RUN }',
      '2:36 unknown time zone "Europe/Berln"; did you mean "Europe/Berlin"?',
    ],
    [
      '{ cron: 0 6 * * *, time_zone: +02:00, RUN }',
      '2:36 unknown time zone "+02:00"; expected a name such as UTC or Europe/Berlin',
    ],
    ['{ cron: 0 6 * * *, catch_up: 5s, RUN }', '2:35 expected at least 10s'],
    [
      '{ cron: 0 6 * * *, overlap: buffer, RUN }',
      '2:34 expected one of "skip", "buffer one", "buffer all", "cancel other", "allow all", found "buffer"',
    ],
    ['{ cron: 0 6 * * *, jiter: 5m, RUN }', '2:25 unknown key "jiter"; did you mean "jitter"?'],
    ['{ cron: 0 6 * * *, run: { action: issue, select: id == 1 } }', '2:58 == is no operator'],
    [
      '{ cron: 0 6 * * *, run: { action: isue, select: id = 1 } }',
      '2:40 expected one of "issue", "unissue", "hold", "release", "void", "closeshort", "replan", "autowork", "pick", "print", found "isue"; did you mean "issue"?',
    ],
    [
      '{ cron: 0 6 * * *, run: { action: issue, select: id = 1, rate: 1 per hour } }',
      '2:69 expected at least "4 per hour"',
    ],
    ['{ RUN }', '2:6 missing key "cron"; expected text'],
  ])('%s has a fault that is named', async (written, fault) => {
    const text = `schedules:\n  a: ${written.replace('RUN', run)}\n`;
    const [first, ...more] = await faultsOf(text);
    expect(first?.startsWith(`f.yaml:${fault}`), first).toBe(true);
    expect(more).toEqual([]);
  });

  test('has a name that ids can hold', async () => {
    expect(await faultsOf(`schedules:\n  Früh/1: { cron: 0 6 * * *, ${run} }\n`)).toEqual([
      'f.yaml:2:3 expected a name of up to 60 letters, digits, spaces and . _ -, such as morning-issue',
    ]);
  });
});
