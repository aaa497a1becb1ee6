import { sql } from 'kysely';
import type { Plan } from '../../plugins/plan.ts';
import type { Planner } from '../../plugins/planner.ts';
import { lockOrder, lockStock } from '../database/locks.ts';
import { reserve } from '../inventory/stock.ts';
import { type OperationContext, operation } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { makePicklines } from '../picking/picklines.ts';
import { createPick } from '../picking/operations.ts';
import { readyOrders } from '../pickup/ready.ts';
import { problem } from '../problems.ts';
import { engineStart } from './engine-start.ts';
import { orderFacts } from './facts.ts';
import { isOpen, statusName } from './guards.ts';
import { type Shortage, warningsOf } from './warnings.ts';
import { makeWork, orderStatus } from './work.ts';

/** What issuing needs beside the transaction. */
export interface IssueInput {
  orderId: number;
  ignoreWarnings: boolean;
  planner: Planner;
  bulkRun?: number | null;
}

/**
 * Issues an order: checks it, plans its steps and pins the plan, makes its work, reserves stock, perhaps creates the pick, and
 * tells the engine; all in one transaction (design page §5). Repeating it changes nothing.
 * @throws order.warnings (428) with all of them, unless they are to be ignored
 */
export const issue = operation('salesorder.issue', async (context, input: IssueInput) => {
  const { tx } = context;
  const order = await lockOrder(tx, input.orderId);
  if (isOpen(order) || order.status_id === orderStatus.fulfilled) return;
  if (order.status_id !== orderStatus.draft) {
    throw problem('order.state', `Order ${order.number} is ${statusName(order)} and can't be issued. Clone it to start anew.`);
  }
  const { facts, concerns } = await orderFacts(tx, order.id);
  const plan = input.planner.plan(facts);

  await pin(context, order.id, plan);
  const required = plan.steps.filter((step) => step.required).map((step) => step.step);
  const { pickWork, partIds } = await makeWork(tx, order.id, required);
  await lockStock(tx, order.site_id, partIds);
  const allotments = await reserve(tx, order.site_id, pickWork);
  if (!input.ignoreWarnings) {
    const warnings = warningsOf(facts, concerns, order.held_at === null ? null : order.hold_reason, await shortages(tx, order.id));
    if (warnings.length > 0) {
      throw problem('order.warnings', 'Look at the warnings; ignore_warnings=1 issues the order all the same.', { warnings });
    }
  }
  await makePicklines(tx, order.id, allotments);
  if (pickWork.length === 0) await readyOrders(tx, [order.id]);
  await happened(context, { event: 'salesorder.issued', id: order.id, orders: [order.id], detail: { ruleset: plan.ruleset } });
  engineStart(context, { facts, plan, bulkRun: input.bulkRun ?? null });
  if (plan.create_pick && allotments.length > 0 && plan.hold === null && order.held_at === null) {
    await createPick.within(context, { orderIds: [order.id] });
  }
});

async function pin({ tx }: OperationContext, orderId: number, plan: Plan): Promise<void> {
  await sql`
    update salesorder set status_id = ${orderStatus.issued}, issue_date = now(), issue_count = issue_count + 1,
      plan = ${JSON.stringify(plan)}::jsonb, ruleset = ${plan.ruleset}, attention = null,
      priority = coalesce(${plan.priority}, priority),
      held_at = case when ${plan.hold}::text is null then held_at else now() end,
      hold_reason = coalesce(${plan.hold}, hold_reason), updated_at = now()
    where id = ${orderId}`.execute(tx);
}

async function shortages(tx: OperationContext['tx'], orderId: number): Promise<Shortage[]> {
  const { rows } = await sql<Shortage>`
    select w.line_id, p.number as part, trim_scale(w.qty)::text as qty, trim_scale(w.qty_short)::text as short
    from work w join part p on p.id = w.part_id
    where w.order_id = ${orderId} and w.qty_short > 0 order by w.line_id, p.id`.execute(tx);
  return rows;
}
