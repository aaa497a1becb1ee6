import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import { followOrderCarrier } from '../../fulfilment/work/carton-details.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { orderStates } from '../../platform/states/states.ts';
import type { DraftValues, PinnedPlan } from './plan.ts';

/** An order and the plan that it is issued with. */
export interface PlannedOrder {
  readonly facts: OrderFacts;
  readonly plan: Plan;
}

/**
 * Sets orders to Issued and pins their plans. A plan keeps the values of the order that it changes, so that an unissued order gets
 * them back.
 */
export async function pin(tx: Tx, orders: readonly PlannedOrder[]): Promise<void> {
  const rows: (PlanColumns & { readonly id: number })[] = [];
  for (const { facts, plan } of orders) {
    rows.push({ id: facts.id, ...(await planColumns(tx, facts, plan, {}, holdOf(plan))) });
  }
  await sql`
    -- Issues the orders, and pins their plans.
    update salesorder o set status_id = ${sql.lit(orderStates.id.Issued)}, issue_date = this_second(), attention = null,
      issue_requested_at = null, ${planAssignments}, ${stateAtIssue} from ${planRows(rows)} where o.id = p.id`.execute(
    tx,
  );
}

/**
 * SQL: the state that nearly all orders have after their issue, from the first required step of the plan. The commit then has nothing to
 * correct: it would write the order, with all of its indexes, once more.
 */
const stateAtIssue = sql`since = this_second(), (state, step, reason) = (
  select case s ->> 'by' when 'hand' then 'waiting' else 'working' end, s ->> 'step', case s ->> 'by' when 'hand' then 'hand' end
  from jsonb_array_elements(p.plan -> 'steps') with ordinality as e(s, place) where (s ->> 'required')::boolean order by place limit 1)`;

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
  const starting = hold === null ? null : { ...holdOf(plan), reason: hold };
  const columns = await planColumns(tx, facts, plan, was.before ?? {}, starting);
  const { carrier_id, carrierservicelevel_id } = columns;
  if (carrier_id !== facts.carrier_id) {
    await followOrderCarrier(tx, facts.id, facts.carrier_id, { carrier_id, carrierservicelevel_id });
  }
  await sql`
    -- Pins the plan to the order.
    update salesorder o set ${planAssignments} from ${planRows([{ id: facts.id, ...columns }])} where o.id = p.id`.execute(
    tx,
  );
}

/** A hold that starts with a plan. */
interface StartingHold {
  readonly reason: string | null;
  /** The user group that releases it; null for everybody with the permission. */
  readonly group: string | null;
}

const holdOf = ({ hold, released_by }: Plan): StartingHold => ({ reason: hold, group: released_by ?? null });

/** The values of the columns that follow from a plan. */
interface PlanColumns {
  readonly ruleset: string;
  readonly plan: PinnedPlan;
  readonly priority: number;
  readonly wave: string | null;
  readonly carrier_id: number | null;
  readonly carrierservicelevel_id: number | null;
  /** The hold that starts with the plan. */
  readonly hold_reason: string | null;
  readonly hold_group: string | null;
}

/** SQL: the rows `p` of orders with their plans. */
const planRows = (rows: readonly (PlanColumns & { readonly id: number })[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(id bigint, ruleset text, plan jsonb, priority int, wave text,
    carrier_id bigint, carrierservicelevel_id bigint, hold_reason text, hold_group text)`;

/** SQL: sets the columns of an order `o` out of a row `p`. */
const planAssignments = sql`ruleset = p.ruleset, plan = p.plan, priority = p.priority, wave = p.wave, carrier_id = p.carrier_id,
  carrierservicelevel_id = p.carrierservicelevel_id,
  held_at = case when p.hold_reason is null then o.held_at else coalesce(o.held_at, this_second()) end,
  hold_reason = nullif(concat_ws('; ', o.hold_reason, p.hold_reason), ''),
  released_by = case when p.hold_group is null then o.released_by else array_append(array_remove(o.released_by, p.hold_group), p.hold_group) end,
  updated_at = this_second()`;

/** Returns the columns that follow from a plan. @param earlier the draft's values that former plans changed */
async function planColumns(
  tx: Tx,
  facts: OrderFacts,
  plan: Plan,
  earlier: DraftValues,
  hold: StartingHold | null,
): Promise<PlanColumns> {
  const carrierId = await carrierOf(tx, facts, plan);
  const levelId = await serviceLevelOf(tx, facts, plan, carrierId);
  const level = facts.carrierservicelevel?.id ?? null;
  const isOther = carrierId !== facts.carrier_id || levelId !== level;
  const before: DraftValues = {
    ...(plan.priority === null ? {} : { priority: facts.priority }),
    ...(isOther ? { carrier_id: facts.carrier_id, carrierservicelevel_id: level } : {}),
    ...earlier,
  };
  const { ruleset, wave } = plan;
  return {
    ruleset,
    plan: { ...plan, ...(Object.keys(before).length === 0 ? {} : { before }) },
    priority: plan.priority ?? facts.priority,
    wave,
    carrier_id: carrierId,
    carrierservicelevel_id: levelId,
    hold_reason: hold?.reason ?? null,
    hold_group: hold?.group ?? null,
  };
}

/** Returns the id of the plan's carrier, and creates a carrier that the database does not have. */
async function carrierOf(tx: Tx, facts: OrderFacts, plan: Plan): Promise<number | null> {
  const name = plan.carrier?.name;
  if (name === undefined || name.toLowerCase() === facts.carrier?.name.toLowerCase()) return facts.carrier_id;
  await sql`insert into carrier (name) values (${name}) on conflict do nothing`.execute(tx);
  const result = await sql<Row<'carrier', 'id'>>`
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
  const { rows } = await sql<Row<'carrierservicelevel', 'id'>>`
    -- The service level of the plan. A level that does not exist is a warning before the issue, and changes nothing after it.
    select id from carrierservicelevel
    where carrier_id = ${carrierId} and lower(name collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`.execute(
    tx,
  );
  return rows[0]?.id ?? current;
}
