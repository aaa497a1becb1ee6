import { sql } from 'kysely';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import type { EventName } from '../../platform/events/events.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { endBookingAttention } from '../work/labels/booking-attention.ts';
import { parcelOf } from '../work/labels/void-labels.ts';
import { type LockedBooking, lockBooking, lockWithOrder, withdraw } from './operations.ts';
import type { BookingReport, LabelBody } from './schema.ts';

/** Stores the result of a request to a carrier. The same report again changes nothing but times. */
export const reportBooking = operation(
  'booking.report',
  async (context, { id, report }: { id: number; report: BookingReport }) => {
    const { tx } = context;
    const { canceled, pickup, tracking, problem: failure } = report;
    const { order, booking } = canceled?.done
      ? await lockWithOrder(tx, id)
      : { order: null, booking: await lockBooking(tx, id) };
    const events = new Set<Extract<EventName, `booking.${string}`>>();
    if (failure !== undefined) {
      events.add('booking.modified');
      await sql`update booking set problem = ${failure}, updated_at = this_second() where id = ${id}`.execute(tx);
    }
    if (pickup) {
      events.add('booking.modified');
      await storePickup(context, id, pickup);
    }
    if (tracking) {
      events.add('booking.tracked');
      await storeTracking(context, booking, tracking);
    }
    if (canceled && booking.state !== 'canceled') {
      events.add(canceled.done ? 'booking.canceled' : 'booking.refused');
      // The service did not request it: the carrier, or a person, canceled the label there.
      if (order && booking.state === 'booked') await withdraw(context, order, booking, 'was canceled');
      await storeCancellation(context, id, canceled);
    }
    const { order_id, carrier_name: carrier } = booking;
    const why = canceled && !canceled.done && canceled.why ? { why: canceled.why } : {};
    const detail = { ...parcelOf(booking), carrier, ...(failure === undefined ? {} : { problem: failure }), ...why };
    await recordEvent(context, ...[...events].map((event) => ({ event, id, orders: [order_id], detail })));
  },
);

/** Stores the pickup that a carrier confirmed. */
async function storePickup(
  { tx }: OperationContext,
  id: number,
  { confirmation, from = null, until = null }: NonNullable<BookingReport['pickup']>,
): Promise<void> {
  await sql`
    update booking set pickup_confirmation = ${confirmation}, pickup_from = ${from}::timestamptz,
      pickup_until = ${until}::timestamptz, problem = null, updated_at = this_second() where id = ${id}`.execute(tx);
}

/** Stores where a carton is, on the booking, and on the carton where this booking is its label. */
async function storeTracking(
  context: OperationContext,
  { id, order_id }: LockedBooking,
  { status, detail = null, estimated_delivery_at = null, events }: NonNullable<BookingReport['tracking']>,
): Promise<void> {
  const { rows } = await sql<Row<'carton', 'id'>>`
    -- Sets the tracking of the booking, and of its carton where the booking is in effect.
    with tracked as (
      update booking set tracking_status = ${status}, tracking_detail = ${detail}, tracked_at = this_second(), problem = null,
        estimated_delivery_at = coalesce(${estimated_delivery_at}::timestamptz, estimated_delivery_at),
        tracking_events = coalesce(${events ? JSON.stringify(events) : null}::jsonb, tracking_events), updated_at = this_second()
      where id = ${id} returning carton_id, state
    )
    update carton c set tracking_status = ${status}, tracked_at = this_second(), updated_at = this_second()
    from tracked t where c.id = t.carton_id and t.state = 'booked' returning c.id`.execute(context.tx);
  const modified = rows.map((carton) => {
    return {
      event: 'carton.modified',
      id: carton.id,
      orders: [order_id],
      detail: { tracking_status: status },
    } as const;
  });
  await recordEvent(context, ...modified);
}

/** Stores whether the carrier took a label back, and the refund. */
async function storeCancellation(
  { tx }: OperationContext,
  id: number,
  { done, why = null, refund = null, currency = null }: NonNullable<BookingReport['canceled']>,
): Promise<void> {
  await sql`
    -- Sets whether the label is canceled or the cancellation refused, with the refund.
    update booking set state = ${done ? 'canceled' : 'refused'}, problem = ${done ? null : why},
      refund = ${refund}::numeric, refund_currency = ${currency}, updated_at = this_second()
    where id = ${id}`.execute(tx);
}

/** In bytes. */
const longestLabel = 1024 * 1024;

/** Stores the label of a booking, in place of an earlier one. @throws body.invalid for more than 1 MiB */
export const storeLabel = operation('booking.label', async (context, { id, ...body }: LabelBody & { id: number }) => {
  const orderId = await orderToLock(context.tx, id);
  // Orders are locked before bookings.
  if (orderId !== null) await lockOrder(context.tx, orderId);
  const booking = await lockBooking(context.tx, id);
  const label = Buffer.from(body.content, 'base64');
  if (label.length === 0 || label.length > longestLabel) {
    const detail = 'must be 1 byte to 1 MiB';
    throw problem('body.invalid', `content: ${detail}.`, { errors: [{ pointer: '/content', detail }] });
  }
  await sql`
    update booking set label = ${label}, label_type = ${body.media_type}, problem = null, updated_at = this_second() where id = ${id}`.execute(
    context.tx,
  );
  await recordEvent(context, {
    event: 'booking.modified',
    id,
    orders: [booking.order_id],
    detail: { label: body.media_type },
  });
  if (booking.returnorder_id !== null) await endLabelProblem(context.tx, booking.returnorder_id);
  else if (orderId !== null && (await hasAllLabels(context.tx, booking))) await endBookingAttention(context, orderId);
});

/** A return has its label now. */
async function endLabelProblem(tx: Tx, id: number): Promise<void> {
  await sql`
    update returnorder set label_problem = null, updated_at = this_second() where id = ${id} and label_problem is not null`.execute(
    tx,
  );
}

/** Returns the order of a booking, where the label may end its attention or the problem of its return; null otherwise. */
async function orderToLock(tx: Tx, bookingId: number): Promise<number | null> {
  const { rows } = await sql<Row<'salesorder', 'id'>>`
    -- Reads the order of the booking, if the booking is of a return, or the order is in attention about its carrier.
    select o.id from booking b join salesorder o on o.id = b.order_id
    where b.id = ${bookingId} and (b.returnorder_id is not null or o.attention ->> 'code' like 'carrier.%')`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** Returns whether every label that the carrier booked for the order is stored, or has an address. */
async function hasAllLabels(tx: Tx, { order_id, carrier_name }: LockedBooking): Promise<boolean> {
  const { rows } = await sql`
    -- Returns a row for each booking of the order without a label.
    select from booking where order_id = ${order_id} and carrier_name = ${carrier_name} and state = 'booked' and carton_id is not null
      and label_type is null and label_url is null`.execute(tx);
  return rows.length === 0;
}
