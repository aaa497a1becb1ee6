import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** The number of deliveries that one statement deletes, each with its log. */
const chunk = 10_000;

/**
 * Deletes the deliveries that have not changed for `keepSeconds`, with their logs. Deliveries that wait for an attempt stay.
 * @returns the number of deleted deliveries
 */
export async function forgetOldDeliveries(database: Database, keepSeconds: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhookdelivery where id in (
        select id from webhookdelivery
        where created_at < now() - make_interval(secs => ${keepSeconds}) and state <> 'waiting'
          -- A delivery that was sent again has newer log entries.
          and updated_at < now() - make_interval(secs => ${keepSeconds})
        limit ${chunk})`.execute(database.kysely);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < chunk) return deleted;
  }
}
