import { type QueryExecutorProvider, sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import type { CallContext, OperationContext, Tx } from '../../platform/database/operation.ts';
import { rolledBack } from '../../platform/database/rolled-back.ts';
import type { Row } from '../../platform/database/row.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { orderFacts } from '../planning/facts.ts';
import { planAtIssue } from '../planning/plan.ts';
import { replanUnlessCurrent } from '../planning/replan.ts';
import { issueOrder } from './issue.ts';
import type { Warning } from './warnings.ts';

/** The result of issuing or replanning an order, found out in a transaction that is rolled back. */
export interface DryRun {
  readonly id: number;
  /** Why the order would be refused even with `ignore_warnings`. Null if it would not. */
  readonly refused: Problem | null;
  /** Why there would be nothing to do. Null if there would be. */
  readonly idle: string | null;
  readonly plan: string;
  readonly warnings: readonly Warning[];
  /** The quantity of each part that the order would pick. */
  readonly needs: readonly Need[];
}

export interface Need extends Row<'salesorder', 'site_id'>, Row<'work', 'part_id'> {
  readonly qty: string;
}

const emptyResult = { refused: null, idle: null, warnings: [], needs: [] };

/** Runs an operation in a transaction and rolls it back. */
async function dryRun(
  { database, actor }: CallContext,
  orderId: number,
  body: (context: OperationContext) => Promise<DryRun>,
): Promise<DryRun> {
  try {
    return await database.transaction('salesorder.dryrun', async (tx) => rolledBack(await body({ tx, actor })));
  } catch (error) {
    if (error instanceof Problem) return { ...emptyResult, id: orderId, refused: error, plan: 'refused' };
    throw error;
  }
}

/** Issues the order in a dry run, because only the operation itself knows all of its warnings. */
export function dryRunIssue(call: CallContext, orderId: number, planner: Planner): Promise<DryRun> {
  return dryRun(call, orderId, async (context) => {
    const plan = planWords(planAtIssue(planner, await orderFacts(context.tx, orderId)));
    const { warnings = [] } = (await issueOrder(context, { orderId, planner })) ?? {};
    return { ...emptyResult, id: orderId, plan, warnings, needs: await needsOf(context.tx, orderId) };
  });
}

/** Replans the order in a dry run. The plan in the result is the one that the order would get. */
export function dryRunReplan(call: CallContext, orderId: number, planner: Planner): Promise<DryRun> {
  return dryRun(call, orderId, async (context) => {
    const idle = await replanUnlessCurrent(context, { orderId, planner, by: 'dry run' });
    const plans = await pinnedPlans(context.tx, [orderId]);
    return { ...emptyResult, id: orderId, idle, plan: plans.map(({ plan }) => plan).join() };
  });
}

async function needsOf(tx: Tx, orderId: number): Promise<Need[]> {
  // The stocked parts of the order's pick work.
  const { rows } = await sql<Need>`
    select o.site_id, w.part_id, sum(w.qty) as qty from work w join salesorder o on o.id = w.order_id
    where w.order_id = ${orderId} and w.task_id = ${sql.lit(task.pick)} and w.stocked group by o.site_id, w.part_id`.execute(
    tx,
  );
  return rows;
}

/** Reads the plans of orders in one line each: `pick automatic, no pack, …`, or `not issued`. */
export async function pinnedPlans(
  database: QueryExecutorProvider,
  orderIds: readonly number[],
): Promise<{ id: number; plan: string }[]> {
  const { rows } = await sql<Row<'salesorder', 'id'> & { plan: Pick<Plan, 'steps' | 'hold' | 'refusals'> | null }>`
    select id, plan from salesorder where id = any(${orderIds}::bigint[]) order by id`.execute(database);
  return rows.map(({ id, plan }) => ({ id, plan: plan === null ? 'not issued' : planWords(plan) }));
}

/** `pick automatic, no pack, ship by hand, pickup by hand; held: Credit check`. */
function planWords({ steps, hold, refusals }: Pick<Plan, 'steps' | 'hold' | 'refusals'>): string {
  const words = steps.map(({ step, required, by }) =>
    required ? `${step} ${by === 'hand' ? 'by hand' : 'automatic'}` : `no ${step}`,
  );
  const refused = refusals === undefined ? '' : `; refused: ${refusals.join('; ')}`;
  return `${words.join(', ')}${hold === null ? '' : `; held: ${hold}`}${refused}`;
}
