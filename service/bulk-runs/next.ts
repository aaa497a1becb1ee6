import { sql } from 'kysely';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { bulkRunStates } from '../platform/states/states.ts';
import { mayIssueTogether } from './actions.ts';
import { stateWord } from './perform.ts';
import { type Run, runRow } from './run-row.ts';
import type { NextAnswer } from './schema.ts';
import { isFollowed, mostUnderWay, underWay } from './under-way.ts';

export interface NextInput {
  readonly runId: number;
  /** The maximum number of units. */
  readonly max: number;
  /** Whether nobody but bulk work works on orders. */
  readonly isQuiet: boolean;
}

/**
 * Returns the next units of a run for the engine: at most `max` units without an outcome, within the limit of orders under
 * way. It finishes a run in which every order has an outcome. It reserves no unit: `bulkrun.perform` locks the orders.
 */
export const nextUnits = operation(
  'bulkrun.next',
  async (context, { runId, max, isQuiet }: NextInput): Promise<NextAnswer> => {
    const { tx } = context;
    const before = await runRow(tx, runId);
    const left = isFollowed(before) ? await underWay(tx, before) : 0;
    // `underWay` may have just written outcomes, which the counters of the run include.
    const run = isFollowed(before) ? await runRow(tx, runId) : before;
    if (!bulkRunStates.allows('work', run)) return answer(run, [], left);
    const most = isFollowed(run) ? await mostUnderWay(tx, isQuiet) : max;
    // Orders that are issued together cost less than one after the other, and so the run waits until several have room.
    const together = mayIssueTogether(run) && run.rate === null;
    const room = together && left > most / 2 ? 0 : most - left;
    const units = await openUnits(context, runId, Math.min(max, room), together);
    if (units.length > 0 || room <= 0) return answer(run, units, left);
    return answer(await finished(context, runId), [], left);
  },
);

/**
 * Returns the first units without an outcome, each as the ids of its orders.
 * @param together whether all orders are one unit
 */
async function openUnits({ tx }: OperationContext, runId: number, max: number, together: boolean): Promise<number[][]> {
  if (max <= 0) return [];
  const { rows } = await sql<{ ids: number[] }>`
    -- Selects the orders of the first units in which an order has no outcome.
    with first as materialized (
      select unit from bulkrunorder where bulkrun_id = ${runId} and outcome is null and not under_way order by unit limit ${max})
    select array_agg(order_id order by id) as ids from bulkrunorder
    where bulkrun_id = ${runId} and outcome is null and not under_way and unit in (select unit from first) group by unit order by unit`.execute(
    tx,
  );
  const units = rows.map((row) => row.ids);
  return together && units.length > 0 ? [units.flat()] : units;
}

/** Finishes the run if every order has an outcome. It locks the run, because a retry may clear outcomes at the same time. */
async function finished(context: OperationContext, runId: number): Promise<Run> {
  const { tx } = context;
  const run = await runRow(tx, runId, 'locked');
  if (!bulkRunStates.allows('finish', run)) return run;
  const { rows } = await sql`
    -- Finishes the run if none of its orders is without an outcome.
    update bulkrun set status_id = ${sql.lit(bulkRunStates.id.Done)}, finished_at = this_second(), updated_at = this_second()
    where id = ${runId} and not exists (select 1 from bulkrunorder where bulkrun_id = ${runId} and outcome is null)
    returning id`.execute(tx);
  if (rows.length === 0) return run;
  const { total, done, skipped, warned, failed } = run;
  await recordEvent(context, {
    event: 'bulkrun.finished',
    id: runId,
    detail: { total, done, skipped, warned, failed },
  });
  return { ...run, status_id: bulkRunStates.id.Done };
}

function answer(run: Run, units: number[][], left: number): NextAnswer {
  const { rate, total, done, skipped, warned, failed } = run;
  return { state: stateWord(run), rate, total, done, skipped, warned, failed, units, under_way: left };
}
