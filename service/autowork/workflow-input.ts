import { sql } from 'kysely';
import type { AutoworkDetails, AutoworkInput } from '../../workflows/contract/autowork.ts';
import { tasks } from '../fulfilment/tasks/operations.ts';
import type { Tx } from '../platform/database/operation.ts';
import { personName } from '../platform/database/sql-forms.ts';

interface Row extends Omit<AutoworkInput, 'tasks' | 'details'> {
  task_ids: number[];
  details: AutoworkDetails;
}

/** What an autowork's workflow is started with. */
export async function workflowInput(tx: Tx, autoworkId: number): Promise<AutoworkInput> {
  const { rows } = await sql<Row>`
    select a.id as "autoworkId", o.id as "orderId", o.number, c.id as "customerId", c.name as "customerName",
      u.id as "userId", ${personName('u')} as by, a.task_ids,
      jsonb_strip_nulls(jsonb_build_object('carrier_id', a.carrier_id, 'carrierservicelevel_id', a.carrierservicelevel_id,
        'tracking_number', a.tracking_number, 'line_details', (
          -- As text, for no number of JavaScript holds every decimal.
          select jsonb_agg(jsonb_build_object('transactionline_id', d -> 'transactionline_id', 'qty', d ->> 'qty'))
          from jsonb_array_elements(a.line_details) d))) as details
    from autowork a join salesorder o on o.id = a.order_id join customer c on c.id = o.customer_id
    join account u on u.id = a.created_by
    where a.id = ${autoworkId}`.execute(tx);
  const { task_ids, ...input } = rows[0]!;
  return { ...input, tasks: task_ids.map((taskId) => ({ taskId, step: tasks[taskId]!.step })) };
}
