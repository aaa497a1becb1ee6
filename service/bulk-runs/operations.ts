import { sql } from 'kysely';
import { type RetriedOutcome, retriedOutcomes } from '../../records/states/bulk-run.ts';
import {
  type BulkRunInput,
  type BulkRunSignalWithStart,
  bulkRunWorkflowId,
} from '../../workflows/contract/bulk-run.ts';
import type { Caller } from '../platform/access/caller.ts';
import { permits } from '../platform/access/permissions.ts';
import { type CallContext, type OperationContext, operation } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import type { EventName } from '../platform/events/events.ts';
import { sendSignal } from '../platform/events/outbox.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { SqlCondition } from '../platform/listing/filter.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { actorName } from '../platform/records/actor-name.ts';
import { bulkRunStates } from '../platform/states/states.ts';
import type { NextCall } from '../platform/states/transitions.ts';
import { checkOptions, permissionFor } from './actions.ts';
import { groupUnits } from './pick-groups.ts';
import { type Run, runRow } from './run-row.ts';
import type { BulkRunBody } from './schema.ts';
import { assertOrders, countSelected, ordersMatching, planForSelection, snapshot } from './selection.ts';
import { canceled } from './verdict.ts';

export interface StartRun {
  readonly body: BulkRunBody;
  /** The condition of `select` or of `order_id`. */
  readonly selection: SqlCondition;
}

/** A decision of a person about a run. `by` is the name of the person; null means the caller. */
export interface RunDecision {
  readonly id: number;
  readonly by: string | null;
}

/** A decision by which a run goes on with the permissions of the caller. */
export interface Takeover extends RunDecision {
  readonly caller: Pick<Caller, 'permissions'>;
}

/**
 * Starts a run: stores its orders, and starts its workflow.
 * @returns id of the run
 * @throws body.invalid, reference.unknown
 */
export const createRun = operation(
  'bulkrun.create',
  async (context, { body, selection }: StartRun): Promise<number> => {
    const { tx, actor } = context;
    const { action, kind = 'sales', options = {}, rate = null, order_id: ids } = body;
    checkOptions(action, options);
    if (ids) await assertOrders(tx, kind, ids);
    const insertion = sql<Row<'bulkrun', 'id'>>`
      -- Inserts the run; its orders follow in statements of their own.
      insert into bulkrun (action, kind, selection, options, rate, account_id)
      values (${action}, ${kind}, ${body.select ?? null}, ${JSON.stringify(options)}::jsonb, ${rate}, ${actor.userId}) returning id`;
    const { id } = firstRow(await insertion.execute(tx));
    await planForSelection(tx);
    const total = await snapshot(tx, id, selection);
    if (action === 'pick') await groupUnits(tx, id, options);
    await sql`update bulkrun set total = ${total} where id = ${id}`.execute(tx);
    await recordAndSignal(context, { id, action, total, rate: numberOf(rate) }, 'bulkrun.created', null, {
      action,
      total,
    });
    return id;
  },
);

/** Pauses a run: it starts no further order, and finishes the orders under way. Idempotent. @throws bulkrun.state */
export const pauseRun = operation('bulkrun.pause', async (context, { id, by }: RunDecision) => {
  const run = await runRow(context.tx, id, 'locked');
  if (!bulkRunStates.repeated('pause', run, { next: nextOf(run) })) await setPaused(context, run, by);
});

/**
 * Pauses a run that cannot go on without a person, so that people see that nobody works on it: its workflow is gone for good, or
 * its user lost a right. A person has to resume it. A run that has ended stays as it is.
 * @returns the run
 */
export const abandonRun = operation(
  'bulkrun.abandon',
  async (context, { id, why }: { id: number; why: string }): Promise<Run> => {
    const run = await runRow(context.tx, id, 'locked');
    if (!bulkRunStates.allows('pause', run)) return run;
    await setPaused(context, run, null, why);
    return { ...run, status_id: bulkRunStates.id.Paused };
  },
);

async function setPaused(
  context: OperationContext,
  run: Run,
  by: string | null,
  why: string | null = null,
): Promise<void> {
  await sql`
    -- Pauses the run.
    update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Paused)}, paused_why = ${why}, updated_at = this_second()
    where id = ${run.id}`.execute(context.tx);
  await recordAndSignal(context, run, 'bulkrun.paused', by, why === null ? {} : { why });
}

/** Has the workflow of a run started again, because it is gone. The workflow reads the run. */
export const redriveRun = operation('bulkrun.redrive', async (context, id: number) => {
  const { action, total, rate } = await runRow(context.tx, id);
  const payload: BulkRunSignalWithStart = { event: 'bulkrun.driven', run: { run: id, action, total, rate } };
  await sendSignal(context, bulkRunWorkflowId(id), payload);
});

/**
 * Resumes a paused run, which then acts with the permissions of the caller. Idempotent.
 * @throws bulkrun.state; permission.missing if the caller may not do the action of the run
 */
export const resumeRun = operation('bulkrun.resume', async (context, { id, by, caller }: Takeover) => {
  const run = await runRow(context.tx, id, 'locked');
  assertAction(run, caller, 'resume');
  if (bulkRunStates.repeated('resume', run, { next: nextOf(run) })) return;
  await sql`
    -- Resumes the run with the permissions of the caller.
    update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Running)}, account_id = ${context.actor.userId}, paused_why = null,
      updated_at = this_second()
    where id = ${id}`.execute(context.tx);
  await recordAndSignal(context, run, 'bulkrun.resumed', by);
});

/**
 * Cancels a run. Orders with an outcome keep it, orders under way are finished, and all others get the outcome `skipped`.
 * @throws bulkrun.state if the run is done
 */
export const cancelRun = operation('bulkrun.cancel', async (context, { id, by }: RunDecision) => {
  const { tx } = context;
  const run = await runRow(tx, id, 'locked');
  if (bulkRunStates.repeated('cancel', run, { next: nextOf(run) })) return;
  // A transaction that has locked an order waits for the lock of this run and then writes the outcome itself. To wait for its
  // lock would be a deadlock, hence `skip locked`.
  await sql`
    -- Skips the orders without an outcome, and cancels the run.
    with left_over as (
      select id from bulkrunorder where bulkrun_id = ${id} and outcome is null and not under_way order by id for update skip locked
    ), skipped as (
      update bulkrunorder o set outcome = ${canceled.outcome}, code = ${canceled.code}, reason = ${canceled.reason}, updated_at = this_second()
      from left_over l where o.id = l.id returning o.id
    )
    update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Canceled)}, paused_why = null, finished_at = this_second(),
      updated_at = this_second(),
      skipped = skipped + (select count(*) from skipped)
    where id = ${id}`.execute(tx);
  await recordAndSignal(context, run, 'bulkrun.canceled', by);
});

/** The outcomes that a retry repeats, in place of all of `retriedOutcomes`. */
export type Retry = Takeover & { readonly only: RetriedOutcome | null };

/**
 * Repeats the failed and the warned orders of a run, which then acts with the permissions of the caller. Without such an order
 * nothing changes.
 * @throws bulkrun.state if canceled; permission.missing if the caller may not do the action of the run
 */
export const retryRun = operation('bulkrun.retry', async (context, { id, by, caller, only }: Retry) => {
  const { tx } = context;
  const run = await runRow(tx, id, 'locked');
  assertAction(run, caller, 'retry');
  bulkRunStates.demand('retry', run);
  const outcomes = only === null ? retriedOutcomes : [only];
  const reset = await sql<{ failed: number; warned: number }>`
    -- Clears the outcomes of the orders to repeat, and counts them by outcome.
    with repeated as (
      select id, outcome from bulkrunorder
      where bulkrun_id = ${id} and outcome = any(${outcomes}::text[]) order by id for no key update
    ), cleared as (
      update bulkrunorder o set outcome = null, code = null, reason = null, warnings = null, autowork_id = null, updated_at = this_second()
      from repeated r where o.id = r.id
    )
    select count(*) filter (where outcome = 'failed')::int as failed, count(*) filter (where outcome = 'warned')::int as warned
    from repeated`.execute(tx);
  const { failed, warned } = firstRow(reset);
  const count = failed + warned;
  if (count === 0) return;
  await sql`
    -- Sets the run running with the permissions of the caller.
    update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Running)}, finished_at = null, failed = failed - ${failed}::int,
      warned = warned - ${warned}::int, account_id = ${context.actor.userId}, paused_why = null, updated_at = this_second()
    where id = ${id}`.execute(tx);
  await recordAndSignal(context, run, 'bulkrun.retried', by, { orders: count });
});

/** Changes the maximum number of orders per second of a run; a null rate is no limit. @throws bulkrun.state if the run is over */
export const changeRate = operation('bulkrun.rate', async (context, input: RunDecision & { rate: string | null }) => {
  const { id, rate, by } = input;
  const run = await runRow(context.tx, id, 'locked');
  bulkRunStates.demand('rate', run, { next: nextOf(run) });
  const now = numberOf(rate);
  if (run.rate === now) return;
  await sql`update bulkrun set rate = ${rate}::numeric, updated_at = this_second() where id = ${id}`.execute(
    context.tx,
  );
  await recordAndSignal(context, { ...run, rate: now }, 'bulkrun.modified', by, { fields: ['rate'], rate: now });
});

/** Returns the call that has a finished run go on. Nothing moves a canceled run, or one in which every order was done or skipped. */
function nextOf(run: Run): NextCall[] {
  if (bulkRunStates.stateOf(run) !== 'Done' || run.failed + run.warned === 0) return [];
  const path = `/bulkrun/${run.id}/retry`;
  return [{ method: 'POST', path, body: {}, why: 'Repeats the orders that failed or were warned' }];
}

/** A run that goes on does its action for many orders, so its new user needs the permission for one. @throws permission.missing */
function assertAction(run: Run, caller: Takeover['caller'], verb: 'resume' | 'retry'): void {
  const { id, action } = run;
  const permission = permissionFor(run);
  if (permits(caller.permissions, permission)) return;
  const detail = `To ${verb} bulk run ${id}, you need the permission ${permission} for its action, ${action}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission });
}

/** The rights of a caller who is about to have a run started. */
export interface StarterRights {
  readonly permissions: ReadonlySet<string>;
  readonly readAccess: ReadAccess | null;
}

/**
 * Checks that a caller may start a run over a selection.
 * @returns the condition of its orders
 * @throws permission.missing for a caller who may not start runs, do the action on a single order, or read the records in the expression;
 * filter.invalid; body.invalid
 */
export function assertRun(
  { action, kind = 'sales', options = {}, select }: BulkRunBody & { readonly select: string },
  { permissions, readAccess }: StarterRights,
): SqlCondition {
  for (const permission of ['bulkrun.create', permissionFor({ action, kind })]) {
    if (permits(permissions, permission)) continue;
    const detail = `A bulk run with the action ${action} needs the permission ${permission}. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission });
  }
  checkOptions(action, options);
  return ordersMatching(kind, select, readAccess);
}

/** Returns the number of orders that a selection matches now. */
export function countOrders({ database }: Pick<CallContext, 'database'>, selection: SqlCondition): Promise<number> {
  return database.transaction('bulkrun.count', async (tx) => {
    await planForSelection(tx);
    return countSelected(tx, selection);
  });
}

const numberOf = (rate: string | null): number | null => (rate === null ? null : Number(rate));

/**
 * Records the event of a run, and signals its workflow or starts it. The workflow reads the run again; the row is the truth.
 * Its history names the decider, as the timeline does.
 */
async function recordAndSignal(
  context: OperationContext,
  { id, action, total, rate }: Pick<Run, 'id' | 'action' | 'total' | 'rate'>,
  event: Extract<EventName, `bulkrun.${string}`>,
  decisionBy: string | null,
  more: Record<string, unknown> = {},
): Promise<void> {
  const by = await actorName(context, decisionBy);
  await recordEvent(context, { event, id, detail: { by, ...more } });
  const run: BulkRunInput = { run: id, action, total, rate };
  const payload: BulkRunSignalWithStart = { event, by, run, ...(event === 'bulkrun.modified' ? { rate } : {}) };
  await sendSignal(context, bulkRunWorkflowId(id), payload);
}
