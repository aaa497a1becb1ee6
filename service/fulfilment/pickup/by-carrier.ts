import { sql } from 'kysely';
import { operation } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { unknownRecord } from '../../platform/records/refusals.ts';
import { createPickup } from './operations.ts';

/**
 * Marks everything that stands ready for a carrier at a site as picked up. A carton goes with the carrier that is set on it, or
 * else with that of its orders, where they agree. What belongs to orders on hold stays.
 * @param input.siteId the caller's current site unless said
 * @returns id of the pickup
 * @throws pickup.nothing-left
 */
export const pickUpByCarrier = operation(
  'pickup.create',
  async (context, input: { carrierId: number; siteId: number | null }) => {
    const { tx, actor } = context;
    const siteId = input.siteId ?? actor.siteId;
    const { rows } = await sql<{ carrier: string; ids: number[] }>`
      select c.name as carrier, array(
        select p.id from pickupline p
        left join carton k on k.id = p.carton_id
        cross join lateral (
          select min(o.carrier_id) as least, max(o.carrier_id) as most, bool_or(o.held_at is not null) as held
          from pickupline_order po join salesorder o on o.id = po.order_id where po.pickupline_id = p.id) orders
        where p.pickup_id is null and (${siteId}::int is null or p.site_id = ${siteId}) and not orders.held
          and coalesce(k.carrier_id, case when orders.least = orders.most then orders.least end) = c.id
        order by p.id) as ids
      from carrier c where c.id = ${input.carrierId}`.execute(tx);
    const found = rows[0];
    if (!found) throw unknownRecord('/carrier_id', 'carrier', input.carrierId);
    if (found.ids.length === 0) {
      throw problem(
        'pickup.nothing-left',
        `Nothing stands ready for ${found.carrier}. GET /pickupline lists what does.`,
      );
    }
    return createPickup.within(context, { pickuplineIds: found.ids, siteId });
  },
);
