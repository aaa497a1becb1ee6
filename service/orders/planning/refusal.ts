import type { Plan } from '../../../planning/plan.ts';
import { problem } from '../../platform/problems/problems.ts';

/**
 * Checks that no plugin refuses the order. Unlike a warning, nobody can ignore this.
 * @throws order.refused-by-plugin with the sentences of the plugins
 */
export function demandAccepted(order: { readonly id: number; readonly number: string }, { refusals }: Plan): void {
  if (!refusals) return;
  throw problem('order.refused-by-plugin', `Order ${order.number} is refused: ${refusals.join('; ')}.`, {
    order_id: order.id,
  });
}
