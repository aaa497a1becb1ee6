import { sql } from 'kysely';
import { operation } from '../../platform/database/operation.ts';
import { isoTime } from '../../platform/database/sql-forms.ts';
import type { ProgressFacts } from './facts.ts';

/** A failed attempt to book with a carrier that does not answer. */
export interface BookingAttempt {
  /** Name of the carrier. */
  carrier: string;
  /** The failure, such as "office.example answered 503". */
  detail: string;
  attempt: number;
  since: string;
  /** Seconds until the next attempt. */
  next_in: number;
}

/** Time after the expected next attempt until an attempt is hidden: there are no further ones. */
const shownFor = sql.lit('2 minutes');

/** Notes a failed attempt to book, for `/progress`. The count continues if the engine starts to count again. */
export const noteBookingAttempt = operation(
  'salesorder.bookingattempt',
  async ({ tx }, input: { orderId: number; carrier: string; detail: string; attempt: number; seconds: number }) => {
    const { orderId, carrier, detail, attempt, seconds } = input;
    await sql`
      -- Notes a failed attempt to book; nothing for an order that does not exist.
      insert into booking_attempt as a (order_id, carrier_name, detail, attempt, since, next_at)
      select id, ${carrier}, ${detail}, ${attempt}::int, now(), now() + make_interval(secs => ${seconds}::int)
      from salesorder where id = ${orderId}
      on conflict (order_id) do update set carrier_name = excluded.carrier_name, detail = excluded.detail,
        next_at = excluded.next_at,
        (attempt, since) = (
          select case when k.continues then greatest(excluded.attempt, a.attempt + 1) else excluded.attempt end,
            case when k.continues then a.since else excluded.since end
          from (select a.carrier_name = excluded.carrier_name
            and a.next_at > now() - ${shownFor}::interval as continues) k)`.execute(tx);
  },
);

/** SQL: the last failed attempt to book the order `o`, while somebody tries on. */
export const bookingAttempt = sql`(
    select jsonb_build_object('carrier', b.carrier_name, 'detail', b.detail, 'attempt', b.attempt, 'since', ${isoTime('b.since')},
      'next_in', greatest(ceil(extract(epoch from b.next_at - now())), 0)::int)
    from booking_attempt b where b.order_id = o.id and b.next_at > now() - ${shownFor}::interval)`;

/** Returns the sentence about a carrier that does not answer; null if the plan books with another one. */
export function bookingOutage({ booking_attempt, plan }: ProgressFacts): string | null {
  if (booking_attempt === null || booking_attempt.carrier !== plan?.carrier?.name) return null;
  const { carrier, detail, attempt, next_in } = booking_attempt;
  const next = next_in > 0 ? `next in ${next_in} s` : 'next now';
  return `Booking with ${carrier}: ${detail}, attempt ${attempt}, ${next}`;
}
