import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { isDriven, openBulkRuns } from '../platform/states/open.ts';

/** A record that a workflow drives. */
export interface Work {
  readonly kind: 'order' | 'autowork' | 'bulkrun' | 'returnorder' | 'delivery';
  readonly id: number;
  readonly workflowId: string;
}

/** The types of the workflows that drive work, as Temporal lists them. */
export const drivingTypes = ['order', 'autowork', 'bulkRun', 'returnOrder', 'webhook'] as const;

const idForms: readonly [Work['kind'], RegExp][] = [
  ['order', /^order\/(\d+)$/],
  ['autowork', /^autowork\/(\d+)$/],
  ['bulkrun', /^bulk\/(\d+)$/],
  ['returnorder', /^return\/(\d+)$/],
  ['delivery', /^webhook\/\d+\/(\d+)(?:\/|$)/],
];

/** Returns the record that the workflow drives; null for a workflow of another kind. */
export function workOf(workflowId: string): Work | null {
  for (const [kind, form] of idForms) {
    const id = form.exec(workflowId)?.[1];
    if (id !== undefined) return { kind, id: Number(id), workflowId };
  }
  return null;
}

/** Returns the works that are open: something has to drive them. */
export async function openWorks(database: Pick<Database, 'kysely'>, works: readonly Work[]): Promise<Work[]> {
  if (works.length === 0) return [];
  const of = (kind: Work['kind']) => works.filter((work) => work.kind === kind);
  const idsOf = (kind: Work['kind']) => of(kind).map(({ id }) => id);
  const { rows } = await sql<{ workflow_id: string }>`
    -- The workflows of open orders, autoworks, bulk runs, returns and deliveries among these. A delivery that is sent again has another
    -- workflow: the earlier one is over after an attempt that no other follows. The first attempt has none.
    select 'order/' || id as workflow_id from salesorder where id = any(${idsOf('order')}) and ${isDriven('salesorder')}
    union all
    select 'autowork/' || id from autowork where id = any(${idsOf('autowork')}) and state <> 'done'
    union all
    select 'bulk/' || id from bulkrun where id = any(${idsOf('bulkrun')}) and ${openBulkRuns}
    union all
    select 'return/' || id from returnorder where id = any(${idsOf('returnorder')}) and ended_at is null
    union all
    select w.workflow_id from unnest(${idsOf('delivery')}::bigint[], ${of('delivery').map(({ workflowId }) => workflowId)}::text[])
      as w(id, workflow_id) join webhookdelivery d on d.id = w.id
    where d.state = 'waiting' and not d.queued
      and not exists (select from webhookattempt a where a.webhookdelivery_id = d.id and a.run = w.workflow_id) and not exists (
      select 1 from webhooklog l where l.webhookdelivery_id = d.id and starts_with(l.run, w.workflow_id || '#')
        and l.outcome in ('delivered', 'failed') and l.next_attempt_at is null)`.execute(database.kysely);
  const open = new Set(rows.map(({ workflow_id }) => workflow_id));
  return works.filter(({ workflowId }) => open.has(workflowId));
}
