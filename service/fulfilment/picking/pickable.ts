import { sql } from 'kysely';
import { isOpen, openOrders } from '../../orders/states.ts';
import { type LockedOrder, lockOrders } from '../../platform/database/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { exchangeExpired } from './exchange-expired.ts';
import { ofParts } from './of-parts.ts';
import { takePicklines } from './take.ts';

/** Which open work is meant; everything where nothing is said. */
export interface PickableScope {
  customerIds?: readonly number[] | undefined;
  partIds?: readonly number[] | undefined;
  countries?: readonly string[] | undefined;
  postalCodes?: readonly string[] | undefined;
  /** The site where it lies; where orders of several have some, that of the caller. */
  siteId?: number | undefined;
}

/**
 * Makes one pick of everything that can be picked for customers, for destinations, or of parts (spec 4.4 rule 5). Orders that
 * somebody takes or closes meanwhile are left out.
 * @returns id of the pick
 */
export const pickScope = operation('pick.create', async (context, scope: PickableScope) => {
  const { tx, actor } = context;
  const found = await pickableOrders(tx, scope);
  const siteId =
    scope.siteId ?? (found.some((order) => order.site_id === actor.siteId) ? actor.siteId : found[0]?.site_id);
  const locked = await lockOrders(
    tx,
    found.filter((order) => order.site_id === siteId).map((order) => order.id),
  );
  const orders = locked.filter((order) => isOpen(order) && order.held_at === null);
  const pickId = orders.length === 0 ? undefined : await takeOf(context, orders, scope.partIds ?? null);
  if (pickId === undefined) throw problem('pick.nothing-left', 'Nothing is left to pick there.');
  return pickId;
});

async function takeOf(
  context: OperationContext,
  orders: readonly LockedOrder[],
  partIds: readonly number[] | null,
): Promise<number | undefined> {
  const { siteId } = mayBeWorkedOn(orders, 'pick');
  const orderIds = orders.map((order) => order.id);
  await exchangeExpired(context, siteId, orderIds);
  const [pickId] = await takePicklines(context, siteId, { orderIds, partIds });
  return pickId;
}

async function pickableOrders(tx: Tx, scope: PickableScope): Promise<{ id: number; site_id: number }[]> {
  const { customerIds = null, partIds = null, countries = null, postalCodes = null } = scope;
  const { rows } = await sql<{ id: number; site_id: number }>`
    select o.id, o.site_id
    from salesorder o
    where o.status_id in (${openOrders}) and o.held_at is null
      and (${customerIds}::int[] is null or o.customer_id = any(${customerIds}::int[]))
      and (${postalCodes}::text[] is null or o.ship_postal_code = any(${postalCodes}::text[]))
      and (${countries}::text[] is null or o.ship_country in (
        select code from country where code = any(select upper(c) from unnest(${countries}::text[]) c)
          or lower(name) = any(select lower(c) from unnest(${countries}::text[]) c)
        union select code from countryalias where name = any(select lower(c) from unnest(${countries}::text[]) c)))
      and exists (
        select 1 from pickline p where p.order_id = o.id and p.pick_id is null and p.location_id is not null
          and (${partIds}::int[] is null or ${ofParts(partIds)}))
    order by o.id`.execute(tx);
  return rows;
}
