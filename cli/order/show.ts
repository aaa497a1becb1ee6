import type { Client } from '../../client/client.ts';
import { findOrder } from './find.ts';
import type { ShownEntry, ShownOrder } from './show-text.ts';

/**
 * Requests an order with its plan, progress and timeline.
 * @param temporalUi address of Temporal's web UI, if known
 */
export async function showOrder(
  client: Client,
  name: string,
  temporalUi: string | undefined,
  note: (text: string) => void,
): Promise<ShownOrder> {
  const id = await findOrder(client, name, note);
  const [order, plan, progress, timeline] = await Promise.all([
    client.salesorder.get(id, { embed: 'customer,carrier,status,lines.part' }),
    client.salesorder.plan(id),
    client.salesorder.progress(id),
    client.salesorder.timeline(id) as Promise<unknown> as Promise<ShownEntry[]>,
  ]);
  const workflow = temporalUi && order.issue_date !== null ? workflowAddress(temporalUi, id) : null;
  return { order, plan, progress, timeline, workflow };
}

/** Returns the address of the order's workflow in the web UI. The slash of the workflow id has to be encoded. */
export function workflowAddress(temporalUi: string, orderId: number): string {
  const namespace = process.env.TEMPORAL_NAMESPACE || 'default';
  return `${temporalUi.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(`order/${orderId}`)}`;
}
