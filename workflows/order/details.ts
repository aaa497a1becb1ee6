import { plain } from '../contract/order.ts';
import { clockTime } from '../shared/summaries.ts';
import type { OrderProgress } from './messages.ts';

/**
 * What Temporal's UI shows of an order under way: where it is, what it waits for, its plan with the reasons, and every rule that
 * had a say or had none.
 */
export function details(progress: OrderProgress, notes: readonly string[], rules: readonly string[]): string {
  return [
    heading(progress),
    ...attention(progress),
    ...notes.map((note) => `- ${plain(note)}`),
    plan(progress),
    ...(rules.length === 0
      ? []
      : [`Rules, as of issue (by now: GET /salesorder/${progress.orderId}/plan)`, list(rules)]),
  ].join('\n\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${plain(line)}`).join('\n');
}

function heading({ step, state, waitingFor, since }: OrderProgress): string {
  const waiting = waitingFor ? [`waiting for ${plain(waitingFor)}`] : [];
  const standing = state === 'waiting' && waitingFor ? waiting : [state, ...waiting];
  const how = [...standing, ...(since ? [`since ${clockTime(Date.parse(since))}`] : [])].join(', ');
  return step ? `**${step}**: ${how}` : `**${how}**`;
}

function attention({ attention }: OrderProgress): string[] {
  if (!attention) return [];
  return [
    `\`${attention.code}\` ${plain(attention.detail)}`,
    'It is tried again when something happens to the order. Updates: `retry`, `skip`, `byHand`, `changeCarrier`, `cancel`.',
  ];
}

function plan({ steps }: OrderProgress): string {
  const rows = steps.map(({ step, required, by, done, why }) => {
    // Of a step that is left out nothing is open, and so the service calls it done.
    const what = !required ? 'skipped' : done ? 'done' : by === 'hand' ? 'by hand' : 'automatic';
    return `| ${step} | ${what} | ${plain(why)} |`;
  });
  return ['| step | | why |', '|---|---|---|', ...rows].join('\n');
}
