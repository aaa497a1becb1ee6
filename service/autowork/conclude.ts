import { sql } from 'kysely';
import { autoworkWorkflowId } from '../../workflows/contract/autowork.ts';
import { tasks } from '../fulfilment/tasks/operations.ts';
import { noteAttention } from '../orders/progress/operations.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import { isoTime } from '../platform/database/sql-forms.ts';
import { recordEvent, startWorkflow } from '../platform/events/record-event.ts';
import { catalogue, type ProblemCode } from '../platform/problems/problems.ts';
import { type Outcome, outcomeOf, type TaskResult } from './outcome.ts';
import { workflowInput } from './workflow-input.ts';

interface Concluded {
  order_id: number;
  background_id: number | null;
  path: string | null;
  request_id: string | null;
  created_by: number;
  /** As `GET /autowork/{id}` shows it. */
  record: string;
  next: number | null;
}

/**
 * An autowork has come to its end: its record, the answer in the background and the order say so, and the next one of the order
 * begins. The order is locked. Repeating it changes nothing.
 */
export async function conclude(
  { tx, actor }: OperationContext,
  id: number,
  results: readonly TaskResult[],
): Promise<Outcome> {
  const outcome = outcomeOf(results);
  const { rows } = await sql<Concluded>`
    with a as (
      update autowork set state = 'done', outcome = ${outcome.outcome}, code = ${outcome.code}, detail = ${outcome.detail},
        tasks = ${JSON.stringify(results)}::jsonb, started_at = coalesce(started_at, now()), finished_at = now(), updated_at = now()
      where id = ${id} and state <> 'done' returning *
    )
    select a.order_id, a.background_id, b.path, b.request_id, a.created_by, (
        jsonb_build_object('id', a.id, 'order_id', a.order_id, 'background_id', a.background_id, 'site_id', a.site_id,
          'state', a.state, 'full_auto', a.full_auto, 'task_ids', a.task_ids, 'line_details', a.line_details,
          'carrier_id', a.carrier_id, 'carrierservicelevel_id', a.carrierservicelevel_id, 'tracking_number', a.tracking_number,
          'outcome', a.outcome, 'code', a.code, 'detail', a.detail, 'tasks', a.tasks, 'created_by', a.created_by)
        || jsonb_build_object('started_at', ${isoTime('a.started_at')}, 'finished_at', ${isoTime('a.finished_at')},
          'created_at', ${isoTime('a.created_at')}, 'updated_at', ${isoTime('a.updated_at')}))::text as record,
      (select min(n.id) from autowork n where n.order_id = a.order_id and n.state = 'queued' and n.id <> a.id) as next
    from a left join background b on b.id = a.background_id`.execute(tx);
  const concluded = rows[0];
  if (!concluded) return outcome;
  const refused = outcome.outcome === 'refused';
  const answer = refused ? problemText(outcome, concluded) : concluded.record;
  const status = refused ? titleOf(outcome.code).status : 200;
  await sql`update background set state = ${refused ? 'failed' : 'done'}, finished_at = now(), answer_status = ${status},
    answer_body = ${answer} where id = ${concluded.background_id}`.execute(tx);

  // It was done for whoever asked, and so it is theirs in the timeline.
  const context = { tx, actor: { ...actor, userId: concluded.created_by } };
  const { order_id: orderId } = concluded;
  const told = results.map(({ task_id, outcome }) => `${tasks[task_id]?.step} ${outcome}`).join(', ');
  const why = outcome.detail === null ? {} : { why: outcome.detail };
  await recordEvent(context, {
    event: 'autowork.finished',
    id,
    orders: [orderId],
    detail: { outcome: outcome.outcome, tasks: told, ...why },
  });
  await tellPeople(context, orderId, results);
  if (concluded.next !== null) {
    startWorkflow(context, autoworkWorkflowId(concluded.next), await workflowInput(tx, concluded.next));
  }
  return outcome;
}

/** What the order shows by itself, or what is the caller's alone: nobody else has to look at it. */
const nobodysMatter = new Set(['order.held', 'stock.short', 'order.state', 'order.other-site', 'autowork.canceled']);

/** A refusal puts the order into attention, as that of an automatic step does; what went through ends it. */
async function tellPeople(context: OperationContext, orderId: number, results: readonly TaskResult[]): Promise<void> {
  const stuck = results.find(({ outcome, code }) => outcome === 'refused' && !nobodysMatter.has(code ?? ''));
  const stepOf = (task_id: number) => tasks[task_id]!.step;
  if (stuck) {
    const attention = { step: stepOf(stuck.task_id), code: stuck.code ?? 'unknown', detail: stuck.detail ?? '' };
    await noteAttention.within(context, { orderId, attention });
    return;
  }
  const through = results.filter(({ outcome }) => outcome === 'done').map(({ task_id }) => stepOf(task_id));
  await sql`update salesorder set attention = null, updated_at = now()
    where id = ${orderId} and attention ->> 'step' = any(${through}::text[])`.execute(context.tx);
}

/** Codes of carriers are none of the catalogue's. */
function titleOf(code: string | null): { code: ProblemCode; title: string; status: number } {
  const own = code !== null && code in catalogue ? (code as ProblemCode) : 'autowork.refused';
  return { code: own, ...catalogue[own] };
}

/** The answer as a problem, with the record in it. */
function problemText({ code, detail }: Outcome, { path, request_id, record }: Concluded): string {
  const { code: own, title, status } = titleOf(code);
  const standard = { type: `/problem#${own}`, title, status, detail, instance: path, code: own, request_id };
  return `${JSON.stringify(standard).slice(0, -1)},"autowork":${record}}`;
}
