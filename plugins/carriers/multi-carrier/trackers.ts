import { type Tracking, type TrackingEvent, type TrackingStatus, trackingStatuses } from '../../shipment.ts';
import type { Shipment } from './label-service.ts';

type Tracker = NonNullable<Shipment['tracker']>;

/** Where a parcel is, in the words that Conveyor has for it. */
export function trackingOf(bookingId: number, { status, est_delivery_date, tracking_details }: Tracker): Tracking {
  const events = (tracking_details ?? []).flatMap((told): TrackingEvent[] => {
    const at = timeOf(told.datetime);
    if (at === undefined) return [];
    const { city, state, country } = told.tracking_location ?? {};
    const place = [city, state, country].filter(Boolean).join(', ');
    return [
      {
        at,
        status: statusOf(told.status),
        ...(told.message ? { detail: told.message.slice(0, 500) } : {}),
        ...(place ? { place: place.slice(0, 200) } : {}),
      },
    ];
  });
  events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const expected = timeOf(est_delivery_date);
  const last = events.at(-1)?.detail;
  return {
    booking_id: bookingId,
    status: statusOf(status),
    ...(last ? { detail: last } : {}),
    ...(expected ? { estimated_delivery_at: expected } : {}),
    // The newest are what people look for.
    events: events.slice(-200),
  };
}

function statusOf(status: string | null | undefined): TrackingStatus {
  if (status === 'cancelled') return 'canceled';
  return trackingStatuses.find((known) => known === status) ?? 'unknown';
}

function timeOf(text: string | null | undefined): string | undefined {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
