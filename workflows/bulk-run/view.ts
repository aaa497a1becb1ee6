import {
  type BulkRunInput,
  type BulkRunTold,
  type BulkRunTotals,
  type BulkRunTrouble,
  numberWords,
} from '../contract/bulk-run.ts';
import { plain } from '../contract/order.ts';
import { clockTime, rateWords } from '../shared/summaries.ts';

/** What can be asked of a run in Temporal's pages. One that is over has nothing. */
const updates: Readonly<Record<BulkRunTotals['state'], readonly string[]>> = {
  running: ['pause', 'setRate', 'cancel'],
  paused: ['resume', 'setRate', 'cancel'],
  done: [],
  canceled: [],
};

/**
 * What Temporal's UI shows of a run: its totals and its rate, who did what with it, and which orders it did not do.
 * @param notes who did what, the earliest first
 */
export function details(
  { run, action }: BulkRunInput,
  { state, rate, total, troubles = [], ...now }: BulkRunTotals,
  notes: readonly string[],
): string {
  const past = now.done + now.skipped + now.warned + now.failed;
  const heading = `**${state}**: ${action}, ${numberWords(past)} of ${numberWords(total)} orders`;
  const possible = updates[state].map((name) => `\`${name}\``).join(', ');
  return [
    rate === null ? heading : `${heading}, at most ${rateWords(rate)}`,
    ...notes.map((note) => `- ${plain(note)}`),
    table(
      ['done', 'skipped', 'warned', 'failed'],
      [[now.done, now.skipped, now.warned, now.failed].map((count) => numberWords(count))],
    ),
    ...(troubles.length === 0 ? [] : [table(['order', '', 'why'], troubles.map(troubleRow))]),
    ...(possible === ''
      ? []
      : [`Updates: ${possible}, each with \`{"by": "…"}\`; \`setRate\` with \`"rate"\` as well.`]),
    `Orders that failed, and why: \`GET /bulkrun/${run}/order?outcome=failed\`. Orders that it issued, in the list here: \`BulkRun = ${run}\``,
  ].join('\n\n');
}

/** The latest of them are enough: all are in the timeline of the run. */
const shownNotes = 10;

const deeds: Readonly<Record<string, (told: Pick<BulkRunTold, 'rate'>) => string>> = {
  'bulkrun.created': () => 'started it',
  'bulkrun.paused': () => 'paused it',
  'bulkrun.resumed': () => 'resumed it',
  'bulkrun.canceled': () => 'canceled it',
  'bulkrun.retried': () => 'has what failed done again',
  'bulkrun.modified': ({ rate }) => `set its rate to ${rateWords(rate ?? null)}`,
};

/**
 * The notes with what the service told by now. It may tell twice.
 * @param at milliseconds since 1970
 */
export function noteOf(notes: string[], told: Omit<BulkRunTold, 'run'>, at: number): string[] {
  const deed = deeds[told.event]?.(told);
  if (deed === undefined || told.by === undefined) return notes;
  const words = `${told.by} ${deed}`;
  return notes.at(-1)?.endsWith(`: ${words}`) ? notes : [...notes, `${clockTime(at)}: ${words}`].slice(-shownNotes);
}

const troubleRow = ({ order, outcome, why }: BulkRunTrouble) => [plain(order), outcome, plain(why)];

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
