import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';

/** The orders that a pack is for. */
export async function ordersOfPack(tx: Tx, packId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from packline where pack_id = ${packId}`.execute(tx);
  return rows.map((row) => row.order_id);
}
