import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/generated/tables.ts';
import { operation } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { unknownRecord } from '../../platform/records/refusals.ts';
import { createPickup } from './operations.ts';

/**
 * Marks everything that is ready for a carrier at a site as picked up. The carrier of a carton is the one that is set on it, or
 * else the one carrier of all its orders. Cartons and orders on hold stay.
 * @param input.siteId null for the current site of the caller
 * @returns id of the pickup
 * @throws pickup.nothing-left
 */
export const pickUpByCarrier = operation(
  'pickup.create',
  async (context, input: { carrierId: number; siteId: number | null }) => {
    const siteId = input.siteId ?? context.actor.siteId;
    const { carrier, ids } = await readyForCarrier(context.tx, { ...input, siteId });
    if (ids.length === 0) {
      throw problem('pickup.nothing-left', `Nothing is ready for ${carrier}. GET /pickupline lists what is ready.`);
    }
    return createPickup.within(context, { pickuplineIds: ids, siteId });
  },
);

/**
 * Returns the pickuplines of a carrier that are ready at a site and not on hold.
 * @throws reference.unknown
 */
export async function readyForCarrier(
  database: Kysely<Tables>,
  { carrierId, siteId }: { carrierId: number; siteId: number | null },
): Promise<{ carrier: string; ids: number[] }> {
  const { rows } = await sql<{ carrier: Column<'carrier', 'name'>; ids: number[] }>`
    -- Finds the pickuplines of the carrier that are ready and not on hold.
    select c.name as carrier, array(
      select p.id from pickupline p
      left join carton k on k.id = p.carton_id
      cross join lateral (
        select min(o.carrier_id) as least, max(o.carrier_id) as most, bool_or(o.held_at is not null) as held
        from pickupline_order po join salesorder o on o.id = po.order_id where po.pickupline_id = p.id) orders
      where p.pickup_id is null and (${siteId}::bigint is null or p.site_id = ${siteId}) and not orders.held
        and coalesce(k.carrier_id, case when orders.least = orders.most then orders.least end) = c.id
      order by p.id) as ids
    from carrier c where c.id = ${carrierId}`.execute(database);
  const [ready] = rows;
  if (!ready) throw unknownRecord('/carrier_id', 'carrier', carrierId);
  return ready;
}
