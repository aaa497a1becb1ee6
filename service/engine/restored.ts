import { sql } from 'kysely';
import { operation } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';

/**
 * Renews the epoch of the database. From then on, workflows of the earlier epochs count as workflows of other
 * records: the next start with the id of one of them terminates it.
 * @returns the new epoch
 */
export const renewEpoch = operation('engine.restored', async ({ tx }): Promise<string> => {
  const update = sql<Row<'installation', 'epoch'>>`
    -- Renews the epoch.
    update installation set epoch = gen_random_uuid(), renewed_at = now() returning epoch`;
  return firstRow(await update.execute(tx)).epoch;
});
