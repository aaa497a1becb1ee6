import { sql } from 'kysely';
import type { Plan } from '../../../planning/plan.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import { followOrderCarrier } from '../../fulfilment/work/carton-details.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { orderStates } from '../states.ts';
import type { DraftValues, PinnedPlan } from './plan.ts';

/**
 * Sets the order to Issued and pins the plan. The plan keeps the values of the order that it changes, so that an unissued order
 * gets them back.
 */
export async function pin(tx: Tx, facts: OrderFacts, plan: Plan): Promise<void> {
  const { columns } = await planColumns(tx, facts, plan, {}, holdOf(plan));
  await sql`update salesorder set status_id = ${sql.lit(orderStates.id.Issued)}, issue_date = this_second(),
    ruleset = ${plan.ruleset}, attention = null, issue_requested_at = null, ${columns} where id = ${facts.id}`.execute(
    tx,
  );
}

/**
 * Pins another plan to an issued order.
 * @param was the plan that was pinned
 * @param hold reason of a hold that starts now; null for none. Earlier holds remain
 */
export async function repin(
  tx: Tx,
  facts: OrderFacts,
  was: PinnedPlan,
  plan: Plan,
  hold: string | null,
): Promise<void> {
  const { columns, carrierId, levelId } = await planColumns(
    tx,
    facts,
    plan,
    was.before ?? {},
    hold === null ? null : { ...holdOf(plan), reason: hold },
  );
  if (carrierId !== facts.carrier_id) {
    const choice = { carrier_id: carrierId, carrierservicelevel_id: levelId };
    await followOrderCarrier(tx, facts.id, facts.carrier_id, choice);
  }
  await sql`update salesorder set ruleset = ${plan.ruleset}, ${columns} where id = ${facts.id}`.execute(tx);
}

/** A hold that starts with a plan. */
interface StartingHold {
  readonly reason: string | null;
  /** The user group that releases it; null for everybody with the permission. */
  readonly group: string | null;
}

const holdOf = ({ hold, released_by }: Plan): StartingHold => ({ reason: hold, group: released_by ?? null });

/** Returns the columns that follow from a plan. @param earlier the draft's values that former plans changed */
async function planColumns(tx: Tx, facts: OrderFacts, plan: Plan, earlier: DraftValues, hold: StartingHold | null) {
  const { reason = null, group = null } = hold ?? {};
  const carrierId = await carrierOf(tx, facts, plan);
  const levelId = await serviceLevelOf(tx, facts, plan, carrierId);
  const level = facts.carrierservicelevel?.id ?? null;
  const isOther = carrierId !== facts.carrier_id || levelId !== level;
  const before: DraftValues = {
    ...(plan.priority === null ? {} : { priority: facts.priority }),
    ...(isOther ? { carrier_id: facts.carrier_id, carrierservicelevel_id: level } : {}),
    ...earlier,
  };
  const pinned: PinnedPlan = { ...plan, ...(Object.keys(before).length === 0 ? {} : { before }) };
  const columns = sql`plan = ${JSON.stringify(pinned)}::jsonb, priority = ${plan.priority ?? facts.priority}, wave = ${plan.wave},
    carrier_id = ${carrierId}, carrierservicelevel_id = ${levelId},
    held_at = case when ${reason}::text is null then held_at else coalesce(held_at, this_second()) end,
    hold_reason = nullif(concat_ws('; ', hold_reason, ${reason}::text), ''),
    released_by = case when ${group}::text is null then released_by else array_append(array_remove(released_by, ${group}::text), ${group}::text) end,
    updated_at = this_second()`;
  return { columns, carrierId, levelId };
}

/** Returns the id of the plan's carrier, and creates a carrier that the database does not have. */
async function carrierOf(tx: Tx, facts: OrderFacts, plan: Plan): Promise<number | null> {
  const name = plan.carrier?.name;
  if (name === undefined || name.toLowerCase() === facts.carrier?.name.toLowerCase()) return facts.carrier_id;
  await sql`insert into carrier (name) values (${name}) on conflict do nothing`.execute(tx);
  const result = await sql<{ id: number }>`
    select id from carrier where lower(name collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`.execute(
    tx,
  );
  return firstRow(result).id;
}

/** Returns the id of the service level. An order with another carrier loses its level; an order without a carrier has none. */
async function serviceLevelOf(tx: Tx, facts: OrderFacts, plan: Plan, carrierId: number | null): Promise<number | null> {
  const level = facts.carrierservicelevel;
  const current = carrierId === facts.carrier_id ? (level?.id ?? null) : null;
  const name = plan.service_level;
  if (name === null || carrierId === null) return current;
  if (current !== null && level?.name.toLowerCase() === name.toLowerCase()) return current;
  const { rows } = await sql<{ id: number }>`
    -- The service level of the plan. A level that does not exist is a warning before the issue, and changes nothing after it.
    select id from carrierservicelevel
    where carrier_id = ${carrierId} and lower(name collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`.execute(
    tx,
  );
  return rows[0]?.id ?? current;
}
