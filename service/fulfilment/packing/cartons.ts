import { sql } from 'kysely';
import { lockedRows } from '../../platform/database/locks/record-lock.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { UnknownRecord } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';

export interface NewCarton {
  cartontype_id?: number | null;
  carrier_id?: number | null;
  tracking_number?: string | null;
  placements?: unknown;
  refused_smaller?: unknown;
}

export type CartonPlace = Row<'carton', 'id' | 'location_id'>;

/** Adds open cartons to packs of a site, in this order. Each is a new location, and lowers the supply of its type by one. */
export async function addCartons(
  tx: Tx,
  siteId: number,
  cartons: readonly (NewCarton & { pack_id: number })[],
): Promise<CartonPlace[]> {
  const { rows } = await sql<CartonPlace>`
    -- Inserts the cartons and their locations, and lowers the supply of their types.
    with new_carton as (
      select c.*, row_number() over (partition by pack_id order by position)
        + coalesce((select max(k.number) from carton k where k.pack_id = c.pack_id), 0) as number
      from jsonb_to_recordset(${JSON.stringify(cartons.map((carton, index) => ({ position: index + 1, ...carton })))}::jsonb)
        as c(position int, pack_id bigint, cartontype_id bigint, carrier_id bigint, tracking_number text, placements jsonb,
          refused_smaller jsonb)
    ), place as (
      insert into location (site_id, locationtype_id, name)
      select ${siteId}::bigint, ${sql.lit(locationType.carton)}, 'Carton ' || pack_id || '-' || number
      from new_carton order by position
      returning id
    ), supply as (
      update cartontype t set supply = greatest(t.supply - a.qty, 0), updated_at = this_second()
      from (select cartontype_id, count(*)::int as qty from new_carton group by cartontype_id) a
      where t.id = a.cartontype_id and t.supply is not null
    ), numbered as (
      select id, row_number() over (order by id) as position from place
    )
    insert into carton (pack_id, number, cartontype_id, carrier_id, tracking_number, placements, refused_smaller, location_id)
    select a.pack_id, a.number, a.cartontype_id, a.carrier_id, a.tracking_number, nullif(a.placements, 'null'::jsonb),
      nullif(a.refused_smaller, 'null'::jsonb), n.id
    from new_carton a join numbered n on n.position = a.position order by a.position
    returning id, location_id`.execute(tx);
  return rows;
}

export type LockedCarton = CartonPlace & Row<'carton', 'pack_id' | 'status_id' | 'cartontype_id' | 'carrier_id'>;

/**
 * Locks a carton of a pack.
 * @throws record.unknown where the pack has no such carton
 */
export async function lockCarton(tx: Tx, packId: number, cartonId: number): Promise<LockedCarton> {
  const statement = sql<LockedCarton>`
    -- Locks a carton of a pack.
    select id, pack_id, status_id, location_id, cartontype_id, carrier_id,
      (select p.site_id from pack p where p.id = carton.pack_id) as site_id from carton
    where id = ${cartonId} and pack_id = ${packId} for no key update`;
  const [carton] = await lockedRows(tx, { record: 'carton', ids: [cartonId] }, statement);
  if (!carton) throw new UnknownRecord('carton', [cartonId], {}, ` in pack ${packId}`);
  return carton;
}
