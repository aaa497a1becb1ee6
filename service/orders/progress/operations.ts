import { sql } from 'kysely';
import type { Step } from '../../../planning/plan.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { isOpen } from '../states.ts';

/** The problem that a person has to solve, as the driver of the order reports it. */
export interface Attention {
  step: Step;
  /** Code of the problem, or of the carrier's refusal. */
  code: string;
  /** One or two sentences that name the thing. */
  detail: string;
}

/** Notes that an order needs a person; `/progress` shows it until the step goes on. Null takes the note back. */
export const noteAttention = operation(
  'salesorder.attention',
  async (context, input: { orderId: number; attention: Attention | null }) => {
    const { tx } = context;
    const order = await lockOrder(tx, input.orderId);
    if (!isOpen(order)) return;
    const note =
      input.attention === null ? null : JSON.stringify({ ...input.attention, since: new Date().toISOString() });
    const { rows } = await sql<{ id: number }>`
    update salesorder set attention = ${note}::jsonb, updated_at = now()
    where id = ${order.id} and (attention - 'since') is distinct from (${note}::jsonb - 'since') returning id`.execute(
      tx,
    );
    if (rows[0] && input.attention) {
      await recordEvent(context, {
        event: 'salesorder.attention',
        id: order.id,
        orders: [order.id],
        detail: { ...input.attention },
      });
    }
  },
);
