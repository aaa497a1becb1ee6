import { waitingDraftsOf } from '../fulfilment/work/wake-waiting-drafts.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import { recordEvent } from '../platform/events/record-event.ts';

/** Records that a part or its bill of material changed. Drafts that wait because of the part get the event as a signal. */
export async function recordModified(context: OperationContext, partId: number): Promise<void> {
  const orders = await waitingDraftsOf(context.tx, partId);
  await recordEvent(context, { event: 'part.modified', id: partId, orders, signals: orders.length > 0 });
}
