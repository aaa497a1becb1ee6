import type { Planner } from '../../../planning/planner.ts';
import { type LockedOrder, lockFreeOrders } from '../../inventory/stock/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { grouped } from '../../platform/database/rows.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { unknownNames } from '../planning/unknown-names.ts';
import { isWaitingDraft, orderStates } from '../states.ts';
import { completeIssue } from './issue.ts';
import { type PlacedOrder, type PlannedDraft, placeOrders, planDrafts, warningsOfDraft } from './place-orders.ts';

export interface IssueMany {
  readonly planner: Planner;
  readonly bulkRun: number;
}

/**
 * Issues the first of the orders, up to the first one that something stands in the way of, by statements over all of them: the price of
 * an issue goes by the statement and not by the order (docs/measurements.md). The caller issues or refuses the next one by itself. So
 * each order gets what those before it have left, as if it were issued after them.
 *
 * Something stands in the way of an order that is held, refused or no draft, or has a warning. If stock is short, all is rolled back and
 * repeated up to the first order that is short. Orders that others have locked are passed over.
 * @returns the orders that are issued; none where the first one has to go by itself
 */
export async function issueMany(
  context: OperationContext,
  orderIds: readonly number[],
  options: IssueMany,
): Promise<number[]> {
  const { tx } = context;
  const free = new Map((await lockFreeOrders(tx, orderIds)).map((order) => [order.id, order]));
  const orders = firstOnes(
    orderIds.flatMap((id) => free.get(id) ?? []),
    isPlainDraft,
  );
  const drafts: PlannedDraft[] = [];
  for (const draft of await planDrafts(tx, orders, options.planner)) {
    if (!(await nothingStandsInTheWay(context, draft))) break;
    drafts.push(draft);
  }
  return issueCovered(context, drafts, options.bulkRun);
}

/** Returns the items before the first one that the condition does not hold for. */
function firstOnes<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? [...items] : items.slice(0, end);
}

const isPlainDraft = (order: LockedOrder): boolean =>
  orderStates.stateOf(order) === 'Draft' && order.held_at === null && !isWaitingDraft(order);

/** Returns whether a draft has no refusal and no warning, apart from stock that may be short. */
async function nothingStandsInTheWay({ tx }: OperationContext, draft: PlannedDraft): Promise<boolean> {
  const { plan, facts } = draft;
  if (plan.refusals) return false;
  return warningsOfDraft(draft, [], await unknownNames(tx, plan, facts)).length === 0;
}

/** Ends an attempt in which stock was short, and carries the drafts before the first one that it was short for. */
class StockShort extends Error {
  readonly before: readonly PlannedDraft[];
  constructor(before: readonly PlannedDraft[]) {
    super('stock is short');
    this.before = before;
  }
}

/** Issues drafts up to the first one that stock is short for. @returns their orders */
async function issueCovered(
  context: OperationContext,
  drafts: readonly PlannedDraft[],
  bulkRun: number,
): Promise<number[]> {
  if (drafts.length === 0) return [];
  // By the id of the site: in this order all operations lock stock.
  const sites = [...grouped(drafts, ({ order }) => order.site_id)].sort(([one], [other]) => one - other);
  try {
    await savepoint(context.tx, async (tx) => {
      const placed: PlacedOrder[][] = [];
      for (const [, ofSite] of sites) placed.push(await placeOrders(tx, ofSite));
      const short = new Set(placed.flat().flatMap(({ order, shortages }) => (shortages.length > 0 ? [order.id] : [])));
      if (short.size > 0) throw new StockShort(firstOnes(drafts, ({ order }) => !short.has(order.id)));
      for (const ofSite of placed) await completeIssue(context, ofSite, { ignored: [], bulkRun });
    });
    return drafts.map(({ order }) => order.id);
  } catch (error) {
    if (error instanceof StockShort) return issueCovered(context, error.before, bulkRun);
    // One of the orders is refused: each is left to an issue of its own.
    if (error instanceof Problem) return [];
    throw error;
  }
}
