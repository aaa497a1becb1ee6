import type { CalendarSpec, ScheduleOptions, ScheduleOptionsStartWorkflowAction } from '@temporalio/client';
import type { CronRange, CronTimes } from '../../config/cron.ts';
import type { Overlap, Schedule } from '../../config/schedules.ts';
import { type ScheduledRunInput, scheduledRunType, scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { taskQueue } from '../../workflows/contract/task-queues.ts';
import { escapeMarkdown } from '../../workflows/contract/text.ts';

/** What marks a schedule as one of ours. Temporal keeps the memo of a schedule's creation and no later one. */
export const ownMemo = { conveyor: 'schedule' } as const;

/** Words of the file, and of Temporal. To terminate others is not among them: their bulk runs would go on. */
export const overlaps = {
  skip: 'SKIP',
  'buffer one': 'BUFFER_ONE',
  'buffer all': 'BUFFER_ALL',
  'cancel other': 'CANCEL_OTHER',
  'allow all': 'ALLOW_ALL',
} as const satisfies Record<Overlap, string>;

export type StartsRun = ScheduleOptionsStartWorkflowAction<(input: ScheduledRunInput) => Promise<unknown>>;

/** A schedule of the file, as Temporal is to have it. Paused only where the file says so. */
export function definitionOf(schedule: Schedule): ScheduleOptions<StartsRun> {
  const { name, note, run } = schedule;
  const input: ScheduledRunInput = {
    schedule: name,
    ...(note === null ? {} : { note }),
    run: {
      action: run.action,
      select: run.select,
      ...(Object.keys(run.options).length > 0 ? { options: { ...run.options } } : {}),
      ...(run.rate === null ? {} : { rate: run.rate }),
    },
  };
  return {
    scheduleId: scheduleId(name),
    spec: {
      calendars: schedule.times.flatMap((times, index) =>
        times.map((each) => calendarOf(each, schedule.cron[index] as string)),
      ),
      timezone: schedule.timeZone,
      jitter: schedule.jitterSeconds * 1000,
    },
    policies: {
      overlap: overlaps[schedule.overlap],
      catchupWindow: schedule.catchUpSeconds * 1000,
      pauseOnFailure: false,
    },
    action: {
      type: 'startWorkflow',
      workflowType: scheduledRunType,
      // Temporal adds the time it was due at.
      workflowId: scheduleId(name),
      taskQueue,
      args: [input],
      staticSummary: escapeMarkdown(`Schedule ${name}: ${run.action}`),
      staticDetails: [...(note === null ? [] : [escapeMarkdown(note)]), `Orders: ${escapeMarkdown(run.select)}`].join(
        '\n\n',
      ),
    },
    memo: ownMemo,
    state: { paused: schedule.paused ?? false, note: note ?? '' },
  };
}

/** Names of the values as Temporal's client wants them, the first month and the first day of the week first. */
export const months = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;
export const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

/** Temporal gives back times and no cron expression: its text is the comment. */
function calendarOf(times: CronTimes, comment: string): CalendarSpec {
  const numbered = (ranges: readonly CronRange[]) => ranges.map((range) => ({ ...range }));
  const named = <Name>(ranges: readonly CronRange[], names: readonly Name[], from: number) =>
    ranges.map(({ start, end, step }) => ({ start: names[start - from]!, end: names[end - from]!, step }));
  return {
    comment,
    second: 0,
    minute: numbered(times.minute),
    hour: numbered(times.hour),
    dayOfMonth: numbered(times.dayOfMonth),
    month: named(times.month, months, 1),
    dayOfWeek: named(times.dayOfWeek, weekdays, 0),
  };
}
