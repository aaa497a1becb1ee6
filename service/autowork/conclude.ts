import { sql } from 'kysely';
import { tasks } from '../fulfilment/tasks/operations.ts';
import { noteAttention } from '../orders/progress/operations.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import type { NullableRow, Row } from '../platform/database/row.ts';
import { isoTime } from '../platform/database/sql-forms.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { catalogue, type ProblemCode } from '../platform/problems/problems.ts';
import { type Outcome, outcomeOf, type TaskResult } from './outcome.ts';
import { startNext } from './start-next.ts';
import { stepOf } from './workflow-input.ts';

interface FinishedAutowork
  extends Row<'autowork', 'order_id' | 'background_id' | 'created_by'>,
    NullableRow<'background', 'path' | 'request_id'> {
  /** The JSON text of the record, as `GET /autowork/{id}` shows it. */
  record: string;
}

/**
 * Finishes an autowork: stores its outcome, the answer of the background request and the attention of the order, and starts
 * the next autowork of the order. The caller has locked the order. Idempotent.
 */
export async function conclude(
  { tx, actor }: OperationContext,
  id: number,
  results: readonly TaskResult[],
): Promise<Outcome> {
  const outcome = outcomeOf(results);
  const { rows } = await sql<FinishedAutowork>`
    -- Finishes the autowork, and returns its record as JSON.
    with a as (
      update autowork set state = 'done', outcome = ${outcome.outcome}, code = ${outcome.code}, detail = ${outcome.detail},
        tasks = ${JSON.stringify(results)}::jsonb, waiting_for = null, started_at = coalesce(started_at, this_second()), finished_at = this_second(), updated_at = this_second()
      where id = ${id} and state <> 'done' returning *
    )
    select a.order_id, a.background_id, b.path, b.request_id, a.created_by, (
        jsonb_build_object('id', a.id, 'order_id', a.order_id, 'background_id', a.background_id, 'site_id', a.site_id,
          'state', a.state, 'on_stock', a.on_stock, 'waiting_for', a.waiting_for, 'full_auto', a.full_auto, 'task_ids', a.task_ids, 'line_details', a.line_details,
          'carrier_id', a.carrier_id, 'carrierservicelevel_id', a.carrierservicelevel_id, 'tracking_number', a.tracking_number,
          'outcome', a.outcome, 'code', a.code, 'detail', a.detail, 'tasks', a.tasks, 'created_by', a.created_by)
        || jsonb_build_object('started_at', ${isoTime('a.started_at')}, 'finished_at', ${isoTime('a.finished_at')},
          'created_at', ${isoTime('a.created_at')}, 'updated_at', ${isoTime('a.updated_at')}))::text as record
    from a left join background b on b.id = a.background_id`.execute(tx);
  const finished = rows[0];
  if (!finished) return outcome;
  const refused = outcome.outcome === 'refused';
  const answer = refused ? problemText(outcome, finished) : finished.record;
  const status = refused ? titleOf(outcome.code).status : 200;
  await sql`
    -- Stores the answer of the background request.
    update background set state = ${refused ? 'failed' : 'done'}, finished_at = this_second(), answer_status = ${status},
    answer_body = ${answer} where id = ${finished.background_id}`.execute(tx);

  // The timeline names the user who requested the autowork.
  const context = { tx, actor: { ...actor, userId: finished.created_by } };
  const { order_id: orderId } = finished;
  const outcomes = results.map(({ task_id, outcome }) => `${tasks[task_id]?.step} ${outcome}`).join(', ');
  const why = outcome.detail === null ? {} : { why: outcome.detail };
  await recordEvent(context, {
    event: 'autowork.finished',
    id,
    orders: [orderId],
    detail: { outcome: outcome.outcome, tasks: outcomes, ...why },
  });
  await updateAttention(context, orderId, results);
  await startNext(context, orderId);
  return outcome;
}

/** Codes that need no attention: the order shows the cause itself, or only the caller is concerned. */
const codesWithoutAttention = new Set([
  'order.held',
  'stock.short',
  'order.state',
  'order.other-site',
  'autowork.canceled',
]);

/** Puts the order in attention after a refusal, as an automatic step does. A done step ends the attention of that step. */
async function updateAttention(
  context: OperationContext,
  orderId: number,
  results: readonly TaskResult[],
): Promise<void> {
  const stuck = results.find(({ outcome, code }) => outcome === 'refused' && !codesWithoutAttention.has(code ?? ''));
  if (stuck) {
    const attention = { step: stepOf(stuck.task_id), code: stuck.code ?? 'unknown', detail: stuck.detail ?? '' };
    await noteAttention.within(context, { orderId, attention });
    return;
  }
  const doneSteps = results.filter(({ outcome }) => outcome === 'done').map(({ task_id }) => stepOf(task_id));
  await sql`
    -- Ends the attention of a step that is done now.
    update salesorder set attention = null, updated_at = this_second()
    where id = ${orderId} and attention ->> 'step' = any(${doneSteps}::text[])
      -- That nobody drives the order is no attention of its step.
      and attention ->> 'code' not like 'engine.%'`.execute(context.tx);
}

/** Returns the catalogue entry of a code. The codes of carriers are not in the catalogue. */
function titleOf(code: string | null): { code: ProblemCode; title: string; status: number } {
  const own = code !== null && code in catalogue ? (code as ProblemCode) : 'autowork.refused';
  return { code: own, ...catalogue[own] };
}

/** Returns the JSON text of a problem that includes the record. */
function problemText({ code, detail }: Outcome, { path, request_id, record }: FinishedAutowork): string {
  const { code: own, title, status } = titleOf(code);
  const standard = { type: `/problem#${own}`, title, status, detail, instance: path, code: own, request_id };
  return `${JSON.stringify(standard).slice(0, -1)},"autowork":${record}}`;
}
