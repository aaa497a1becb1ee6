import { sql } from 'kysely';
import type { Planner } from '../../config/planning/planner.ts';
import { RulesPending } from '../fulfilment/work/rules-pending.ts';
import {
  issueMany,
  type OrderAction,
  type OrderActionOptions,
  performAction,
  type WarningHandling,
} from '../orders/lifecycle/operations.ts';
import { evaluatePending } from '../orders/planning/operations.ts';
import { withWithdrawal } from '../orders/progress/operations.ts';
import { presentCaller } from '../platform/access/credentials.ts';
import { permits } from '../platform/access/permissions.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { savepoint } from '../platform/database/savepoint.ts';
import { limitSites } from '../platform/database/site-limits.ts';
import { Problem } from '../platform/problems/problems.ts';
import { bulkRunStates } from '../platform/states/states.ts';
import { actions, mayIssueTogether, permissionFor } from './actions.ts';
import { abandonRun } from './operations.ts';
import { pickTogether } from './pick-together.ts';
import { asStarter, countOutcomes, type Run, runRow } from './run-row.ts';
import type { PerformAnswer } from './schema.ts';
import { isFollowed } from './under-way.ts';
import { canceled, done, doneDespite, nothingToDo, pendingAutowork, refused, type Verdict, waits } from './verdict.ts';

export interface PerformUnit {
  runId: number;
  orderIds: readonly number[];
  planner: Planner;
  /** What an order that is issued when possible does about its warnings. */
  handling: WarningHandling;
  /** A problem, such as a defect, that all orders of the unit get as their outcome without another attempt. */
  fault?: Problem;
}

/**
 * Performs the action of a run on the orders of one unit and stores their outcomes, in one transaction: after a crash an order
 * has both or neither. Orders with an outcome are skipped, so a repetition changes nothing. If the user of the run may not do its
 * action now, the run is paused, and its orders stay without an outcome.
 * @throws bulkrun.state if the run is paused or over
 */
export const performUnit = operation('bulkrun.perform', async (context, input: PerformUnit): Promise<PerformAnswer> => {
  const open = await lockUnit(context.tx, input);
  return withOutcomes(context, input, open, (ids) => verdictsOf(asStarter(context, open.run), open.run, ids, input));
});

/**
 * Issues those orders of a unit that nothing stands in the way of, by statements over all of them, and stores their outcomes. The
 * others stay without an outcome: `performUnit` issues or refuses them, one after the other. A transaction of their own keeps the
 * order of locks, and so their outcomes are the same as without the others: stock that is short for one of them is taken by
 * none that is issued before its turn.
 * @returns null for a run that does not issue orders together
 * @throws bulkrun.state if the run is paused or over
 */
export const issueUnit = operation(
  'bulkrun.issue',
  async (context, input: PerformUnit): Promise<PerformAnswer | null> => {
    const open = await lockUnit(context.tx, input);
    const { run } = open;
    if (!mayIssueTogether(run)) return null;
    bulkRunStates.demand('work', run);
    return withOutcomes(context, input, open, async (ids) => {
      const starter = asStarter(context, run);
      const options = { planner: input.planner, contextOf: () => starter, bulkRun: run.id, inSequence: true };
      const issued = await issueMany(context.tx, ids, options);
      return new Map([...issued].map((id) => [id, done]));
    });
  },
);

/** The orders of a unit that have no outcome, which are locked, and their run. */
interface LockedUnit {
  readonly run: Run;
  readonly ids: readonly number[];
}

async function lockUnit(tx: Tx, { runId, orderIds }: PerformUnit): Promise<LockedUnit> {
  const { rows } = await sql<Row<'bulkrunorder', 'order_id'>>`
    -- Locks the orders of the unit that have no outcome.
    select order_id from bulkrunorder where bulkrun_id = ${runId} and order_id = any(${orderIds}::bigint[]) and outcome is null
      and not under_way order by id for update`.execute(tx);
  // The run is read after the locks, so that a pause in the meantime counts.
  return { run: await runRow(tx, runId), ids: rows.map((row) => row.order_id) };
}

/** Stores the outcomes of orders, if the user of the run may do its action. Otherwise the run is paused. */
async function withOutcomes(
  context: OperationContext,
  { runId, orderIds }: PerformUnit,
  { run, ids }: LockedUnit,
  verdicts: (orderIds: readonly number[]) => Promise<Verdicts>,
): Promise<PerformAnswer> {
  const { tx } = context;
  if (ids.length > 0) {
    const why = bulkRunStates.allows('work', run) ? await actAsStarter(tx, run) : null;
    if (why !== null) return answerOf(tx, await abandonRun.within(context, { id: runId, why }), orderIds);
    await record(tx, run, await verdicts(ids));
  }
  return answerOf(tx, run, orderIds);
}

/**
 * Limits the transaction to the sites of the user of a run. The rights are those of this moment.
 * @returns why the user may not do the action any more; null if the user may
 */
async function actAsStarter(tx: Tx, run: Run): Promise<string | null> {
  const { id, account_id } = run;
  const permission = permissionFor(run);
  const user = await presentCaller(tx, account_id);
  if (user && permits(user.permissions, permission)) {
    await limitSites(tx, user.siteIds);
    return null;
  }
  const reason = user ? `does not hold the permission ${permission} any more` : 'is not active any more';
  return `User ${account_id}, as whom the run acts, ${reason}. To continue with your own permissions: POST /bulkrun/${id}/resume.`;
}

type Verdicts = ReadonlyMap<number, Verdict>;

async function verdictsOf(
  context: OperationContext,
  run: Run,
  orderIds: readonly number[],
  { planner, handling, fault }: PerformUnit,
): Promise<Verdicts> {
  const all = (verdict: Verdict): Verdicts => new Map(orderIds.map((id) => [id, verdict]));
  if (bulkRunStates.stateOf(run) === 'Canceled') return all(canceled);
  bulkRunStates.demand('work', run);
  if (fault) return all(refused(fault));
  const action = actions[run.action].orderAction(run.options);
  if (action === null) return attempt(context, planner, () => pickTogether(context, orderIds), all);
  const verdicts = new Map<number, Verdict>();
  for (const id of orderIds) verdicts.set(id, await verdictOf(context, run, action, id, { planner, handling }));
  return verdicts;
}

/** Performs the action on one order. With `ignore_warnings` it performs it despite warnings, which the outcome then has. */
async function verdictOf(
  context: OperationContext,
  run: Run,
  action: OrderAction,
  orderId: number,
  { planner, handling }: Pick<PerformUnit, 'planner' | 'handling'>,
): Promise<Verdict> {
  const { when, not_before, give_up_at } = run.options;
  const dates = { notBefore: not_before ?? null, giveUpAt: give_up_at ?? null };
  const options: OrderActionOptions = {
    planner,
    whenPossible: when && { handling, ...dates },
    reason: run.options.reason,
    by: `bulk run ${run.id}`,
    bulkRun: run.id,
  };
  const perform = async (): Promise<Verdict> => {
    const answer = await performAction(context, action, orderId, options);
    if (answer === null) return done;
    if (typeof answer === 'string') return nothingToDo(answer);
    return 'waits' in answer ? waits : pendingAutowork(answer.autoworkId);
  };
  const first = await attempt(context, planner, perform, (verdict) => verdict);
  if (first.outcome !== 'warned' || !run.options.ignore_warnings) return first;
  const performDespiteWarnings = async () => {
    await performAction(context, action, orderId, { ...options, ignoreWarnings: true });
    return doneDespite(first.warnings ?? []);
  };
  return attempt(context, planner, performDespiteWarnings, (verdict) => verdict);
}

/**
 * Runs the body in a savepoint and turns a refusal into a verdict. If deferred rules of a step (`before:`) are pending, it
 * evaluates them and runs the body once more.
 */
async function attempt<Result>(
  context: OperationContext,
  planner: Planner,
  body: () => Promise<Result>,
  refusedAs: (verdict: Verdict) => Result,
): Promise<Result> {
  for (let evaluated = false; ; evaluated = true) {
    try {
      return await savepoint(context.tx, body);
    } catch (error) {
      if (error instanceof Problem) return refusedAs(refused(await withWithdrawal(context.tx, error, { permissions })));
      if (!(error instanceof RulesPending) || evaluated) throw error;
      await savepoint(context.tx, () => evaluatePending(context, error, planner));
    }
  }
}

/** An outcome says all of its order: people read it with the orders of the run. */
const permissions: ReadonlySet<string> = new Set(['*']);

/** Stores the outcomes of the orders and the counters of the run. */
async function record(tx: Tx, run: Run, verdicts: Verdicts): Promise<void> {
  if (verdicts.size === 0) return;
  const rows = [...verdicts].map(
    ([order_id, { outcome, code, reason, warnings = null, pickId = null, autoworkId = null }]) => {
      const under_way = isFollowed(run) && (outcome === 'done' || autoworkId !== null);
      return { order_id, outcome, code, reason, warnings, pick_id: pickId, autowork_id: autoworkId, under_way };
    },
  );
  await sql`
    -- Writes the outcomes, and adds them to the counters of the run.
    with verdict as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(order_id bigint, outcome text, code text, reason text,
        warnings jsonb, pick_id bigint, autowork_id bigint, under_way boolean)
    ), written as (
      update bulkrunorder o set outcome = v.outcome, code = v.code, reason = v.reason, warnings = nullif(v.warnings, 'null'),
        pick_id = v.pick_id, autowork_id = v.autowork_id, under_way = v.under_way, attempts = o.attempts + 1, updated_at = this_second()
      from verdict v where o.bulkrun_id = ${run.id} and o.order_id = v.order_id
      returning o.outcome
    ) ${countOutcomes(run.id)}`.execute(tx);
}

async function answerOf(tx: Tx, run: Run, orderIds: readonly number[]): Promise<PerformAnswer> {
  const { rows } = await sql<PerformAnswer['outcomes'][number]>`
    -- Selects the outcomes of the orders of the unit.
    select order_id, outcome, code, reason from bulkrunorder
    where bulkrun_id = ${run.id} and order_id = any(${orderIds}::bigint[]) and outcome is not null order by id`.execute(
    tx,
  );
  return { state: stateWord(run), rate: run.rate, outcomes: rows };
}

/** Returns the state of a run as the interface writes it. */
export function stateWord(run: Pick<Run, 'status_id'>): PerformAnswer['state'] {
  return bulkRunStates.stateOf(run).toLowerCase() as PerformAnswer['state'];
}
