import type { CalendarSpecDescription, ScheduleDescription } from '@temporalio/client';
import { type CronRange, type CronTimes, cronTimes, numbersOf } from '../../config/cron.ts';
import { duration } from '../../config/planning/claims.ts';
import type { Schedule, ScheduledBulkRun } from '../../config/schedules.ts';
import { type ScheduledRunInput, scheduledRunType } from '../../workflows/contract/scheduled-run.ts';
import { months, overlaps, weekdays } from './definition.ts';

/** The change that `apply` makes to one schedule. */
export interface Change {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly name: string;
  /** The fields that change, with their values in Temporal and in the file; null where one has none. */
  readonly fields: { readonly field: string; readonly from: string | null; readonly to: string | null }[];
}

type Fields = Readonly<Record<string, string>>;

/**
 * Returns the differences between the file and Temporal. If the file does not set `paused`, it is not compared.
 * @param current our schedules in Temporal, by name
 */
export function differences(wanted: readonly Schedule[], current: ReadonlyMap<string, ScheduleDescription>): Change[] {
  const named = new Set(wanted.map(({ name }) => name));
  const removed = [...current].filter(([name]) => !named.has(name));
  return [
    ...wanted.flatMap((schedule): Change[] => {
      const { name } = schedule;
      const described = current.get(name);
      const to = fieldsOf(definitionInFile(schedule), schedule.paused);
      if (!described) return [{ kind: 'added', name, fields: changedFields({}, to) }];
      const fields = changedFields(currentFields(described), to).filter(
        ({ field }) => field !== 'paused' || schedule.paused !== null,
      );
      return fields.length > 0 ? [{ kind: 'changed', name, fields }] : [];
    }),
    ...removed.map(
      ([name, described]): Change => ({ kind: 'removed', name, fields: changedFields(currentFields(described), {}) }),
    ),
  ];
}

function changedFields(from: Fields, to: Fields): Change['fields'] {
  return Object.keys({ ...to, ...from })
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
    .filter((each) => each.from !== each.to);
}

function currentFields(description: ScheduleDescription): Fields {
  return fieldsOf(definitionIn(description), description.state.paused);
}

function fieldsOf({ cron, run, note, ...times }: Definition, paused: boolean | null): Fields {
  return {
    cron: cron?.join(', ') ?? 'times without a cron expression',
    ...times,
    ...(paused === null ? {} : { paused: String(paused) }),
    ...(note === null ? {} : { note }),
    ...(run === null ? {} : runFields(run)),
  };
}

function runFields({ action, select, options, rate }: ScheduledBulkRun): Fields {
  return {
    'run.action': action,
    'run.select': select,
    ...(Object.keys(options).length > 0 ? { 'run.options': JSON.stringify(options) } : {}),
    ...(rate === null ? {} : { 'run.rate': `${rate} per second` }),
  };
}

/** A schedule in the words of the file. */
export interface Definition {
  /** Null if the times were set outside of Conveyor. */
  readonly cron: string[] | null;
  readonly time_zone: string;
  readonly overlap: string;
  readonly catch_up: string;
  readonly jitter: string;
  readonly note: string | null;
  /** Null if the action was changed outside of Conveyor. */
  readonly run: ScheduledBulkRun | null;
}

/** Returns the definition that Temporal has. */
export function definitionIn({ spec, policies, action }: ScheduleDescription): Definition {
  const { note = null, run } = inputOf({ action }) ?? {};
  return {
    cron: cronExpressions(spec),
    time_zone: spec.timezone || 'UTC',
    overlap: overlapText(policies.overlap ?? 'SKIP'),
    catch_up: durationText(policies.catchupWindow / 1000),
    jitter: durationText((spec.jitter ?? 0) / 1000),
    note,
    run: run ? { options: {}, rate: null, ...run } : null,
  };
}

/** Returns the definition in the file. */
export function definitionInFile(schedule: Schedule): Definition {
  return {
    cron: [...schedule.cron],
    time_zone: schedule.timeZone,
    overlap: schedule.overlap,
    catch_up: durationText(schedule.catchUpSeconds),
    jitter: durationText(schedule.jitterSeconds),
    note: schedule.note,
    run: schedule.run,
  };
}

/** Returns the input of the workflow that a schedule starts; undefined if it was changed outside of Conveyor. */
export function inputOf({ action }: Pick<ScheduleDescription, 'action'>): ScheduledRunInput | undefined {
  if (action.workflowType !== scheduledRunType) return undefined;
  const [input] = (action.args ?? []) as Partial<ScheduledRunInput>[];
  return input?.run && input.schedule ? (input as ScheduledRunInput) : undefined;
}

/** Returns the overlap policy in the words of the file. */
function overlapText(policy: string): string {
  return Object.entries(overlaps).find(([, known]) => known === policy)?.[0] ?? policy;
}

/** Returns a duration in the notation of the operators' file: `500ms`, `90s`, `12h`, `1d`. */
function durationText(seconds: number): string {
  return seconds > 0 && seconds < 1 ? `${seconds * 1000}ms` : duration(seconds);
}

/** Returns the cron expressions in the comments of the times, if they match the times exactly; null otherwise. */
function cronExpressions(spec: ScheduleDescription['spec']): string[] | null {
  const { calendars = [], intervals = [], skip = [], startAt, endAt } = spec;
  const texts = [...new Set(calendars.map(({ comment }) => comment ?? ''))];
  const expressions = texts.flatMap((text) => {
    try {
      return cronTimes(text);
    } catch {
      return [];
    }
  });
  const plain = intervals.length === 0 && skip.length === 0 && !startAt && !endAt;
  const actual = calendars.map((calendar) => timesKey(numbered(calendar), calendar));
  const same = plain && sorted(actual) === sorted(expressions.map((times) => timesKey(times)));
  return same ? texts : null;
}

const sorted = (keys: readonly string[]) => [...keys].sort().join('\n');

/** Returns a key that is equal for equal times, however their ranges are written. */
function timesKey(times: CronTimes, calendar?: CalendarSpecDescription): string {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = times;
  const values = [minute, hour, dayOfMonth, month, dayOfWeek].map((ranges) => numbersOf(ranges).join(' '));
  const second = calendar ? numbersOf(calendar.second ?? []).join(' ') : '0';
  return [...values, second, JSON.stringify(calendar?.year ?? [])].join('|');
}

function numbered(calendar: CalendarSpecDescription): CronTimes {
  const counted = <Name>(
    ranges: readonly { start: Name; end: Name; step: number }[],
    names: readonly Name[],
    from: number,
  ) =>
    ranges.map(
      ({ start, end, step }): CronRange => ({
        start: names.indexOf(start) + from,
        end: names.indexOf(end) + from,
        step,
      }),
    );
  return {
    minute: calendar.minute ?? [],
    hour: calendar.hour ?? [],
    dayOfMonth: calendar.dayOfMonth ?? [],
    month: counted(calendar.month ?? [], months as readonly string[], 1),
    dayOfWeek: counted(calendar.dayOfWeek ?? [], weekdays as readonly string[], 0),
  };
}
