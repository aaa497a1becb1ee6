import { sql } from 'kysely';
import type { OrderFacts } from '../../plugins/facts.ts';
import type { Plan } from '../../plugins/plan.ts';
import { type OrderInput, orderTitle, orderWorkflowId } from '../../workflows/input.ts';
import type { Tx } from '../operation.ts';
import { ringAfter } from '../outbox/doorbell.ts';

/** Has the relay start the order's workflow once the transaction is through; all it has to know goes along. */
export async function engineStart(
  tx: Tx,
  { facts, plan, bulkRun }: { facts: OrderFacts; plan: Plan; bulkRun: number | null },
): Promise<void> {
  const input: OrderInput = {
    orderId: facts.id,
    number: facts.number,
    title: orderTitle(facts.number, facts.customer.name, facts.carrier?.name),
    customerId: facts.customer_id,
    customerName: facts.customer.name,
    ruleset: plan.ruleset,
    bulkRun,
    lines: facts.lines.length,
    steps: plan.steps.map(({ step, required, by, reasons }) => ({
      step,
      required,
      by,
      why: reasons.filter((reason) => reason.fired && !reason.overruled_by).map((reason) => reason.why).join('; '),
    })),
    carrier: plan.carrier,
  };
  await sql`insert into outbox (workflow_id, kind, payload)
    values (${orderWorkflowId(facts.id)}, 'start', ${JSON.stringify(input)}::jsonb)`.execute(tx);
  ringAfter(tx);
}
