import { plain } from './input.ts';
import type { OrderProgress } from './messages.ts';

/** What Temporal's UI shows of an order under way: where it is, what it waits for, and its plan with the reasons. */
export function details(progress: OrderProgress, notes: readonly string[]): string {
  return [heading(progress), ...attention(progress), ...notes.map((note) => `- ${plain(note)}`), plan(progress)].join(
    '\n\n',
  );
}

function heading({ step, state, waitingFor }: OrderProgress): string {
  const where = step ? `**${step}**: ${state}` : `**${state}**`;
  return waitingFor ? `${where}, waiting for ${plain(waitingFor)}` : where;
}

function attention({ attention }: OrderProgress): string[] {
  if (!attention) return [];
  return [
    `\`${attention.code}\` ${plain(attention.detail)}`,
    'It is tried again when something happens to the order. Updates: `retry`, `skip`, `cancel`.',
  ];
}

function plan({ steps }: OrderProgress): string {
  const rows = steps.map(({ step, required, by, done, why }) => {
    const what = done ? 'done' : required ? (by === 'hand' ? 'by hand' : 'automatic') : 'skipped';
    return `| ${step} | ${what} | ${plain(why)} |`;
  });
  return ['| step | | why |', '|---|---|---|', ...rows].join('\n');
}
