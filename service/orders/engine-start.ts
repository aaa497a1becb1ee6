import type { OrderFacts } from '../../plugins/facts.ts';
import type { Plan, Step } from '../../plugins/plan.ts';
import { type OrderInput, orderTitle, orderWorkflowId, type StepInput } from '../../workflows/input.ts';
import type { OperationContext } from '../operation.ts';
import { startWorkflow } from '../outbox/happened.ts';
import { task } from '../states/kinds.ts';

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
    steps: plan.steps.map(({ step, required, by, reasons, deadline }) => ({
      step,
      required,
      by,
      ...momentsOf(plan, step, deadline),
      why: reasons
        .filter((reason) => reason.fired && !reason.overruled_by)
        .map((reason) => reason.why)
        .join('; '),
    })),
    carrier: plan.carrier,
  };
  startWorkflow(context, orderWorkflowId(facts.id), input);
}

/** When the engine has to tell that the order has come so far; nothing where nobody asks. */
function momentsOf({ later }: Plan, step: Step, deadline: number | null): Pick<StepInput, 'again' | 'waits'> {
  const again = later.some(({ again: own }) => own.waited === null && task[own.step] <= task[step]);
  const waited = later.flatMap(({ again: own }) => (own.step === step && own.waited !== null ? [own.waited] : []));
  const waits = [...new Set(deadline === null ? waited : [...waited, deadline])].sort((a, b) => a - b);
  return { ...(again ? { again } : {}), ...(waits.length > 0 ? { waits } : {}) };
}
