import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Which open work is meant; everything where nothing is said. */
export interface PickableScope {
  customerIds?: readonly number[] | undefined;
  partIds?: readonly number[] | undefined;
  countries?: readonly string[] | undefined;
  postalCodes?: readonly string[] | undefined;
}

export interface Pickable {
  order_id: number;
  number: string;
  customer_id: number;
  site_id: number;
  lines: number;
  qty: number;
  qty_short: number;
}

/** Orders of which something can be picked now, with how much is there and how much is short. First come, first served. */
export async function pickableOrders(database: Database, scope: PickableScope): Promise<Pickable[]> {
  const { customerIds = null, partIds = null, countries = null, postalCodes = null } = scope;
  const { rows } = await sql<Pickable>`
    select o.id as order_id, o.number, o.customer_id, o.site_id, count(distinct p.line_id)::int as lines,
      to_json(trim_scale(sum(p.qty) filter (where p.location_id is not null))) as qty,
      to_json(trim_scale(coalesce(sum(p.qty) filter (where p.location_id is null), 0))) as qty_short
    from salesorder o join pickline p on p.order_id = o.id and p.pick_id is null
    where o.status_id in (2, 3) and o.held_at is null
      and (${customerIds}::int[] is null or o.customer_id = any(${customerIds}::int[]))
      and (${partIds}::int[] is null or p.part_id = any(${partIds}::int[]))
      and (${postalCodes}::text[] is null or o.ship_postal_code = any(${postalCodes}::text[]))
      and (${countries}::text[] is null or o.ship_country in (
        select code from country where code = any(select upper(c) from unnest(${countries}::text[]) c)
          or lower(name) = any(select lower(c) from unnest(${countries}::text[]) c)
        union select code from countryalias where name = any(select lower(c) from unnest(${countries}::text[]) c)))
    group by o.id having count(p.location_id) > 0
    order by o.priority, o.issue_date, o.id`.execute(database.kysely);
  return rows;
}
