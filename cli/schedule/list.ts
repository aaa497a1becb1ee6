import type { Client, ScheduleDescription } from '@temporalio/client';
import { cronText, inputOf, overlapText } from '../../schedules/difference.ts';
import { ownSchedules } from '../../schedules/owned.ts';
import { type FiredRun, lastRuns } from '../../schedules/runs.ts';
import { table } from '../output/table.ts';
import { painted, type Terminal } from '../output/terminal.ts';

/** A schedule in Temporal. */
export interface ListedSchedule {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly overlap: string;
  readonly paused: boolean;
  readonly note: string | null;
  readonly action: string | null;
  readonly select: string | null;
  /** Next due times; empty while the schedule is paused. */
  readonly next: readonly Date[];
  readonly last: readonly FiredRun[];
  /** Number of due times that were skipped because the last run was not finished. */
  readonly skipped: number;
  /** Number of due times that Temporal missed because it was down for longer than `catch_up`. */
  readonly missed: number;
}

/** Returns our schedules, each with at most `most` next times and last runs. */
export async function listSchedules(temporal: Client, most: number): Promise<ListedSchedule[]> {
  const own = await ownSchedules(temporal);
  return Promise.all([...own].map(([name, description]) => listed(temporal, name, description, most)));
}

async function listed(
  temporal: Client,
  name: string,
  description: ScheduleDescription,
  most: number,
): Promise<ListedSchedule> {
  const { spec, state, info, policies } = description;
  const run = inputOf(description)?.run;
  return {
    name,
    cron: cronText(spec),
    timeZone: spec.timezone || 'UTC',
    overlap: overlapText(policies.overlap ?? 'SKIP'),
    paused: state.paused,
    note: state.note?.trim() || null,
    action: run?.action ?? null,
    select: run?.select ?? null,
    next: state.paused ? [] : info.nextActionTimes.slice(0, most),
    last: await lastRuns(temporal, description, most),
    skipped: info.numActionsSkippedOverlap,
    missed: info.numActionsMissedCatchupWindow,
  };
}

export function listText(schedules: readonly ListedSchedule[], terminal: Terminal): string {
  if (schedules.length === 0)
    return 'Temporal has no schedules of Conveyor. To create those of the file, run "conveyor schedule apply".\n';
  return schedules.map((schedule) => scheduleText(schedule, terminal)).join('\n');
}

function scheduleText(schedule: ListedSchedule, terminal: Terminal): string {
  const { name, cron, timeZone, overlap, paused, note, action, select, next, last, skipped, missed } = schedule;
  const time = timeIn(timeZone);
  const rows: [string, string][] = [['when', `${cron} (${timeZone}), overlap: ${overlap}`]];
  if (action !== null) rows.push(['run', `${action}: ${select}`]);
  if (note !== null && !paused) rows.push(['note', note]);
  rows.push(['next', paused ? `paused${note === null ? '' : `: ${note}`}` : next.map(time).join(', ') || 'never']);
  last.forEach((run, index) => {
    rows.push([index === 0 ? 'last' : '', `${time(run.at)} ${runText(run)}`]);
  });
  if (last.length === 0) rows.push(['last', 'none yet']);
  if (skipped > 0) rows.push(['', `${skipped} skipped, because the previous run was not finished`]);
  if (missed > 0) rows.push(['', `${missed} missed, because Temporal was down for longer than catch_up`]);
  const columns = [{ title: '' }, { title: '', wraps: true }];
  const lines = table(columns, rows, { ...terminal, columns: terminal.columns - 4 });
  return `${painted(terminal, 'bold', name)}\n${lines.replaceAll(/^/gm, '    ').trimEnd()}\n`;
}

function runText({ outcome, bulkRun, detail }: FiredRun): string {
  const details = [bulkRun === null ? null : `bulk run ${bulkRun}`, detail].filter((each) => each !== null);
  return details.length > 0 ? `${outcome}: ${details.join(', ')}` : outcome;
}

/** Returns a function that formats a time in a time zone as `2026-11-23 06:00`, with seconds only if they are not zero. */
export function timeIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at).replace(/:00$/, '');
}
