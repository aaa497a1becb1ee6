import { sql } from 'kysely';

/** The attention of an order whose labels were withdrawn. It ends when the carrier has booked anew. */
export const relabelCode = 'carrier.relabel';

/** SQL: true for an order `o` with a carton that has no label. A person may have given a carton to another carrier, which books nothing. */
export const lacksLabel = sql`exists (
    select 1 from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
    where r.order_id = o.id and r.closed_at is null and c.tracking_number is null
      and (c.carrier_id is null or c.carrier_id is not distinct from o.carrier_id))`;

/** SQL: true for an order `o` whose labels were withdrawn and are not all booked anew. */
export const isRelabelled = sql`(coalesce(o.attention ->> 'code' = ${sql.lit(relabelCode)}, false) and ${lacksLabel})`;
