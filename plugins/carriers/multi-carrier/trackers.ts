import { type Tracking, type TrackingEvent, type TrackingStatus, trackingStatuses } from '../../shipment.ts';
import type { Shipment } from './label-service.ts';

type Tracker = NonNullable<Shipment['tracker']>;

/** Converts a tracker of the label service to Conveyor's tracking. */
export function trackingOf(bookingId: number, { status, est_delivery_date, tracking_details }: Tracker): Tracking {
  const events = (tracking_details ?? []).flatMap((entry): TrackingEvent[] => {
    const at = timeOf(entry.datetime);
    if (at === undefined) return [];
    const { city, state, country } = entry.tracking_location ?? {};
    const place = [city, state, country].filter(Boolean).join(', ');
    return [
      {
        at,
        status: statusOf(entry.status),
        ...(entry.message ? { detail: entry.message.slice(0, 500) } : {}),
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
    // At most 200 events are allowed; the newest matter.
    events: events.slice(-200),
  };
}

function statusOf(status: string | null | undefined): TrackingStatus {
  if (status === 'cancelled') return 'canceled';
  return trackingStatuses.find((known) => known === status) ?? 'unknown';
}

function timeOf(text: string | null | undefined): string | undefined {
  const at = new Date(text ?? '');
  const time = Number.isNaN(at.getTime()) ? '' : at.toISOString();
  // Years of more than four digits have a sign.
  return /^\d/.test(time) ? time : undefined;
}
