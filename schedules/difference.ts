import type { CalendarSpecDescription, ScheduleDescription } from '@temporalio/client';
import { type CronRange, type CronTimes, cronTimes, numbersOf } from '../config/cron.ts';
import { duration } from '../config/planning/claims.ts';
import type { Schedule } from '../config/schedules.ts';
import { type BulkRunRequest, type ScheduledRunInput, scheduledRunType } from '../workflows/contract/scheduled-run.ts';
import { inputFor, months, overlaps, weekdays } from './definition.ts';

/** The change that `apply` makes to one schedule. */
export type Change =
  | { readonly kind: 'added' | 'removed'; readonly name: string; readonly fields: readonly Field[] }
  | { readonly kind: 'changed'; readonly name: string; readonly fields: readonly ChangedField[] };

export interface Field {
  readonly field: string;
  readonly value: string;
}

export interface ChangedField {
  readonly field: string;
  readonly from: string;
  readonly to: string;
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
      const to = wantedFields(schedule);
      if (!described) return [{ kind: 'added', name, fields: listed(to) }];
      const from = currentFields(described);
      const fields = Object.keys({ ...to, ...from })
        .filter((field) => field !== 'paused' || schedule.paused !== null)
        .map((field) => ({ field, from: from[field] ?? nothing, to: to[field] ?? nothing }))
        .filter((each) => each.from !== each.to);
      return fields.length > 0 ? [{ kind: 'changed', name, fields }] : [];
    }),
    ...removed.map(
      ([name, described]): Change => ({ kind: 'removed', name, fields: listed(currentFields(described)) }),
    ),
  ];
}

/** Text for a missing field. */
export const nothing = '–';
/** Text for times that were set outside of Conveyor. */
const unknownTimes = 'times without a cron expression';

function listed(fields: Fields): Field[] {
  return Object.entries(fields).map(([field, value]) => ({ field, value }));
}

function wantedFields(schedule: Schedule): Fields {
  return fieldsOf(definitionInFile(schedule), schedule.paused);
}

function currentFields(description: ScheduleDescription): Fields {
  return fieldsOf(definitionIn(description), description.state.paused);
}

function fieldsOf({ cron, timeZone, overlap, catchUp, jitter, note, run }: Definition, paused: boolean | null): Fields {
  return {
    cron: cron?.join(', ') ?? unknownTimes,
    time_zone: timeZone,
    overlap,
    catch_up: catchUp,
    jitter,
    ...(paused === null ? {} : { paused: String(paused) }),
    ...(note === null ? {} : { note }),
    ...(run === null ? {} : runFields(run)),
  };
}

function runFields({ action, select, options = {}, rate }: BulkRunRequest): Fields {
  return {
    'run.action': action,
    'run.select': select,
    ...(Object.keys(options).length > 0 ? { 'run.options': JSON.stringify(options) } : {}),
    ...(rate === undefined ? {} : { 'run.rate': `${rate} per second` }),
  };
}

/** A schedule in the words of the file. */
export interface Definition {
  /** Null if the times were set outside of Conveyor. */
  readonly cron: readonly string[] | null;
  readonly timeZone: string;
  readonly overlap: string;
  readonly catchUp: string;
  readonly jitter: string;
  readonly note: string | null;
  /** Null if the action was changed outside of Conveyor. */
  readonly run: BulkRunRequest | null;
}

/** Returns the definition that Temporal has. */
export function definitionIn({ spec, policies, action }: ScheduleDescription): Definition {
  const input = inputOf({ action });
  return {
    cron: cronExpressions(spec),
    timeZone: spec.timezone || 'UTC',
    overlap: overlapText(policies.overlap ?? 'SKIP'),
    catchUp: durationText(policies.catchupWindow / 1000),
    jitter: durationText((spec.jitter ?? 0) / 1000),
    note: input?.note ?? null,
    run: input?.run ?? null,
  };
}

/** Returns the definition in the file. */
export function definitionInFile(schedule: Schedule): Definition {
  return {
    cron: schedule.cron,
    timeZone: schedule.timeZone,
    overlap: schedule.overlap,
    catchUp: durationText(schedule.catchUpSeconds),
    jitter: durationText(schedule.jitterSeconds),
    note: schedule.note,
    run: inputFor(schedule).run,
  };
}

/** Returns the input of the workflow that a schedule starts; undefined if it was changed outside of Conveyor. */
export function inputOf({ action }: Pick<ScheduleDescription, 'action'>): ScheduledRunInput | undefined {
  if (action.workflowType !== scheduledRunType) return undefined;
  const [input] = (action.args ?? []) as Partial<ScheduledRunInput>[];
  return input?.run && input.schedule ? (input as ScheduledRunInput) : undefined;
}

/** Returns the overlap policy in the words of the file. */
export function overlapText(policy: string): string {
  return Object.entries(overlaps).find(([, known]) => known === policy)?.[0] ?? policy;
}

/** Returns a duration in the notation of the operators' file: `500ms`, `90s`, `12h`, `1d`. */
function durationText(seconds: number): string {
  return seconds > 0 && seconds < 1 ? `${seconds * 1000}ms` : duration(seconds);
}

/** Returns the cron expressions of a schedule with commas, or that it has none. */
export function cronText(spec: ScheduleDescription['spec']): string {
  return cronExpressions(spec)?.join(', ') ?? unknownTimes;
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
