import { z } from 'zod';
import {
  type BookContext,
  type BookedCarton,
  type BookedShipment,
  type Cancellation,
  carrierPlugin,
  type ReturnBooking,
  type Tracking,
} from '../contract.ts';
import { CarrierRefused } from '../errors.ts';
import { carrierAddress } from './address.ts';
import { LabelService } from './multi-carrier/label-service.ts';
import { mapWithLimit, valuesOf } from './multi-carrier/map-with-limit.ts';
import { buyAll, ofParcel, type Parcel } from './multi-carrier/purchase.ts';
import type { RateRule } from './multi-carrier/rate-choice.ts';
import { isRefunded, shipmentOfCarton, shipmentOfReturn } from './multi-carrier/shipments.ts';
import { trackingOf } from './multi-carrier/trackers.ts';

const choice = z.strictObject({
  choose: z.enum(['cheapest', 'fastest']).describe('Which of the matching rates is bought.'),
  carriers: z
    .array(z.string().min(1))
    .min(1)
    .describe('Allowed carriers, by their names at the label service. Default: all.'),
  services: z
    .array(z.string().min(1))
    .min(1)
    .describe('Allowed services, by their names at the label service. Default: all.'),
  within_days: z
    .int()
    .min(1)
    .max(60)
    .describe('Greatest number of days until delivery. Rates without this number are ignored.'),
  at_most: z.number().positive().describe('Greatest price of all cartons of an order together.'),
});

const line = z.string().min(1).optional();

const options = z.strictObject({
  url: carrierAddress.describe('Address of the label service, with its version: `https://api.easypost.com/v2`.'),
  api_key: z.string().min(1).describe('Key of the account at the label service. Take it from the environment.'),
  ...choice.partial().shape,
  choose: choice.shape.choose.default('cheapest'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'expected a currency such as "USD"' })
    .default('USD')
    .describe('Currency of rates. Rates in other currencies are ignored.'),
  service_levels: z
    .record(z.string(), choice.partial())
    .default({})
    .describe(
      'Options for service levels of orders, by name: `choose`, `carriers`, `services`, `within_days`, `at_most`.',
    ),
  returns: choice
    .partial()
    .default({})
    .describe(
      'Options for the labels of returns: `choose`, `carriers`, `services`, `within_days`, `at_most`. The service level of the order does not count for them.',
    ),
  reference: z
    .string()
    .regex(/^[0-9A-Za-z-]+$/, { error: 'expected letters, digits and hyphens' })
    .default('conveyor')
    .describe('Prefix of shipment references. Installations that share an account need different ones.'),
  label_format: z.enum(['PDF', 'PNG', 'ZPL']).default('PDF').describe('File format of labels.'),
  from: z
    .strictObject({
      name: line.describe('Name of the sender. Default: the contact of the site.'),
      company: line.describe('Company of the sender. Default: the name of the site.'),
      street1: line.describe('First line of the street.'),
      street2: line.describe('Second line of the street.'),
      city: line.describe('City.'),
      state: line.describe('Region.'),
      zip: line.describe('Postal code.'),
      country: line.describe('Country, by ISO 3166-1 code.'),
      phone: line.describe('Telephone number, which some carriers require.'),
      email: line.describe('E-mail address.'),
    })
    .default({})
    .describe("Sender. Missing parts are those of the order's site."),
});

type Options = z.output<typeof options>;

/** For label services with many carriers: one label for each carton of an order, all of one carrier service. */
export default carrierPlugin({
  name: 'multi-carrier',
  summary:
    'Compares the rates of many carriers at a label service, chooses one by rule, and buys a label for every carton.',
  options,
  needs: () => ['street', 'country'],
  async book(context) {
    const service = new LabelService(context);
    const rule = ruleFor(context);
    const parcels = valuesOf(
      await mapWithLimit(context.cartons, (carton) => {
        const sent = { kind: 'carton', number: carton.number } as const;
        return ofParcel(sent, async () => ({ sent, shipment: await shipmentOfCarton(service, context, carton) }));
      }),
    );
    const purchases = await buyAll(service, parcels, rule);
    return purchases.map((parcel, place) => ({
      carton_id: (context.cartons[place] as BookedCarton).id,
      ...booking(parcel),
    }));
  },
  async bookReturn(context) {
    const service = new LabelService(context);
    const sent = { kind: 'return', number: context.returnorder.number } as const;
    const shipment = await ofParcel(sent, () => shipmentOfReturn(service, context));
    const rule = { ...context.options, ...context.options.returns };
    const [bought] = await buyAll(service, [{ sent, shipment }], rule);
    return booking(bought as Parcel);
  },
  label: ({ booking: { label_url }, http, signal }) => {
    if (!label_url) throw new CarrierRefused('the label service gave no address of the label');
    return http.document(label_url, { signal });
  },
  async track(context) {
    const service = new LabelService(context);
    const trackings = await mapWithLimit(context.bookings, async ({ booking_id, reference }): Promise<Tracking[]> => {
      const shipment = reference === null ? undefined : await service.find(reference);
      return shipment?.tracker ? [trackingOf(booking_id, shipment.tracker)] : [];
    });
    return valuesOf(trackings).flat();
  },
  async cancel(context) {
    const service = new LabelService(context);
    return valuesOf(await mapWithLimit(context.bookings, (booked) => refund(service, booked)));
  },
});

/** Returns the rate rule: the options of the order's service level replace those of the carrier. */
function ruleFor({ order, options: written }: BookContext<Options>): RateRule {
  const name = order.carrierservicelevel?.name;
  if (name === undefined) return written;
  const levels = Object.entries(written.service_levels);
  const [, own] = levels.find(([known]) => known.toLowerCase() === name.toLowerCase()) ?? [];
  // A service level that is not in the table is the name of a carrier service.
  return { ...written, ...(own ?? { services: [name] }) };
}

function booking({ sent, shipment }: Parcel): ReturnBooking {
  const { id, mode, tracking_code, postage_label, selected_rate: rate } = shipment;
  if (!tracking_code) throw new CarrierRefused(`the label of ${sent.kind} ${sent.number} has no tracking number`);
  return {
    tracking_number: tracking_code,
    reference: id,
    ...(mode === 'test' ? { test: true } : {}),
    ...(postage_label?.label_url ? { label_url: postage_label.label_url } : {}),
    ...(rate
      ? {
          service: `${rate.carrier} ${rate.service}`,
          cost: { amount: rate.rate, currency: rate.currency },
          details: { carrier: rate.carrier, delivery_days: rate.delivery_days ?? null },
        }
      : {}),
  };
}

/** Asks for a refund of a label. A label that the service does not know is canceled, because it costs nothing. */
async function refund(service: LabelService, { booking_id, reference }: BookedShipment): Promise<Cancellation> {
  if (reference === null)
    return { booking_id, canceled: false, why: 'the booking has no shipment of the label service' };
  const shipment = await service.find(reference);
  const result = shipment && !isRefunded(shipment) ? await service.refund(reference) : shipment;
  if (result === undefined) return { booking_id, canceled: true };
  if (typeof result === 'string') return { booking_id, canceled: false, why: result.slice(0, 500) };
  const { refund_status: status, selected_rate: rate } = result;
  if (status === 'rejected') return { booking_id, canceled: false, why: 'the carrier does not refund the label' };
  if (!isRefunded(result)) {
    const why = `the label service leaves the refund in state ${status || 'unknown'}`;
    return { booking_id, canceled: false, why: why.slice(0, 500) };
  }
  const refunded = status !== 'not_applicable' && rate;
  return {
    booking_id,
    canceled: true,
    ...(refunded ? { refund: { amount: rate.rate, currency: rate.currency } } : {}),
  };
}
