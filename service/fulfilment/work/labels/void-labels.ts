import { sql } from 'kysely';
import {
  type CarrierRequestInput,
  type CarrierRequestRow,
  type CarrierRequestSubject,
  carrierRequestId,
} from '../../../../workflows/contract/carrier-request.ts';
import type { OperationContext, Tx } from '../../../platform/database/operation.ts';
import type { Row } from '../../../platform/database/row.ts';
import { firstRow } from '../../../platform/database/rows.ts';
import { recordEvent, startWorkflow } from '../../../platform/events/record-event.ts';

/**
 * Requests that the engine voids the labels of cartons that are not sent any more, or are sent with another carrier: a label that
 * is not voided costs money.
 * @param keptCarrierId the new carrier of the cartons; null if they are not sent
 * @returns the cartons that had a label
 */
export async function voidLabels(
  context: OperationContext,
  cartonIds: readonly number[],
  keptCarrierId: number | null = null,
): Promise<number[]> {
  if (cartonIds.length === 0) return [];
  const { rows } = await sql<Row<'booking', 'id' | 'carton_id' | 'order_id' | 'carrier_name'>>`
    -- Sets the booked labels of the cartons to be canceled, except those of the kept carrier.
    update booking set state = 'canceling', updated_at = this_second()
    where carton_id = any(${cartonIds}::bigint[]) and state = 'booked'
      and (${keptCarrierId}::bigint is null or carrier_id is distinct from ${keptCarrierId}::bigint)
    returning id, carton_id, order_id, carrier_name`.execute(context.tx);
  const modified = rows.map(({ id, order_id, carton_id }) => {
    return { event: 'booking.modified', id, orders: [order_id], detail: { state: 'canceling', carton_id } } as const;
  });
  await recordEvent(context, ...modified);
  await sendCanceling(context, rows);
  return rows.map(({ carton_id }) => carton_id);
}

/** Starts one request for each carrier: many carriers void all labels of a shipment at once. */
export async function sendCanceling(
  context: OperationContext,
  bookings: readonly { readonly id: number; readonly carrier_name: string }[],
): Promise<void> {
  for (const carrier of new Set(bookings.map(({ carrier_name }) => carrier_name))) {
    const own = bookings.filter(({ carrier_name }) => carrier_name === carrier).map(({ id }) => id);
    await sendCarrierRequest(context, { carrierRequest: 'cancel', carrier, bookings: own.sort((a, b) => a - b) });
  }
}

/** Starts the workflow of a request to a carrier, through the outbox. Temporal's lists show whose orders it is about. */
export async function sendCarrierRequest(context: OperationContext, input: CarrierRequestInput): Promise<void> {
  const row: CarrierRequestRow = { ...input, subject: await subjectOf(context.tx, input.bookings) };
  startWorkflow(context, carrierRequestId(input), row);
}

async function subjectOf(tx: Tx, bookings: readonly number[]): Promise<CarrierRequestSubject> {
  const query = sql<CarrierRequestSubject>`
    -- The orders of the bookings, their order if there is one, and their customer where all have the same.
    select case when count(*) = 1 then min(s.id) end as "orderId",
      case when min(s.customer_id) = max(s.customer_id) then min(s.customer_id) end as "customerId",
      coalesce((array_agg(s.number order by s.id))[:3], '{}') as orders, count(*)::int as total
    from salesorder s where s.id in (select order_id from booking where id = any(${bookings}::bigint[]))`;
  return firstRow(await query.execute(tx));
}
