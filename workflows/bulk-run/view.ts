import type { BulkRunInput, BulkRunSignal, BulkRunTotals, BulkRunTrouble } from '../contract/bulk-run.ts';
import { escapeMarkdown, formatCount } from '../contract/text.ts';
import { formatRate, formatTime } from '../shared/summaries.ts';
import { table } from '../shared/table.ts';

/** The updates that a run accepts in each state. */
const updates: Readonly<Record<BulkRunTotals['state'], readonly string[]>> = {
  running: ['pause', 'setRate', 'cancel'],
  paused: ['resume', 'setRate', 'cancel'],
  done: [],
  canceled: [],
};

/**
 * Returns what Temporal's pages show of a run: its totals and its rate, who did what with it, and which orders it did not do.
 * @param notes who did what, the earliest first
 */
export function details(
  { run, action }: BulkRunInput,
  { state, rate, total, troubles = [], ...counts }: BulkRunTotals,
  notes: readonly string[],
): string {
  const past = counts.done + counts.skipped + counts.warned + counts.failed;
  const heading = `**${state}**: ${action}, ${formatCount(past)} of ${formatCount(total)} orders`;
  const possible = updates[state].map((name) => `\`${name}\``).join(', ');
  return [
    rate === null ? heading : `${heading}, at most ${formatRate(rate)}`,
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    table(
      ['done', 'skipped', 'warned', 'failed'],
      [[counts.done, counts.skipped, counts.warned, counts.failed].map((count) => formatCount(count))],
    ),
    ...(troubles.length === 0 ? [] : [table(['order', '', 'why'], troubles.map(troubleRow))]),
    ...(possible === ''
      ? []
      : [`Updates: ${possible}, each with \`{"by": "you@example.com"}\`; \`setRate\` with \`"rate"\` as well.`]),
    `Orders that failed, and why: \`GET /bulkrun/${run}/order?outcome=failed\`. Orders that it issued, in the list here: \`BulkRun = "${run}"\``,
  ].join('\n\n');
}

/** The details show the latest notes; the timeline of the run has all of them. */
const maxNotes = 10;

const actions: Readonly<Record<string, (signal: BulkRunSignal) => string>> = {
  'bulkrun.created': () => 'started it',
  'bulkrun.paused': () => 'paused it',
  'bulkrun.resumed': () => 'resumed it',
  'bulkrun.canceled': () => 'canceled it',
  'bulkrun.retried': () => 'retried what failed',
  'bulkrun.modified': ({ rate }) => `set its rate to ${formatRate(rate ?? null)}`,
};

/**
 * Returns the notes with the action that a signal reports. A signal may arrive twice, and is noted once.
 * @param at milliseconds since 1970
 */
export function addNote(notes: string[], signal: BulkRunSignal, at: number): string[] {
  const action = actions[signal.event]?.(signal);
  if (action === undefined || signal.by === undefined) return notes;
  const note = `${signal.by} ${action}`;
  return notes.at(-1)?.endsWith(`: ${note}`) ? notes : [...notes, `${formatTime(at)}: ${note}`].slice(-maxNotes);
}

const troubleRow = ({ order, outcome, why }: BulkRunTrouble) => [escapeMarkdown(order), outcome, escapeMarkdown(why)];
