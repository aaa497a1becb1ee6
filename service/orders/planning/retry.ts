import { sql } from 'kysely';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { orderStates } from '../states.ts';

/**
 * Has whoever drives the order try again what it is in attention for. An order that is not changes nothing by it.
 * @throws order.state where the order is not open
 */
export const retry = operation(
  'salesorder.retry',
  async (context, { orderId, by }: { orderId: number; by: string | null }) => {
    const { tx } = context;
    const order = await lockOrder(tx, orderId);
    orderStates.demand('retry', order);
    // It stays until the step goes on: it is still so while it is tried again.
    const { rows } = await sql<{ attention: { step: string; code: string } | null }>`
      select attention from salesorder where id = ${orderId}`.execute(tx);
    const was = rows[0]!.attention;
    if (!was) return;
    const detail = { by: await actorName(context, by), step: was.step, code: was.code };
    await recordEvent(context, { event: 'salesorder.retried', id: orderId, orders: [orderId], detail });
  },
);
