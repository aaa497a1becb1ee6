import type { Plan } from '../../../planning/plan.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import { type OrderInput, orderTitle, orderWorkflowId } from '../../../workflows/contract/order.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { startWorkflow } from '../../platform/events/record-event.ts';
import { momentsOf } from '../progress/moments.ts';
import { whyOf } from '../progress/why.ts';
import { ruleLines } from './rule-lines.ts';

/** Has the relay start the order's workflow once the transaction is through; all it has to know goes along. */
export function engineStart(
  context: OperationContext,
  { facts, plan, bulkRun }: { facts: OrderFacts; plan: Plan; bulkRun: number | null },
): void {
  const input: OrderInput = {
    orderId: facts.id,
    number: facts.number,
    title: orderTitle(facts.number, facts.customer.name, plan.carrier?.name ?? facts.carrier?.name),
    customerId: facts.customer_id,
    customerName: facts.customer.name,
    ruleset: plan.ruleset,
    bulkRun,
    lines: facts.lines.length,
    steps: plan.steps.map((planned) => {
      const { step, required, by } = planned;
      const { again: deferred, waits } = momentsOf(plan, step);
      return { step, required, by, deferred, waits, why: whyOf(planned) };
    }),
    carrier: plan.carrier,
    rules: ruleLines(plan),
  };
  startWorkflow(context, orderWorkflowId(facts.id), input);
}
