import { sql } from 'kysely';
import type { Planner } from '../../../config/planning/planner.ts';
import { resolveCarrier } from '../../carriers/operations.ts';
import { followOrderCarrier } from '../../fulfilment/work/carton-details.ts';
import { assertNoLabel } from '../../fulfilment/work/labels/booked-cartons.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { orderStates } from '../../platform/states/states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { orderFacts } from './facts.ts';
import { assertAccepted } from './refusal.ts';

export interface CarrierChange {
  orderId: number;
  carrierId: number;
  levelId: number | null;
  /** Name of the person in the plan. Null for the caller. */
  by: string | null;
  planner: Planner;
}

/**
 * Sends an issued order with another carrier, by decision of a person. The plan asks the plugin of the new carrier, as at issue.
 * Steps that are started stay unchanged. Repeating it changes nothing.
 * @throws order.state for an order that is not open, or that has a booked carton; reference.unknown, body.invalid
 */
export const changeCarrier = operation('salesorder.carrier', async (context, input: CarrierChange) => {
  const { tx } = context;
  const { orderId, planner } = input;
  const order = await lockOrder(tx, orderId);
  orderStates.demand('decide', order);
  await resolveCarrier(tx, { carrier_id: input.carrierId, carrierservicelevel_id: input.levelId ?? undefined });
  // The names of the new carrier and level, and whether the order has them already.
  const names = await sql<{
    carrier: Column<'carrier', 'name'>;
    level: Column<'carrierservicelevel', 'name'> | null;
    former: Column<'salesorder', 'carrier_id'>;
    same: boolean;
  }>`
    -- Reads the names of carrier and service level, and whether the order has them already.
    select c.name as carrier, l.name as level, s.carrier_id as former,
      s.carrier_id is not distinct from c.id and s.carrierservicelevel_id is not distinct from l.id as same
    from salesorder s join carrier c on c.id = ${input.carrierId} left join carrierservicelevel l on l.id = ${input.levelId}
    where s.id = ${orderId}`.execute(tx);
  const { carrier, level, former, same } = firstRow(names);
  if (same) return;
  await assertNoLabel(tx, order, 'change the carrier');
  const { before: draftValues, ...was } = await pinnedPlan(tx, orderId);
  const { carrier_id: _carrier, carrierservicelevel_id: _level, ...before } = draftValues ?? {};
  await sql`update salesorder set carrier_id = ${input.carrierId}, carrierservicelevel_id = ${input.levelId},
      attention = case when attention ->> 'code' like 'carrier.%' then null else attention end
    where id = ${orderId}`.execute(tx);
  const choice = { carrier_id: input.carrierId, carrierservicelevel_id: input.levelId };
  await followOrderCarrier(tx, orderId, former, choice);
  const { facts } = await orderFacts(tx, orderId);
  const by = await actorName(context, input.by);
  const claims = [
    { question: 'carrier', value: carrier },
    // A service level that a rule chose belongs to the carrier of that rule.
    { question: 'service_level', value: level },
  ] as const;
  const plan = planner.applyDecision(was, facts, { by, claims });
  assertAccepted(facts, plan);
  const hold = plan.hold !== null && plan.hold !== was.hold ? plan.hold : null;
  const detail = { by, carrier, ...(level === null ? {} : { service_level: level }) };
  await changePlan(context, { order, facts, was: { ...was, before }, plan, hold, detail });
});
