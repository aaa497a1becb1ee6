import type { Client } from '../../client/client.ts';
import type { Difference } from '../../planning/differences.ts';
import { differenceLines } from '../rules/difference-lines.ts';

export interface ReplanResult {
  /** Rule set of the issue. */
  readonly was: string;
  /** Active rule set. */
  readonly ruleset: string;
  readonly differences: readonly Difference[];
  readonly done: boolean;
}

/**
 * Compares the plan of an issued order with the plan of the active rule set, and applies the new one if `by` is given.
 * @param by name of the person who decides; null only compares
 */
export async function replanOrder(client: Client, id: number, by: string | null): Promise<ReplanResult> {
  const { was, ruleset, differences } = await client.salesorder.replanned(id);
  if (by === null || (differences.length === 0 && was === ruleset)) return { was, ruleset, differences, done: false };
  const applied = await client.salesorder.replan(id, { ruleset, by });
  return { was, ruleset, differences: applied.differences, done: true };
}

export function replannedText(order: string, { was, ruleset, differences, done }: ReplanResult): string {
  const sets = was === ruleset ? `with rule set ${ruleset}, as at issue` : `with rule set ${ruleset} instead of ${was}`;
  if (differences.length === 0) {
    const same = `Order ${order} has the same plan ${sets}.\n`;
    return done ? `${same}The order refers to that rule set now.\n` : same;
  }
  const lines = differenceLines(differences);
  if (done) return `Order ${order} has a new plan ${sets}:\n${lines}`;
  return `Order ${order} would have another plan ${sets}:\n${lines}Nothing was changed. To apply the plan: conveyor order replan ${order} --yes\n`;
}
