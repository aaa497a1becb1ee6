import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { readParcels } from '../work/parcels/one-parcel.ts';
import { type ParcelOfOrders, parcelsOfOrders } from '../work/parcels/parcel.ts';

/** Returns which orders of a pack may share a carton. @throws record.unknown */
export async function parcelsOfPack({ kysely }: Database, packId: number): Promise<ParcelOfOrders[]> {
  const { rows } = await sql<{ order_ids: number[] }>`
    -- Reads the orders of the pack.
    select array(select distinct l.order_id from packline l where l.pack_id = p.id) as order_ids
    from pack p where p.id = ${packId}`.execute(kysely);
  const [pack] = rows;
  if (!pack) throw noSuch('pack', packId);
  return parcelsOfOrders(await readParcels(kysely, pack.order_ids));
}
