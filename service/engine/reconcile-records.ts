import { type RawBuilder, sql } from 'kysely';
import { isItsTurn } from '../autowork/operations.ts';
import type { Database } from '../platform/database/database.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { openOrders } from '../platform/states/open.ts';
import { bulkRunStates } from '../platform/states/states.ts';
import type { RecordKind } from './schema.ts';

/** An open record, which must have a running workflow. */
export interface OpenRecord {
  readonly kind: RecordKind;
  readonly id: number;
  /** The ids that its workflow may have, the usual one first. */
  readonly workflowIds: readonly [string, ...string[]];
}

/** A record by its kind and id. */
export interface RecordKey {
  readonly kind: RecordKind;
  readonly id: number;
  /** True for the workflow of a resend, which runs although the delivery has ended before. */
  readonly isResend: boolean;
}

/** The table of a kind, which of its rows are open, and which are over. Each condition is about the row `r`. */
interface Table {
  readonly name: string;
  readonly isOpen: RawBuilder<boolean>;
  /** Where absent, rows that are not open are over. */
  readonly isOver?: RawBuilder<boolean>;
  /** The ids that the workflow of a row may have. */
  readonly workflowIds: RawBuilder<string[]>;
}

const lit = sql.lit;

const tables: Readonly<Record<RecordKind, Table>> = {
  salesorder: {
    name: 'salesorder',
    isOpen: sql`(r.status_id in (${openOrders}) and r.plan is not null or r.issue_requested_at is not null)`,
    workflowIds: sql`array['order/' || r.id]`,
  },
  autowork: {
    name: 'autowork',
    // The autoworks of one order run one after the other, and queued ones have no workflow.
    isOpen: isItsTurn('r'),
    isOver: sql`r.state = 'done'`,
    workflowIds: sql`array['autowork/' || r.id]`,
  },
  bulkrun: {
    name: 'bulkrun',
    // A canceled run ends when the last order in progress has its outcome.
    isOpen: sql`(r.status_id in (${lit(bulkRunStates.id.Running)}, ${lit(bulkRunStates.id.Paused)})
      or r.status_id = ${lit(bulkRunStates.id.Canceled)} and r.done + r.skipped + r.warned + r.failed < r.total)`,
    workflowIds: sql`array['bulk/' || r.id]`,
  },
  returnorder: {
    name: 'returnorder',
    isOpen: sql`r.ended_at is null`,
    workflowIds: sql`array['return/' || r.id]`,
  },
  webhookdelivery: {
    name: 'webhookdelivery',
    // The first attempt has no workflow.
    isOpen: sql`r.state = 'waiting' and not r.queued and not exists (
      select from webhookattempt a where a.webhookdelivery_id = r.id)`,
    isOver: sql`r.state <> 'waiting'`,
    // Each resend has a workflow of its own. The first id is for a list of resends without an attempt, or for the last
    // attempt.
    workflowIds: sql`array_remove(array[
      case when r.resend_id is not null and not exists (select 1 from webhooklog l
          where l.run = concat_ws('/', 'webhook', r.webhook_id, r.id, 'resend', r.resend_id) || '#1')
        then concat_ws('/', 'webhook', r.webhook_id, r.id, 'resend', r.resend_id) end,
      (select split_part(l.run, '#', 1) from webhooklog l
        where l.webhookdelivery_id = r.id and l.outcome <> 'switched_off' order by l.id desc limit 1),
      concat_ws('/', 'webhook', r.webhook_id, r.id),
      concat_ws('/', 'webhook', r.webhook_id, r.id, r.attempts + 1)], null)`,
  },
};

/** Returns the epoch of the database. */
export async function readEpoch(database: Database): Promise<string> {
  const query = sql<Row<'installation', 'epoch'>>`
    -- Reads the epoch.
    select epoch from installation`;
  return firstRow(await query.execute(database.readPool)).epoch;
}

/** Returns the open records of a kind with higher ids than `after`, at most `limit`, by id. */
export async function openRecords(
  database: Database,
  kind: RecordKind,
  { after, limit }: { after: number; limit: number },
): Promise<OpenRecord[]> {
  const { name, isOpen, workflowIds } = tables[kind];
  const { rows } = await sql<Omit<OpenRecord, 'kind'>>`
    -- Selects open records by id, with the ids of their workflows.
    select r.id, ${workflowIds} as "workflowIds" from ${sql.table(name)} r
    where r.id > ${after} and ${isOpen} order by r.id limit ${limit}`.execute(database.readPool);
  return rows.map((row) => ({ kind, ...row }));
}

/** Returns the records that are still open and have no message in the outbox. */
export async function withoutMessage(database: Database, records: readonly OpenRecord[]): Promise<OpenRecord[]> {
  const [first] = records;
  if (!first) return [];
  const { name, isOpen } = tables[first.kind];
  const { rows } = await sql<{ id: number }>`
    -- Selects the records that are still open.
    select r.id from ${sql.table(name)} r where r.id = any(${records.map(({ id }) => id)}::bigint[]) and ${isOpen}`.execute(
    database.readPool,
  );
  const open = new Set(rows.map(({ id }) => id));
  const pending = await pendingWorkflows(
    database,
    records.flatMap(({ workflowIds }) => workflowIds),
  );
  return records.filter(({ id, workflowIds }) => open.has(id) && !workflowIds.some((each) => pending.has(each)));
}

/** Returns the workflows with a message in the outbox. */
export async function pendingWorkflows(database: Database, workflowIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<Row<'outbox', 'workflow_id'>>`
    -- Selects the workflows that the relay has a message for.
    select distinct workflow_id from outbox where workflow_id = any(${workflowIds}::text[])`.execute(database.readPool);
  return new Set(rows.map(({ workflow_id }) => workflow_id));
}

/** Whether a record is open, is over, or neither: it has ended just now, and its workflow may not know it yet. */
export type RecordState = 'open' | 'over' | 'ending' | 'unknown';

/**
 * Returns the states of records of one kind by their ids. The map has no entry for a record that does not exist.
 * @param quietSeconds time after a change of a record while its workflow may still run, in seconds
 */
export async function recordStates(
  database: Database,
  kind: RecordKind,
  { ids, quietSeconds }: { ids: readonly number[]; quietSeconds: number },
): Promise<Map<number, RecordState>> {
  const { name, isOpen, isOver } = tables[kind];
  const { rows } = await sql<{ id: number; state: RecordState }>`
    -- Selects records, and whether each is over.
    select r.id, case when ${isOpen} then 'open' when (${isOver ?? sql`true`})
      and r.updated_at < now() - make_interval(secs => ${quietSeconds}) then 'over' else 'ending' end as state
    from ${sql.table(name)} r where r.id = any(${ids}::bigint[])`.execute(database.readPool);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Returns the record that a workflow belongs to; null for a workflow of another kind. */
export function recordOf(workflowId: string): RecordKey | null {
  const [, prefix = '', id = '', delivery, resend] =
    /^(order|autowork|bulk|return|webhook)\/(\d+)(?:\/(\d+)(\/.+)?)?$/.exec(workflowId) ?? [];
  const kind = kinds[prefix];
  if (kind === undefined || (kind === 'webhookdelivery') !== (delivery !== undefined)) return null;
  return { kind, id: Number(delivery ?? id), isResend: resend !== undefined };
}

const kinds: Readonly<Record<string, RecordKind>> = {
  order: 'salesorder',
  autowork: 'autowork',
  bulk: 'bulkrun',
  return: 'returnorder',
  webhook: 'webhookdelivery',
};
