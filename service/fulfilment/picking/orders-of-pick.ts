import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/generated/tables.ts';
import type { Row } from '../../platform/database/row.ts';

/** Returns the orders whose lines are on a pick. */
export async function ordersOfPick(db: Kysely<Tables>, pickId: number): Promise<number[]> {
  const { rows } = await sql<Row<'pickline', 'order_id'>>`
    select distinct order_id from pickline where pick_id = ${pickId} order by order_id`.execute(db);
  return rows.map((row) => row.order_id);
}
