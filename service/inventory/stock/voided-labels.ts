import { sql } from 'kysely';

/** The attention of an order whose labels were voided with a change of address. It ends when the carrier has booked anew. */
export const relabelCode = 'carrier.relabel';

/** SQL: true for an order `o` with a carton that has no label. */
export const lacksLabel = sql`exists (
    select 1 from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
    where r.order_id = o.id and r.closed_at is null and c.tracking_number is null)`;

/** SQL: true for an order `o` whose labels were voided with a change of address and are not all booked anew. */
export const isRelabelled = sql`(coalesce(o.attention ->> 'code' = ${sql.lit(relabelCode)}, false) and ${lacksLabel})`;
