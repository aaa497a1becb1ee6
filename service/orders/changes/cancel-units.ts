import type { UnitsOfLine } from '../../fulfilment/work/canceled-work.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { cancelLines, lockWithNeighbours } from './cancel-lines.ts';
import { assertChangeable } from './open-quantities.ts';
import { settle } from './settle.ts';

export interface Cancel {
  readonly orderId: number;
  readonly lines: readonly UnitsOfLine[];
  readonly reason: string;
}

/**
 * Cancels units of lines of an issued order, also picked and packed ones, and settles the change.
 * @throws order.state for an order that is not open, for units that are shipped, and for a label that a person must cancel; body.invalid,
 * order.part-of-unit
 */
export const cancelUnits = operation('salesorderline.cancel', async (context, { orderId, lines, reason }: Cancel) => {
  const locked = await lockWithNeighbours(context.tx, orderId);
  await assertChangeable(context.tx, locked.order);
  const detail = { reason, canceled: lines.map(({ line_id, qty }) => ({ line_id, qty: Number(qty) })) };
  await recordEvent(context, { event: 'salesorder.modified', id: orderId, orders: [orderId], detail });
  const unsettled = await cancelLines(context, { ...locked, lines });
  if (unsettled) await settle(context, { ...locked, ...unsettled });
});
