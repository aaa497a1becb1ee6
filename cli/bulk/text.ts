import type { BulkRun, BulkRunPreview } from '../../client/client.ts';
import { time } from '../order/format.ts';
import { type FirstRecords, restText } from '../output/first-records.ts';
import { table } from '../output/table.ts';
import { count, many, painted, type Terminal } from '../output/terminal.ts';
import { outcomes } from './follow.ts';
import type { OrderOfRun } from './orders.ts';

const right = 'right' as const;

/** Returns a table of runs. */
export function listText(runs: FirstRecords<BulkRun>, terminal: Terminal): string {
  if (runs.total === 0) return 'No bulk runs.\n';
  const rows = runs.records.map((run) => [
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
  return table(columns, rows, terminal) + restText(runs);
}

/** Returns the facts of a run, and its first failures. */
export function runText(run: BulkRun, failures: readonly OrderOfRun[], terminal: Terminal): string {
  const facts = [
    ['run', String(run.id)],
    ['action', `${run.action}${optionsText(run.options)}`],
    ['orders', `${count(run.total)}, ${run.select ?? 'listed'}`],
    ['state', painted(terminal, run.state === 'done' ? 'green' : 'yellow', run.state)],
    ...(run.paused_why === null ? [] : [['paused', run.paused_why]]),
    ['outcomes', outcomes(run)],
    ['rate', run.rate === null ? 'no limit' : `at most ${run.rate} orders per second`],
    ['started', `${time(run.created_at)} UTC`],
    ...(run.finished_at === null ? [] : [['ended', `${time(run.finished_at)} UTC`]]),
  ];
  const head = table([{ title: '' }, { title: '', wraps: true }], facts, terminal);
  if (failures.length === 0) return head;
  const more = failures.length < run.warned + run.failed ? painted(terminal, 'dim', allOf(run)) : '';
  return `${head}\n${orderTable(failures, terminal)}${more}`;
}

function allOf({ id, warned, failed }: BulkRun): string {
  const outcomes = [failed > 0 ? 'failed' : null, warned > 0 ? 'warned' : null].filter((outcome) => outcome !== null);
  return `To list all: ${outcomes.map((outcome) => `conveyor bulk orders ${id} --outcome ${outcome}`).join(', ')}\n`;
}

function optionsText(options: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

export function ordersText(orders: FirstRecords<OrderOfRun>, terminal: Terminal): string {
  return orders.total === 0 ? 'No orders.\n' : orderTable(orders.records, terminal) + restText(orders);
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

/** Returns the result of a dry run. */
export function previewText(preview: BulkRunPreview, terminal: Terminal): string {
  const examples = (ids: readonly number[]) => ids.join(', ');
  const part = (title: string, heading: string, rows: readonly (readonly string[])[]) => {
    if (rows.length === 0) return '';
    const columns = [{ title: 'orders', align: right }, { title: heading, wraps: true }, { title: 'examples' }];
    return `\n${painted(terminal, 'bold', title)}\n${table(columns, rows, terminal)}`;
  };
  const sample = preview.planned < preview.total ? ` (of ${many(preview.planned, 'order')})` : '';
  return [
    `${preview.action}: ${many(preview.total, 'order')}. Nothing was changed.\n`,
    part(
      'Outcome of each order, if it were the only one',
      'outcome',
      preview.outcomes.map((one) => [
        count(one.orders),
        one.reason === null ? one.outcome : `${one.outcome}: ${one.reason}`,
        examples(one.examples),
      ]),
    ),
    part(
      `Plans${sample}`,
      'plan',
      preview.plans.map((one) => [count(one.orders), one.plan, examples(one.examples)]),
    ),
    part(
      `Warnings${sample}`,
      'warning',
      preview.warnings.map((one) => [count(one.orders), one.message, examples(one.examples)]),
    ),
    part(
      'Picks',
      'group',
      (preview.picks ?? []).map((one) => [
        count(one.orders),
        `${one.group}: ${many(one.lines, 'line')}${one.weight_g === null ? '' : `, ${count(one.weight_g)} g`}`,
        examples(one.examples),
      ]),
    ),
  ].join('');
}
