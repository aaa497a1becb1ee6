import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Actor } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';

/**
 * Returns the engine's user as an actor, for operations of the service about workflows that no person requested.
 * @param requestId the request that led to it; null for none
 */
export async function engineActor(
  database: Pick<Database, 'kysely'>,
  userAgent: string,
  requestId: string | null = null,
): Promise<Actor> {
  const query = sql<Row<'account', 'id'>>`
    select a.id from account a join usertype t on t.id = a.usertype_id where t.name = 'Engine'`;
  const { id: userId } = firstRow(await query.execute(database.kysely));
  return { userId, siteId: null, userAgent, requestId: requestId ?? randomUUID(), workflowId: null };
}
