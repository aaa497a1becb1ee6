import { sql } from 'kysely';
import type { Plan } from '../../../planning/plan.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { orderStates } from '../states.ts';
import type { Before, PinnedPlan } from './plan.ts';

/** Issues the order by the plan. What the plan changes of the order itself is kept with it: back in draft, it is as it was. */
export async function pin(tx: Tx, facts: OrderFacts, plan: Plan): Promise<void> {
  const { columns } = await written(tx, facts, plan, {}, plan.hold);
  await sql`update salesorder set status_id = ${sql.lit(orderStates.id.Issued)}, issue_date = now(),
    ruleset = ${plan.ruleset}, attention = null, ${columns} where id = ${facts.id}`.execute(tx);
}

/**
 * Gives an issued order another plan.
 * @param was the plan that it had
 * @param hold reason of a hold that begins now; null for none. What it was held for before, it stays held for
 */
export async function repin(
  tx: Tx,
  facts: OrderFacts,
  was: PinnedPlan,
  plan: Plan,
  hold: string | null,
): Promise<void> {
  const { columns } = await written(tx, facts, plan, was.before ?? {}, hold);
  await sql`update salesorder set ruleset = ${plan.ruleset}, ${columns} where id = ${facts.id}`.execute(tx);
}

/** The columns that follow from a plan. @param earlier what former plans of the order have changed of it */
async function written(tx: Tx, facts: OrderFacts, plan: Plan, earlier: Before, hold: string | null) {
  const carrierId = await carrierOf(tx, facts, plan);
  const levelId = await serviceLevelOf(tx, facts, plan, carrierId);
  const level = facts.carrierservicelevel?.id ?? null;
  const other = carrierId !== facts.carrier_id || levelId !== level;
  const before: Before = {
    ...(plan.priority === null ? {} : { priority: facts.priority }),
    ...(other ? { carrier_id: facts.carrier_id, carrierservicelevel_id: level } : {}),
    ...earlier,
  };
  const pinned: PinnedPlan = { ...plan, ...(Object.keys(before).length === 0 ? {} : { before }) };
  const columns = sql`plan = ${JSON.stringify(pinned)}::jsonb, priority = ${plan.priority ?? facts.priority}, wave = ${plan.wave},
    carrier_id = ${carrierId}, carrierservicelevel_id = ${levelId},
    held_at = case when ${hold}::text is null then held_at else coalesce(held_at, now()) end,
    hold_reason = nullif(concat_ws('; ', hold_reason, ${hold}::text), ''), updated_at = now()`;
  return { columns };
}

/** A rule may send an order with another carrier. One that the database lacks is made, as at the start. */
async function carrierOf(tx: Tx, facts: OrderFacts, plan: Plan): Promise<number | null> {
  const name = plan.carrier?.name;
  if (name === undefined || name.toLowerCase() === facts.carrier?.name.toLowerCase()) return facts.carrier_id;
  await sql`insert into carrier (name) values (${name}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from carrier where lower(name collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`.execute(
    tx,
  );
  return rows[0]!.id;
}

/** The same with the service level. Another carrier ends the level that the order names; without a carrier there is none. */
async function serviceLevelOf(tx: Tx, facts: OrderFacts, plan: Plan, carrierId: number | null): Promise<number | null> {
  const level = facts.carrierservicelevel;
  const kept = carrierId === facts.carrier_id ? (level?.id ?? null) : null;
  const name = plan.service_level;
  if (name === null || carrierId === null) return kept;
  if (kept !== null && level?.name.toLowerCase() === name.toLowerCase()) return kept;
  await sql`insert into carrierservicelevel (carrier_id, name) values (${carrierId}, ${name}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    select id from carrierservicelevel
    where carrier_id = ${carrierId} and lower(name collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`.execute(
    tx,
  );
  return rows[0]!.id;
}
