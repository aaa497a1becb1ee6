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
  readonly changed: readonly ChangedOrder[];
}

export interface ChangedOrder {
  readonly id: number;
  readonly number: string;
  readonly differences: readonly Difference[];
  /** Rules that decide in only one of the two plans. */
  readonly rules: { readonly gone: readonly string[]; readonly new: readonly string[] };
}

const atOnce = 8;

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
    const plan = planner.plan(facts, undefined, issued === null ? undefined : new Date(issued));
    const changes = differences(pinned, plan).filter(({ what }) => !decidedByPerson(pinned, what));
    if (changes.length === 0) return;
    const [before, after] = [decidingRules(pinned), decidingRules(plan)];
    changed.push({
      id: facts.id,
      number: facts.number,
      differences: changes,
      rules: { gone: without(before, after), new: without(after, before) },
    });
  });
  return { file: configuration.file, orders: orders.length, changed: changed.sort((a, b) => b.id - a.id) };
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((name) => !others.includes(name));

function decidedByPerson(plan: Plan, what: string): boolean {
  const step = plan.steps.find((each) => each.step === what);
  return (step?.reasons ?? []).some(({ source, fired }) => source === 'operator' && fired);
}

export function backtestText({ file, orders, changed }: Backtest, terminal: Terminal): string {
  if (orders === 0) return 'No order was issued yet.\n';
  const summary = `${count(changed.length)} of ${count(orders)} orders would have another plan with ${file}.\n`;
  const rows = changed.flatMap(({ id, number, differences: changes, rules }) =>
    changes.map(({ what, before, after }, index) => [
      index === 0 ? String(id) : '',
      index === 0 ? number : '',
      what,
      before,
      after,
      index === 0 ? [...rules.new.map((name) => `+ ${name}`), ...rules.gone.map((name) => `− ${name}`)].join(', ') : '',
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
  return rows.length === 0 ? summary : `${table(columns, rows, terminal)}\n${summary}`;
}
