import { sql } from 'kysely';
import { lockOrders } from '../../inventory/stock/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { assertKnown, members } from '../../platform/records/known.ts';
import { isOpen, openOrders } from '../../platform/states/open.ts';
import { isForParts, makePick } from './take.ts';

/** The open work to pick. Without a field, its value does not matter. */
export interface PickableScope {
  customerIds?: readonly number[] | undefined;
  partIds?: readonly number[] | undefined;
  /** ISO codes. */
  countries?: readonly string[] | undefined;
  postalCodes?: readonly string[] | undefined;
  /** The site of the orders. Without it: the site of the caller where that has such orders, or else any one site. */
  siteId?: number | undefined;
}

/**
 * Makes one pick of everything that can be picked for customers, for destinations, or of parts. Orders that are closed or put on
 * hold before they are locked are left out.
 * @returns id of the pick
 */
export const pickScope = operation('pick.create', async (context, scope: PickableScope) => {
  const { tx, actor } = context;
  await assertKnown(tx, 'customer', members('customer_id', scope.customerIds ?? []));
  await assertKnown(tx, 'part', members('part_id', scope.partIds ?? []));
  await assertKnown(tx, 'site', [{ pointer: '/site_id', id: scope.siteId }]);
  const candidates = await pickableOrders(tx, scope);
  const siteId =
    scope.siteId ??
    (candidates.some((order) => order.site_id === actor.siteId) ? actor.siteId : candidates[0]?.site_id);
  const locked = await lockOrders(
    tx,
    candidates.filter((order) => order.site_id === siteId).map((order) => order.id),
  );
  const orders = locked.filter((order) => isOpen(order) && order.held_at === null);
  const pickId = orders.length === 0 ? null : await makePick(context, orders, scope.partIds ?? null);
  if (pickId === null)
    throw problem(
      'pick.nothing-left',
      'Nothing is left to pick for this selection. GET /picklinebyorder lists the orders that can be picked.',
    );
  return pickId;
});

/** Returns the open orders of the scope that have units reserved on no pick. */
async function pickableOrders(tx: Tx, scope: PickableScope): Promise<{ id: number; site_id: number }[]> {
  const { customerIds = null, partIds = null, countries = null, postalCodes = null } = scope;
  const { rows } = await sql<Row<'salesorder', 'id' | 'site_id'>>`
    -- Finds the open orders of the scope with reserved units on no pick, most urgent first.
    select o.id, o.site_id
    from salesorder o
    where o.status_id in (${openOrders}) and o.held_at is null
      and (${customerIds}::bigint[] is null or o.customer_id = any(${customerIds}::bigint[]))
      and (${postalCodes}::text[] is null or o.ship_postal_code = any(${postalCodes}::text[]))
      and (${countries}::text[] is null or o.ship_country = any(${countries}::text[]))
      and exists (
        select 1 from pickline p where p.order_id = o.id and p.pick_id is null and p.location_id is not null
          and (${partIds}::bigint[] is null or ${isForParts(partIds)}))
    order by o.id`.execute(tx);
  return rows;
}
