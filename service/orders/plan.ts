import { sql } from 'kysely';
import type { Plan } from '../../plugins/plan.ts';
import type { Planner } from '../../plugins/planner.ts';
import type { Database } from '../database/database.ts';
import type { Tx } from '../operation.ts';
import { problem } from '../problems.ts';
import { orderFacts } from './facts.ts';

/** The plan pinned at issue, or before it what the plan would be now (`pinned` says which). @throws record.unknown */
export async function planOf(database: Database, planner: Planner, orderId: number): Promise<Plan & { pinned: boolean }> {
  const { rows } = await sql<{ plan: Plan | null }>`select plan from salesorder where id = ${orderId}`.execute(database.kysely);
  if (!rows[0]) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  if (rows[0].plan) return { pinned: true, ...rows[0].plan };
  const { facts } = await database.transaction('salesorder.plan', (tx: Tx) => orderFacts(tx, orderId));
  return { pinned: false, ...planner.plan(facts) };
}
