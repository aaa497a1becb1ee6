import type { Planner } from '../../../config/planning/planner.ts';
import { lockFreeOrders } from '../../inventory/stock/locks.ts';
import { keepOrderState } from '../../inventory/stock/order-state.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { rolledBack } from '../../platform/database/rolled-back.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { orderStates } from '../../platform/states/states.ts';
import { issueOrders } from './issue.ts';
import { type PlannedDraft, planDrafts, warningsOfDraft } from './place-orders.ts';

export interface IssueMany {
  readonly planner: Planner;
  /** Returns the context of the request that issues an order. */
  readonly contextOf: (orderId: number) => OperationContext;
  readonly bulkRun?: number;
  /**
   * True if each order gets what those before it have left, as if it were issued after them. Then the orders after the first one that
   * something stands in the way of are not issued either.
   */
  readonly inSequence: boolean;
  /** The most lines of the orders: the transaction holds the locks of all of them. */
  readonly mostLines?: number;
}

/**
 * Issues those of the orders that nothing stands in the way of. The others are left to transactions of their own, which issue or refuse
 * them: those that are held, refused, locked by others or no draft, or have a warning. If stock is short, all is rolled back and
 * repeated without the orders that are short.
 * @returns the orders that are issued
 */
export async function issueMany(
  tx: Tx,
  orderIds: readonly number[],
  { planner, contextOf, bulkRun, inSequence, mostLines = Number.POSITIVE_INFINITY }: IssueMany,
): Promise<ReadonlySet<number>> {
  const those = <Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly Item[] => {
    if (!inSequence) return items.filter(fits);
    const end = items.findIndex((item) => !fits(item));
    return end < 0 ? items : items.slice(0, end);
  };
  const issueThose = async (drafts: readonly PlannedDraft[]): Promise<readonly PlannedDraft[]> => {
    if (drafts.length === 0) return [];
    const refusals = await savepoint(tx, async () => {
      // Before the first event, so that the deliveries of webhooks have the new state.
      keepOrderState(
        tx,
        drafts.map(({ order }) => order.id),
      );
      const refusals = await issueOrders(tx, drafts, contextOf, { bulkRun });
      return refusals.size > 0 ? rolledBack(refusals) : refusals;
    });
    return refusals.size === 0 ? drafts : issueThose(those(drafts, ({ order }) => !refusals.has(order.id)));
  };
  const free = new Map((await lockFreeOrders(tx, orderIds)).map((order) => [order.id, order]));
  const orders = those(
    orderIds.flatMap((id) => free.get(id) ?? []),
    (order) => orderStates.stateOf(order) === 'Draft',
  );
  let lines = 0;
  const drafts = those(await planDrafts(tx, orders, planner), (draft) => {
    if (lines + draft.facts.lines.length > mostLines || !nothingStandsInTheWay(draft)) return false;
    lines += draft.facts.lines.length;
    return true;
  });
  try {
    return new Set((await issueThose(drafts)).map(({ order }) => order.id));
  } catch (error) {
    // One of the orders is refused: each is left to an issue of its own.
    if (error instanceof Problem) return new Set();
    throw error;
  }
}

/** Returns whether a draft has no refusal and no warning, apart from stock that may be short. */
const nothingStandsInTheWay = (draft: PlannedDraft): boolean =>
  !draft.plan.refusals && warningsOfDraft(draft, []).length === 0;
