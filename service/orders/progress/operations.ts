import { sql } from 'kysely';
import type { Step } from '../../../config/planning/plan.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import type { Database } from '../../platform/database/database.ts';
import { operation } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { type TimelineEntry, timelineEntries } from '../../platform/records/timeline.ts';
import { isOpen, isWaitingDraft } from '../../platform/states/open.ts';

export { withWithdrawal } from './withdrawn.ts';

/** The reason why an order cannot go on without a person, as the engine reports it. */
export interface Attention {
  step: Step | 'issue';
  /** Code of the problem, or `carrier.refused`. */
  code: string;
  /** One or two sentences that name the record. */
  detail: string;
}

/** Puts an order in attention. `/progress` shows it until the step goes on. An attention of null ends it. */
export const noteAttention = operation(
  'salesorder.attention',
  async (context, input: { orderId: number; attention: Attention | null }) => {
    const { tx } = context;
    const order = await lockOrder(tx, input.orderId);
    if (!isOpen(order) && !isWaitingDraft(order)) return;
    const note =
      input.attention === null
        ? null
        : JSON.stringify({ ...input.attention, since: `${new Date().toISOString().slice(0, 19)}+00:00` });
    const { rows } = await sql<Row<'salesorder', 'id'>>`
    -- Puts an order in attention or ends it. The same refusal after a retry does not begin a new attention.
    update salesorder set attention = case
        when (attention - 'since' - 'retry_at') = (${note}::jsonb - 'since') then attention - 'retry_at' else ${note}::jsonb end,
      updated_at = this_second()
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

/** Reads the events of an order, the oldest first. @throws record.unknown */
export async function timelineOf(database: Database, orderId: number): Promise<TimelineEntry[]> {
  const entries = await timelineEntries(database, sql`l.order_ids @> array[${orderId}::bigint]`);
  if (entries.length === 0) {
    const known = await sql`select 1 from salesorder where id = ${orderId}`.execute(database.readPool);
    if (known.rows.length === 0) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  }
  return entries;
}
