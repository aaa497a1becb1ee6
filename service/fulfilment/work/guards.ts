import type { Step } from '../../../config/planning/plan.ts';
import { orderPath } from '../../../records/sales-order.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { isOpen } from '../../platform/states/open.ts';
import { orderStates } from '../../platform/states/states.ts';
import { type HeldOrder, heldProblem } from './held.ts';
import { RulesPending } from './rules-pending.ts';

/** Returns why a step cannot start on an order; null if it can, or if its deferred rules must be evaluated first. */
export const workRefusal = (order: LockedOrder, step: Step): Problem | null =>
  closedOrHeld(order) ?? (awaitsRules(order, step) ? null : withoutStep(order, step));

/** Returns whether rules that were deferred until a step (`before:`) must be evaluated before it starts. */
export const awaitsRules = ({ rulesPending }: LockedOrder, step: Step): boolean =>
  rulesPending.some((other) => task[other] <= task[step]);

/** The part of an order that decides whether it is open to work. */
type Workable = HeldOrder & Pick<LockedOrder, 'status_id' | 'held_at'>;

/** Returns the refusal of every step of an order that is not open, or on hold; null for other orders. */
export function closedOrHeld(order: Workable): Problem | null {
  if (!isOpen(order)) return orderStates.refuse('work', order);
  return order.held_at === null ? null : heldProblem(order);
}

function withoutStep(order: LockedOrder, step: Step): Problem | null {
  const { number, required } = order;
  // Every plan has the steps pick and pickup.
  if (required.includes(step) || (step !== 'pack' && step !== 'ship')) return null;
  return problem(
    `${step}.no-step`,
    `The plan of order ${number} has no ${step} step: GET ${orderPath(order)}/plan says why.`,
  );
}

/**
 * Refuses new work unless the orders are issued, not on hold, all of one site, and have the step in their plans.
 * @returns the site
 * @throws order.state, order.held, order.sites-differ, pack.no-step, ship.no-step; RulesPending where deferred rules must be
 * evaluated first
 */
export function assertWorkable(orders: readonly LockedOrder[], step: Step): { siteId: number } {
  throwFirst(orders, closedOrHeld);
  const [siteId, ...otherSites] = new Set(orders.map((order) => order.site_id));
  if (siteId === undefined) throw new Error('Work needs at least one order.');
  if (otherSites.length > 0) throw problem('order.sites-differ', 'Orders of different sites cannot share one record.');
  const pending = orders.filter((order) => awaitsRules(order, step)).map(({ id }) => id);
  if (pending.length > 0) throw new RulesPending(step, pending);
  throwFirst(orders, (order) => withoutStep(order, step));
  return { siteId };
}

function throwFirst(orders: readonly LockedOrder[], refusalOf: (order: LockedOrder) => Problem | null): void {
  for (const order of orders) {
    const refusal = refusalOf(order);
    if (refusal) throw refusal;
  }
}

/**
 * Refuses a step that cannot start on orders. The engine books labels that were withdrawn anew before it does a step; people are asked
 * before, see `assertBooked`.
 * @returns the site
 * @throws as `assertWorkable`; order.warnings
 */
export function assertStart(context: OperationContext, orders: readonly LockedOrder[], step: Step): number {
  const { siteId } = assertWorkable(orders, step);
  const voided = orders.find((order) => awaitsLabels(context, order, step));
  if (!voided) return siteId;
  throw problem(
    'order.warnings',
    `The labels of order ${voided.number} have to be booked anew, because they were withdrawn.`,
  );
}

/** Returns whether the engine has to book the labels of an order anew before it does a step. */
export const awaitsLabels = ({ actor }: OperationContext, { relabelStep }: LockedOrder, step: Step): boolean =>
  relabelStep === step && actor.workflowId !== null;
