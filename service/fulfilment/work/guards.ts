import type { Step } from '../../../planning/plan.ts';
import { isOpen, orderStates } from '../../orders/states.ts';
import type { LockedOrder } from '../../platform/database/locks.ts';
import { problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { RulesPending } from './rules-pending.ts';

/**
 * New work is only for orders that are issued, not held, and all of one site (design page §5, §8).
 * @param step refused as well where their plans leave it out
 * @throws order.state, order.held, order.sites-differ, pack.no-step, ship.no-step; RulesPending where rules have to speak first
 */
export function mayBeWorkedOn(orders: readonly LockedOrder[], step: Step): { siteId: number } {
  for (const order of orders) {
    if (!isOpen(order)) throw orderStates.refuse('work', order);
    if (order.held_at !== null) {
      throw problem('order.held', `Order ${order.number} is on hold: ${order.hold_reason}. Release it first.`, {
        order_id: order.id,
      });
    }
  }
  const sites = new Set(orders.map((order) => order.site_id));
  if (sites.size > 1) throw problem('order.sites-differ', 'Orders of different sites cannot share one record.');
  const unsettled = orders.filter((order) => order.unsettled.some((other) => task[other] <= task[step]));
  if (unsettled.length > 0)
    throw new RulesPending(
      step,
      unsettled.map((order) => order.id),
    );
  const without = orders.find((order) => !order.required.includes(step));
  // Every order is picked and picked up.
  if (without && (step === 'pack' || step === 'ship')) {
    throw problem(
      `${step}.no-step`,
      `The plan of order ${without.number} has no ${step} step: GET /salesorder/${without.id}/plan says why.`,
    );
  }
  return { siteId: orders[0]!.site_id };
}
