import { sql } from 'kysely';
import { traceparent } from '../../../tracing/tracing.ts';
import { type CommitHooks, commitHooks } from '../database/commit-hooks.ts';
import type { Actor, OperationContext, Tx } from '../database/operation.ts';
import { personName } from '../database/sql-forms.ts';
import { type Awaited, awaitedOf, deliverLater, keyOf, type Seen, seenBeforeDeletion } from './deliveries.ts';
import { type Deletion, type EventName, tellsWorkflows } from './events.ts';
import { ringAfter } from './relay-wakeup.ts';

/** Something that happened to a record. */
export interface RecordedEvent<Event extends EventName = EventName> {
  event: Event;
  /** Id of the record the event is about (`event.object`). */
  id: number;
  /** Orders it concerns: their timelines show it, and their workflows are told. */
  orders?: readonly number[];
  /** False where, for all its event, it is nothing to the workflows of the orders. */
  tells?: boolean;
  /** What the timeline should say beyond the event. Plain JSON, small. */
  detail?: Record<string, unknown>;
}

/** What an operation has to tell: kept until its transaction ends, then written in one statement. */
interface Told {
  readonly actor: Actor;
  readonly events: RecordedEvent[];
  /** What was deleted, as it was before, for those who wait for it. */
  readonly deletions: Map<string, Seen>;
  readonly starts: { workflow_id: string; payload: unknown }[];
}

const pending = new WeakMap<CommitHooks, Told>();

/**
 * Notes what happened, to be written in the transaction that made it happen. A workflow is not told what it did itself: an
 * order that runs by itself would otherwise get a signal, and four events of history, a step.
 */
export async function recordEvent(
  { tx, actor }: OperationContext,
  ...events: RecordedEvent<Exclude<EventName, Deletion>>[]
): Promise<void> {
  told(tx, actor).events.push(...events);
}

/** Notes what is about to be deleted, under the locks that it is deleted under: afterwards nobody can say what it was. */
export async function recordDeletion(
  { tx, actor }: OperationContext,
  ...events: RecordedEvent<Deletion>[]
): Promise<void> {
  const { events: all, deletions } = told(tx, actor);
  all.push(...events);
  for (const name of new Set(events.map(({ event }) => event))) {
    const ids = events.flatMap(({ event, id }) => (event === name ? [id] : []));
    for (const [id, seen] of await seenBeforeDeletion(tx, name, ids)) deletions.set(keyOf(name, id), seen);
  }
}

/** Has the relay start a workflow once the transaction is through. */
export function startWorkflow({ tx, actor }: OperationContext, workflowId: string, input: unknown): void {
  told(tx, actor).starts.push({ workflow_id: workflowId, payload: input });
}

function told(tx: Tx, actor: Actor): Told {
  const hooks = commitHooks(tx);
  const known = pending.get(hooks);
  if (known) return known;
  const made: Told = { actor, events: [], deletions: new Map(), starts: [] };
  pending.set(hooks, made);
  hooks.before.push(async () => {
    pending.delete(hooks);
    await write(tx, made);
  });
  return made;
}

/** One statement for all of it, however many things an operation did: it is run for every operation there is. */
async function write(tx: Tx, { actor, events, deletions, starts }: Told): Promise<void> {
  const rows = events.map(({ event, id, orders = [], detail = {} }, position) => ({
    position,
    event,
    object_id: id,
    order_ids: `{${[...new Set(orders)].join(',')}}`,
    detail,
  }));
  const outbox = [
    ...starts.map((start) => ({ kind: 'start', ...start })),
    ...signalsOf(events, actor.workflowId).map((signal) => ({ kind: 'signal', ...signal })),
  ];
  const noted = sql`noted as (
      insert into event_log (event_id, object_id, order_ids, detail, account_id, user_agent, request_id)
      select e.id, h.object_id, h.order_ids::int[], h.detail, ${actor.userId}, ${actor.userAgent}, ${actor.requestId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as h(position int, event text, object_id int, order_ids text, detail jsonb)
      join event e on e.name = h.event
      order by h.position
      returning id, event_id, object_id)`;
  const telling = sql`telling as (
      insert into outbox (workflow_id, kind, payload, request_id, traceparent)
      -- Histories name who did it, as the timeline does.
      select workflow_id, kind, case kind when 'signal' then payload || jsonb_build_object('by', (
          select ${personName()} from account where id = ${actor.userId}))
        else payload end, ${actor.requestId}, ${traceparent()}
      from jsonb_to_recordset(${JSON.stringify(outbox)}::jsonb) as o(workflow_id text, kind text, payload jsonb, order_id int)
      -- Nobody drives a draft: its workflow starts with the issue, and ends when it is unissued.
      where kind = 'start' or payload ->> 'event' = 'salesorder.unissued'
        or exists (select 1 from salesorder s where s.id = o.order_id and s.plan is not null))`;
  const parts = outbox.length === 0 ? [noted] : [noted, telling];
  const { rows: awaited } = await sql<Awaited>`with ${sql.join(parts)} ${awaitedOf('noted')}`.execute(tx);
  if (awaited.length > 0) await deliverLater({ tx, actor }, awaited, deletions);
  if (outbox.length > 0 || awaited.length > 0) ringAfter(tx);
}

/** Which workflows look at their order again; each once, however much happened to it. */
function signalsOf(events: readonly RecordedEvent[], own: string | null) {
  const last = new Map<number, Pick<RecordedEvent, 'event' | 'detail'>>();
  for (const { event, detail, orders = [], tells = tellsWorkflows.has(event) } of events) {
    if (tells) for (const order of orders) last.set(order, { event, detail });
  }
  return [...last]
    .map(([order_id, payload]) => ({ workflow_id: `order/${order_id}`, order_id, payload }))
    .filter((signal) => signal.workflow_id !== own);
}
