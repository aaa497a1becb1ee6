import { sql } from 'kysely';
import type { Plan } from '../../plugins/plan.ts';
import type { Planner } from '../../plugins/planner.ts';
import type { Database } from '../database/database.ts';
import type { Desk, Tx } from '../operation.ts';
import { Problem } from '../problems.ts';
import { task } from '../states/kinds.ts';
import { orderFacts } from './facts.ts';
import { issue } from './issue.ts';
import { planAtIssue } from './plan.ts';
import type { Warning } from './warnings.ts';

/** What issuing an order now would come to. */
export interface Rehearsed {
  readonly id: number;
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
class NotToBe extends Error {
  readonly found: Rehearsed;
  constructor(found: Rehearsed) {
    super('rehearsed');
    this.found = found;
  }
}

/** Issues the order and undoes it: no other way to warn could be as exact. Nothing is left of it. */
export async function rehearseIssue({ database, actor }: Desk, orderId: number, planner: Planner): Promise<Rehearsed> {
  try {
    return await database.transaction('salesorder.rehearse', async (tx): Promise<never> => {
      const plan = planWords(planAtIssue(planner, (await orderFacts(tx, orderId)).facts));
      const warnings = await issue.within({ tx, actor }, { orderId, planner, ignoreWarnings: false }).then(
        () => [],
        (error) => {
          if (error instanceof Problem && error.code === 'order.warnings') return error.members.warnings as Warning[];
          throw error;
        },
      );
      throw new NotToBe({ id: orderId, plan, warnings, needs: await needsOf(tx, orderId) });
    });
  } catch (error) {
    if (error instanceof NotToBe) return error.found;
    throw error;
  }
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
  database: Database,
  orderIds: readonly number[],
): Promise<{ id: number; plan: string }[]> {
  const { rows } = await sql<{ id: number; plan: Pick<Plan, 'steps' | 'hold'> | null }>`
    select id, plan from salesorder where id = any(${orderIds}::int[]) order by id`.execute(database.kysely);
  return rows.map(({ id, plan }) => ({ id, plan: plan === null ? 'not issued' : planWords(plan) }));
}

/** `pick automatic, no pack, ship by hand, pickup by hand; held: Credit check`. */
function planWords({ steps, hold }: Pick<Plan, 'steps' | 'hold'>): string {
  const words = steps.map(({ step, required, by }) =>
    required ? `${step} ${by === 'hand' ? 'by hand' : 'automatic'}` : `no ${step}`,
  );
  return `${words.join(', ')}${hold === null ? '' : `; held: ${hold}`}`;
}
