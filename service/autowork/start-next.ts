import { sql } from 'kysely';
import { autoworkWorkflowId } from '../../workflows/contract/autowork.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import { startWorkflow } from '../platform/events/record-event.ts';
import { workflowInput } from './workflow-input.ts';

/** Starts the next autowork of an order, unless another one is running. The caller has locked the order. */
export async function startNext(context: OperationContext, orderId: number): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ id: number }>`
    -- Finds the first queued autowork of an order of which none runs.
    select min(id) as id from autowork where order_id = ${orderId} and state = 'queued'
      and not exists (select 1 from autowork where order_id = ${orderId} and state = 'running')
    having min(id) is not null`.execute(tx);
  for (const { id } of rows) startWorkflow(context, autoworkWorkflowId(id), await workflowInput(tx, id));
}
