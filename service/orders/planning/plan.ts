import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { orderFacts, type PlanInput } from './facts.ts';

/** The draft's values of the fields that a plan changed. */
export interface DraftValues {
  priority?: number;
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
}

/** A plan as it is stored with an issued order. */
export interface PinnedPlan extends Plan {
  before?: DraftValues;
}

/** Returns the pinned plan, and for a draft the plan that it would get now. `pinned` tells them apart. @throws record.unknown */
export async function planOf(
  database: Database,
  planner: Planner,
  orderId: number,
): Promise<Plan & { pinned: boolean }> {
  const { rows } = await sql<{
    plan: Plan | null;
  }>`select plan - 'before' as plan from salesorder where id = ${orderId}`.execute(database.kysely);
  if (!rows[0]) throw noSuch('salesorder', orderId);
  if (rows[0].plan) return { pinned: true, ...rows[0].plan };
  const input = await database.transaction('salesorder.plan', (tx: Tx) => orderFacts(tx, orderId));
  return { pinned: false, ...planAtIssue(planner, input) };
}

/**
 * Returns the plan that issuing the order now would pin. A pick that is created together with the issue starts the pick step, so
 * that the deferred rules before it are evaluated at once.
 */
export function planAtIssue(planner: Planner, { facts, now }: Pick<PlanInput, 'facts' | 'now'>): Plan {
  const plan = planner.plan(facts, undefined, now);
  if (!plan.create_pick || plan.later.length === 0) return plan;
  const { plan: evaluated, hold } = planner.evaluateDeferred(plan, { step: 'pick', waited: null }, facts, now);
  return { ...evaluated, hold: hold ?? plan.hold };
}
