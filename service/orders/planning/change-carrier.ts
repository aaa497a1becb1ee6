import { sql } from 'kysely';
import type { Planner } from '../../../planning/planner.ts';
import { resolveCarrier } from '../../carriers/operations.ts';
import { cartonStates } from '../../fulfilment/packing/states.ts';
import { type LockedOrder, lockOrder } from '../../inventory/stock/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { orderStates } from '../states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { orderFacts } from './facts.ts';

export interface CarrierChange {
  orderId: number;
  carrierId: number;
  levelId: number | null;
  /** Who decides; the caller where nobody is said. */
  by: string | null;
  planner: Planner;
}

/**
 * Sends an issued order with another carrier, by decision of a person. Its plugin has its say, as at the issue; steps that have
 * begun, and all that nobody asked about, stay as they are. Repeating it changes nothing.
 * @throws order.state where the order is not open, or a carton of it is booked with a carrier; reference.unknown, body.invalid
 */
export const changeCarrier = operation('salesorder.carrier', async (context, input: CarrierChange) => {
  const { tx } = context;
  const { orderId, planner } = input;
  const order = await lockOrder(tx, orderId);
  orderStates.demand('decide', order);
  await resolveCarrier(tx, { carrier_id: input.carrierId, carrierservicelevel_id: input.levelId ?? undefined });
  const { rows } = await sql<{ carrier: string; level: string | null; same: boolean }>`
    select c.name as carrier, l.name as level,
      s.carrier_id is not distinct from c.id and s.carrierservicelevel_id is not distinct from l.id as same
    from salesorder s join carrier c on c.id = ${input.carrierId} left join carrierservicelevel l on l.id = ${input.levelId}
    where s.id = ${orderId}`.execute(tx);
  const { carrier, level, same } = rows[0]!;
  if (same) return;
  await refuseIfBooked(tx, order);
  const { before: _ordered, ...was } = await pinnedPlan(tx, orderId);
  const { carrier_id: _carrier, carrierservicelevel_id: _level, ...before } = _ordered ?? {};
  await sql`update salesorder set carrier_id = ${input.carrierId}, carrierservicelevel_id = ${input.levelId},
      attention = case when attention ->> 'code' like 'carrier.%' then null else attention end
    where id = ${orderId}`.execute(tx);
  const { facts } = await orderFacts(tx, orderId);
  const by = await actorName(context, input.by);
  const claims = [
    { question: 'carrier', value: carrier },
    // A level that a rule chose is one of the carrier that the rule meant.
    { question: 'service_level', value: level },
  ] as const;
  const plan = planner.applyDecision(was, facts, { by, claims });
  const hold = plan.hold !== null && plan.hold !== was.hold ? plan.hold : null;
  const detail = { by, carrier, ...(level === null ? {} : { service_level: level }) };
  await changePlan(context, { order, facts, was: { ...was, before }, plan, hold, detail });
});

/** Whoever changes the carrier has to know that labels were bought: they cost money, and lie on the cartons. */
async function refuseIfBooked(tx: Tx, order: LockedOrder): Promise<void> {
  const { rows } = await sql<{ number: number; tracking_number: string }>`
    select distinct c.number, c.tracking_number from reservation r join inventory i on i.id = r.inventory_id
    join carton c on c.location_id = i.location_id
    where r.order_id = ${order.id} and r.closed_at is null and c.tracking_number is not null
      and c.status_id <> ${sql.lit(cartonStates.id.Locked)} order by 1`.execute(tx);
  if (rows.length === 0) return;
  const cartons = rows.map(({ number, tracking_number }) => `carton ${number} (${tracking_number})`).join(', ');
  throw problem(
    'order.state',
    `Order ${order.number} is booked: ${cartons}. Cancel that, or take the tracking number off, and change the carrier then.`,
    { order_id: order.id },
  );
}
