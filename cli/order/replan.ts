import type { Client } from '../../client/client.ts';
import type { Difference } from '../../planning/differences.ts';
import { differenceLines } from '../rules/difference-lines.ts';

export interface Replanned {
  /** Rule set that the order was issued with, and the one that is armed. */
  readonly was: string;
  readonly ruleset: string;
  readonly differences: readonly Difference[];
  readonly done: boolean;
}

/**
 * Shows what planning an issued order anew would change.
 * @param by who has it done, by the very rule set whose difference was shown; null to show it alone
 */
export async function replanOrder(client: Client, id: number, by: string | null): Promise<Replanned> {
  const { was, ruleset, differences } = await client.salesorder.replanned(id);
  if (by === null || (differences.length === 0 && was === ruleset)) return { was, ruleset, differences, done: false };
  const done = await client.salesorder.replan(id, { ruleset, by });
  return { was, ruleset, differences: done.differences, done: true };
}

export function replannedText(order: string, { was, ruleset, differences, done }: Replanned): string {
  const sets =
    was === ruleset ? `by rule set ${ruleset}, as it was issued` : `by rule set ${ruleset} in place of ${was}`;
  if (differences.length === 0) {
    const goes = `Order ${order} goes no other way ${sets}.\n`;
    return done ? `${goes}It refers to that rule set from now on.\n` : goes;
  }
  const lines = differenceLines(differences);
  if (done) return `Order ${order} goes ${sets}:\n${lines}`;
  return `Order ${order} would go another way ${sets}:\n${lines}Nothing has changed. To have it so: conveyor order replan ${order} --yes\n`;
}
