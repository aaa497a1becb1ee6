import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import { createPicks } from '../../fulfilment/picking/operations.ts';
import { bySite, lockOrder } from '../../inventory/stock/locks.ts';
import { orderStateIsWritten } from '../../inventory/stock/order-state.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { isoTime, personName } from '../../platform/database/sql-forms.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { isWaitingDraft } from '../../platform/states/open.ts';
import { orderStates } from '../../platform/states/states.ts';
import { assertAccepted } from '../planning/refusal.ts';
import {
  makeLists,
  type PlacedOrder,
  type PlannedDraft,
  placeOrders,
  planDrafts,
  startsPick,
  startsWithPick,
  warningsOfDraft,
} from './place-orders.ts';
import { startOrderWorkflow } from './start-workflow.ts';
import type { Shortage, Warning } from './warnings.ts';

export interface IssueOptions {
  /** Whether a warning does not stop the issue. By default each stops it. */
  readonly ignores?: ((warning: Warning) => boolean) | undefined;
  readonly bulkRun?: number | null | undefined;
  /** True if the workflow of the order makes the call: it runs already, and reads the plan by itself. */
  readonly byWorkflow?: boolean | undefined;
  /** True before the date of a request: the order is not issued, and the refusal tells what else stands in the way. */
  readonly isEarly?: boolean | undefined;
}

export interface IssueInput extends IssueOptions {
  readonly orderId: number;
  readonly planner: Planner;
}

/** What stands in the way of an issue. */
export interface IssueRefusal {
  readonly warnings: readonly Warning[];
  readonly shortages: readonly Shortage[];
  readonly facts: OrderFacts;
  readonly plan: Plan;
}

const codesOf = (warnings: readonly Warning[]): string[] => [...new Set(warnings.map(({ code }) => code))];

/** What an issue ignored, and who had asked for it; for the timeline and the details of the workflow. */
const issuedDetail = (ruleset: string, ignored: readonly string[], request: { by: string; at: string } | null) => ({
  ruleset,
  ...(ignored.length > 0 ? { ignored } : {}),
  ...(request ? { requested_by: request.by, requested_at: request.at } : {}),
});

/**
 * Issues an order in one transaction: checks it, pins its plan, creates its work, reserves stock, creates the pick if the plan
 * says so, and has its workflow started. Repeating it changes nothing.
 * @throws order.warnings (428) with all warnings, unless all of them are ignored
 */
export const issue = operation('salesorder.issue', async (context, input: IssueInput): Promise<void> => {
  const refusal = await issueOrder(context, input);
  if (refusal) throw warned(refusal.warnings);
});

/** Returns the problem of an order with warnings. */
export const warned = (warnings: readonly Warning[]): Problem =>
  problem('order.warnings', 'The order has warnings. To issue it in spite of them, send ignore_warnings=1.', {
    warnings,
  });

/**
 * Issues one order.
 * @returns what stands in the way; the caller then rolls back. Null for an order that is issued
 */
export async function issueOrder(context: OperationContext, input: IssueInput): Promise<IssueRefusal | null> {
  const order = await lockOrder(context.tx, input.orderId);
  if (orderStates.repeated('issue', order)) return null;
  const drafts = await planDrafts(context.tx, [order], input.planner);
  const refusals = await issueOrders(context.tx, drafts, () => context, input);
  return refusals.get(order.id) ?? null;
}

/**
 * Issues orders by statements over all of them: the price of an issue goes by the statement and not by the order (docs/measurements.md).
 * Stock is reserved for the first order first. If something stands in the way of one of them, none is issued, and the caller
 * rolls back what was written.
 * @param drafts the orders, which are locked, with their plans
 * @param contextOf returns the context of the request that issues an order
 * @returns what stands in the way, by order; empty if all are issued
 * @throws order.refused-by-plugin
 */
export async function issueOrders(
  tx: Tx,
  drafts: readonly PlannedDraft[],
  contextOf: (orderId: number) => OperationContext,
  options: IssueOptions,
): Promise<ReadonlyMap<number, IssueRefusal>> {
  for (const { facts, plan } of drafts) assertAccepted(facts, plan);
  const sites: PlacedOrder[][] = [];
  // By the id of the site: in this order all operations lock stock.
  for (const [, ofSite] of bySite(drafts, ({ order }) => order)) sites.push(await placeOrders(tx, ofSite));
  const refusals = new Map(sites.flat().flatMap((placed) => refusalOf(placed, options)));
  if (refusals.size > 0) return refusals;
  for (const placed of sites) {
    await makeLists(tx, placed);
    for (const order of placed) await recordIssue(contextOf(order.order.id), order, options);
    const picked = placed.filter(startsWithPick).map(({ order }) => order.id);
    orderStateIsWritten(tx, picked);
    const picks = grouped(placed.filter(startsPick), ({ order }) => contextOf(order.id));
    for (const [context, orders] of picks) {
      const orderIds = orders.map(({ order }) => order.id);
      await createPicks(context, firstOf(orders).order.site_id, orderIds);
    }
  }
  return refusals;
}

function refusalOf(placed: PlacedOrder, { ignores = () => false, isEarly }: IssueOptions): [number, IssueRefusal][] {
  const { order, shortages, facts, plan } = placed;
  const warnings = warningsOfDraft(placed, shortages).filter((warning) => !ignores(warning));
  return isEarly || warnings.length > 0 ? [[order.id, { warnings, shortages, facts, plan }]] : [];
}

/** Records the events of an order that is issued, and starts its workflow. */
async function recordIssue(
  context: OperationContext,
  placed: PlacedOrder,
  { byWorkflow = false, bulkRun = null }: IssueOptions,
): Promise<void> {
  const { order, facts, plan, shortages } = placed;
  const { id } = order;
  const request = isWaitingDraft(order) ? await endRequest(context.tx, id) : null;
  const ignored = codesOf(warningsOfDraft(placed, shortages));
  const detail = issuedDetail(plan.ruleset, ignored, request);
  await recordEvent(context, { event: 'salesorder.issued', id, orders: [id], detail });
  if (plan.hold !== null) {
    await recordEvent(context, { event: 'salesorder.held', id, orders: [id], detail: { reason: plan.hold } });
  }
  // The name of the user is added where the start row is written.
  const issued = { by: '', ignored };
  const held = plan.hold !== null || order.held_at !== null;
  if (!byWorkflow) startOrderWorkflow(context, { facts, plan, bulkRun, held, issued });
}

/** Deletes the request of a waiting draft. @returns who had asked, and when */
export async function endRequest(tx: Tx, orderId: number): Promise<{ by: string; at: string } | null> {
  const { rows } = await sql<{ by: string; at: string }>`
    -- Deletes the request with its needs, and names the user who made it.
    with gone as (delete from issue_request where order_id = ${orderId} returning account_id, created_at)
    select ${personName('a')} as by, ${isoTime('g.created_at')} as at from gone g join account a on a.id = g.account_id`.execute(
    tx,
  );
  return rows[0] ?? null;
}
