import { type RawBuilder, sql } from 'kysely';
import type { AutoworkDetails, AutoworkPlan } from '../../workflows/contract/autowork.ts';
import type { Tx } from '../platform/database/operation.ts';
import { noSuch } from '../platform/records/refusals.ts';

/**
 * SQL: the target quantity of each limited line, by task: the done quantity and the requested one. A later round
 * does the rest, and so nothing twice.
 */
export function lineLimits(
  orderId: number,
  lines: readonly { transactionline_id: number; qty?: string | undefined }[],
): RawBuilder<unknown> {
  return sql`(
    select jsonb_agg(jsonb_build_object('task_id', w.task_id, 'transactionline_id', d.line_id, 'qty', (d.qty + w.done)::text))
    from (
      select transactionline_id as line_id, sum(qty) as qty
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(transactionline_id bigint, qty numeric)
      group by transactionline_id having bool_and(qty is not null)) d
    join (${doneByLine(sql`${orderId}`)}) w on w.line_id = d.line_id)`;
}

/** SQL: the whole units of each line of an order that are done, by task. A kit is done as far as all its components are. */
const doneByLine = (orderId: RawBuilder<unknown>) => sql`
  select k.line_id, k.task_id, min(case when k.qty_done = k.qty then k.qty_done / k.per_unit else
      case when k.per_unit = 1 then k.qty_done else floor(k.qty_done / k.per_unit) end end) as done
  from work k where k.order_id = ${orderId} group by k.line_id, k.task_id`;

/** Returns the present round of an autowork. @throws record.unknown */
export async function roundOf(tx: Tx, autoworkId: number): Promise<AutoworkPlan> {
  const { rows } = await sql<AutoworkPlan>`
    -- Reads the round of an autowork: its results so far, what is left of its lines, and the plan of its order.
    select a.state <> 'done' as open, nullif(o.plan -> 'carrier', 'null') as carrier,
      coalesce((select jsonb_agg(jsonb_build_object('step', s -> 'step', 'required', s -> 'required'))
        from jsonb_array_elements(o.plan -> 'steps') s), '[]') as steps,
      a.round, a.waiting_for, coalesce(a.tasks, '[]') as tasks,
      case when a.round > 1 and a.line_limits is not null then (
        select jsonb_agg(jsonb_build_object('task_id', t.task_id::bigint, 'lines', (
          select coalesce(jsonb_agg(jsonb_build_object('transactionline_id', d -> 'transactionline_id',
            'qty', case when l.qty is null then d ->> 'qty' else trim_scale(l.qty - l.done)::text end)), '[]')
          from jsonb_array_elements(a.line_details) d
          left join lateral (
            select (m ->> 'qty')::numeric as qty, coalesce(w.done, 0) as done
            from jsonb_array_elements(a.line_limits) m
            left join (${doneByLine(sql.ref('a.order_id'))}) w
              on w.line_id = (m -> 'transactionline_id')::bigint and w.task_id = t.task_id::bigint
            where m -> 'transactionline_id' = d -> 'transactionline_id' and m ->> 'task_id' = t.task_id) l on true
          where l.qty is null or l.qty > l.done)))
        from jsonb_array_elements_text(a.task_ids) t(task_id)) end as line_details
    from autowork a join salesorder o on o.id = a.order_id where a.id = ${autoworkId}`.execute(tx);
  if (!rows[0]) throw noSuch('autowork', autoworkId);
  return rows[0];
}

/** Returns the lines that limit the pick of the round; null for all lines. */
export function linesToPick(
  { line_details: left }: AutoworkPlan,
  details: AutoworkDetails['line_details'] | null,
): AutoworkDetails['line_details'] | null {
  return left?.find(({ task_id }) => task_id === pickTask)?.lines ?? details ?? null;
}

const pickTask = 1;
