import type { Client } from '../../client/client.ts';
import { planAtMoment } from '../../config/planning/backtest.ts';
import { type Difference, differences } from '../../config/planning/differences.ts';
import type { Plan } from '../../config/planning/plan.ts';
import { createPlanner } from '../../config/planning/planner.ts';
import { Failure } from '../../lib/failure.ts';
import { planText } from '../order/plan-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { differenceLines } from './difference-lines.ts';
import { ordersWithFacts } from './facts.ts';
import { loadValidFile } from './files.ts';

export interface TryResult {
  readonly order: string;
  readonly file: string;
  /** The plan of the order with the file. */
  readonly plan: Plan;
  /** Whether the order has a pinned plan. */
  readonly issued: boolean;
  /** Differences from the current plan: the pinned one, or the plan of the service. */
  readonly differences: readonly Difference[];
}

/** Plans an order with a file, without a change. @throws Failure if there is no such order */
export async function tryOrder(client: Client, id: number, file: string | undefined): Promise<TryResult> {
  const configuration = await loadValidFile(file);
  const [order] = await ordersWithFacts(client, `id = ${id}`, 1);
  if (!order) throw new Failure(`There is no order ${id}.`);
  const current = (await client.salesorder.plan(id)) as unknown as Plan;
  const plan = planAtMoment(createPlanner(configuration), order.facts, order.issued);
  return {
    order: order.facts.number,
    file: configuration.file,
    plan,
    issued: order.issued !== null,
    differences: differences(current, plan),
  };
}

export function tryResultText(
  { order, file, plan, issued, differences: changes }: TryResult,
  all: boolean,
  terminal: Terminal,
): string {
  const than = issued ? 'the plan of its issue' : 'the current plan of the service';
  const head = `Order ${order} with ${file}\n${planText(plan, new Set(), all ? 'all' : 'brief', terminal)}`;
  if (changes.length === 0) return `${head}\nNo difference from ${than}.\n`;
  return `${head}\nDifferences from ${than}:\n${differenceLines(changes)}`;
}
