import type { ReturnQuantities, ReturnSnapshot } from '../../activities/return-order/activities.ts';
import { escapeMarkdown } from '../contract/text.ts';
import { formatTime } from '../shared/summaries.ts';
import { table } from '../shared/table.ts';

/** The waits of a return, by its state. A state that is missing here is an end. */
const waits: Readonly<Record<string, { readonly step: string; readonly waitingFor: string }>> = {
  Requested: { step: 'authorise', waitingFor: 'somebody to authorise it' },
  Authorised: { step: 'receive', waitingFor: 'the goods' },
  Received: { step: 'inspect', waitingFor: 'the inspection of its units' },
  Inspected: { step: 'close', waitingFor: 'somebody to close it, or for further goods' },
};

/** Returns the wait of a return: its step for lists, and the words for people; null for one that has ended. */
export function waitOf({ status }: Pick<ReturnSnapshot, 'status'>) {
  return waits[status] ?? null;
}

const words: Readonly<Record<keyof ReturnQuantities, string>> = {
  requested: 'requested',
  authorised: 'authorised',
  received: 'received',
  restocked: 'restocked',
  quarantined: 'in quarantine',
  scrapped: 'scrapped',
  sentBack: 'sent back',
};

/** Returns what Temporal's pages show of a return: its wait, the decision about it, and its units. */
export function details(snapshot: ReturnSnapshot): string {
  const { status, decision, dueAt, quantities } = snapshot;
  const wait = waitOf(snapshot);
  const until = dueAt === null ? '' : `, until ${formatTime(Date.parse(dueAt))}`;
  const heading = wait ? `**${wait.step}**: waiting for ${wait.waitingFor}${until}` : `**${escapeMarkdown(status)}**`;
  const rows = Object.entries(words).map(([name, word]) => [word, String(quantities[name as keyof ReturnQuantities])]);
  const texts = [decision, labelText(snapshot)].filter((text): text is string => text !== null).map(escapeMarkdown);
  return [heading, ...texts, table(['units', ''], rows)].join('\n\n');
}

/** Returns a sentence about the label; null for a return without one. */
function labelText({ label }: ReturnSnapshot): string | null {
  if (!label) return null;
  const { carrier, due, tracking_number, problem } = label;
  if (tracking_number !== null)
    return `Label: ${tracking_number} of ${carrier}${problem === null ? '' : `. ${problem}`}`;
  if (problem !== null) return `No label yet. ${problem}`;
  return due ? `${carrier} books the label.` : null;
}
