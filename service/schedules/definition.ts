import type { CalendarSpec, ScheduleOptions, ScheduleOptionsStartWorkflowAction } from '@temporalio/client';
import type { CronRange, CronTimes } from '../../config/cron.ts';
import type { Overlap, Schedule } from '../../config/schedules.ts';
import { type ScheduledRunInput, scheduledRunType, scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { taskQueue } from '../../workflows/contract/task-queues.ts';
import { escapeMarkdown } from '../../workflows/contract/text.ts';

/** Memo that identifies our schedules. Temporal keeps the memo of the creation and ignores later ones. */
export const ownMemo = { conveyor: 'schedule' } as const;

/** Overlap policies of the file and of Temporal. The file has no policy that terminates: the bulk run would continue. */
export const overlaps = {
  skip: 'SKIP',
  'buffer one': 'BUFFER_ONE',
  'buffer all': 'BUFFER_ALL',
  'cancel other': 'CANCEL_OTHER',
  'allow all': 'ALLOW_ALL',
} as const satisfies Record<Overlap, string>;

export type StartsRun = ScheduleOptionsStartWorkflowAction<(input: ScheduledRunInput) => Promise<unknown>>;

/** Returns the input of the workflow that a schedule of the file starts. */
export function inputFor({ name, note, run }: Pick<Schedule, 'name' | 'note' | 'run'>): ScheduledRunInput {
  return {
    schedule: name,
    ...(note === null ? {} : { note }),
    run: {
      action: run.action,
      select: run.select,
      ...(Object.keys(run.options).length > 0 ? { options: { ...run.options } } : {}),
      ...(run.rate === null ? {} : { rate: run.rate }),
    },
  };
}

/** Returns the definition of a schedule for Temporal. It is paused only if the file pauses it. */
export function definitionOf(schedule: Schedule): ScheduleOptions<StartsRun> {
  const { name, note, run } = schedule;
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
      // Temporal appends the due time.
      workflowId: scheduleId(name),
      taskQueue,
      args: [inputFor(schedule)],
      staticSummary: escapeMarkdown(`Schedule ${name}: ${run.action}`),
      staticDetails: [...(note === null ? [] : [escapeMarkdown(note)]), `Orders: ${escapeMarkdown(run.select)}`].join(
        '\n\n',
      ),
    },
    memo: ownMemo,
    state: { paused: schedule.paused ?? false, note: note ?? '' },
  };
}

/** Month names of Temporal's client. */
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
/** Day names of Temporal's client. */
export const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

/** Returns the times for Temporal. Temporal does not return the cron expression, so the comment contains it. */
function calendarOf(times: CronTimes, comment: string): CalendarSpec {
  const numbered = (ranges: readonly CronRange[]) => ranges.map((range) => ({ ...range }));
  const nameOf = <Name>(names: readonly Name[], index: number): Name => {
    const name = names[index];
    if (name === undefined) throw new RangeError(`${comment} has a value out of range.`);
    return name;
  };
  const named = <Name>(ranges: readonly CronRange[], names: readonly Name[], from: number) =>
    ranges.map(({ start, end, step }) => ({
      start: nameOf(names, start - from),
      end: nameOf(names, end - from),
      step,
    }));
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
