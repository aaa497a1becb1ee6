import { sql } from 'kysely';
import type { Planner } from '../../../planning/planner.ts';
import { createPick } from '../../fulfilment/picking/operations.ts';
import { makeWork } from '../../fulfilment/work/make-work.ts';
import { makePicklines } from '../../fulfilment/work/picklines.ts';
import { readyOrders } from '../../fulfilment/work/ready.ts';
import { lockOrder, lockStock } from '../../inventory/stock/locks.ts';
import { reserve } from '../../inventory/stock/reserve.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { orderFacts } from '../planning/facts.ts';
import { pin } from '../planning/pin.ts';
import { planAtIssue } from '../planning/plan.ts';
import { orderStates } from '../states.ts';
import { startOrderWorkflow } from './start-workflow.ts';
import { type Shortage, warningsOf } from './warnings.ts';

export interface IssueInput {
  orderId: number;
  ignoreWarnings: boolean;
  planner: Planner;
  bulkRun?: number | null;
}

/**
 * Issues an order in one transaction: checks it, pins its plan, creates its work, reserves stock, creates the pick if the plan
 * says so, and has its workflow started. Repeating it changes nothing.
 * @throws order.warnings (428) with all warnings, unless `ignoreWarnings` is set
 */
export const issue = operation('salesorder.issue', async (context, input: IssueInput) => {
  const { tx } = context;
  const order = await lockOrder(tx, input.orderId);
  if (orderStates.repeated('issue', order)) return;
  const { facts, lineIssues } = await orderFacts(tx, order.id);
  const plan = planAtIssue(input.planner, facts);

  await pin(tx, facts, plan);
  const required = plan.steps.filter((step) => step.required).map((step) => step.step);
  const { pickWork, partIds } = await makeWork(tx, order, required);
  await lockStock(tx, order.site_id, partIds);
  const allocations = await reserve(tx, order.site_id, pickWork);
  if (!input.ignoreWarnings) {
    const holdReason = order.held_at === null ? null : order.hold_reason;
    const warnings = warningsOf(facts, plan, lineIssues, holdReason, await shortages(tx, order.id));
    if (warnings.length > 0) {
      throw problem('order.warnings', 'The order has warnings. To issue it in spite of them, send ignore_warnings=1.', {
        warnings,
      });
    }
  }
  await makePicklines(tx, order, allocations);
  if (pickWork.length === 0) await readyOrders(tx, [order.id]);
  await recordEvent(context, {
    event: 'salesorder.issued',
    id: order.id,
    orders: [order.id],
    detail: { ruleset: plan.ruleset },
  });
  if (plan.hold !== null) {
    await recordEvent(context, {
      event: 'salesorder.held',
      id: order.id,
      orders: [order.id],
      detail: { reason: plan.hold },
    });
  }
  startOrderWorkflow(context, { facts, plan, bulkRun: input.bulkRun ?? null });
  if (plan.create_pick && allocations.length > 0 && plan.hold === null && order.held_at === null) {
    await createPick.within(context, { orderIds: [order.id] });
  }
});

/** Reads the quantities that could not be reserved. */
async function shortages(tx: OperationContext['tx'], orderId: number): Promise<Shortage[]> {
  const { rows } = await sql<Shortage>`
    -- Reads the work that stock is short for.
    select w.line_id, p.number as part, trim_scale(w.qty)::text as qty, trim_scale(w.qty_short)::text as short
    from work w join part p on p.id = w.part_id
    where w.order_id = ${orderId} and w.qty_short > 0 order by w.line_id, p.id`.execute(tx);
  return rows;
}
