import type { Client, ScheduleStatus } from '../../client/client.ts';
import { table } from '../output/table.ts';
import { painted, type Terminal } from '../output/terminal.ts';

/** The times and runs of each schedule in the service's list. One schedule alone has ten. */
const listed = 3;

/** Returns our schedules in Temporal, each with at most `most` next times and last runs. */
export async function listSchedules(
  { schedule }: Pick<Client, 'schedule'>,
  most: number,
): Promise<readonly ScheduleStatus[]> {
  const all = (await schedule.list()).filter(({ state }) => state === 'running' || state === 'paused');
  const read = most > listed ? await Promise.all(all.map(({ name }) => schedule.get(name))) : all;
  return read.map((one) => ({ ...one, next: one.next.slice(0, most), last: one.last.slice(0, most) }));
}

export function listText(schedules: readonly ScheduleStatus[], terminal: Terminal): string {
  if (schedules.length === 0)
    return 'Temporal has no schedules of Conveyor. To create those of the file, run "conveyor schedule apply".\n';
  return schedules.map((schedule) => scheduleText(schedule, terminal)).join('\n');
}

function scheduleText(
  { name, paused, definition, next, last, skipped, missed }: ScheduleStatus,
  terminal: Terminal,
): string {
  const rows: [string, string][] = [];
  if (definition) {
    const { cron, time_zone, overlap, note, run } = definition;
    const times = cron?.join(', ') ?? 'times without a cron expression';
    rows.push(['when', `${times} (${time_zone}), overlap: ${overlap}`]);
    if (run) rows.push(['run', `${run.action}: ${run.select}`]);
    if (note !== null && !paused) rows.push(['note', note]);
  }
  rows.push(['next', paused ? pauseText(paused) : next.map(timeText).join(', ') || 'never']);
  last.forEach((run, index) => {
    rows.push([index === 0 ? 'last' : '', `${timeText(run.at)} ${runText(run)}`]);
  });
  if (last.length === 0) rows.push(['last', 'none yet']);
  if (skipped > 0) rows.push(['', `${skipped} skipped, because the previous run was not finished`]);
  if (missed > 0) rows.push(['', `${missed} missed, because Temporal was down for longer than catch_up`]);
  const columns = [{ title: '' }, { title: '', wraps: true }];
  const lines = table(columns, rows, { ...terminal, columns: terminal.columns - 4 });
  return `${painted(terminal, 'bold', name)}\n${lines.replaceAll(/^/gm, '    ').trimEnd()}\n`;
}

const pauseText = ({ note }: NonNullable<ScheduleStatus['paused']>) => `paused${note === null ? '' : `: ${note}`}`;

function runText({ outcome, bulkrun_id, counts, why }: ScheduleStatus['last'][number]): string {
  const parts = Object.entries(counts ?? {}).flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []));
  const detail = counts === null ? why : parts.join(', ') || 'no orders';
  const details = [bulkrun_id === null ? null : `bulk run ${bulkrun_id}`, detail].filter((each) => each !== null);
  return details.length > 0 ? `${outcome}: ${details.join(', ')}` : outcome;
}

/** Returns a time of the service as `2026-11-23 06:00` in its own zone, with seconds only if they are not zero. */
export function timeText(at: string): string {
  return at.slice(0, '2026-11-23T06:00:00'.length).replace('T', ' ').replace(/:00$/, '');
}
