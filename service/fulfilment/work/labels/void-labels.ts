import { sql } from 'kysely';
import {
  type CarrierRequestInput,
  type CarrierRequestRow,
  type CarrierRequestSubject,
  carrierRequestId,
} from '../../../../workflows/contract/carrier-request.ts';
import type { OperationContext, Tx } from '../../../platform/database/operation.ts';
import type { NotNullRow, Row } from '../../../platform/database/row.ts';
import { firstRow } from '../../../platform/database/rows.ts';
import { recordEvent, startWorkflow } from '../../../platform/events/record-event.ts';

/** SQL: the columns of a booking that its canceling needs. */
const canceling = sql`id, carton_id, returnorder_id, order_id, carrier_name`;

type Canceling = Row<'booking', 'id' | 'carton_id' | 'returnorder_id' | 'order_id' | 'carrier_name'>;

/** Returns the parcel of a booking, for the details of events: a carton or a return. */
export const parcelOf = ({
  carton_id,
  returnorder_id,
}: Pick<Canceling, 'carton_id' | 'returnorder_id'>): Record<string, number | null> =>
  returnorder_id === null ? { carton_id } : { returnorder_id };

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
  const { rows } = await sql<Canceling & NotNullRow<'booking', 'carton_id'>>`
    -- Sets the booked labels of the cartons to be canceled, except those of the kept carrier.
    update booking set state = 'canceling', updated_at = this_second()
    where carton_id = any(${cartonIds}::bigint[]) and state = 'booked'
      and (${keptCarrierId}::bigint is null or carrier_id is distinct from ${keptCarrierId}::bigint)
    returning ${canceling}`.execute(context.tx);
  await noteCanceling(context, rows);
  return rows.map(({ carton_id }) => carton_id);
}

/** Requests that the engine voids the label of a locked return. @returns whether it has one */
export async function voidReturnLabel(context: OperationContext, id: number): Promise<boolean> {
  const { rows } = await sql<Canceling>`
    -- Sets the booked label of the return to be canceled.
    update booking set state = 'canceling', updated_at = this_second() where returnorder_id = ${id} and state = 'booked'
    returning ${canceling}`.execute(context.tx);
  await noteCanceling(context, rows);
  return rows.length > 0;
}

async function noteCanceling(context: OperationContext, rows: readonly Canceling[]): Promise<void> {
  const modified = rows.map((row) => {
    const detail = { state: 'canceling', ...parcelOf(row) };
    return { event: 'booking.modified', id: row.id, orders: [row.order_id], detail } as const;
  });
  await recordEvent(context, ...modified);
  await sendCanceling(context, rows);
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
