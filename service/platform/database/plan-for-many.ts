import { sql } from 'kysely';
import type { Tx } from './operation.ts';

/** Rows from which on a statement is planned for many. Below, its planning would cost more than it saves. */
const many = 200;

/**
 * Lets PostgreSQL plan the further statements of a transaction for their values, with hash joins, if there are many rows. The usual
 * plans (pools.ts) are for few rows: a join of 2,000 needs with 2,000 units compared each with each, which took three seconds.
 */
export async function planForMany(tx: Tx, rows: number): Promise<void> {
  if (rows < many) return;
  await sql`
    -- Plans the further statements of the transaction for many rows.
    set local plan_cache_mode = force_custom_plan; set local enable_hashjoin = on`.execute(tx);
}
