import { sql } from 'kysely';
import { type LockedOrder, lockOrder } from '../../inventory/stock/locks.ts';
import type { Database } from '../../platform/database/database.ts';
import { lockedRow, lockedRows } from '../../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Column, NullableRow, Row } from '../../platform/database/row.ts';
import { assertSites } from '../../platform/database/site-limits.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { cartonStates } from '../../platform/states/states.ts';
import { endBookingAttention } from '../work/labels/booking-attention.ts';
import { addressChanged, beginRelabel, labelWithdrawn } from '../work/labels/relabel.ts';
import { parcelOf, sendCanceling, sendCarrierRequest } from '../work/labels/void-labels.ts';
import { noteReturn } from '../work/note-return.ts';
import type { BookingBody } from './schema.ts';

interface Carton extends Row<'carton', 'id' | 'weight_g' | 'status_id'> {
  carton_number: Column<'carton', 'number'>;
}

/**
 * Stores a label that a carrier booked for a carton, and writes its tracking number onto the carton. A label that
 * is stored already is not stored again. If the carton was deleted since the booking, has another label, or has
 * another address, this label is voided.
 * @returns id of the booking
 * @throws carton.state where the carton is locked; record.unknown
 */
export const recordBooking = operation(
  'booking.create',
  async (context, { cartonId, ...body }: BookingBody & { cartonId: number }) => {
    const { tx } = context;
    const order = await lockOrder(tx, body.order_id);
    const carton = await lockedCarton(tx, cartonId);
    if (carton) cartonStates.demand('change', carton);
    const parcel = { kind: 'carton', id: cartonId } as const;
    const storedId = await storedBooking(tx, parcel, body);
    if (storedId !== null) {
      await endBookingAttention(context, body.order_id);
      return storedId;
    }
    const isFree = carton !== null && !(await isBooked(tx, parcel));
    const needed = isFree && (await hasAddress(tx, body));
    const { carton_number = 0, weight_g = null } = carton ?? {};
    const booking = await insertBooking(context, body, {
      ...{ carton_id: cartonId, carton_number, returnorder_id: null, weight_g, site_id: null },
      state: needed ? 'booked' : 'canceling',
    });
    if (needed) await setLabel(context, cartonId, booking.carrier_id, body);
    else await sendCanceling(context, [booking]);
    if (isFree && !needed) await beginRelabel(tx, order, addressChanged.why);
    await endBookingAttention(context, body.order_id, needed);
    return booking.id;
  },
);

/** Locks a carton. @returns null for a carton that was deleted @throws record.unknown for one that never existed */
async function lockedCarton(tx: Tx, id: number): Promise<Carton | null> {
  const statement = sql<Carton>`
    -- Locks a carton.
    select id, number as carton_number, weight_g, status_id, (select p.site_id from pack p where p.id = carton.pack_id) as site_id
    from carton where id = ${id} for no key update`;
  const [carton] = await lockedRows(tx, { record: 'carton', ids: [id] }, statement);
  if (carton) return carton;
  const { rows: existed } = await sql`
    -- Returns a row where the id was given to a carton once.
    select from carton_id_seq where ${id}::bigint <= last_value`.execute(tx);
  if (existed.length === 0) throw noSuch('carton', id);
  return null;
}

/** What a label is for. */
export interface LabelledParcel {
  readonly kind: 'carton' | 'returnorder';
  readonly id: number;
}

/** SQL: the bookings of a parcel. */
const ofParcel = ({ kind, id }: LabelledParcel) => sql`${sql.ref(`${kind}_id`)} = ${id}`;

/** Returns the id of a stored booking with the same tracking number and reference; null for none. */
export async function storedBooking(
  tx: Tx,
  parcel: LabelledParcel,
  body: Pick<BookingBody, 'carrier_name' | 'tracking_number' | 'reference'>,
): Promise<number | null> {
  const { rows } = await sql<Row<'booking', 'id'>>`
    -- Finds the latest booking of the parcel with this carrier, tracking number and reference.
    select id from booking where ${ofParcel(parcel)} and carrier_name = ${body.carrier_name}
      and tracking_number = ${body.tracking_number} and reference is not distinct from ${body.reference ?? null}::text
    order by id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Returns whether a parcel has a booked label. */
export async function isBooked(tx: Tx, parcel: LabelledParcel): Promise<boolean> {
  const { rows } = await sql`select from booking where ${ofParcel(parcel)} and state = 'booked'`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the label has the present address of the order; true for a label without an address. */
async function hasAddress(tx: Tx, { order_id, ship_to }: BookingBody): Promise<boolean> {
  if (!ship_to) return true;
  const { rows } = await sql`
    -- Returns a row where the order has this address.
    select from salesorder o where id = ${order_id} and to_jsonb(o) @> ${JSON.stringify(ship_to)}::jsonb`.execute(tx);
  return rows.length > 0;
}

type NewBooking = Row<'booking', 'id' | 'carrier_id' | 'carrier_name'>;

/** What a new booking has beside the answer of the carrier. */
interface BookedParcel extends Row<'booking', 'carton_id' | 'carton_number' | 'returnorder_id' | 'weight_g'> {
  /** Null for the site of the order. */
  readonly site_id: number | null;
  readonly state: 'booked' | 'canceling';
}

/** Inserts a booking, and notes it. @throws record.unknown where the order does not exist */
export async function insertBooking(
  context: OperationContext,
  body: BookingBody,
  { carton_id, carton_number, returnorder_id, weight_g, site_id, state }: BookedParcel,
): Promise<NewBooking> {
  const { order_id, carrier_name, plugin, tracking_number, reference = null, service = null, cost = null } = body;
  const { cost_currency = null, details, label_url = null, test = false } = body;
  const { rows } = await sql<NewBooking>`
    -- Creates the booking of a parcel.
    insert into booking (carton_id, carton_number, returnorder_id, weight_g, order_id, site_id, carrier_name, carrier_id, plugin, state,
      tracking_number, reference, service, cost, cost_currency, details, label_url, test)
    select ${carton_id}::bigint, ${carton_number}::int, ${returnorder_id}::bigint, ${weight_g}::int, o.id,
      coalesce(${site_id}::bigint, o.site_id), ${carrier_name},
      (select id from carrier where lower(name) = lower(${carrier_name}) order by id limit 1), ${plugin}, ${state},
      ${tracking_number}, ${reference}, ${service}, ${cost}::numeric, ${cost_currency}, ${JSON.stringify(details ?? {})}::jsonb,
      ${label_url}, ${test}
    from salesorder o where o.id = ${order_id}
    returning id, carrier_id, carrier_name`.execute(context.tx);
  const [booking] = rows;
  if (!booking) throw noSuch('salesorder', order_id);
  const detail = test ? { test: true } : {};
  await recordEvent(context, { event: 'booking.created', id: booking.id, orders: [order_id], detail });
  return booking;
}

/** Writes tracking number and label of a booking onto its carton. */
async function setLabel(
  context: OperationContext,
  cartonId: number,
  carrierId: number | null,
  { tracking_number, label_url = null, order_id }: BookingBody,
): Promise<void> {
  await sql`
    -- Sets tracking number, label and carrier of the carton, whose tracking begins anew.
    update carton set tracking_number = ${tracking_number}, label_url = ${label_url},
      carrier_id = coalesce(${carrierId}::bigint, carrier_id), tracking_status = null, tracked_at = null, updated_at = this_second()
    where id = ${cartonId}`.execute(context.tx);
  const detail = { tracking_number, label_url };
  await recordEvent(context, { event: 'carton.modified', id: cartonId, orders: [order_id], detail });
}

export type LockedBooking = Row<
  'booking',
  'id' | 'carton_id' | 'returnorder_id' | 'order_id' | 'carrier_name' | 'state'
>;

/** Locks a booking. @throws record.unknown */
export async function lockBooking(tx: Tx, id: number): Promise<LockedBooking> {
  const statement = sql<LockedBooking>`
    -- Locks a booking.
    select id, carton_id, returnorder_id, order_id, site_id, carrier_name, state from booking where id = ${id} for no key update`;
  return lockedRow(tx, 'booking', id, statement);
}

/**
 * Requests that the engine voids a label. The carton or return has no label then, and can be booked again. Repeating it asks the
 * carrier again where it refused.
 */
export const cancelBooking = operation('booking.cancel', async (context, id: number) => {
  const { tx } = context;
  const { order, booking } = await lockWithOrder(tx, id);
  if (booking.state === 'canceled' || booking.state === 'canceling') return;
  if (booking.state === 'booked') await withdraw(context, order, booking, 'was canceled');
  await sql`update booking set state = 'canceling', problem = null, updated_at = this_second() where id = ${id}`.execute(
    tx,
  );
  const detail = { state: 'canceling', ...parcelOf(booking) };
  await recordEvent(context, { event: 'booking.modified', id, orders: [booking.order_id], detail });
  await sendCanceling(context, [booking]);
});

/** Locks a booking and its order: orders are locked before bookings. @throws record.unknown */
export async function lockWithOrder(tx: Tx, id: number): Promise<{ order: LockedOrder; booking: LockedBooking }> {
  // The order of a booking never changes.
  const known = await tx.selectFrom('booking').select('order_id').where('id', '=', id).executeTakeFirst();
  if (!known) throw noSuch('booking', id);
  const order = await lockOrder(tx, known.order_id);
  return { order, booking: await lockBooking(tx, id) };
}

/**
 * Clears the withdrawn label of a carton, and has the carrier book it again if it is due. A return keeps waiting without a label: a
 * person asks for another one.
 * @param how what happened to the label, such as `was canceled`
 * @throws carton.state for a locked carton, which has left with its label
 */
export async function withdraw(
  context: OperationContext,
  order: LockedOrder,
  booking: LockedBooking,
  how: string,
): Promise<void> {
  const { carton_id, returnorder_id } = booking;
  if (returnorder_id !== null) return clearReturn(context, booking, returnorder_id);
  const carton = carton_id === null ? null : await clearCarton(context, booking, carton_id);
  if (carton) await beginRelabel(context.tx, order, labelWithdrawn(carton.carton_number, how));
}

/** Clears the label of a carton. @returns null for a carton that was deleted @throws carton.state for a locked carton, which has left with its label */
async function clearCarton(context: OperationContext, { order_id }: LockedBooking, id: number): Promise<Carton | null> {
  const carton = await lockedCarton(context.tx, id);
  if (!carton) return null;
  cartonStates.demand('change', carton);
  await sql`
    update carton set tracking_number = null, label_url = null, tracking_status = null, tracked_at = null, updated_at = this_second()
    where id = ${id}`.execute(context.tx);
  const detail = { tracking_number: null, label_url: null };
  await recordEvent(context, { event: 'carton.modified', id, orders: [order_id], detail });
  return carton;
}

/** Clears the label of a return, whose order is locked. */
async function clearReturn(
  context: OperationContext,
  { order_id: salesorder_id, carrier_name: carrier }: LockedBooking,
  id: number,
): Promise<void> {
  await sql`
    update returnorder set tracking_number = null, label_url = null, updated_at = this_second() where id = ${id}`.execute(
    context.tx,
  );
  await noteReturn(context, { id, salesorder_id }, 'returnorder.labelvoided', { carrier });
}

/** SQL: the site of a parcel `p`. */
const siteOf = {
  carton: sql`(select site_id from pack where id = p.pack_id)`,
  returnorder: sql`p.site_id`,
};

/** Requests that the engine tracks a parcel, or fetches its label. @throws record.state where no label is booked */
export const askCarrier = operation(
  'booking.ask',
  async (context, { kind, id, carrierRequest }: LabelledParcel & { carrierRequest: 'track' | 'label' }) => {
    const { rows } = await sql<NullableRow<'booking', 'id'> & Row<'booking', 'carrier_name'> & Row<'pack', 'site_id'>>`
      -- Reads the booking of the parcel that is in effect, and the site.
      select b.id, b.carrier_name, ${siteOf[kind]} as site_id
      from ${sql.table(kind)} p left join booking b on ${sql.ref(`b.${kind}_id`)} = p.id and b.state = 'booked' where p.id = ${id}`.execute(
      context.tx,
    );
    const [booking] = rows;
    if (!booking) throw noSuch(kind, id);
    await assertSites(context.tx, rows);
    if (booking.id === null) {
      const parcel = kind === 'carton' ? `carton ${id}` : `return ${id}`;
      throw problem('record.state', `No carrier has booked ${parcel}: no carrier can be asked. Book it first.`, {
        [`${kind}_id`]: id,
      });
    }
    await sendCarrierRequest(context, { carrierRequest, carrier: booking.carrier_name, bookings: [booking.id] });
  },
);

/** Requests that the engine asks a carrier to fetch all of its closed cartons of a site, at the end of the day. */
export const askPickup = operation(
  'carrier.askpickup',
  async (context, { carrierId, siteId }: { carrierId: number; siteId: number }): Promise<{ bookings: number }> => {
    const { rows: carriers } = await sql<Row<'carrier', 'name'> & { site: boolean }>`
      -- Checks that the carrier and the site exist.
      select name, exists (select 1 from site where id = ${siteId}) as site from carrier where id = ${carrierId}`.execute(
      context.tx,
    );
    const [known] = carriers;
    if (!known) throw noSuch('carrier', carrierId);
    if (!known.site) {
      const detail = `there is no site ${siteId}`;
      throw problem('reference.unknown', `site_id: ${detail}.`, { errors: [{ pointer: '/site_id', detail }] });
    }
    await assertSites(context.tx, [{ site_id: siteId }]);
    const { rows } = await sql<Row<'booking', 'id' | 'carrier_name'>>`
      -- Finds the booked, closed cartons that no pickup is confirmed for.
      select b.id, b.carrier_name from booking b join carton c on c.id = b.carton_id
      where b.carrier_id = ${carrierId} and b.site_id = ${siteId} and b.state = 'booked' and b.pickup_confirmation is null
        and c.status_id = ${sql.lit(cartonStates.id.Closed)}
      order by b.id`.execute(context.tx);
    for (const carrier of new Set(rows.map(({ carrier_name }) => carrier_name))) {
      const bookings = rows.filter(({ carrier_name }) => carrier_name === carrier).map(({ id }) => id);
      await sendCarrierRequest(context, { carrierRequest: 'pickup', carrier, bookings, site: siteId });
    }
    return { bookings: rows.length };
  },
);

/**
 * Returns the stored label of a carton or a return.
 * @throws record.unknown that says where else the label is
 */
export async function labelOf(
  database: Database,
  { kind, id }: LabelledParcel,
): Promise<{ bookingId: number; bytes: Buffer; mediaType: string }> {
  const { rows } = await sql<
    Row<'booking', 'label' | 'label_type'> & Row<'carton', 'label_url'> & { booking_id: Column<'booking', 'id'> | null }
  >`
    -- Reads the label of the booking in effect.
    select b.label, b.label_type, p.label_url, b.id as booking_id
    from ${sql.table(kind)} p left join booking b on ${sql.ref(`b.${kind}_id`)} = p.id and b.state = 'booked' where p.id = ${id}`.execute(
    database.kysely,
  );
  const [parcel] = rows;
  if (!parcel) throw noSuch(kind, id);
  const { booking_id: bookingId, label, label_type: mediaType } = parcel;
  if (bookingId !== null && label && mediaType) return { bookingId, bytes: label, mediaType };
  const elsewhere = parcel.label_url ? ` The carrier has it at ${parcel.label_url}.` : '';
  const isAsked = bookingId !== null || kind === 'returnorder';
  const ask = isAsked
    ? ` ${bookingId === null ? 'Have it booked' : 'Fetch it from the carrier'}: POST /${kind}/${id}/fetchlabel.`
    : '';
  const name = kind === 'carton' ? `carton ${id}` : `return ${id}`;
  throw problem('record.unknown', `No label of ${name} is stored here.${elsewhere}${ask}`);
}
