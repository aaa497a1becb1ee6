import { sql } from 'kysely';
import { traceparent } from '../../../lib/tracing/tracing.ts';
import { priorityKeys } from '../../../workflows/contract/priority.ts';
import { type CommitHooks, commitHooks } from '../database/commit-hooks.ts';
import type { Actor, OperationContext, Tx } from '../database/operation.ts';
import { personName } from '../database/sql-forms.ts';
import {
  queueDeliveries,
  type RecordSnapshot,
  snapshotKey,
  snapshotsBeforeDeletion,
  type WebhookEvent,
  webhookEvents,
} from './deliveries.ts';
import { type Deletion, type EventName, signallingEvents } from './events.ts';
import { eventWakeup, relayWakeup } from './wakeups.ts';

/** An event of a record. */
export interface RecordedEvent<Event extends EventName = EventName> {
  event: Event;
  /** The id of the record (`event.object`). */
  id: number;
  /** The orders of the event. Their timelines show it, and their workflows get a signal. */
  orders?: readonly number[];
  /** Whether the workflows of the orders get a signal. By default the event decides (`signallingEvents`). */
  signals?: boolean;
  /** Further facts for the timeline: plain JSON, small. */
  detail?: Record<string, unknown>;
}

/** The events and workflow starts of an operation. One statement writes them at the end of its transaction. */
interface PendingWrites {
  readonly actor: Actor;
  readonly events: PendingEvent[];
  /** The deleted records in their last state, for webhooks. */
  readonly deletions: Map<string, RecordSnapshot>;
  readonly starts: NewRow[];
  /** Signals of workflows that are no order's. */
  readonly signals: NewRow[];
}

/** The request that caused a row, and its trace: requests can share a transaction. */
interface Cause {
  readonly request_id: string;
  /** Null where nothing is traced. */
  readonly traceparent: string | null;
}

interface PendingEvent extends RecordedEvent {
  readonly cause: Cause;
}

interface NewRow extends Cause {
  readonly workflow_id: string;
  readonly payload: unknown;
}

const pending = new WeakMap<CommitHooks, PendingWrites>();

/**
 * Records events. The transaction of the operation writes them. A workflow gets no signal for its own operations: an order
 * without manual steps would otherwise get one signal, and four events of history, for each step.
 */
export async function recordEvent(
  { tx, actor }: OperationContext,
  ...events: RecordedEvent<Exclude<EventName, Deletion>>[]
): Promise<void> {
  pendingWrites(tx, actor).events.push(...withCause(actor, events));
}

/**
 * Records deletions. Call it before the deletion and under the same locks, because a delivery contains the deleted
 * record.
 */
export async function recordDeletion(
  { tx, actor }: OperationContext,
  ...events: RecordedEvent<Deletion>[]
): Promise<void> {
  const { events: all, deletions } = pendingWrites(tx, actor);
  all.push(...withCause(actor, events));
  for (const name of new Set(events.map(({ event }) => event))) {
    const ids = events.flatMap(({ event, id }) => (event === name ? [id] : []));
    for (const [id, snapshot] of await snapshotsBeforeDeletion(tx, name, ids)) {
      deletions.set(snapshotKey(name, id), snapshot);
    }
  }
}

/** Lets the relay start a workflow, with the priority of the call, after the transaction has committed. */
export function startWorkflow({ tx, actor }: OperationContext, workflowId: string, input: object): void {
  const { priority = priorityKeys.program } = actor;
  pendingWrites(tx, actor).starts.push({
    workflow_id: workflowId,
    payload: { ...input, priority },
    ...causeOf(actor),
  });
}

/**
 * Signals the workflow of another record than an order, such as an autowork, after the transaction has committed. A workflow gets no
 * signal for its own operations.
 */
export function signalEvent({ tx, actor }: OperationContext, workflowId: string, event: EventName): void {
  if (actor.workflowId === workflowId) return;
  pendingWrites(tx, actor).signals.push({ workflow_id: workflowId, payload: { event }, ...causeOf(actor) });
}

const withCause = (actor: Actor, events: readonly RecordedEvent[]): PendingEvent[] => {
  const cause = causeOf(actor);
  return events.map((event) => ({ ...event, cause }));
};

/** Returns the request and the trace of an actor. */
const causeOf = (actor: Actor): Cause => ({
  request_id: actor.requestId,
  traceparent: actor.traceparent === undefined ? traceparent() : actor.traceparent,
});

/** Returns the pending writes of a transaction. The first call arranges to write them before the commit. */
function pendingWrites(tx: Tx, actor: Actor): PendingWrites {
  const hooks = commitHooks(tx);
  const known = pending.get(hooks);
  if (known) return known;
  const writes: PendingWrites = { actor, events: [], deletions: new Map(), starts: [], signals: [] };
  pending.set(hooks, writes);
  hooks.before.push(async () => {
    pending.delete(hooks);
    await write(tx, writes);
  });
  return writes;
}

/** Writes all events of an operation in one statement, because every operation runs it. */
async function write(tx: Tx, { actor, events, deletions, starts, signals }: PendingWrites): Promise<void> {
  const rows = events.map(({ event, id, orders = [], detail = {}, cause }, position) => ({
    position,
    event,
    object_id: id,
    order_ids: `{${[...new Set(orders)].join(',')}}`,
    detail,
    request_id: actor.drivenOrders?.get(orders[0] ?? 0) ?? cause.request_id,
  }));
  const outbox = [
    ...starts.map((start) => ({ kind: 'start', ...start })),
    ...signalsOf(events, actor, starts).map((signal) => ({ kind: 'signal', ...signal })),
    ...signals
      .filter(({ workflow_id }) => !starts.some((start) => start.workflow_id === workflow_id))
      .map((signal) => ({ kind: 'signal', ...signal })),
  ];
  const logged = sql`logged as (
      insert into event_log (event_id, object_id, order_ids, detail, account_id, user_agent, request_id)
      select e.id, r.object_id, r.order_ids::bigint[], r.detail, ${actor.userId}, ${actor.userAgent}, r.request_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(position int, event text, object_id bigint, order_ids text, detail jsonb, request_id text)
      -- Operations record the events of sales orders. An order of another kind has events of its own.
      join event e on e.name = case when r.event like 'salesorder.%' then coalesce((
          select replace(r.event, 'sales', o.kind) from salesorder o where o.id = r.object_id and o.kind <> 'sales'), r.event)
        else r.event end
      -- The transaction gets its id before the events get theirs: the feed of events (service/event-log) relies on it.
      where (select pg_current_xact_id()) is not null
      order by r.position
      returning id, event_id, object_id, order_ids, request_id)`;
  const queued = sql`queued as (
      insert into outbox (workflow_id, kind, payload, event_id, request_id, traceparent)
      -- Signals carry the name of the user for the history, as the timeline shows it.
      select workflow_id, kind, case kind when 'signal' then payload || jsonb_build_object('by', (
          select ${personName()} from account where id = ${actor.userId}))
        -- The start of an order names who issued it.
        when 'start' then case when payload ? 'issued' then jsonb_set(payload, '{issued,by}', (
          select to_jsonb(${personName()}) from account where id = ${actor.userId})) else payload end
        else payload end,
        -- A start carries the first event of its order in this transaction: for an issue that is salesorder.issued.
        case kind when 'start' then (
          select min(l.id) from logged l where (payload ->> 'orderId')::bigint = any(l.order_ids)) end,
        request_id, traceparent
      from (
        select o.* from ${outboxRows(outbox)}
        union all
        -- What moves an order also wakes its autoworks that wait for stock.
        select 'autowork/' || a.id, kind, payload, null, request_id, traceparent from ${outboxRows(outbox)}
        join autowork a on a.order_id = o.order_id and a.state = 'waiting') o
      -- A draft has no workflow, unless it waits to be issued. These events end that wait, and it is over when they are written.
      where kind = 'start' or order_id is null
        or payload ->> 'event' in ('salesorder.unissued', 'salesorder.voided', 'salesorder.deleted')
        or exists (
          select 1 from salesorder s where s.id = o.order_id and (s.plan is not null or s.issue_requested_at is not null)))`;
  const parts = outbox.length === 0 ? [logged] : [logged, queued];
  const { rows: webhookRows } = await sql<WebhookEvent>`
    -- Writes the events and the outbox, and returns the events that webhooks receive.
    with ${sql.join(parts)} ${webhookEvents('logged')}`.execute(tx);
  const traces = new Map(events.map(({ cause }) => [cause.request_id, cause.traceparent]));
  if (webhookRows.length > 0) await queueDeliveries({ tx, actor }, webhookRows, deletions, traces);
  if (outbox.length > 0) relayWakeup.afterCommit(tx);
  if (events.length > 0) eventWakeup.afterCommit(tx);
}

const outboxRows = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as o(workflow_id text, kind text, payload jsonb, order_id bigint, request_id text, traceparent text)`;

/**
 * Returns the signals for the workflows of the orders: one for each order, with its last event. A workflow that the transaction starts
 * knows what it wrote.
 */
function signalsOf(
  events: readonly PendingEvent[],
  { workflowId, drivenOrders }: Actor,
  starts: readonly Pick<NewRow, 'workflow_id'>[],
) {
  const started = new Set(starts.map(({ workflow_id }) => workflow_id));
  const last = new Map<number, Pick<PendingEvent, 'event' | 'detail' | 'cause'>>();
  for (const { event, detail, cause, orders = [], signals = signallingEvents.has(event) } of events) {
    // The workflows of all kinds of orders know the events of sales orders.
    const known = event.replace(/^(transfer|use)order\./, 'salesorder.') as EventName;
    if (signals) for (const order of orders) last.set(order, { event: known, detail, cause });
  }
  return [...last]
    .map(([order_id, { cause, ...payload }]) => ({ workflow_id: `order/${order_id}`, order_id, payload, ...cause }))
    .filter(
      ({ workflow_id, order_id }) =>
        workflow_id !== workflowId && !started.has(workflow_id) && !drivenOrders?.has(order_id),
    );
}
