import { sql } from 'kysely';
import type { OperationContext } from '../operation.ts';
import { ringAfter } from './doorbell.ts';
import { type EventName, tellsWorkflows } from './events.ts';

/** Something that happened to a record. */
export interface Happening {
  event: EventName;
  /** Id of the record the event is about (`event.object`). */
  id: number;
  /** Orders it concerns: their timelines show it, and their workflows are told. */
  orders?: readonly number[];
  /** What the timeline should say beyond the event. Plain JSON, small. */
  detail?: Record<string, unknown>;
}

/**
 * Writes down what happened, in the transaction that made it happen, and what the engine is to be told of it. A workflow is
 * not told what it did itself: an order that runs by itself would otherwise get a signal, and four events of history, a step.
 */
export async function happened({ tx, actor }: OperationContext, ...happenings: Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map(({ event, id, orders = [], detail = {} }, position) => ({
    position,
    event,
    object_id: id,
    order_ids: `{${orders.join(',')}}`,
    detail,
  }));
  const signals = happenings.flatMap(({ event, orders = [] }) =>
    tellsWorkflows.has(event)
      ? orders.map((order) => ({ workflow_id: `order/${order}`, payload: { event } })).filter((signal) => signal.workflow_id !== actor.workflowId)
      : [],
  );
  await sql`
    with signalled as (
      insert into outbox (workflow_id, kind, payload)
      select workflow_id, 'signal', payload
      from jsonb_to_recordset(${JSON.stringify(signals)}::jsonb) as s(workflow_id text, payload jsonb))
    insert into happening (event_id, object_id, order_ids, detail, account_id, user_agent, request_id)
    select e.id, h.object_id, h.order_ids::int[], h.detail, ${actor.userId}, ${actor.userAgent}, ${actor.requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as h(position int, event text, object_id int, order_ids text, detail jsonb)
    join event e on e.name = h.event
    order by h.position`.execute(tx);
  if (signals.length > 0) ringAfter(tx);
}
