import type { Planner } from '../../../config/planning/planner.ts';
import { type LockedOrder, lockFreeOrders } from '../../inventory/stock/locks.ts';
import { keepOrderState } from '../../inventory/stock/order-state.ts';
import type { Actor, OperationContext, Tx } from '../../platform/database/operation.ts';
import { rolledBack } from '../../platform/database/rolled-back.ts';
import { grouped } from '../../platform/database/rows.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { unknownNames } from '../planning/unknown-names.ts';
import { isWaitingDraft, orderStates } from '../states.ts';
import { completeIssue, recordIssue } from './issue.ts';
import {
  makeLists,
  type PlacedOrder,
  type PlannedDraft,
  placeOrders,
  planDrafts,
  warningsOfDraft,
} from './place-orders.ts';

export interface IssueMany {
  readonly planner: Planner;
  readonly bulkRun: number;
}

/** A request that issues an order. */
export interface IssueCall {
  readonly orderId: number;
  readonly actor: Actor;
}

/** The most lines of the orders that requests issue in one transaction: it holds the locks of all of them. */
const mostLines = 500;

/**
 * Issues the orders of requests that came at the same time. An order that something stands in the way of, that others have locked or
 * that gets a pick at once is left to a transaction of its own, which refuses it for example. The sequence of such requests is free.
 * @returns whether each is issued
 */
export async function issueTogether(tx: Tx, calls: readonly IssueCall[], planner: Planner): Promise<boolean[]> {
  const byOrder = new Map<number, Actor>();
  for (const { orderId, actor } of calls) if (!byOrder.has(orderId)) byOrder.set(orderId, actor);
  const orders = (await lockFreeOrders(tx, [...byOrder.keys()])).filter(isPlainDraft);
  const contextOf = (orderId: number): OperationContext => ({ tx, actor: byOrder.get(orderId) as Actor });
  const drafts: PlannedDraft[] = [];
  let lines = 0;
  for (const draft of await planDrafts(tx, orders, planner)) {
    const { facts, plan } = draft;
    if (lines + facts.lines.length > mostLines || plan.create_pick) continue;
    if (!(await nothingStandsInTheWay({ tx }, draft))) continue;
    drafts.push(draft);
    lines += facts.lines.length;
  }
  const issued = await issueCovered(
    tx,
    drafts,
    (short) => drafts.filter(({ order }) => !short.has(order.id)),
    async (placed) => {
      await makeLists(tx, placed);
      for (const order of placed) await recordIssue(contextOf(order.order.id), order, { ignored: [] });
    },
  );
  const done = new Set(issued);
  // Of several requests for one order, the first one has issued it. The others find it issued.
  return calls.map(({ orderId, actor }) => done.has(orderId) && byOrder.get(orderId) === actor);
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
  const { bulkRun } = options;
  return issueCovered(
    tx,
    drafts,
    (short) => firstOnes(drafts, ({ order }) => !short.has(order.id)),
    (placed) => completeIssue(context, placed, { ignored: [], bulkRun }),
  );
}

/** Returns the items before the first one that the condition does not hold for. */
function firstOnes<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? [...items] : items.slice(0, end);
}

const isPlainDraft = (order: LockedOrder): boolean =>
  orderStates.stateOf(order) === 'Draft' && order.held_at === null && !isWaitingDraft(order);

/** Returns whether a draft has no refusal and no warning, apart from stock that may be short. */
async function nothingStandsInTheWay({ tx }: Pick<OperationContext, 'tx'>, draft: PlannedDraft): Promise<boolean> {
  const { plan, facts } = draft;
  if (plan.refusals) return false;
  return warningsOfDraft(draft, [], await unknownNames(tx, plan, facts)).length === 0;
}

/**
 * Issues drafts that stock suffices for.
 * @param without returns the drafts of the next attempt, where stock was short for these orders
 * @param complete makes the lists and events of orders of one site
 * @returns the orders that are issued
 */
async function issueCovered(
  tx: Tx,
  drafts: readonly PlannedDraft[],
  without: (short: ReadonlySet<number>) => readonly PlannedDraft[],
  complete: (placed: readonly PlacedOrder[]) => Promise<void>,
): Promise<number[]> {
  if (drafts.length === 0) return [];
  // By the id of the site: in this order all operations lock stock.
  const sites = [...grouped(drafts, ({ order }) => order.site_id)].sort(([one], [other]) => one - other);
  try {
    const short = await savepoint(tx, async () => {
      // Before the first event, so that the deliveries of webhooks have the new state.
      keepOrderState(
        tx,
        drafts.map(({ order }) => order.id),
      );
      const placed: PlacedOrder[][] = [];
      for (const [, ofSite] of sites) placed.push(await placeOrders(tx, ofSite));
      const short = new Set(placed.flat().flatMap(({ order, shortages }) => (shortages.length > 0 ? [order.id] : [])));
      if (short.size > 0) return rolledBack(short);
      for (const ofSite of placed) await complete(ofSite);
      return null;
    });
    if (short === null) return drafts.map(({ order }) => order.id);
    return await issueCovered(tx, without(short), (next) => without(new Set([...short, ...next])), complete);
  } catch (error) {
    // One of the orders is refused: each is left to an issue of its own.
    if (error instanceof Problem) return [];
    throw error;
  }
}
