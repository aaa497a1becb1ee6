import { sql } from 'kysely';
import type { Step } from '../../config/planning/plan.ts';
import { redriveAutowork } from '../autowork/operations.ts';
import { abandonRun, redriveRun } from '../bulk-runs/operations.ts';
import { noteAttention } from '../orders/progress/operations.ts';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { redriveReturn } from '../returns/operations.ts';
import { abandonDelivery, redriveDelivery } from '../webhooks/operations.ts';
import { redriveOrder } from './drive.ts';
import type { Work } from './work.ts';

/** A workflow that closed although its work is open. */
export interface ClosedWork {
  readonly work: Work;
  /** How its last run closed, such as `terminated`. */
  readonly status: string;
}

/** Has the workflow of open work started again, and counts the start. */
export const restartWork = operation('engine.restart', async (context, { work, status }: ClosedWork) => {
  await sql`
    -- Counts the start. The row stays missing until Temporal accepts the start.
    update closed_workflow set restarts = restarts || now(), restart_at = null
    where workflow_id = ${work.workflowId}`.execute(context.tx);
  switch (work.kind) {
    case 'order':
      await redriveOrder.within(context, { orderId: work.id, why: `Its workflow was ${status} in Temporal.` });
      break;
    case 'autowork':
      await redriveAutowork.within(context, work.id);
      break;
    case 'bulkrun':
      await redriveRun.within(context, work.id);
      break;
    case 'returnorder':
      await redriveReturn.within(context, work.id);
      break;
    case 'delivery':
      await redriveDelivery.within(context, { deliveryId: work.id, workflowId: work.workflowId });
  }
});

/** Open work without a driver, and the attention for its order. */
export interface Abandonment {
  readonly work: Work;
  readonly code: 'engine.canceled' | 'engine.gone';
  readonly detail: string;
}

/**
 * Gives up open work without a driver. Its order, or the order of its autowork, goes to attention. A bulk run is paused. A
 * delivery fails, and so it can be sent again.
 */
export const abandonWork = operation('engine.abandon', async (context, { work, code, detail }: Abandonment) => {
  await sql`
    -- The watch does not start it again. A bulk run and a delivery are not open any more.
    update closed_workflow set restart_at = null, missing = missing and ${work.kind !== 'bulkrun' && work.kind !== 'delivery'}
    where workflow_id = ${work.workflowId}`.execute(context.tx);
  if (work.kind === 'bulkrun') {
    await abandonRun.within(context, { id: work.id, why: detail });
    return;
  }
  if (work.kind === 'delivery') return abandonDelivery.within(context, work.id);
  // People do the steps of a return, and the next one starts its workflow again.
  if (work.kind === 'returnorder') return;
  const orderId = work.kind === 'order' ? work.id : await orderOfAutowork(context, work.id);
  const step = await nextStepOf(context, orderId);
  await noteAttention.within(context, { orderId, attention: { step, code, detail } });
});

async function orderOfAutowork({ tx }: OperationContext, autoworkId: number): Promise<number> {
  const query = sql<Row<'autowork', 'order_id'>>`select order_id from autowork where id = ${autoworkId}`;
  return firstRow(await query.execute(tx)).order_id;
}

/** Returns the first required step of the order that is not done. */
async function nextStepOf({ tx }: OperationContext, orderId: number): Promise<Step> {
  const { rows } = await sql<{ step: Step }>`
    -- The first required step of the plan with open work. Every order ends with a pickup, even an order without work.
    select p.step from salesorder o cross join jsonb_array_elements(o.plan -> 'steps') with ordinality s(planned, position)
      cross join lateral (select planned ->> 'step' as step) p
    where o.id = ${orderId} and (planned ->> 'required')::boolean and (p.step = 'pickup' or exists (
      select 1 from work w join task t on t.id = w.task_id
      where w.order_id = o.id and lower(t.name) = p.step and w.qty_done < w.qty))
    order by s.position limit 1`.execute(tx);
  return rows[0]?.step ?? 'pickup';
}
