import type { Step } from '../../../config/planning/plan.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { isOpen, orderStates } from '../../orders/states.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { RulesPending } from './rules-pending.ts';

/**
 * Refuses new work unless the orders are issued, not on hold, all of one site, and have the step in their plans.
 * @returns the site
 * @throws order.state, order.held, order.sites-differ, pack.no-step, ship.no-step; RulesPending where deferred rules must be
 * evaluated first
 */
export function assertWorkable(orders: readonly LockedOrder[], step: Step): { siteId: number } {
  for (const order of orders) {
    if (!isOpen(order)) throw orderStates.refuse('work', order);
    if (order.held_at !== null) {
      throw problem('order.held', `Order ${order.number} is on hold: ${order.hold_reason}. Release it first.`, {
        order_id: order.id,
      });
    }
  }
  const [siteId, ...otherSites] = new Set(orders.map((order) => order.site_id));
  if (siteId === undefined) throw new Error('Work needs at least one order.');
  if (otherSites.length > 0) throw problem('order.sites-differ', 'Orders of different sites cannot share one record.');
  const rulesPending = orders.filter((order) => order.rulesPending.some((other) => task[other] <= task[step]));
  if (rulesPending.length > 0) {
    const orderIds = rulesPending.map((order) => order.id);
    throw new RulesPending(step, orderIds);
  }
  const without = orders.find((order) => !order.required.includes(step));
  // Every plan has the steps pick and pickup.
  if (without && (step === 'pack' || step === 'ship')) {
    throw problem(
      `${step}.no-step`,
      `The plan of order ${without.number} has no ${step} step: GET /salesorder/${without.id}/plan says why.`,
    );
  }
  return { siteId };
}

/**
 * Refuses a step of the engine for orders whose labels were withdrawn: it books them anew first. People are
 * asked before, see `demandBooked`.
 * @throws order.warnings
 */
export function demandLabels({ actor }: OperationContext, orders: readonly LockedOrder[], step: Step): void {
  const voided = orders.find(({ relabelStep }) => relabelStep === step);
  if (!voided || actor.workflowId === null) return;
  throw problem(
    'order.warnings',
    `The labels of order ${voided.number} have to be booked anew, because they were withdrawn.`,
  );
}
