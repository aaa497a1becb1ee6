import { sql } from 'kysely';
import type { Plan } from '../../../planning/plan.ts';
import type { Planner } from '../../../planning/planner.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import { createPick } from '../../fulfilment/picking/operations.ts';
import { makeWork } from '../../fulfilment/work/make-work.ts';
import { makePicklines } from '../../fulfilment/work/picklines.ts';
import { readyOrders } from '../../fulfilment/work/ready.ts';
import { lockOrder, lockStock } from '../../inventory/stock/locks.ts';
import { reserve } from '../../inventory/stock/reserve.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { isoTime, personName } from '../../platform/database/sql-forms.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { orderFacts } from '../planning/facts.ts';
import { pin } from '../planning/pin.ts';
import { planAtIssue } from '../planning/plan.ts';
import { demandAccepted } from '../planning/refusal.ts';
import { unknownNames } from '../planning/unknown-names.ts';
import { isWaitingDraft, orderStates } from '../states.ts';
import { startOrderWorkflow } from './start-workflow.ts';
import { type Shortage, type Warning, warningsOf } from './warnings.ts';

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
  readonly warnings: Warning[];
  readonly shortages: Shortage[];
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
  const { facts, lineIssues, now } = await orderFacts(tx, order.id);
  const plan = planAtIssue(input.planner, { facts, now });

  demandAccepted(facts, plan);
  await pin(tx, facts, plan);
  const required = plan.steps.filter((step) => step.required).map((step) => step.step);
  const { pickWork, partIds } = await makeWork(tx, order, required);
  await lockStock(tx, order.site_id, partIds);
  const allocations = await reserve(tx, order.site_id, pickWork);
  const short = await shortages(tx, order.id);
  const holdReason = order.held_at === null ? null : order.hold_reason;
  const unknown = await unknownNames(tx, plan, facts);
  const warnings = warningsOf(facts, plan, lineIssues, holdReason, { shortages: short, unknown });
  const ignored = warnings.filter((warning) => input.ignoreWarnings || input.ignores?.(warning));
  if (input.isEarly || ignored.length < warnings.length) {
    const left = warnings.filter((warning) => !ignored.includes(warning));
    return { warnings: left, shortages: short, facts, plan };
  }
  await makePicklines(tx, order, allocations);
  if (pickWork.length === 0) await readyOrders(tx, [order.id]);
  const request = isWaitingDraft(order) ? await endRequest(tx, order.id) : null;
  await recordEvent(context, {
    event: 'salesorder.issued',
    id: order.id,
    orders: [order.id],
    detail: issuedDetail(plan.ruleset, ignored, request),
  });
  if (plan.hold !== null) {
    await recordEvent(context, {
      event: 'salesorder.held',
      id: order.id,
      orders: [order.id],
      detail: { reason: plan.hold },
    });
  }
  if (!input.byWorkflow) {
    // The name of the user is added where the start row is written.
    const issued = { by: '', ignored: codesOf(ignored) };
    startOrderWorkflow(context, { facts, plan, bulkRun: input.bulkRun ?? null, issued });
  }
  if (plan.create_pick && allocations.length > 0 && plan.hold === null && order.held_at === null) {
    await createPick.within(context, { orderIds: [order.id] });
  }
  return null;
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

/** Reads the quantities that could not be reserved. */
async function shortages(tx: OperationContext['tx'], orderId: number): Promise<Shortage[]> {
  const { rows } = await sql<Shortage>`
    -- Reads the work that stock is short for.
    select w.line_id, p.id as part_id, p.number as part, trim_scale(w.qty)::text as qty, trim_scale(w.qty_short)::text as short
    from work w join part p on p.id = w.part_id
    where w.order_id = ${orderId} and w.qty_short > 0 order by w.line_id, p.id`.execute(tx);
  return rows;
}
