import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { assertKnown } from '../../platform/records/known.ts';
import { readyForCarrier } from './by-carrier.ts';

interface WhatLeaves {
  readonly pickuplineIds: readonly number[] | undefined;
  /** Everything that is ready for this carrier, where no lines are named. */
  readonly carrierId: number | undefined;
  readonly siteId: number | null;
}

/**
 * Returns the orders whose goods a pickup takes, before it takes them, each with the place in the body that names it.
 * @throws reference.unknown for an unknown carrier or site
 */
export async function ordersToPickUp(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  { pickuplineIds, carrierId, siteId }: WhatLeaves,
): Promise<Map<number, string>> {
  await assertKnown(database.kysely, 'carrier', [{ pointer: '/carrier_id', id: carrierId }]);
  await assertKnown(database.kysely, 'site', [{ pointer: '/site_id', id: siteId }]);
  const ofCarrier = () =>
    carrierId === undefined
      ? []
      : readyForCarrier(database.kysely, { carrierId, siteId: siteId ?? actor.siteId }).then(({ ids }) => ids);
  const ids = pickuplineIds ?? (await ofCarrier());
  const { rows } = await sql<Row<'pickupline_order', 'order_id'> & { place: number }>`
    -- Finds the orders of the pickuplines, and the first line of each.
    select order_id, min(array_position(${ids}::bigint[], pickupline_id)) - 1 as place from pickupline_order
    where pickupline_id = any(${ids}::bigint[]) group by order_id order by order_id`.execute(database.kysely);
  return new Map(
    rows.map(({ order_id, place }) => [order_id, pickuplineIds ? `/pickupline_ids/${place}` : '/carrier_id']),
  );
}
