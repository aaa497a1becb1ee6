import type { Client } from '../../client/client.ts';
import { type ChangedOrder, type ChangedRules, changeOf, groupedChanges } from '../../config/planning/backtest.ts';
import { type Difference, differenceWords } from '../../config/planning/differences.ts';
import type { Plan } from '../../config/planning/plan.ts';
import { createPlanner } from '../../config/planning/planner.ts';
import { inParallel } from '../output/parallel.ts';
import { table } from '../output/table.ts';
import { count, type Terminal } from '../output/terminal.ts';
import { ordersWithFacts } from './facts.ts';
import { loadValidFile } from './files.ts';

export interface Backtest {
  readonly file: string;
  readonly orders: number;
  /** Each difference once, with the number of its orders, the most frequent first. */
  readonly summary: readonly ChangeSummary[];
  readonly changed: readonly Omit<ChangedOrder, 'rulesOf'>[];
}

/** A difference that several orders have, for the same rules. */
export interface ChangeSummary extends Difference {
  readonly orders: number;
  /** The newest three of the orders. */
  readonly examples: readonly Pick<ChangedOrder, 'id' | 'number'>[];
  readonly rules: ChangedRules;
}

const atOnce = 8;
const exampleCount = 3;

/**
 * Plans the latest orders with a file, each at the moment of its issue, and returns those with another plan than the pinned
 * one. Decisions of people are not compared.
 */
export async function backtest(client: Client, last: number, file: string): Promise<Backtest> {
  const configuration = await loadValidFile(file);
  const planner = createPlanner(configuration);
  const orders = await ordersWithFacts(client, 'issue_date IS NOT NULL', last);
  const changed: ChangedOrder[] = [];
  await inParallel(orders, atOnce, async ({ facts, issued }) => {
    const pinned = (await client.salesorder.plan(facts.id)) as unknown as Plan;
    const change = changeOf(planner, { facts, issued, pinned });
    if (change) changed.push(change);
  });
  changed.sort((a, b) => b.id - a.id);
  return {
    file: configuration.file,
    orders: orders.length,
    summary: groupedChanges(changed).map(({ orders: all, ...change }) => ({
      ...change,
      orders: all.length,
      examples: all.slice(0, exampleCount),
    })),
    changed: changed.map(({ rulesOf: _, ...order }) => order),
  };
}

/**
 * Returns the summary of a backtest as text.
 * @param all each order with its changes before it
 */
export function backtestText(result: Backtest, terminal: Terminal, all = false): string {
  const { file, orders, changed } = result;
  if (orders === 0) return 'No order was issued yet.\n';
  const head = `${count(changed.length)} of ${count(orders)} orders would have another plan with ${file}.\n`;
  if (changed.length === 0) return head;
  const changes = `${head}\n${summaryText(result, terminal)}`;
  return all ? `${ordersText(result, terminal)}\n${changes}` : `${changes}\nEach order with its changes: --all\n`;
}

function summaryText({ summary }: Backtest, terminal: Terminal): string {
  const columns = [
    { title: 'orders', align: 'right' as const },
    { title: 'change', atMost: 44 },
    { title: 'rules', wraps: true },
    { title: 'such as', atMost: 40 },
  ];
  const rows = summary.map(({ orders, rules, examples, ...change }) => [
    count(orders),
    differenceWords(change),
    rulesText(rules),
    examples.map(({ number }) => number).join(', '),
  ]);
  return table(columns, rows, terminal);
}

function ordersText({ changed }: Backtest, terminal: Terminal): string {
  const rows = changed.flatMap(({ id, number, differences: changes, rules }) =>
    changes.map(({ what, before, after }, index) => [
      index === 0 ? String(id) : '',
      index === 0 ? number : '',
      what,
      before,
      after,
      index === 0 ? rulesText(rules) : '',
    ]),
  );
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'order', atMost: 16 },
    { title: 'what' },
    { title: 'pinned', atMost: 30 },
    { title: 'new', atMost: 30 },
    { title: 'rules', wraps: true },
  ];
  return table(columns, rows, terminal);
}

/** Returns the rules that decide only now with a plus, and the rules that no longer decide with a minus. */
const rulesText = ({ gone, new: added }: ChangedRules): string =>
  [...added.map((name) => `+ ${name}`), ...gone.map((name) => `− ${name}`)].join(', ');
