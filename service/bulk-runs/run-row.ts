import { type RawBuilder, sql } from 'kysely';
import type { BulkAction } from '../../config/schema.ts';
import type { OrderKind } from '../../records/sales-order.ts';
import { priorityKeys } from '../../workflows/contract/priority.ts';
import { lockedRows } from '../platform/database/locks/record-lock.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { noSuch } from '../platform/records/refusals.ts';
import type { BulkOptions } from './schema.ts';

/** A bulk run, with the columns that its operations need. */
export interface Run
  extends Row<'bulkrun', 'id' | 'status_id' | 'account_id' | 'total' | 'done' | 'skipped' | 'warned' | 'failed'> {
  action: BulkAction;
  kind: OrderKind;
  options: BulkOptions;
  rate: number | null;
}

const columns = sql`r.id, r.action, r.kind, r.options, r.status_id, r.account_id, r.rate::float8 as rate, r.total, r.done, r.skipped, r.warned, r.failed`;

/**
 * Returns a run.
 * @param lock `locked` locks the row against every other change of its state
 * @throws record.unknown
 */
export async function runRow(tx: Tx, id: number, lock: 'locked' | 'unlocked' = 'unlocked'): Promise<Run> {
  const statement = sql<Run>`
    -- Selects a run, and locks it if the caller changes it.
    select ${columns} from bulkrun r where r.id = ${id} ${lock === 'locked' ? sql`for no key update` : sql``}`;
  const ids = lock === 'locked' ? [id] : [];
  const [run] = await lockedRows(tx, { record: 'bulkrun', ids }, statement);
  if (!run) throw noSuch('bulkrun', id);
  return run;
}

/** Returns the context of the user as whom the run acts. The timelines of the orders name the run as the user agent. Their workflows go after those of people. */
export function asStarter({ tx, actor }: OperationContext, run: Run): OperationContext {
  const userAgent = `bulk run ${run.id}`;
  return { tx, actor: { ...actor, userId: run.account_id, userAgent, priority: priorityKeys.bulk } };
}

/** Returns SQL that adds the outcomes of the rows `written` to the counters of the run. */
export const countOutcomes = (runId: number): RawBuilder<unknown> => sql`
    -- Adds the outcomes of the written rows to the counters of the run.
    update bulkrun r set done = r.done + n.done, skipped = r.skipped + n.skipped, warned = r.warned + n.warned,
      failed = r.failed + n.failed, updated_at = this_second()
    from (select count(*) filter (where outcome = 'done') as done, count(*) filter (where outcome = 'skipped') as skipped,
        count(*) filter (where outcome = 'warned') as warned, count(*) filter (where outcome = 'failed') as failed from written) n
    where r.id = ${runId} and n.done + n.skipped + n.warned + n.failed > 0`;
