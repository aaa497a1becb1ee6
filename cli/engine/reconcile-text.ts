import type { Difference, FixedDifference, Reconciliation } from './reconcile.ts';

/** Greatest number of printed differences of a kind; --json prints 1,000 of all kinds. */
const shown = 10;

const meanings: Readonly<Record<Difference['kind'], string>> = {
  missing: 'open, and Temporal has no workflow of it',
  ended: 'open, and its workflow has ended',
  failed: 'open, and its workflow has failed',
  over: 'over or unknown, and its workflow still runs',
  other_epoch: 'driven by a workflow from before the restore',
};

const recordNames: Readonly<Record<Difference['record'], string>> = {
  salesorder: 'order',
  autowork: 'autowork',
  bulkrun: 'bulk run',
  returnorder: 'return',
  webhookdelivery: 'delivery',
};

/** Returns the result of a comparison as text. */
export function reconciliationText(result: Reconciliation, { fix }: { fix: boolean }): string {
  const { records, workflows, epoch, counts, left, differences } = result;
  const lines = [`Compared ${records} open records and ${workflows} running workflows. The epoch is ${epoch}.`];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  for (const [kind, count] of Object.entries(counts)) {
    const some = differences.filter((difference) => difference.kind === kind).slice(0, shown);
    lines.push(...some.map(differenceLine), ...(count > some.length ? [`  and ${count - some.length} more`] : []));
  }
  if (total === 0) lines.push('There are no differences.');
  else if (!fix) lines.push(`${plural(total)}. To remove them, run "conveyor engine reconcile --fix".`);
  else if (left === 0) lines.push(`${plural(total)}, all removed. Workflows start within seconds.`);
  else lines.push(`${plural(total)}, ${left} left.`);
  return `${lines.join('\n')}\n`;
}

function differenceLine(difference: Difference | FixedDifference): string {
  const { kind, record, id, workflow_id } = difference;
  const text = `  ${recordNames[record]} ${id} is ${meanings[kind]} (${workflow_id})`;
  if (!('fixed' in difference)) return text;
  return difference.fixed ? `${text}: removed` : `${text}: left, ${difference.why}`;
}

const plural = (count: number) => (count === 1 ? '1 difference' : `${count} differences`);
