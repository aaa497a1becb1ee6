import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Rows that one statement deletes, each with its log. */
const atOnce = 10_000;

/**
 * Deletes deliveries, and their log with them, that nothing was done about for so long. What still waits for an attempt stays.
 * @returns how many
 */
export async function forgetOldDeliveries(database: Database, keepSeconds: number): Promise<number> {
  for (let all = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhookdelivery where id in (
        select id from webhookdelivery
        where created_at < now() - make_interval(secs => ${keepSeconds}) and state <> 'waiting'
          -- What was sent again has newer entries.
          and updated_at < now() - make_interval(secs => ${keepSeconds})
        limit ${atOnce})`.execute(database.kysely);
    all += Number(numAffectedRows);
    if (numAffectedRows < atOnce) return all;
  }
}
