import type { Plan } from '../../../config/planning/plan.ts';
import { shipToOf } from '../../../lib/addresses/ship-to.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import { orderPath } from '../../../records/sales-order.ts';
import { problem } from '../../platform/problems/problems.ts';

/**
 * Checks that no plugin refuses the order. Unlike a warning, nobody can ignore this. The refusal names the change of the address,
 * with the present one: a repetition alone is refused again.
 * @throws order.refused-by-plugin with the sentences of the plugins
 */
export function assertAccepted(facts: OrderFacts, { refusals }: Plan): void {
  if (!refusals) return;
  const { id, kind, number } = facts;
  throw problem('order.refused-by-plugin', `Order ${number} is refused: ${refusals.join('; ')}.`, {
    order_id: id,
    next: [{ method: 'PUT', path: orderPath({ kind, id }), body: shipToOf(facts), why: 'Changes the address' }],
  });
}
