import { sql } from 'kysely';
import { openBulkRuns } from '../bulk-runs/states.ts';
import { isDriven } from '../orders/states.ts';
import type { Database } from '../platform/database/database.ts';

/** A record that a workflow drives. */
export interface Work {
  readonly kind: 'order' | 'autowork' | 'bulkrun' | 'delivery';
  readonly id: number;
  readonly workflowId: string;
}

/** The types of the workflows that drive work, as Temporal lists them. */
export const drivingTypes = ['order', 'autowork', 'bulkRun', 'webhook'] as const;

const idForms: readonly [Work['kind'], RegExp][] = [
  ['order', /^order\/(\d+)$/],
  ['autowork', /^autowork\/(\d+)$/],
  ['bulkrun', /^bulk\/(\d+)$/],
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
  const idsOf = (kind: Work['kind']) => works.flatMap((work) => (work.kind === kind ? [work.id] : []));
  const { rows } = await sql<{ kind: Work['kind']; id: number }>`
    -- The orders, autoworks, bulk runs and deliveries among these that are open.
    select 'order' as kind, id from salesorder where id = any(${idsOf('order')}) and ${isDriven('salesorder')}
    union all
    select 'autowork', id from autowork where id = any(${idsOf('autowork')}) and state <> 'done'
    union all
    select 'bulkrun', id from bulkrun where id = any(${idsOf('bulkrun')}) and ${openBulkRuns}
    union all
    select 'delivery', id from webhookdelivery where id = any(${idsOf('delivery')}) and state = 'waiting' and not queued`.execute(
    database.kysely,
  );
  const open = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  return works.filter(({ kind, id }) => open.has(`${kind} ${id}`));
}
