import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import { createPicks } from '../../fulfilment/picking/operations.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { isoTime, personName } from '../../platform/database/sql-forms.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { demandAccepted } from '../planning/refusal.ts';
import { unknownNames } from '../planning/unknown-names.ts';
import { isWaitingDraft, orderStates } from '../states.ts';
import { makeLists, type PlacedOrder, placeOrders, planDrafts, startsPick, warningsOfDraft } from './place-orders.ts';
import { startOrderWorkflow } from './start-workflow.ts';
import type { Shortage, Warning } from './warnings.ts';

export interface IssueInput {
  orderId: number;
  /** True if no warning stops the issue. */
  ignoreWarnings: boolean;
  /** The warnings that do not stop the issue of a waiting draft, by the operators' file. */
  ignores?: (warning: Warning) => boolean;
  planner: Planner;
  bulkRun?: number | null;
  /** True if the workflow of the order makes the call: it runs already, and reads the plan by itself. */
  byWorkflow?: boolean;
  /** True before the date of a request: the order is not issued, and the refusal tells what else stands in the way. */
  isEarly?: boolean;
}

/** What stands in the way of an issue. The caller rolls back what was written. */
export interface IssueRefusal {
  readonly warnings: readonly Warning[];
  readonly shortages: readonly Shortage[];
  readonly facts: OrderFacts;
  readonly plan: Plan;
}

const codesOf = (warnings: readonly Warning[]): string[] => [...new Set(warnings.map(({ code }) => code))];

/** What an issue ignored, and who had asked for it; for the timeline and the details of the workflow. */
const issuedDetail = (ruleset: string, ignored: readonly Warning[], request: { by: string; at: string } | null) => ({
  ruleset,
  ...(ignored.length > 0 ? { ignored: codesOf(ignored) } : {}),
  ...(request ? { requested_by: request.by, requested_at: request.at } : {}),
});

/**
 * Issues an order in one transaction: checks it, pins its plan, creates its work, reserves stock, creates the pick if the plan
 * says so, and has its workflow started. Repeating it changes nothing.
 * @throws order.warnings (428) with all warnings, unless all of them are ignored
 */
export const issue = operation('salesorder.issue', async (context, input: IssueInput): Promise<void> => {
  const refusal = await tryIssue(context, input);
  if (refusal) throw warned(refusal.warnings);
});

/** Returns the problem of an order with warnings. */
export const warned = (warnings: readonly Warning[]): Problem =>
  problem('order.warnings', 'The order has warnings. To issue it in spite of them, send ignore_warnings=1.', {
    warnings,
  });

/**
 * Issues an order, unless something stands in the way.
 * @returns what stands in the way; the caller then rolls back. Null for an order that is issued
 */
export async function tryIssue(context: OperationContext, input: IssueInput): Promise<IssueRefusal | null> {
  const { tx } = context;
  const order = await lockOrder(tx, input.orderId);
  if (orderStates.repeated('issue', order)) return null;
  const draft = firstOf(await planDrafts(tx, [order], input.planner));
  const { facts, plan } = draft;
  demandAccepted(facts, plan);
  const placed = firstOf(await placeOrders(tx, [draft]));
  const { shortages } = placed;
  const warnings = warningsOfDraft(draft, shortages, await unknownNames(tx, plan, facts));
  const ignored = warnings.filter((warning) => input.ignoreWarnings || input.ignores?.(warning));
  if (input.isEarly || ignored.length < warnings.length) {
    const left = warnings.filter((warning) => !ignored.includes(warning));
    return { warnings: left, shortages, facts, plan };
  }
  const { byWorkflow, bulkRun } = input;
  await completeIssue(context, [placed], { ignored, byWorkflow, bulkRun });
  return null;
}

/** How orders are issued. */
interface Completion extends Pick<IssueInput, 'byWorkflow' | 'bulkRun'> {
  /** The warnings in spite of which they are issued. */
  readonly ignored: readonly Warning[];
}

/** Makes the lists of placed orders of one site, records their events, starts their workflows, and makes their picks. */
export async function completeIssue(
  context: OperationContext,
  placed: readonly PlacedOrder[],
  completion: Completion,
): Promise<void> {
  await makeLists(context.tx, placed);
  for (const order of placed) await recordIssue(context, order, completion);
  const orderIds = placed.filter(startsPick).map(({ order }) => order.id);
  if (orderIds.length > 0) await createPicks(context, firstOf(placed).order.site_id, orderIds);
}

/** Records the events of an order that is issued, and starts its workflow. */
export async function recordIssue(
  context: OperationContext,
  { order, facts, plan }: PlacedOrder,
  { ignored, byWorkflow = false, bulkRun = null }: Completion,
): Promise<void> {
  const { id } = order;
  const request = isWaitingDraft(order) ? await endRequest(context.tx, id) : null;
  const detail = issuedDetail(plan.ruleset, ignored, request);
  await recordEvent(context, { event: 'salesorder.issued', id, orders: [id], detail });
  if (plan.hold !== null) {
    await recordEvent(context, { event: 'salesorder.held', id, orders: [id], detail: { reason: plan.hold } });
  }
  // The name of the user is added where the start row is written.
  const issued = { by: '', ignored: codesOf(ignored) };
  if (!byWorkflow) startOrderWorkflow(context, { facts, plan, bulkRun, issued });
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
