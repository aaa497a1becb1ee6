import { sql } from 'kysely';
import { operation } from '../../platform/database/operation.ts';
import type { EventName } from '../../platform/events/events.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { lockBooking } from './operations.ts';
import type { BookingReport, LabelBody } from './schema.ts';

/** Keeps what the engine brought back from a carrier. The same report again changes nothing but its times. */
export const reportBooking = operation(
  'booking.report',
  async (context, { id, report }: { id: number; report: BookingReport }) => {
    const { tx } = context;
    const booking = await lockBooking(tx, id);
    const { canceled, pickup, tracking, problem: trouble } = report;
    const events = new Set<Extract<EventName, `booking.${string}`>>();
    if (trouble !== undefined) {
      events.add('booking.modified');
      await sql`update booking set problem = ${trouble}, updated_at = now() where id = ${id}`.execute(tx);
    }
    if (pickup) {
      events.add('booking.modified');
      await sql`
        update booking set pickup_confirmation = ${pickup.confirmation}, pickup_from = ${pickup.from ?? null}::timestamptz,
          pickup_until = ${pickup.until ?? null}::timestamptz, problem = null, updated_at = now() where id = ${id}`.execute(
        tx,
      );
    }
    if (tracking) {
      events.add('booking.tracked');
      const { status, detail = null, estimated_delivery_at = null, events: seen } = tracking;
      const { rows } = await sql<{ id: number }>`
        with tracked as (
          update booking set tracking_status = ${status}, tracking_detail = ${detail}, tracked_at = now(), problem = null,
            estimated_delivery_at = coalesce(${estimated_delivery_at}::timestamptz, estimated_delivery_at),
            tracking_events = coalesce(${seen ? JSON.stringify(seen) : null}::jsonb, tracking_events), updated_at = now()
          where id = ${id} returning carton_id, state
        )
        update carton c set tracking_status = ${status}, tracked_at = now(), updated_at = now()
        from tracked t where c.id = t.carton_id and t.state = 'booked' returning c.id`.execute(tx);
      const orders = [booking.order_id];
      const told = rows.map(
        (carton) => ({ event: 'carton.modified', id: carton.id, orders, detail: { tracking_status: status } }) as const,
      );
      await recordEvent(context, ...told);
    }
    if (canceled && booking.state !== 'canceled') {
      events.add(canceled.done ? 'booking.canceled' : 'booking.refused');
      await sql`
        update booking set state = ${canceled.done ? 'canceled' : 'refused'}, problem = ${canceled.done ? null : (canceled.why ?? null)},
          refund = ${canceled.refund ?? null}::numeric, refund_currency = ${canceled.currency ?? null}, updated_at = now()
        where id = ${id}`.execute(tx);
    }
    const { order_id, carton_id } = booking;
    const detail = { carton_id, carrier: booking.carrier_name, ...(trouble === undefined ? {} : { problem: trouble }) };
    const why = canceled && !canceled.done && canceled.why ? { why: canceled.why } : {};
    await recordEvent(
      context,
      ...[...events].map((event) => ({ event, id, orders: [order_id], detail: { ...detail, ...why } })),
    );
  },
);

const longestLabel = 1024 * 1024;

/** Keeps the label of a booking; another one takes its place. @throws body.invalid for more than 1 MiB */
export const keepLabel = operation('booking.label', async (context, { id, ...body }: LabelBody & { id: number }) => {
  const booking = await lockBooking(context.tx, id);
  const label = Buffer.from(body.content, 'base64');
  if (label.length === 0 || label.length > longestLabel) {
    const detail = 'must be 1 byte to 1 MiB';
    throw problem('body.invalid', `content: ${detail}.`, { errors: [{ pointer: '/content', detail }] });
  }
  await sql`
    update booking set label = ${label}, label_type = ${body.media_type}, problem = null, updated_at = now() where id = ${id}`.execute(
    context.tx,
  );
  await recordEvent(context, {
    event: 'booking.modified',
    id,
    orders: [booking.order_id],
    detail: { label: body.media_type },
  });
});
