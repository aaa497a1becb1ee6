import type { Client } from '../../client/client.ts';
import { type Difference, differences } from '../../planning/differences.ts';
import type { Plan } from '../../planning/plan.ts';
import { createPlanner } from '../../planning/planner.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { planText } from '../order/plan-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { differenceLines } from './difference-lines.ts';
import { ordersWithFacts } from './facts.ts';
import { loadSound } from './files.ts';

export interface Tried {
  readonly order: string;
  readonly file: string;
  /** What the file would make of the order. */
  readonly plan: Plan;
  /** True where the order goes by a plan of its own already, which nothing here changes. */
  readonly issued: boolean;
  /** What is another way than the order's plan of now: the pinned one, or what the service would plan. */
  readonly differences: readonly Difference[];
}

/** Plans an order by a file, as it is now, and changes nothing. */
export async function tryOrder(client: Client, id: number, file: string | undefined): Promise<Tried> {
  const configuration = await loadSound(file);
  const [found] = await ordersWithFacts(client, `id = ${id}`, 1);
  if (!found) throw new Failure(`There is no order ${id}.`);
  const current = (await client.salesorder.plan(id)) as unknown as Plan;
  const plan = createPlanner(configuration).plan(found.facts);
  return {
    order: found.facts.number,
    file: configuration.file,
    plan,
    issued: found.issued !== null,
    differences: differences(current, plan),
  };
}

export function triedText(
  { order, file, plan, issued, differences: found }: Tried,
  all: boolean,
  terminal: Terminal,
): string {
  const than = issued ? 'the plan that it was issued with' : 'what the service plans for it now';
  const head = `Order ${order} by ${file}\n${planText(plan, new Set(), all ? 'all' : 'brief', terminal)}`;
  if (found.length === 0) return `${head}\nNo other way than ${than}.\n`;
  return `${head}\nAnother way than ${than}:\n${differenceLines(found)}`;
}
