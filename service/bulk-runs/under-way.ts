import { sql } from 'kysely';
import { openOrders } from '../orders/states.ts';
import type { Tx } from '../platform/database/operation.ts';
import { task } from '../platform/states/kinds.ts';
import { countOutcomes, type Run } from './run-row.ts';

/**
 * How many of its orders a run lets the engine work on at once. Issuing is several times as fast as picking, packing and shipping:
 * without this, thousands would lie at the engine, beyond what a worker keeps in memory, and each step begin with a replay.
 */
export const mostUnderWay = 32;

/** An order that takes longer does not keep others back: it waits for a carrier, or for the engine to come back. */
const patience = sql.lit('30 seconds');

/** Whether the engine goes on with what a run has done to an order. */
export function isFollowed({ action }: Pick<Run, 'action'>): boolean {
  return action === 'issue' || action === 'autowork';
}

/**
 * Looks again at the orders of a run that the engine was working on by itself.
 * @returns how many are left
 */
export function underWay(tx: Tx, run: Pick<Run, 'id' | 'action'>): Promise<number> {
  return run.action === 'autowork' ? autoworksUnderWay(tx, run.id) : issuedUnderWay(tx, run.id);
}

/** What its autowork came to is what the order came to. */
async function autoworksUnderWay(tx: Tx, runId: number): Promise<number> {
  await sql`
    with written as (
      update bulkrunorder o set under_way = false, code = a.code, reason = a.detail, updated_at = now(),
        outcome = case a.outcome when 'done' then 'done' when 'nothing' then 'skipped' else 'failed' end
      from autowork a where a.id = o.autowork_id and a.state = 'done' and o.bulkrun_id = ${runId} and o.under_way
      returning o.outcome
    ) ${countOutcomes(runId)}`.execute(tx);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from bulkrunorder where bulkrun_id = ${runId} and under_way`.execute(tx);
  return rows[0]!.left;
}

/** The engine is at rest with orders that are over, are held, need a person, or have come to a step by hand. */
async function issuedUnderWay(tx: Tx, runId: number): Promise<number> {
  const taskOf = sql`(${sql.lit(JSON.stringify(task))}::jsonb ->> (p.step ->> 'step'))::int`;
  const { rows } = await sql<{ left: number }>`
    with followed as (
      select b.id, b.updated_at > now() - ${patience}::interval and exists (
        select 1 from salesorder s
        where s.id = b.order_id and s.status_id in (${openOrders}) and s.held_at is null and s.attention is null
          and 'automatic' = (
            select p.step ->> 'by' from jsonb_array_elements(s.plan -> 'steps') with ordinality as p(step, at)
            where (p.step ->> 'required')::boolean and exists (
              select 1 from work w where w.order_id = s.id and w.task_id = ${taskOf} and w.qty_done < w.qty)
            order by p.at limit 1)) as working
      from bulkrunorder b where b.bulkrun_id = ${runId} and b.under_way
    ), rested as (
      update bulkrunorder b set under_way = false from followed f where b.id = f.id and not f.working
    )
    select count(*) filter (where working)::int as left from followed`.execute(tx);
  return rows[0]!.left;
}
