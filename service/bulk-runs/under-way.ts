import { sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';
import { firstRow } from '../platform/database/rows.ts';
import { task } from '../platform/states/kinds.ts';
import { openOrders } from '../platform/states/open.ts';
import { bulkRunStates } from '../platform/states/states.ts';
import { countOutcomes, type Run } from './run-row.ts';

/**
 * The maximum number of orders of all runs that the engine works on at once. Issuing is several times as fast as picking,
 * packing and shipping. Without the limit thousands of workflows would be open, more than the cache of a worker holds, and each
 * step would start with a replay. A run is 1.5 times as fast with 32 orders as with 8, because steps of more orders go together.
 * A person's order takes 2.3 times as long beside 24 orders, 1.8 times beside 8, and 1.1 times beside 4
 * (`npm run bench -- beside`).
 */
const mostOfAllRuns = { alone: 32, besideOthers: 4 };
/** The smallest share of a run. A worker does at most four runs at once. */
const smallestShare = 2;

/**
 * Returns how many orders of one run the engine may work on at once: the runs that are running share the places.
 * @param isQuiet whether nobody but bulk work works on orders
 */
export async function mostUnderWay(tx: Tx, isQuiet: boolean): Promise<number> {
  const count = sql<{ runs: number }>`
    -- Counts the bulk runs that are running.
    select count(*)::int as runs from bulkrun where status_id = ${sql.lit(bulkRunStates.id.Running)}`;
  const { runs } = firstRow(await count.execute(tx));
  const most = isQuiet ? mostOfAllRuns.alone : mostOfAllRuns.besideOthers;
  return Math.max(smallestShare, Math.floor(most / Math.max(1, runs)));
}

/** An order that takes longer no longer counts: it waits for a carrier, or for the engine to be up again. */
const longestUnderWay = sql.lit('30 seconds');

/** Returns whether the engine continues to work on an order after the run has processed it. */
export function isFollowed({ action }: Pick<Run, 'action'>): boolean {
  return action === 'issue' || action === 'autowork';
}

/**
 * Updates the orders of a run that the engine works on.
 * @returns the number of orders still under way
 */
export function underWay(tx: Tx, run: Pick<Run, 'id' | 'action'>): Promise<number> {
  return run.action === 'autowork' ? autoworksUnderWay(tx, run.id) : issuedUnderWay(tx, run.id);
}

/** The outcome of a finished autowork becomes the outcome of its order. */
async function autoworksUnderWay(tx: Tx, runId: number): Promise<number> {
  await sql`
    -- Copies the outcomes of finished autoworks, and adds them to the counters of the run.
    with written as (
      update bulkrunorder o set under_way = false, code = a.code, reason = a.detail, updated_at = this_second(),
        outcome = case a.outcome when 'done' then 'done' when 'nothing' then 'skipped' else 'failed' end
      from autowork a where a.id = o.autowork_id and a.state = 'done' and o.bulkrun_id = ${runId} and o.under_way
      returning o.outcome
    ) ${countOutcomes(runId)}`.execute(tx);
  const count = sql<{ left: number }>`
    select count(*)::int as left from bulkrunorder where bulkrun_id = ${runId} and under_way`;
  return firstRow(await count.execute(tx)).left;
}

/** The engine no longer works on an order that is over, held, in attention, or at a step by hand. */
async function issuedUnderWay(tx: Tx, runId: number): Promise<number> {
  const taskOf = sql`(${sql.lit(JSON.stringify(task))}::jsonb ->> (p.step ->> 'step'))::bigint`;
  const count = sql<{ left: number }>`
    -- Ends the orders that the engine no longer works on, and counts the others.
    with followed as (
      select b.id, b.updated_at > now() - ${longestUnderWay}::interval and exists (
        select 1 from salesorder s
        where s.id = b.order_id and s.status_id in (${openOrders}) and s.held_at is null and s.attention is null
          and 'automatic' = (
            select p.step ->> 'by' from jsonb_array_elements(s.plan_outline -> 'steps') with ordinality as p(step, at)
            where (p.step ->> 'required')::boolean and exists (
              select 1 from work w where w.order_id = s.id and w.task_id = ${taskOf} and w.qty_done < w.qty)
            order by p.at limit 1)) as working
      from bulkrunorder b where b.bulkrun_id = ${runId} and b.under_way
    ), rested as (
      update bulkrunorder b set under_way = false from followed f where b.id = f.id and not f.working
    )
    select count(*) filter (where working)::int as left from followed`;
  return firstRow(await count.execute(tx)).left;
}
