import { sql } from 'kysely';
import { labelCarrier, type ReturnSettings } from '../../../config/returns/terms.ts';
import { insertBooking, isBooked, storedBooking } from '../../fulfilment/bookings/operations.ts';
import { sendCanceling, sendCarrierRequest } from '../../fulfilment/work/labels/void-labels.ts';
import { noteReturn } from '../../fulfilment/work/note-return.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { unfit } from '../../platform/records/refusals.ts';
import { returnOrderStates } from '../../platform/states/states.ts';
import { type LockedReturn, lockReturn } from '../lock.ts';
import type { LabelRequest, ReturnBookingBody, ReturnLabelFailure } from './schema.ts';

interface AskedLabel {
  readonly id: number;
  readonly body: LabelRequest;
  /** The section of the operators' file. */
  readonly settings: ReturnSettings;
}

/**
 * Has the engine book the label of a return. Of a booked label that is not stored here, it has the document fetched. A repetition
 * changes nothing, and asks a carrier that refused again.
 * @throws returnorder.state; record.state where no carrier books it; body.invalid
 */
export const askLabel = operation('returnorder.label', async (context, { id, body, settings }: AskedLabel) => {
  const { tx } = context;
  const row = await lockReturn(tx, id);
  returnOrderStates.demand('label', row);
  const booked = await bookedLabel(tx, id);
  if (booked) {
    const { carrier_name: carrier, label_type } = booked;
    if (label_type === null)
      await sendCarrierRequest(context, { carrierRequest: 'label', carrier, bookings: [booked.id] });
    return;
  }
  const carrier = await chosenCarrier(tx, row, body, settings);
  const { rows } = await sql`
    -- Has the engine book the label, unless that is under way already.
    update returnorder set label_due = true, label_problem = null, carrier_name = ${carrier}, updated_at = this_second()
    where id = ${id} and (not label_due or carrier_name is distinct from ${carrier}) returning id`.execute(tx);
  if (rows.length > 0) await noteReturn(context, row, 'returnorder.labelrequested', { carrier });
});

async function bookedLabel(tx: Tx, id: number) {
  const { rows } = await sql<Row<'booking', 'id' | 'carrier_name' | 'label_type'>>`
    -- Reads the label of the return that is in effect.
    select id, carrier_name, label_type from booking where returnorder_id = ${id} and state = 'booked'`.execute(tx);
  return rows[0];
}

/**
 * Returns the carrier that the body names, or that of the return, or that of its order, by its name in the operators' file.
 * @throws record.state where the operators' file wants no label, or no such carrier books one; body.invalid
 */
async function chosenCarrier(
  tx: Tx,
  { id, number, label_by, carrier_name }: LockedReturn,
  { carrier }: LabelRequest,
  settings: ReturnSettings,
): Promise<string> {
  const books = settings.carriers.length === 0 ? 'no carrier does' : `these do: ${settings.carriers.join(', ')}`;
  const members = { returnorder_id: id };
  if (label_by === 'none')
    throw problem('record.state', `The operators' file says that return ${number} gets no label.`, members);
  const known = labelCarrier(settings, carrier ?? carrier_name ?? (await carrierOfOrder(tx, id)));
  if (known !== null) return known;
  if (carrier !== undefined) throw unfit('/carrier', `books no labels of returns; ${books}`);
  throw problem('record.state', `The carrier of return ${number} books no labels of returns; ${books}.`, members);
}

async function carrierOfOrder(tx: Tx, id: number): Promise<string | null> {
  const { rows } = await sql<{ name: Column<'carrier', 'name'> }>`
    -- Reads the carrier of the order that the goods left with.
    select c.name from returnorder r join salesorder o on o.id = r.salesorder_id join carrier c on c.id = o.carrier_id
    where r.id = ${id}`.execute(tx);
  return rows[0]?.name ?? null;
}

/**
 * Stores the label that a carrier booked for a return. A label that is stored already is not stored again. If the return has ended since
 * the booking, or has another label, this one is voided.
 * @returns id of the booking
 */
export const recordReturnBooking = operation(
  'returnorder.booking',
  async (context, { id, ...body }: ReturnBookingBody & { id: number }): Promise<number> => {
    const { tx } = context;
    const row = await lockReturn(tx, id);
    const parcel = { kind: 'returnorder', id } as const;
    const storedId = await storedBooking(tx, parcel, body);
    if (storedId !== null) return storedId;
    const isNeeded = returnOrderStates.allows('label', row) && !(await isBooked(tx, parcel));
    const { weight_g = null, ...answer } = body;
    const booked = { ...answer, order_id: row.salesorder_id };
    const booking = await insertBooking(context, booked, {
      ...{ carton_id: null, carton_number: null, returnorder_id: id, weight_g, site_id: row.site_id },
      state: isNeeded ? 'booked' : 'canceling',
    });
    if (!isNeeded) {
      await sendCanceling(context, [booking]);
      return booking.id;
    }
    const { tracking_number, label_url = null, carrier_name: carrier } = body;
    await sql`
      -- Writes the label onto the return.
      update returnorder set tracking_number = ${tracking_number}, label_url = ${label_url}, carrier_name = ${carrier},
        label_due = false, label_problem = null, updated_at = this_second()
      where id = ${id}`.execute(tx);
    await noteReturn(context, row, 'returnorder.labelled', { carrier, tracking_number, label_url });
    return booking.id;
  },
);

/** Stores why a return has no label yet. It is not due any more, unless the engine tries on. Of an ended return, nothing is stored. */
export const reportLabelFailure = operation(
  'returnorder.labelfailure',
  async (context, { id, problem: why, tries_on }: ReturnLabelFailure & { id: number }) => {
    const row = await lockReturn(context.tx, id);
    if (!returnOrderStates.allows('label', row)) return;
    await sql`
      update returnorder set label_problem = ${why}, label_due = label_due and ${tries_on}, updated_at = this_second()
      where id = ${id}`.execute(context.tx);
    const { carrier_name: carrier } = row;
    await noteReturn(context, row, 'returnorder.labelfailed', { carrier, problem: why, tries_on });
  },
);
