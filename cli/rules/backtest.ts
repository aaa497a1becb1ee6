import type { Client } from '../../client/client.ts';
import { type Difference, decidingRules, differences } from '../../planning/differences.ts';
import type { Plan } from '../../planning/plan.ts';
import { createPlanner } from '../../planning/planner.ts';
import { inParallel } from '../output/parallel.ts';
import { table } from '../output/table.ts';
import { count, type Terminal } from '../output/terminal.ts';
import { ordersWithFacts } from './facts.ts';
import { loadValidFile } from './files.ts';

export interface Backtest {
  readonly file: string;
  readonly orders: number;
  /** Each difference once, with the number of its orders, the most frequent first. */
  readonly summary: readonly ChangeOfOrders[];
  readonly changed: readonly ChangedOrder[];
}

/** Rules that decide in only one of the two plans. */
interface ChangedRules {
  readonly gone: readonly string[];
  readonly new: readonly string[];
}

/** A difference that several orders have, for the same rules. */
export interface ChangeOfOrders extends Difference {
  readonly orders: number;
  /** The newest three of the orders. */
  readonly examples: readonly Pick<ChangedOrder, 'id' | 'number'>[];
  readonly rules: ChangedRules;
}

export interface ChangedOrder {
  readonly id: number;
  readonly number: string;
  readonly differences: readonly Difference[];
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
  const changed: (ChangedOrder & { plans: Plans })[] = [];
  await inParallel(orders, atOnce, async ({ facts, issued }) => {
    const pinned = (await client.salesorder.plan(facts.id)) as unknown as Plan;
    const plan = planner.plan(facts, undefined, issued === null ? undefined : new Date(issued));
    const changes = differences(pinned, plan).filter(({ what }) => !decidedByPerson(pinned, what));
    if (changes.length === 0) return;
    const plans = { before: pinned, after: plan };
    const { id, number } = facts;
    changed.push({ id, number, differences: changes, rules: changedRules(plans), plans });
  });
  changed.sort((a, b) => b.id - a.id);
  return {
    file: configuration.file,
    orders: orders.length,
    summary: summaryOf(changed),
    changed: changed.map(({ plans: _, ...order }) => order),
  };
}

interface Plans {
  readonly before: Plan;
  readonly after: Plan;
}

/** Returns the rules that decide in only one of the plans. @param what only about this; about everything where absent */
function changedRules({ before, after }: Plans, what?: string): ChangedRules {
  const [old, current] = [decidingRules(before, what), decidingRules(after, what)];
  return { gone: without(old, current), new: without(current, old) };
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((name) => !others.includes(name));

/** Returns each difference once. Orders of different rules stand apart. */
function summaryOf(changed: readonly (ChangedOrder & { plans: Plans })[]): ChangeOfOrders[] {
  const changes = new Map<string, ChangeOfOrders>();
  for (const { id, number, differences: list, plans } of changed) {
    for (const difference of list) {
      const rules = changedRules(plans, difference.what);
      const key = JSON.stringify([difference, rules]);
      const { orders = 0, examples = [] } = changes.get(key) ?? {};
      const shown = examples.length < exampleCount ? [...examples, { id, number }] : examples;
      changes.set(key, { ...difference, orders: orders + 1, examples: shown, rules });
    }
  }
  return [...changes.values()].sort((one, other) => other.orders - one.orders);
}

function decidedByPerson(plan: Plan, what: string): boolean {
  const step = plan.steps.find((each) => each.step === what);
  return (step?.reasons ?? []).some(({ source, fired }) => source === 'operator' && fired);
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
  const rows = summary.map(({ orders, what, before, after, rules, examples }) => [
    count(orders),
    `${what}: ${before} → ${after}`,
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

/** Returns the rules that decide now with a plus, and those that do no longer with a minus. */
const rulesText = ({ gone, new: added }: ChangedRules): string =>
  [...added.map((name) => `+ ${name}`), ...gone.map((name) => `− ${name}`)].join(', ');
