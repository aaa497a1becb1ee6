import type { Client } from '../../client/client.ts';
import { findOrder } from './find.ts';
import type { ShownEntry, ShownOrder } from './show-text.ts';

/**
 * Everything about one order.
 * @param temporalUi address of Temporal's web pages, where it is known
 */
export async function showOrder(
  client: Client,
  given: string,
  temporalUi: string | undefined,
  note: (text: string) => void,
): Promise<ShownOrder> {
  const id = await findOrder(client, given, note);
  const [order, plan, progress, timeline] = await Promise.all([
    client.salesorder.get(id, { embed: 'customer,carrier,status,lines.part' }),
    client.salesorder.plan(id),
    client.salesorder.progress(id),
    client.salesorder.timeline(id) as Promise<unknown> as Promise<ShownEntry[]>,
  ]);
  const workflow = temporalUi && order.issue_date !== null ? workflowAddress(temporalUi, id) : null;
  return { order, plan, progress, timeline, workflow };
}

/** The slash of the workflow's id is part of it. */
export function workflowAddress(temporalUi: string, orderId: number): string {
  const namespace = process.env.TEMPORAL_NAMESPACE || 'default';
  return `${temporalUi.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(`order/${orderId}`)}`;
}
