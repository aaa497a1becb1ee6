import type { Step } from '../../../config/planning/plan.ts';
import { bySite, type LockedOrder, lockFreeOrders, lockStockOf } from '../../inventory/stock/locks.ts';
import { keepOrderState } from '../../inventory/stock/order-state.ts';
import { type CallContext, type OperationContext, operation } from '../../platform/database/operation.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { packLocked } from '../packing/perform.ts';
import { pickLocked } from '../picking/perform.ts';
import { pickUpLocked } from '../pickup/perform.ts';
import { shipLocked } from '../shipping/perform.ts';
import { awaitsLabels, awaitsRules, workRefusal } from '../work/guards.ts';

/** An order, and its steps that come next, in their order. */
export interface OrderSteps {
  readonly orderId: number;
  readonly steps: readonly Step[];
}

/** A step that is done, and the pick, pack, ship or pickup of the order alone. */
export interface DoneStep {
  readonly step: Step;
  readonly id: number;
}

/** In the order of their execution. */
const allSteps = [
  ['pick', pickLocked],
  ['pack', packLocked],
  ['ship', shipLocked],
  ['pickup', pickUpLocked],
] as const;

/** The steps that take units out of places that orders share, and those after them: all that they need is in cartons of their own. */
const halves = [
  ['pick', 'pack'],
  ['ship', 'pickup'],
] as const satisfies readonly (readonly Step[])[];

/**
 * From this number of orders on, each half has its own transaction, so that the next call gets the locks of the stock earlier: orders
 * that share a part are a quarter faster. For fewer orders the five further statements would cost more than that.
 */
const manyOrders = 8;

/**
 * Does steps of many orders, each order with picks, packs, ships and pickups of its own. The number of statements
 * determines the cost, so each statement is over all orders (docs/measurements.md). Few orders share one transaction.
 *
 * It does only steps that need no decision. A step that is refused, needs rules first, continues open records or belongs to an
 * order that others have locked is not done, and neither are the steps after it: the caller does it with a call of its own, which
 * says why it refuses. If a step fails only when it is done, its whole transaction is rolled back, and its steps are left to such
 * calls. That is rare, and a savepoint for each step would cost each batch eight statements.
 * @returns the steps that are done, for each order in the order of the input
 */
export async function performSteps(call: CallContext, orders: readonly OrderSteps[]): Promise<DoneStep[][]> {
  if (orders.length < manyOrders) return performUnlessRefused(call, orders);
  const done: DoneStep[][] = orders.map(() => []);
  for (const half of halves) {
    const left = orders.flatMap(({ orderId, steps }, at) => {
      const next = steps.slice(done[at]?.length ?? 0).filter((step) => half.some((one) => one === step));
      const isNext = next.length > 0 && next[0] === steps[done[at]?.length ?? 0];
      return isNext ? [{ orderId, steps: next, at }] : [];
    });
    if (left.length === 0) continue;
    const made = await performUnlessRefused(call, left).catch((error: unknown) => {
      // The first half is committed: each order learns the rest from its own call.
      if (done.every((steps) => steps.length === 0)) throw error;
      return [];
    });
    for (const [index, { at }] of left.entries()) done[at]?.push(...(made[index] ?? []));
  }
  return done;
}

async function performUnlessRefused(call: CallContext, orders: readonly OrderSteps[]): Promise<DoneStep[][]> {
  try {
    return await performTogether(call, orders);
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return orders.map(() => []);
    throw error;
  }
}

const performTogether = operation(
  'task.performmany',
  async (context, orders: readonly OrderSteps[]): Promise<DoneStep[][]> => {
    const { tx } = context;
    const ids = orders.map(({ orderId }) => orderId);
    const stepsOf = new Map(orders.map(({ orderId, steps }) => [orderId, steps]));
    const locked = new Map((await lockFreeOrders(tx, ids)).map((order) => [order.id, order]));
    keepOrderState(tx, [...locked.keys()]);
    const sharing = [...locked.values()].filter((order) => takesFromSharedPlaces(order, stepsOf.get(order.id) ?? []));
    for (const [siteId, ofSite] of bySite(sharing, (order) => order)) {
      const own = ofSite.map(({ id }) => id);
      await lockStockOf(tx, siteId, own);
    }
    const done = new Map<number, DoneStep[]>(ids.map((id) => [id, []]));
    for (const [step, perform] of allSteps) {
      const due = orders.flatMap(({ orderId, steps }) => {
        const order = locked.get(orderId);
        return order && steps[done.get(orderId)?.length ?? 0] === step && canStart(context, order, step) ? [order] : [];
      });
      for (const [, ofSite] of bySite(due, (order) => order)) {
        const made = await perform(context, ofSite, { apart: true });
        for (const [orderId, id] of made) done.get(orderId)?.push({ step, id });
      }
    }
    return ids.map((id) => done.get(id) ?? []);
  },
);

/** Whether steps take units from storage or from the moving location. A pickup does so for an order that is not packed. */
const takesFromSharedPlaces = ({ required }: LockedOrder, steps: readonly Step[]): boolean =>
  steps.some((step) => step === 'pick' || step === 'pack') || (steps.includes('pickup') && !required.includes('pack'));

/** Returns whether nothing refuses the step of an order. */
const canStart = (context: OperationContext, order: LockedOrder, step: Step): boolean =>
  workRefusal(order, step) === null && !awaitsRules(order, step) && !awaitsLabels(context, order, step);
