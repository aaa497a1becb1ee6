import { sql } from 'kysely';
import type { Plan } from '../../../planning/plan.ts';
import type { Planner } from '../../../planning/planner.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { orderFacts } from './facts.ts';

/** What a plan changed of the order when it was issued, as it was before. */
export interface Before {
  priority?: number;
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
}

/** A plan as an issued order keeps it. */
export interface PinnedPlan extends Plan {
  before?: Before;
}

/** The plan pinned at issue, or before it what the plan would be now (`pinned` says which). @throws record.unknown */
export async function planOf(
  database: Database,
  planner: Planner,
  orderId: number,
): Promise<Plan & { pinned: boolean }> {
  const { rows } = await sql<{
    plan: Plan | null;
  }>`select plan - 'before' as plan from salesorder where id = ${orderId}`.execute(database.kysely);
  if (!rows[0]) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  if (rows[0].plan) return { pinned: true, ...rows[0].plan };
  const { facts } = await database.transaction('salesorder.plan', (tx: Tx) => orderFacts(tx, orderId));
  return { pinned: false, ...planAtIssue(planner, facts) };
}

/**
 * The plan that issuing the order now would pin. The pick that is made together with the issue is begun then: rules that are
 * evaluated before it speak at once.
 */
export function planAtIssue(planner: Planner, facts: OrderFacts): Plan {
  const plan = planner.plan(facts);
  if (!plan.create_pick || plan.later.length === 0) return plan;
  const { plan: settled, hold } = planner.evaluateDeferred(plan, { step: 'pick', waited: null }, facts);
  return { ...settled, hold: hold ?? plan.hold };
}
