import type { BulkRun, BulkRunPreview } from '../../client/client.ts';
import { time } from '../order/words.ts';
import { table } from '../output/table.ts';
import { count, many, painted, type Terminal } from '../output/terminal.ts';
import { outcomes } from './follow.ts';
import type { RunList } from './list.ts';
import type { OrderOfRun, OrdersOfRun } from './orders.ts';

const right = 'right' as const;

/** Runs, one a line. */
export function listText({ total, runs }: RunList, terminal: Terminal): string {
  if (runs.length === 0) return 'No bulk runs.\n';
  const rows = runs.map((run) => [
    String(run.id),
    run.action,
    run.state,
    count(run.total),
    outcomes(run),
    run.select ?? 'listed orders',
    time(run.created_at),
  ]);
  const columns = [
    { title: 'run', align: right },
    { title: 'action' },
    { title: 'state' },
    { title: 'orders', align: right },
    { title: 'outcomes' },
    { title: 'selection', wraps: true },
    { title: 'started (UTC)' },
  ];
  const more = total > runs.length ? `\n${count(runs.length)} of ${count(total)}; --limit shows more.\n` : '';
  return table(columns, rows, terminal) + more;
}

/** One run, and the first orders that went wrong in it. */
export function runText(run: BulkRun, wrong: readonly OrderOfRun[], terminal: Terminal): string {
  const facts = [
    ['run', String(run.id)],
    ['action', `${run.action}${optionsText(run.options)}`],
    ['orders', `${count(run.total)}, ${run.select ?? 'listed'}`],
    ['state', painted(terminal, run.state === 'done' ? 'green' : 'yellow', run.state)],
    ['outcomes', outcomes(run)],
    ['rate', run.rate === null ? 'no limit' : `at most ${run.rate} orders a second`],
    ['started', `${time(run.created_at)} UTC`],
    ...(run.finished_at === null ? [] : [['ended', `${time(run.finished_at)} UTC`]]),
  ];
  const head = table([{ title: '' }, { title: '', wraps: true }], facts, terminal);
  if (wrong.length === 0) return head;
  const more = wrong.length < run.warned + run.failed ? painted(terminal, 'dim', allOf(run)) : '';
  return `${head}\n${orderTable(wrong, terminal)}${more}`;
}

function allOf({ id, warned, failed }: BulkRun): string {
  const outcomes = [failed > 0 ? 'failed' : null, warned > 0 ? 'warned' : null].filter((outcome) => outcome !== null);
  return `All of them: ${outcomes.map((outcome) => `conveyor bulk orders ${id} --outcome ${outcome}`).join(', ')}\n`;
}

function optionsText(options: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
}

export function ordersText({ total, orders }: OrdersOfRun, terminal: Terminal): string {
  if (orders.length === 0) return 'No orders.\n';
  const more = total > orders.length ? `\n${count(orders.length)} of ${count(total)}; --limit shows more.\n` : '';
  return orderTable(orders, terminal) + more;
}

function orderTable(orders: readonly OrderOfRun[], terminal: Terminal): string {
  const rows = orders.map(({ order_id, order, outcome, code, reason, pick_id }) => [
    String(order_id),
    order?.number ?? '',
    outcome ?? 'to do',
    code ?? '',
    reason ?? (pick_id === null ? '' : `pick ${pick_id}`),
  ]);
  const columns = [
    { title: 'id', align: right },
    { title: 'order', atMost: 16 },
    { title: 'outcome' },
    { title: 'code', atMost: 24 },
    { title: 'why', wraps: true },
  ];
  return table(columns, rows, terminal);
}

/** What a dry run found. */
export function previewText(seen: BulkRunPreview, terminal: Terminal): string {
  const examples = (ids: readonly number[]) => ids.join(', ');
  const part = (title: string, words: string, rows: readonly (readonly string[])[]) => {
    if (rows.length === 0) return '';
    const columns = [{ title: 'orders', align: right }, { title: words, wraps: true }, { title: 'such as' }];
    return `\n${painted(terminal, 'bold', title)}\n${table(columns, rows, terminal)}`;
  };
  const sample = seen.planned < seen.total ? ` (of ${many(seen.planned, 'order')})` : '';
  return [
    `${seen.action}: ${many(seen.total, 'order')}. Nothing was changed.\n`,
    part(
      'What would become of each, if it were the only one',
      'outcome',
      seen.outcomes.map((one) => [
        count(one.orders),
        one.reason === null ? one.outcome : `${one.outcome}: ${one.reason}`,
        examples(one.examples),
      ]),
    ),
    part(
      `Plans${sample}`,
      'plan',
      seen.plans.map((one) => [count(one.orders), one.plan, examples(one.examples)]),
    ),
    part(
      `Warnings${sample}`,
      'warning',
      seen.warnings.map((one) => [count(one.orders), one.message, examples(one.examples)]),
    ),
    part(
      'Picks',
      'group',
      (seen.picks ?? []).map((one) => [
        count(one.orders),
        `${one.group}: ${many(one.lines, 'line')}${one.weight_g === null ? '' : `, ${count(one.weight_g)} g`}`,
        examples(one.examples),
      ]),
    ),
  ].join('');
}
