import { sql } from 'kysely';
import type { Planner } from '../../planning/planner.ts';
import { RulesPending } from '../fulfilment/work/rules-pending.ts';
import { type OrderAction, type OrderActionOptions, performAction } from '../orders/lifecycle/operations.ts';
import { evaluatePending } from '../orders/planning/operations.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import { savepoint } from '../platform/database/savepoint.ts';
import { Problem } from '../platform/problems/problems.ts';
import { actions } from './actions.ts';
import { pickTogether } from './pick-together.ts';
import { asStarter, countOutcomes, type Run, runRow } from './run-row.ts';
import type { PerformAnswer } from './schema.ts';
import { bulkRunStates } from './states.ts';
import { isFollowed } from './under-way.ts';
import { asked, canceled, done, inSpiteOf, nothingToDo, refused, type Verdict } from './verdict.ts';

export interface PerformUnit {
  runId: number;
  orderIds: readonly number[];
  planner: Planner;
  /** Why they cannot be done: a defect, say. Nothing else is tried then. */
  fault?: Problem;
}

/**
 * Does what a run is about to the orders of one unit, and writes what each came to, in one transaction: whenever anybody dies,
 * an order has been done and has its outcome, or neither. Orders that have one are left alone; so repeating it changes nothing.
 * @throws bulkrun.state where the run is paused or over
 */
export const performUnit = operation('bulkrun.perform', async (context, input: PerformUnit): Promise<PerformAnswer> => {
  const { tx } = context;
  const { runId, orderIds } = input;
  const { rows: open } = await sql<{ order_id: number }>`
    select order_id from bulkrunorder where bulkrun_id = ${runId} and order_id = any(${orderIds}::int[]) and outcome is null
      and not under_way order by id for update`.execute(tx);
  // Read after the locks: whoever pauses the run meanwhile is heard.
  const run = await runRow(tx, runId);
  if (open.length > 0) {
    const ids = open.map((row) => row.order_id);
    await record(tx, run, await verdictsOf(asStarter(context, run), run, ids, input));
  }
  return answerOf(tx, run, orderIds);
});

type Verdicts = ReadonlyMap<number, Verdict>;

async function verdictsOf(
  context: OperationContext,
  run: Run,
  orderIds: readonly number[],
  { planner, fault }: PerformUnit,
): Promise<Verdicts> {
  const all = (verdict: Verdict): Verdicts => new Map(orderIds.map((id) => [id, verdict]));
  if (bulkRunStates.stateOf(run) === 'Canceled') return all(canceled);
  bulkRunStates.demand('work', run);
  if (fault) return all(refused(fault));
  const deed = actions[run.action].deed(run.options);
  if (deed === null) return attempt(context, planner, () => pickTogether(context, orderIds), all);
  const verdicts = new Map<number, Verdict>();
  for (const id of orderIds) verdicts.set(id, await oneByOne(context, run, deed, id, planner));
  return verdicts;
}

/** With `ignore_warnings` it is done all the same, and its outcome tells of what. */
async function oneByOne(
  context: OperationContext,
  run: Run,
  deed: OrderAction,
  orderId: number,
  planner: Planner,
): Promise<Verdict> {
  const options: OrderActionOptions = {
    planner,
    reason: run.options.reason,
    by: `bulk run ${run.id}`,
    bulkRun: run.id,
  };
  const doIt = async (): Promise<Verdict> => {
    const answer = await performAction(context, deed, orderId, options);
    if (answer === null) return done;
    return typeof answer === 'string' ? nothingToDo(answer) : asked(answer.autoworkId);
  };
  const first = await attempt(context, planner, doIt, (verdict) => verdict);
  if (first.outcome !== 'warned' || !run.options.ignore_warnings) return first;
  const anyway = async () => {
    await performAction(context, deed, orderId, { ...options, ignoreWarnings: true });
    return inSpiteOf(first.warnings ?? []);
  };
  return attempt(context, planner, anyway, (verdict) => verdict);
}

/** What is refused is undone by itself. Where rules have to speak first (`before:`), they do, and it is tried once more. */
async function attempt<Result>(
  context: OperationContext,
  planner: Planner,
  body: () => Promise<Result>,
  refusedAs: (verdict: Verdict) => Result,
): Promise<Result> {
  for (let isEvaluated = false; ; isEvaluated = true) {
    try {
      return await savepoint(context.tx, body);
    } catch (error) {
      if (error instanceof Problem) return refusedAs(refused(error));
      if (!(error instanceof RulesPending) || isEvaluated) throw error;
      await savepoint(context.tx, () => evaluatePending(context, error, planner));
    }
  }
}

/** One statement for the outcomes and for the counters of the run. */
async function record(tx: Tx, run: Run, verdicts: Verdicts): Promise<void> {
  const rows = [...verdicts].map(
    ([order_id, { outcome, code, reason, warnings = null, pickId = null, autoworkId = null }]) => {
      const under_way = isFollowed(run) && (outcome === 'done' || autoworkId !== null);
      return { order_id, outcome, code, reason, warnings, pick_id: pickId, autowork_id: autoworkId, under_way };
    },
  );
  await sql`
    with verdict as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(order_id int, outcome text, code text, reason text,
        warnings jsonb, pick_id int, autowork_id int, under_way boolean)
    ), written as (
      update bulkrunorder o set outcome = v.outcome, code = v.code, reason = v.reason, warnings = nullif(v.warnings, 'null'),
        pick_id = v.pick_id, autowork_id = v.autowork_id, under_way = v.under_way, attempts = o.attempts + 1, updated_at = now()
      from verdict v where o.bulkrun_id = ${run.id} and o.order_id = v.order_id
      returning o.outcome
    ) ${countOutcomes(run.id)}`.execute(tx);
}

async function answerOf(tx: Tx, run: Run, orderIds: readonly number[]): Promise<PerformAnswer> {
  const { rows } = await sql<PerformAnswer['outcomes'][number]>`
    select order_id, outcome, code, reason from bulkrunorder
    where bulkrun_id = ${run.id} and order_id = any(${orderIds}::int[]) and outcome is not null order by id`.execute(
    tx,
  );
  return { state: stateWord(run), rate: run.rate, outcomes: rows };
}

/** The state as the interface has it. */
export function stateWord(run: Pick<Run, 'status_id'>): PerformAnswer['state'] {
  return bulkRunStates.stateOf(run).toLowerCase() as PerformAnswer['state'];
}
