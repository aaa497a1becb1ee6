import { type QueryExecutorProvider, sql } from 'kysely';
import type { Plan } from '../../../planning/plan.ts';
import type { Planner } from '../../../planning/planner.ts';
import type { CallContext, OperationContext, Tx } from '../../platform/database/operation.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { orderFacts } from '../planning/facts.ts';
import { planAtIssue } from '../planning/plan.ts';
import { issue } from './issue.ts';
import { orderActions } from './operations.ts';
import type { Warning } from './warnings.ts';

/** What issuing an order, or planning it anew, would come to now. */
export interface DryRun {
  readonly id: number;
  /** Why it is refused, whatever is ignored; null where it is not. */
  readonly refused: Problem | null;
  /** Why there is nothing to do; null where there is. */
  readonly idle: string | null;
  readonly plan: string;
  readonly warnings: readonly Warning[];
  /** What it needs of which part, where it would be picked. */
  readonly needs: readonly Need[];
}

export interface Need {
  readonly site_id: number;
  readonly part_id: number;
  readonly qty: string;
}

/** Carries what was found out of a transaction that is not to be. */
class RollbackSignal extends Error {
  readonly found: DryRun;
  constructor(found: DryRun) {
    super('rehearsed');
    this.found = found;
  }
}

const nothingElse = { refused: null, idle: null, warnings: [], needs: [] };

/** Does it with the order and undoes it: nothing is left of it. */
async function undone(
  { database, actor }: CallContext,
  orderId: number,
  body: (context: OperationContext) => Promise<DryRun>,
): Promise<DryRun> {
  try {
    return await database.transaction('salesorder.rehearse', async (tx): Promise<never> => {
      throw new RollbackSignal(await body({ tx, actor }));
    });
  } catch (error) {
    if (error instanceof RollbackSignal) return error.found;
    if (error instanceof Problem) return { ...nothingElse, id: orderId, refused: error, plan: 'refused' };
    throw error;
  }
}

/** Issues the order: no other way to warn could be as exact. */
export function dryRunIssue(call: CallContext, orderId: number, planner: Planner): Promise<DryRun> {
  return undone(call, orderId, async (context) => {
    const plan = planWords(planAtIssue(planner, (await orderFacts(context.tx, orderId)).facts));
    const warnings = await issue.within(context, { orderId, planner, ignoreWarnings: false }).then(
      () => [],
      (error) => {
        if (error instanceof Problem && error.code === 'order.warnings') return error.members.warnings as Warning[];
        throw error;
      },
    );
    return { ...nothingElse, id: orderId, plan, warnings, needs: await needsOf(context.tx, orderId) };
  });
}

/** Plans the order anew: the plan is the one that it would have then. */
export function dryRunReplan(call: CallContext, orderId: number, planner: Planner): Promise<DryRun> {
  return undone(call, orderId, async (context) => {
    const idle = await orderActions.replan.perform(context, orderId, { planner, by: 'trial', bulkRun: null });
    const [pinned] = await pinnedPlans(context.tx, [orderId]);
    return { ...nothingElse, id: orderId, idle, plan: pinned!.plan };
  });
}

async function needsOf(tx: Tx, orderId: number): Promise<Need[]> {
  const { rows } = await sql<Need>`
    select o.site_id, w.part_id, sum(w.qty) as qty from work w join salesorder o on o.id = w.order_id
    where w.order_id = ${orderId} and w.task_id = ${sql.lit(task.pick)} and w.stocked group by o.site_id, w.part_id`.execute(
    tx,
  );
  return rows;
}

/** The plans that orders go by, each with those that do; orders that are not issued have none. */
export async function pinnedPlans(
  database: QueryExecutorProvider,
  orderIds: readonly number[],
): Promise<{ id: number; plan: string }[]> {
  const { rows } = await sql<{ id: number; plan: Pick<Plan, 'steps' | 'hold'> | null }>`
    select id, plan from salesorder where id = any(${orderIds}::int[]) order by id`.execute(database);
  return rows.map(({ id, plan }) => ({ id, plan: plan === null ? 'not issued' : planWords(plan) }));
}

/** `pick automatic, no pack, ship by hand, pickup by hand; held: Credit check`. */
function planWords({ steps, hold }: Pick<Plan, 'steps' | 'hold'>): string {
  const words = steps.map(({ step, required, by }) =>
    required ? `${step} ${by === 'hand' ? 'by hand' : 'automatic'}` : `no ${step}`,
  );
  return `${words.join(', ')}${hold === null ? '' : `; held: ${hold}`}`;
}
