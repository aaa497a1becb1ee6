import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { OutcomeCounts } from './schema.ts';

/** Returns the number of orders of a run by outcome and code: the most frequent first. */
export async function outcomeCounts({ readPool }: Pick<Database, 'readPool'>, runId: number): Promise<OutcomeCounts> {
  const { rows } = await sql<OutcomeCounts[number]>`
    -- Counts the orders of a run by outcome and code.
    select outcome, code, count(*)::int as orders from bulkrunorder where bulkrun_id = ${runId}
    group by outcome, code order by orders desc, outcome, code`.execute(readPool);
  return rows;
}
