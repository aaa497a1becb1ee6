import { returnWorkflowId } from '../../../workflows/contract/return-order.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import type { Deletion, EventName } from '../../platform/events/events.ts';
import { recordEvent, signalEvent } from '../../platform/events/record-event.ts';

export type ReturnEvent = Exclude<Extract<EventName, `returnorder.${string}`>, Deletion>;

/** The most units that an event names. */
export const mostNamed = 20;

/** Records an event of a return in the timeline of its order, and signals the workflow of the return. */
export async function noteReturn(
  context: OperationContext,
  { id, salesorder_id }: Row<'returnorder', 'id' | 'salesorder_id'>,
  event: ReturnEvent,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await recordEvent(context, { event, id, orders: [salesorder_id], detail });
  signalEvent(context, returnWorkflowId(id), event);
}
