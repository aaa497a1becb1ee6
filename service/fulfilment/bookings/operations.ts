import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { cartonStates } from '../packing/states.ts';
import { send, sendCanceling } from '../work/void-labels.ts';
import type { BookingBody } from './schema.ts';

interface Carton {
  id: number;
  carton_number: number;
  weight_g: number | null;
  status_id: number;
}

/**
 * Keeps what a carrier booked for a carton, and writes its tracking number onto it. Told again, it keeps nothing new. Where the
 * carton went meanwhile, or has another label already, this one is voided.
 * @returns id of the booking
 */
export const recordBooking = operation(
  'booking.create',
  async (context, { cartonId, ...body }: BookingBody & { cartonId: number }) => {
    const { tx } = context;
    const carton = await lockedCarton(tx, cartonId);
    if (carton) cartonStates.demand('change', carton);
    const known = await alreadyKnown(tx, cartonId, body);
    if (known !== null) return known;
    const { rows: others } =
      await sql`select 1 from booking where carton_id = ${cartonId} and state = 'booked'`.execute(tx);
    const needed = carton !== null && others.length === 0;
    const { rows } = await sql<{ id: number; carrier_id: number | null; carrier_name: string }>`
      insert into booking (carton_id, carton_number, weight_g, order_id, site_id, carrier_name, carrier_id, plugin, state,
        tracking_number, reference, service, cost, cost_currency, details, label_url)
      select ${cartonId}, ${carton?.carton_number ?? 0}, ${carton?.weight_g ?? null}, o.id, o.site_id, ${body.carrier_name},
        (select id from carrier where lower(name) = lower(${body.carrier_name}) order by id limit 1), ${body.plugin},
        ${needed ? 'booked' : 'canceling'}, ${body.tracking_number}, ${body.reference ?? null}, ${body.service ?? null},
        ${body.cost ?? null}::numeric, ${body.cost_currency ?? null}, ${JSON.stringify(body.details ?? {})}::jsonb,
        ${body.label_url ?? null}
      from salesorder o where o.id = ${body.order_id}
      returning id, carrier_id, carrier_name`.execute(tx);
    const made = rows[0];
    if (!made) throw noSuch('salesorder', body.order_id);
    const orders = [body.order_id];
    await recordEvent(context, { event: 'booking.created', id: made.id, orders });
    if (!needed) {
      sendCanceling(context, [made]);
      return made.id;
    }
    const details = { tracking_number: body.tracking_number, label_url: body.label_url ?? null };
    await sql`
      update carton set tracking_number = ${details.tracking_number}, label_url = ${details.label_url},
        carrier_id = coalesce(${made.carrier_id}::int, carrier_id), tracking_status = null, tracked_at = null, updated_at = now()
      where id = ${cartonId}`.execute(tx);
    await recordEvent(context, { event: 'carton.modified', id: cartonId, orders, detail: details });
    return made.id;
  },
);

/** Null for one that was deleted. @throws record.unknown for one that never was */
async function lockedCarton(tx: Tx, id: number): Promise<Carton | null> {
  const { rows } = await sql<Carton>`
    select id, number as carton_number, weight_g, status_id from carton where id = ${id} for no key update`.execute(tx);
  if (rows[0]) return rows[0];
  const { rows: last } = await sql<{ once: boolean }>`
    select ${id}::bigint <= last_value as once from carton_id_seq`.execute(tx);
  if (!last[0]!.once) throw noSuch('carton', id);
  return null;
}

async function alreadyKnown(tx: Tx, cartonId: number, body: Omit<BookingBody, 'label'>): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from booking where carton_id = ${cartonId} and carrier_name = ${body.carrier_name}
      and tracking_number = ${body.tracking_number} and reference is not distinct from ${body.reference ?? null}::text
    order by id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export interface LockedBooking {
  id: number;
  carton_id: number;
  order_id: number;
  carrier_name: string;
  state: 'booked' | 'canceling' | 'canceled' | 'refused';
}

export async function lockBooking(tx: Tx, id: number): Promise<LockedBooking> {
  const { rows } = await sql<LockedBooking>`
    select id, carton_id, order_id, carrier_name, state from booking where id = ${id} for no key update`.execute(tx);
  if (!rows[0]) throw noSuch('booking', id);
  return rows[0];
}

/**
 * Has the engine void a label that nobody needs: its carton is to be booked anew. Repeating it asks the carrier again where it
 * refused.
 */
export const cancelBooking = operation('booking.cancel', async (context, id: number) => {
  const { tx } = context;
  const booking = await lockBooking(tx, id);
  if (booking.state === 'canceled' || booking.state === 'canceling') return;
  if (booking.state === 'booked') await clearCarton(context, booking);
  await sql`update booking set state = 'canceling', problem = null, updated_at = now() where id = ${id}`.execute(tx);
  const { carton_id, order_id } = booking;
  const detail = { state: 'canceling', carton_id };
  await recordEvent(context, { event: 'booking.modified', id, orders: [order_id], detail });
  sendCanceling(context, [booking]);
});

/** The carton goes without a label again. A locked one has left with it. */
async function clearCarton(context: OperationContext, { carton_id: id, order_id }: LockedBooking): Promise<void> {
  const carton = await lockedCarton(context.tx, id);
  if (!carton) return;
  cartonStates.demand('change', carton);
  await sql`
    update carton set tracking_number = null, label_url = null, tracking_status = null, tracked_at = null, updated_at = now()
    where id = ${id}`.execute(context.tx);
  const detail = { tracking_number: null, label_url: null };
  await recordEvent(context, { event: 'carton.modified', id, orders: [order_id], detail });
}

/** Has the engine ask the carrier where a carton is, or for its label. @throws record.state where nothing is booked */
export const askCarrier = operation(
  'booking.ask',
  async (context, { cartonId, carrierRequest }: { cartonId: number; carrierRequest: 'track' | 'label' }) => {
    const { rows } = await sql<{ id: number | null; carrier_name: string }>`
      select b.id, b.carrier_name from carton c left join booking b on b.carton_id = c.id and b.state = 'booked'
      where c.id = ${cartonId}`.execute(context.tx);
    const [found] = rows;
    if (!found) throw noSuch('carton', cartonId);
    if (found.id === null) {
      throw problem('record.state', `No carrier has booked carton ${cartonId}: there is nobody to ask.`, {
        carton_id: cartonId,
      });
    }
    send(context, { carrierRequest, carrier: found.carrier_name, bookings: [found.id] });
  },
);

/** Has the engine ask the carrier to come for all of its cartons that stand ready at a site, at the end of the day. */
export const askPickup = operation(
  'carrier.askpickup',
  async (context, { carrierId, siteId }: { carrierId: number; siteId: number }): Promise<{ bookings: number }> => {
    const { rows: known } = await sql<{ name: string; site: boolean }>`
      select name, exists (select 1 from site where id = ${siteId}) as site from carrier where id = ${carrierId}`.execute(
      context.tx,
    );
    if (!known[0]) throw noSuch('carrier', carrierId);
    if (!known[0].site) {
      const detail = `there is no site ${siteId}`;
      throw problem('reference.unknown', `site_id: ${detail}.`, { errors: [{ pointer: '/site_id', detail }] });
    }
    const { rows } = await sql<{ id: number; carrier_name: string }>`
      select b.id, b.carrier_name from booking b join carton c on c.id = b.carton_id
      where b.carrier_id = ${carrierId} and b.site_id = ${siteId} and b.state = 'booked' and b.pickup_confirmation is null
        and c.status_id = ${sql.lit(cartonStates.id.Closed)}
      order by b.id`.execute(context.tx);
    for (const carrier of new Set(rows.map(({ carrier_name }) => carrier_name))) {
      const bookings = rows.filter(({ carrier_name }) => carrier_name === carrier).map(({ id }) => id);
      send(context, { carrierRequest: 'pickup', carrier, bookings, site: siteId });
    }
    return { bookings: rows.length };
  },
);
