import { sql } from 'kysely';
import type { AutoworkDetails, AutoworkInput } from '../../workflows/contract/autowork.ts';
import { tasks } from '../fulfilment/tasks/operations.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Column } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { personName } from '../platform/database/sql-forms.ts';

interface AutoworkRow extends Omit<AutoworkInput, 'tasks' | 'details'> {
  site: Column<'salesorder', 'site_id'>;
  task_ids: number[];
  details: AutoworkDetails;
}

/** Returns the step of a task: `pick` for task 1. */
export function stepOf(taskId: number): AutoworkInput['tasks'][number]['step'] {
  const task = tasks[taskId];
  if (!task) throw new Error(`There is no task ${taskId}.`);
  return task.step;
}

/** Returns the input of an autowork's workflow. */
export async function workflowInput(tx: Tx, autoworkId: number): Promise<AutoworkInput & { site: number }> {
  const query = sql<AutoworkRow>`
    -- Selects an autowork with its order, customer and user.
    select a.id as "autoworkId", o.id as "orderId", o.number, o.site_id as site, c.id as "customerId", c.name as "customerName",
      u.id as "userId", ${personName('u')} as by, a.on_stock as "onStock", a.task_ids,
      jsonb_strip_nulls(jsonb_build_object('carrier_id', a.carrier_id, 'carrierservicelevel_id', a.carrierservicelevel_id,
        'tracking_number', a.tracking_number, 'line_details', (
          -- Quantities are text, since a JavaScript number cannot hold every decimal.
          select jsonb_agg(jsonb_build_object('transactionline_id', d -> 'transactionline_id', 'qty', d ->> 'qty'))
          from jsonb_array_elements(a.line_details) d))) as details
    from autowork a join salesorder o on o.id = a.order_id left join customer c on c.id = o.customer_id
    join account u on u.id = a.created_by
    where a.id = ${autoworkId}`;
  const { task_ids, ...input } = firstRow(await query.execute(tx));
  return { ...input, tasks: task_ids.map((taskId) => ({ taskId, step: stepOf(taskId) })) };
}
