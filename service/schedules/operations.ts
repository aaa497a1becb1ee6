import { sql } from 'kysely';
import { type StartRequest, scheduleId } from '../../workflows/contract/scheduled-run.ts';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import type { EventName } from '../platform/events/events.ts';
import { sendSignal } from '../platform/events/outbox.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { type TimelineEntry, timelineOfRecord } from '../platform/records/timeline.ts';
import { schedule } from './resource.ts';
import { backfillRequest, type OverlapWord, type Period, triggerRequest } from './start.ts';

/** A pause or a resume that Temporal has. */
interface Decided {
  readonly name: string;
  readonly note: string | null;
  /** Temporal keeps it with the note. */
  readonly at: Date;
}

/** Records that the caller has paused a schedule in Temporal, once for each time. */
export const notePause = operation('schedule.pause', (context, decided: Decided) =>
  recordDecision(context, 'schedule.paused', decided),
);

/** Records that the caller has resumed a schedule in Temporal, once for each time. */
export const noteResume = operation('schedule.resume', (context, decided: Decided) =>
  recordDecision(context, 'schedule.resumed', decided),
);

/** The process may have ended between Temporal's answer and the commit. The repeated request then records the event. */
async function recordDecision(context: OperationContext, event: ScheduleEvent, { name, note, at }: Decided) {
  const id = await recordOf(context.tx, name);
  const { rows } = await sql`
    -- Notes the time of the decision, unless the log has it.
    update schedule set decided_at = ${at.toISOString()}::timestamptz
    where id = ${id} and decided_at is distinct from ${at.toISOString()}::timestamptz returning id`.execute(context.tx);
  if (rows.length > 0) await recordEvent(context, { event, id, detail: { name, ...(note === null ? {} : { note }) } });
}

/** Records the changes that made Temporal match the operators' file. */
export const noteApplied = operation(
  'schedule.apply',
  async (context, changes: readonly { readonly name: string; readonly kind: string; readonly fields: object }[]) => {
    for (const { name, kind, fields } of changes) {
      await record(context, 'schedule.applied', name, { change: kind, fields });
    }
  },
);

/** Has a schedule start a run. The relay tells Temporal, so that the run, the event and the answer exist or none of them. */
export const triggerSchedule = operation(
  'schedule.trigger',
  async (context, { name, at, overlap }: { name: string; at: Date; overlap: OverlapWord }) => {
    await start(context, 'schedule.triggered', name, triggerRequest(overlap, at));
  },
);

/** Has a schedule run for the due times of a past period. */
export const backfillSchedule = operation(
  'schedule.backfill',
  async (
    context,
    { name, period, overlap }: { name: string; period: Period; overlap: Parameters<typeof backfillRequest>[1] },
  ) => {
    await start(context, 'schedule.backfilled', name, backfillRequest(period, overlap));
  },
);

async function start(
  context: OperationContext,
  event: ScheduleEvent,
  name: string,
  request: StartRequest,
): Promise<void> {
  await record(context, event, name, { ...request });
  await sendSignal(context, scheduleId(name), request);
}

type ScheduleEvent = Extract<EventName, `schedule.${string}`>;

async function record(
  context: OperationContext,
  event: ScheduleEvent,
  name: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordEvent(context, { event, id: await recordOf(context.tx, name), detail: { name, ...detail } });
}

/**
 * Returns the events of a schedule, oldest first.
 * @returns an empty list for a schedule without decisions
 */
export async function scheduleTimeline(database: Database, name: string): Promise<TimelineEntry[]> {
  const known = await database.readPool.selectFrom('schedule').select('id').where('name', '=', name).executeTakeFirst();
  return known ? timelineOfRecord(database, schedule, known.id) : [];
}

/** Returns the id of a schedule, and locks it: the log has the events of a schedule in the order of their transactions. */
async function recordOf(tx: Tx, name: string): Promise<number> {
  const result = await sql<Row<'schedule', 'id'>>`
    -- Finds the record of a schedule, or makes it.
    insert into schedule (name) values (${name})
    on conflict (name) do update set name = excluded.name returning id`.execute(tx);
  return firstRow(result).id;
}
