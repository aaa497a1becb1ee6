import { sql } from 'kysely';
import type { Printer, PrinterAnswer } from '../../../lib/printing/printers/printer.ts';
import { type CallContext, operation } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { siteRefusal } from '../../platform/database/site-limits.ts';
import { personName } from '../../platform/database/sql-forms.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { type LabelledParcel, labelOf } from '../bookings/operations.ts';
import { parcelOf } from '../work/labels/void-labels.ts';
import { sent } from './print.ts';
import { printerFor } from './printers.ts';
import type { SentLabel } from './schema.ts';

/**
 * Sends the label that a carrier made for a carton or a return to a printer of the operators' file, as the carrier made it. No transaction is open
 * while the printer works: one follows, which notes it in the timelines of the orders.
 * @throws record.unknown without a stored label; reference.unknown, printer.unfit, printer.refused, printer.no-answer
 */
export async function printLabel(
  call: CallContext,
  { printer: name, ...parcel }: LabelledParcel & { printer: string },
  printers: readonly Printer[],
): Promise<SentLabel> {
  const { number, site, user } = await readToPrint(call, parcel);
  const { bookingId, bytes: file, mediaType } = await labelOf(call.database, parcel);
  const what = `the label of ${parcel.kind === 'carton' ? 'carton' : 'return'} ${number}`;
  const printer = printerFor(printers, name, { what, kind: 'carrierlabel', site });
  const answer = await sent('label', printer, { title: `Label ${number}`, user, file, mediaType });
  await notePrinted(call, { bookingId, printer: name, answer });
  return { [`${parcel.kind}_id`]: parcel.id, booking_id: bookingId, printer: name, ...answer };
}

/** SQL: the numbers and the sites of parcels, with an id. */
const numbered = {
  carton: (id: number) =>
    sql`(select k.number || '-' || c.number as number, k.site_id from carton c join pack k on k.id = c.pack_id where c.id = ${id})`,
  returnorder: (id: number) => sql`(select number, site_id from returnorder where id = ${id})`,
};

/** Reads the number and the site of a parcel, and the name of the caller. @throws record.unknown, site.not-allowed */
async function readToPrint({ database, actor }: CallContext, { kind, id }: LabelledParcel) {
  const { rows } = await sql<Row<'pack', 'site_id'> & { number: string; site: Column<'site', 'name'>; user: string }>`
    -- Reads the number and the site of a parcel, and the name of the caller.
    select p.number, p.site_id, s.name as site, coalesce(${personName('a')}, '') as "user"
    from ${numbered[kind](id)} p join site s on s.id = p.site_id left join account a on a.id = ${actor.userId}`.execute(
    database.kysely,
  );
  const [row] = rows;
  if (!row) throw noSuch(kind, id);
  const { site_id, site: name } = row;
  if (actor.siteIds && !actor.siteIds.includes(site_id)) throw siteRefusal({ site_id, name }, actor.siteIds);
  return row;
}

/** Notes in the timelines of its orders that a label was sent to a printer. */
const notePrinted = operation(
  'carton.printlabel',
  async (
    context,
    { bookingId, printer, answer }: { bookingId: number; printer: string; answer: PrinterAnswer },
  ): Promise<void> => {
    const { rows } = await sql<Row<'booking', 'order_id' | 'carton_id' | 'returnorder_id' | 'tracking_number'>>`
      -- Reads what a timeline says about a label.
      select order_id, carton_id, returnorder_id, tracking_number from booking where id = ${bookingId}`.execute(
      context.tx,
    );
    const [booking] = rows;
    // It was archived while it was printed.
    if (!booking) return;
    const { order_id, tracking_number } = booking;
    const job = answer.job_id === null ? {} : { job_id: answer.job_id };
    await recordEvent(context, {
      ...{ event: 'booking.printed', id: bookingId, orders: [order_id] },
      detail: { ...parcelOf(booking), tracking_number, printer, ...job },
    });
  },
);
