import type { OrderFacts } from '../../plugins/facts.ts';
import type { Plan } from '../../plugins/plan.ts';
import { type OrderInput, orderTitle, orderWorkflowId } from '../../workflows/input.ts';
import type { OperationContext } from '../operation.ts';
import { startWorkflow } from '../outbox/happened.ts';

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
    steps: plan.steps.map(({ step, required, by, reasons }) => ({
      step,
      required,
      by,
      why: reasons
        .filter((reason) => reason.fired && !reason.overruled_by)
        .map((reason) => reason.why)
        .join('; '),
    })),
    carrier: plan.carrier,
  };
  startWorkflow(context, orderWorkflowId(facts.id), input);
}
