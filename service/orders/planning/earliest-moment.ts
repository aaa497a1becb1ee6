import { sql } from 'kysely';
import { firstMoment } from '../../../config/planning/not-before.ts';
import { type Step, steps } from '../../../config/planning/plan.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { pinnedPlan } from './change-plan.ts';

/**
 * Notes in the pinned plan from when on the engine may begin a step that the order has reached, if its plan has `not_before`.
 * Repeating it changes nothing.
 * @param orderId of a locked order
 * @param reached the step; the present one by default
 */
export async function setEarliestMoment(tx: Tx, orderId: number, reached?: Step): Promise<void> {
  const plan = await pinnedPlan(tx, orderId);
  if (plan.steps.every(({ not_before, not_before_at }) => not_before === undefined || not_before_at !== undefined))
    return;
  const { rows } = await sql<Row<'site', 'time_zone'> & { step: Step | null; now: Date }>`
    -- Reads the present step of the order, and the clock of its site.
    select v.step, s.time_zone, this_second() as now
    from salesorder o join site s on s.id = o.site_id join order_state v on v.id = o.id where o.id = ${orderId}`.execute(
    tx,
  );
  const [order] = rows;
  const step = reached ?? order?.step;
  const planned = plan.steps.find((each) => each.step === step);
  if (!order || !planned?.not_before || planned.not_before_at !== undefined) return;
  const at = firstMoment(planned.not_before, order.time_zone, order.now).toISOString();
  await sql`
    -- Notes the earliest moment of the step in the plan.
    update salesorder set plan = jsonb_set(plan, array['steps', ${String(steps.indexOf(planned.step))}, 'not_before_at'], to_jsonb(${at}::text))
    where id = ${orderId}`.execute(tx);
}
