import { sql } from 'kysely';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { problem } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { locationType } from '../platform/states/kinds.ts';

/** The fields of a body that decide which columns are written. */
interface LocationBody {
  readonly site_id: number | undefined;
  readonly locationtype_id: number | undefined;
  readonly active: boolean | undefined;
}

/** Returns the columns of a location to write. @param id null for a new one */
export async function preparedLocation(
  { tx, actor }: OperationContext,
  values: Partial<LocationBody>,
  id: number | null,
): Promise<object> {
  if (id === null) {
    const created = withDefaults(values, actor.siteId);
    await assertOneMoving(tx, created);
    return created;
  }
  if (values.active) await assertOneMoving(tx, { id });
  if (values.active === false) await assertNotInUse(tx, id);
  return values;
}

/** Adds the defaults: the current site of the caller, and the type Storage. Only packing creates cartons. */
function withDefaults(values: Partial<LocationBody>, currentSite: number | null) {
  const site_id = values.site_id ?? currentSite;
  if (site_id === null) throw unfit('/site_id', 'is required, because you have no current site');
  if (values.locationtype_id === locationType.carton) {
    throw unfit('/locationtype_id', 'cannot be Carton: cartons are created with POST /pack/{pack_id}/carton');
  }
  return { ...values, site_id, locationtype_id: values.locationtype_id ?? locationType.storage };
}

/**
 * Refuses a second active moving location of a site: picks move their units to one place.
 * @param location a new location, or the id of one that becomes active
 * @throws record.exists
 */
async function assertOneMoving(tx: Tx, location: Partial<LocationBody> & { id?: number }): Promise<void> {
  const { id = null, site_id = null, locationtype_id = null, active } = location;
  if (id === null && (locationtype_id !== locationType.moving || active === false)) return;
  const { rows } = await sql<Row<'location', 'id' | 'name'> & { site: Column<'site', 'name'> }>`
    -- Finds the active moving location of the site, other than the location itself.
    select l.id, l.name, s.name as site from location l join site s on s.id = l.site_id
    where l.locationtype_id = ${sql.lit(locationType.moving)} and l.active and l.id is distinct from ${id}::bigint
      and l.site_id = coalesce(${site_id}::bigint, (select site_id from location
        where id = ${id}::bigint and locationtype_id = ${sql.lit(locationType.moving)}))`.execute(tx);
  const [other] = rows;
  if (!other) return;
  throw problem(
    'record.exists',
    `Site ${other.site} has the moving location ${other.name} (id ${other.id}) already, and a site has one. Change its name, or deactivate it first.`,
  );
}

/**
 * Refuses to deactivate a moving location or a carton with goods of orders: packing looks for them only at active
 * locations. A storage location can be deactivated, and keeps its stock.
 * @throws record.in-use
 */
async function assertNotInUse(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<Row<'location', 'name'> & { orders: number; one: string }>`
    -- Counts the orders with goods at a location that is not storage.
    select l.name, count(distinct o.id)::int as orders, min(o.number) as one
    from location l join inventory i on i.location_id = l.id join reservation r on r.inventory_id = i.id and r.closed_at is null
    join salesorder o on o.id = r.order_id
    where l.id = ${id} and l.locationtype_id <> ${sql.lit(locationType.storage)} group by l.id`.execute(tx);
  const [place] = rows;
  if (!place) return;
  const owner = place.orders === 1 ? `order ${place.one}` : `${place.orders} orders, ${place.one} among them`;
  throw problem(
    'record.in-use',
    `${place.name} holds goods of ${owner}: it cannot be deactivated until they are picked up or given back.`,
  );
}
