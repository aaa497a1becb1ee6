import { sql } from 'kysely';
import {
  type BulkRunInput,
  type BulkRunSignalWithStart,
  bulkRunWorkflowId,
} from '../../workflows/contract/bulk-run.ts';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import type { EventName } from '../platform/events/events.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { signalWorkflow } from '../platform/events/signal-workflow.ts';
import type { SqlCondition } from '../platform/listing/filter.ts';
import { actorName } from '../platform/records/actor-name.ts';
import { checkOptions } from './actions.ts';
import { groupUnits } from './pick-groups.ts';
import { type Run, runRow } from './run-row.ts';
import type { BulkRunBody } from './schema.ts';
import { demandOrders, planForMany, snapshot } from './selection.ts';
import { bulkRunStates } from './states.ts';
import { canceled } from './verdict.ts';

export interface StartRun {
  readonly body: BulkRunBody;
  /** Which orders: what `select` says, or `order_id`. */
  readonly selection: SqlCondition;
}

/** What somebody decides about a run, and who it is: the caller where it is not said. */
export interface RunDecision {
  readonly id: number;
  readonly by: string | null;
}

/**
 * Starts a run: writes down which orders it is about, and has the engine go through them.
 * @returns id of the run
 * @throws body.invalid, reference.unknown
 */
export const createRun = operation(
  'bulkrun.create',
  async (context, { body, selection }: StartRun): Promise<number> => {
    const { tx, actor } = context;
    const { action, options = {}, rate = null, order_id: ids } = body;
    checkOptions(action, options);
    if (ids) await demandOrders(tx, ids);
    const { rows } = await sql<{ id: number }>`
    insert into bulkrun (action, selection, options, rate, account_id)
    values (${action}, ${body.select ?? null}, ${JSON.stringify(options)}::jsonb, ${rate}, ${actor.userId}) returning id`.execute(
      tx,
    );
    const { id } = rows[0]!;
    await planForMany(tx);
    const total = await snapshot(tx, id, selection);
    if (action === 'pick') await groupUnits(tx, id, options);
    await sql`update bulkrun set total = ${total} where id = ${id}`.execute(tx);
    await told(context, { id, action, total, rate: numberOf(rate) }, 'bulkrun.created', null, { action, total });
    return id;
  },
);

/** Begins no further order; those that are under way are finished. Repeating it changes nothing. @throws bulkrun.state */
export const pauseRun = operation('bulkrun.pause', async (context, { id, by }: RunDecision) => {
  const run = await runRow(context.tx, id, 'locked');
  if (bulkRunStates.repeated('pause', run)) return;
  await sql`update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Paused)}, updated_at = now() where id = ${id}`.execute(
    context.tx,
  );
  await told(context, run, 'bulkrun.paused', by);
});

/** Goes on with a paused run. Repeating it changes nothing. @throws bulkrun.state */
export const resumeRun = operation('bulkrun.resume', async (context, { id, by }: RunDecision) => {
  const run = await runRow(context.tx, id, 'locked');
  if (bulkRunStates.repeated('resume', run)) return;
  await sql`update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Running)}, updated_at = now() where id = ${id}`.execute(
    context.tx,
  );
  await told(context, run, 'bulkrun.resumed', by);
});

/**
 * Ends a run. What is done stays done, what is under way is finished, and all others are skipped, which their outcomes say.
 * @throws bulkrun.state where it is done
 */
export const cancelRun = operation('bulkrun.cancel', async (context, { id, by }: RunDecision) => {
  const { tx } = context;
  const run = await runRow(tx, id, 'locked');
  if (bulkRunStates.repeated('cancel', run)) return;
  // Whoever holds an order gives it its outcome: waiting for them would be waiting in a circle, since they wait for the run.
  await sql`
    with left_over as (
      select id from bulkrunorder where bulkrun_id = ${id} and outcome is null and not under_way order by id for update skip locked
    ), skipped as (
      update bulkrunorder o set outcome = ${canceled.outcome}, code = ${canceled.code}, reason = ${canceled.reason}, updated_at = now()
      from left_over l where o.id = l.id returning o.id
    )
    update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Canceled)}, finished_at = now(), updated_at = now(),
      skipped = skipped + (select count(*) from skipped)
    where id = ${id}`.execute(tx);
  await told(context, run, 'bulkrun.canceled', by);
});

/** Does again what failed, and nothing else. Where nothing did, nothing changes. @throws bulkrun.state where it was canceled */
export const retryRun = operation('bulkrun.retry', async (context, { id, by }: RunDecision) => {
  const { tx } = context;
  const run = await runRow(tx, id, 'locked');
  bulkRunStates.demand('retry', run);
  const { rows } = await sql<{ count: number }>`
    with again as (
      update bulkrunorder set outcome = null, code = null, reason = null, autowork_id = null, updated_at = now()
      where bulkrun_id = ${id} and outcome = 'failed' returning id
    )
    select count(*)::int as count from again`.execute(tx);
  const { count } = rows[0]!;
  if (count === 0) return;
  await sql`update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Running)}, finished_at = null, failed = failed - ${count}::int,
    updated_at = now() where id = ${id}`.execute(tx);
  await told(context, run, 'bulkrun.retried', by, { orders: count });
});

/** @param input.rate orders a second at most; null for no limit. @throws bulkrun.state where it is over */
export const changeRate = operation('bulkrun.rate', async (context, input: RunDecision & { rate: string | null }) => {
  const { id, rate, by } = input;
  const run = await runRow(context.tx, id, 'locked');
  bulkRunStates.demand('rate', run);
  const now = numberOf(rate);
  if (run.rate === now) return;
  await sql`update bulkrun set rate = ${rate}::numeric, updated_at = now() where id = ${id}`.execute(context.tx);
  await told(context, { ...run, rate: now }, 'bulkrun.modified', by, { fields: ['rate'], rate: now });
});

const numberOf = (rate: string | null): number | null => (rate === null ? null : Number(rate));

/**
 * The engine only looks again then, or its workflow starts; what counts is what the run says. Its history names who did it, as the
 * timeline does.
 */
async function told(
  context: OperationContext,
  { id, action, total, rate }: Pick<Run, 'id' | 'action' | 'total' | 'rate'>,
  event: Extract<EventName, `bulkrun.${string}`>,
  said: string | null,
  more: Record<string, unknown> = {},
): Promise<void> {
  const by = await actorName(context, said);
  await recordEvent(context, { event, id, detail: { by, ...more } });
  const run: BulkRunInput = { run: id, action, total, rate };
  const payload: BulkRunSignalWithStart = { event, by, run, ...(event === 'bulkrun.modified' ? { rate } : {}) };
  await signalWorkflow(context, bulkRunWorkflowId(id), payload);
}
