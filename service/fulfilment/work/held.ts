import { hasPluginFault } from '../../../config/planning/plugin-holds.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';

/** The part of a held order that says what ends its hold. */
export type HeldOrder = Pick<LockedOrder, 'id' | 'number' | 'hold_reason' | 'released_by' | 'is_refused'>;

/** What ends the hold of an order whose plan a plugin refuses. */
export const endOfRefusal =
  'Change its address, its carrier or the configuration, and replan it: the hold ends if no plugin refuses the new plan.';

/** Returns the refusal of new work on a held order, with what ends the hold. */
export function heldProblem(order: HeldOrder): Problem {
  const detail = `Order ${order.number} is on hold: ${order.hold_reason}. ${endOfHold(order)}`;
  return problem('order.held', detail, { order_id: order.id });
}

function endOfHold({ hold_reason, released_by, is_refused }: HeldOrder): string {
  if (is_refused) return endOfRefusal;
  if (released_by.length > 0) return `Only members of the user group ${released_by.join(' and ')} may release it.`;
  return hasPluginFault(hold_reason) ? 'Replan it when the plugin works again, or release it.' : 'Release it first.';
}
