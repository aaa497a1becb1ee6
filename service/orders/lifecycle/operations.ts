import type { Planner } from '../../../planning/planner.ts';
import { type LockedOrder, lockOrder } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { reach } from '../planning/deferred-rules.ts';
import { replan } from '../planning/replan.ts';
import { orderStates } from '../states.ts';
import { closeShort, unissue, voidOrder } from './give-back.ts';
import { hold, release } from './hold.ts';
import { issue } from './issue.ts';

export type { Warning } from './warnings.ts';

/** An order as far as it decides whether there is anything to do. */
export type OrderStanding = Pick<LockedOrder, 'id' | 'number' | 'status_id' | 'held_at' | 'hold_reason'>;

export interface OrderActionOptions {
  readonly planner: Planner;
  readonly ignoreWarnings?: boolean | undefined;
  /** Why an order is held. */
  readonly reason?: string | undefined;
  /** Who plans anew, for the timeline. */
  readonly by: string;
  readonly bulkRun: number | null;
}

/** Null where it is done; why there was nothing to do after all; or the autowork that was asked for, which will tell. */
export type OrderActionResult = null | string | { readonly autoworkId: number };

/** One thing that is done with an order, as part of a transaction of whoever does it with many. */
export interface OrderAction {
  /**
   * Why there is nothing to do; null where there is.
   * @throws order.state where the state of the order does not allow it
   */
  idle(order: OrderStanding, options: Pick<OrderActionOptions, 'reason'>): string | null;
  perform(context: OperationContext, orderId: number, options: OrderActionOptions): Promise<OrderActionResult>;
}

type Move = 'issue' | 'unissue' | 'void' | 'closeShort';

const inState = (order: OrderStanding): string => `Order ${order.number} is ${orderStates.stateOf(order)} already.`;
const repeats = (move: Move) => (order: OrderStanding) => (orderStates.repeated(move, order) ? inState(order) : null);

/** What there is to do with an order by one call, by the last word of its address. */
export const orderActions = {
  issue: {
    idle: repeats('issue'),
    async perform(context, orderId, { planner, ignoreWarnings = false, bulkRun }) {
      await issue.within(context, { orderId, ignoreWarnings, planner, bulkRun });
      return null;
    },
  },
  unissue: {
    idle: repeats('unissue'),
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
    async perform(context, orderId, { planner, by }) {
      const { was, ruleset, differences } = await replan.within(context, { orderId, planner, ruleset: null, by });
      return differences.length === 0 && was === ruleset ? `It goes by the rule set ${ruleset} already.` : null;
    },
  },
} satisfies Record<string, OrderAction>;

/**
 * Does it, or says why there is nothing to do.
 * @throws Problem where the order is refused; RulesPending where rules have to speak first
 */
export async function doTo(
  context: OperationContext,
  deed: OrderAction,
  orderId: number,
  options: OrderActionOptions,
): Promise<OrderActionResult> {
  const order = await lockOrder(context.tx, orderId);
  return deed.idle(order, options) ?? (await deed.perform(context, orderId, options));
}

/** Has the rules speak that are evaluated when orders come to a step, as part of a transaction that goes on after it. */
export async function reachStep(
  context: OperationContext,
  orderIds: readonly number[],
  step: Parameters<typeof reach.within>[1]['step'],
  planner: Planner,
): Promise<void> {
  for (const orderId of orderIds) await reach.within(context, { orderId, step, waited: null, planner });
}
