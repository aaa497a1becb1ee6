import { sql } from 'kysely';
import { location } from '../inventory/resource.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import { problem } from '../platform/problems/problems.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { unfit } from '../platform/records/refusals.ts';
import { locationType } from '../platform/states/kinds.ts';
import { type LocationBody, type LocationChange, locationBody, locationChange } from './schema.ts';

export const locations = {
  resource: location,
  called: 'location',
  create: locationBody,
  change: locationChange,
  prepare: async ({ tx, actor }: OperationContext, values: LocationBody | LocationChange, id: number | null) => {
    if (id === null) return placed(values as LocationBody, actor.siteId);
    if (values.active === false) await refuseInUse(tx, id);
    return values;
  },
};
export const locationOperations = plainOperations(locations);

/** Storage at the caller's current site, unless said. Cartons are made by packing alone. */
function placed(values: LocationBody, currentSite: number | null): LocationBody {
  const site_id = values.site_id ?? currentSite;
  if (site_id === null) throw unfit('/site_id', 'is required, since you are at no site');
  if (values.locationtype_id === locationType.carton) {
    throw unfit('/locationtype_id', 'cannot be Carton: cartons are created with POST /pack/{pack_id}/carton');
  }
  return { ...values, site_id, locationtype_id: values.locationtype_id ?? locationType.storage };
}

/**
 * Stock in storage stays where it is until somebody fetches it. What orders have at a moving location or in a carton is looked for
 * at the site's moving location and in the pack: nobody would find it at a place that is out of use.
 */
async function refuseInUse(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ name: string; orders: number; one: string }>`
    select l.name, count(distinct o.id)::int as orders, min(o.number) as one
    from location l join inventory i on i.location_id = l.id join reservation r on r.inventory_id = i.id and r.closed_at is null
    join salesorder o on o.id = r.order_id
    where l.id = ${id} and l.locationtype_id <> ${sql.lit(locationType.storage)} group by l.id`.execute(tx);
  const [place] = rows;
  if (!place) return;
  const whose = place.orders === 1 ? `order ${place.one}` : `${place.orders} orders, ${place.one} among them`;
  throw problem(
    'record.in-use',
    `${place.name} holds goods of ${whose}: it cannot be taken out of use until they are picked up or given back.`,
  );
}
