import type { Planner } from '../../../config/planning/planner.ts';
import { type LockedOrder, lockOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { orderStates } from '../../platform/states/states.ts';
import type { Advice } from '../../platform/states/transitions.ts';
import { hold } from '../planning/hold.ts';
import { release } from '../planning/release.ts';
import { replanUnlessCurrent } from '../planning/replan.ts';
import { issue } from './issue.ts';
import { type IssueWhenPossible, issueWhenPossible } from './issue-request.ts';
import { wayBack } from './way-back.ts';
import { closeShort, unissue, voidOrder } from './withdraw-order.ts';

export { type DryRun, dryRunIssue, dryRunReplan, type Need, pinnedPlans } from './dry-run.ts';
export { issueMany } from './issue-many.ts';
export { orderInput } from './start-workflow.ts';
export type { WarningHandling } from './warning-handling.ts';
export type { Warning } from './warnings.ts';

/** The part of an order that decides whether an order action has anything to do. */
export type ActionSubject = Pick<
  LockedOrder,
  'id' | 'number' | 'status_id' | 'held_at' | 'hold_reason' | 'released_by' | 'is_refused'
>;

export interface OrderActionOptions {
  readonly planner: Planner;
  readonly ignoreWarnings?: boolean | undefined;
  /** Set for an issue as soon as nothing stands in the way. */
  readonly whenPossible?: Pick<IssueWhenPossible, 'handling' | 'notBefore' | 'giveUpAt'> | undefined;
  /** Reason of a hold. */
  readonly reason?: string | undefined;
  /** Name of the person who replans, for the timeline. */
  readonly by: string;
  readonly bulkRun: number | null;
}

/**
 * Null for success, the reason why nothing was to be done, or the autowork that reports its outcome later. `waits`: the order is
 * issued as soon as nothing stands in the way.
 */
export type OrderActionResult = null | string | { readonly autoworkId: number } | { readonly waits: true };

/** An action on one order, as a part of the caller's transaction. */
export interface OrderAction {
  /**
   * Returns the reason why there is nothing to do, or null.
   * @param advice what a refusal recommends
   * @throws order.state for an order whose state does not allow the action
   */
  idle(order: ActionSubject, options: Pick<OrderActionOptions, 'reason'>, advice?: Advice): string | null;
  /** Returns what a refusal recommends, where that depends on more than the state. */
  advice?(tx: Tx, order: LockedOrder): Promise<Advice>;
  perform(context: OperationContext, orderId: number, options: OrderActionOptions): Promise<OrderActionResult>;
}

type Move = 'issue' | 'unissue' | 'void' | 'closeShort';

const inState = (order: ActionSubject): string => `Order ${order.number} is ${orderStates.stateOf(order)} already.`;
const repeats = (move: Move) => (order: ActionSubject, _: unknown, advice?: Advice) =>
  orderStates.repeated(move, order, advice) ? inState(order) : null;

/** All order actions, by the last part of their address. */
export const orderActions = {
  issue: {
    idle: repeats('issue'),
    async perform(context, orderId, { planner, ignoreWarnings = false, bulkRun, whenPossible }) {
      if (whenPossible) {
        const isIssued = await issueWhenPossible.within(context, { orderId, planner, bulkRun, ...whenPossible });
        return isIssued ? null : { waits: true };
      }
      await issue.within(context, { orderId, ignores: () => ignoreWarnings, planner, bulkRun });
      return null;
    },
  },
  unissue: {
    idle: repeats('unissue'),
    advice: (tx, order) => wayBack(tx, order, 'without goods on the way'),
    async perform(context, orderId) {
      await unissue.within(context, orderId);
      return null;
    },
  },
  hold: {
    idle(order, { reason }) {
      orderStates.demand('hold', order);
      return order.held_at !== null && order.hold_reason === reason
        ? `Order ${order.number} is on hold for that reason already.`
        : null;
    },
    async perform(context, orderId, { reason = '' }) {
      await hold.within(context, { orderId, reason });
      return null;
    },
  },
  release: {
    idle: (order) => (order.held_at === null ? `Order ${order.number} is not on hold.` : null),
    async perform(context, orderId) {
      await release.within(context, orderId);
      return null;
    },
  },
  void: {
    idle: repeats('void'),
    async perform(context, orderId) {
      await voidOrder.within(context, { orderId });
      return null;
    },
  },
  closeshort: {
    idle: repeats('closeShort'),
    async perform(context, orderId) {
      await closeShort.within(context, orderId);
      return null;
    },
  },
  replan: {
    idle(order) {
      orderStates.demand('replan', order);
      return null;
    },
    perform: (context, orderId, { planner, by }) => replanUnlessCurrent(context, { orderId, planner, by }),
  },
} satisfies Record<string, OrderAction>;

/**
 * Performs an order action, or returns the reason why there is nothing to do.
 * @throws Problem for an order that is refused; RulesPending for an order whose deferred rules must be evaluated first
 */
export async function performAction(
  context: OperationContext,
  action: OrderAction,
  orderId: number,
  options: OrderActionOptions,
): Promise<OrderActionResult> {
  const order = await lockOrder(context.tx, orderId);
  const advice = await action.advice?.(context.tx, order);
  return action.idle(order, options, advice) ?? (await action.perform(context, orderId, options));
}
