import { z } from 'zod';
import {
  type BookContext,
  type BookedShipment,
  type Booking,
  type Cancellation,
  carrierPlugin,
  type Tracking,
} from '../contract.ts';
import { PluginDefect } from '../errors.ts';
import { carrierAddress } from './address.ts';
import { allOf, fewAtOnce } from './multi-carrier/few-at-once.ts';
import { LabelService } from './multi-carrier/label-service.ts';
import { buyAll, ofCarton, type Parcel } from './multi-carrier/purchase.ts';
import type { RateRule } from './multi-carrier/rate-choice.ts';
import { isGivenBack, shipmentOf } from './multi-carrier/shipments.ts';
import { trackingOf } from './multi-carrier/trackers.ts';

const choice = z.strictObject({
  choose: z.enum(['cheapest', 'fastest']).describe('Which of the rates that fit is bought.'),
  carriers: z
    .array(z.string().min(1))
    .min(1)
    .describe('Carriers that may be taken, as the service calls them. Without it: all.'),
  services: z
    .array(z.string().min(1))
    .min(1)
    .describe('Services that may be taken, as the service calls them. Without it: all.'),
  within_days: z.int().min(1).max(60).describe('Days until delivery at most; rates that do not say are left out.'),
  at_most: z.number().positive().describe('Price at most, of all cartons of an order together.'),
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
    .describe('Rates in other currencies are left out.'),
  service_levels: z
    .record(z.string(), choice.partial())
    .default({})
    .describe(
      'What the service levels of orders ask for, by name: `choose`, `carriers`, `services`, `within_days`, `at_most`.',
    ),
  reference: z
    .string()
    .regex(/^[0-9A-Za-z-]+$/, { error: 'expected letters, digits and hyphens' })
    .default('conveyor')
    .describe('First part of the references of shipments; another one for every installation that shares the account.'),
  label_format: z.enum(['PDF', 'PNG', 'ZPL']).default('PDF').describe('Form of the labels.'),
  from: z
    .strictObject({
      name: line.describe('Sender, where it is not the contact of the site.'),
      company: line.describe('Its company, where it is not the name of the site.'),
      street1: line.describe('First line of its street.'),
      street2: line.describe('Second line.'),
      city: line.describe('Its city.'),
      state: line.describe('Its region.'),
      zip: line.describe('Its postal code.'),
      country: line.describe('Its country, by ISO 3166-1 code.'),
      phone: line.describe('Its telephone, which some carriers ask for.'),
      email: line.describe('Its e-mail address.'),
    })
    .default({})
    .describe("Who sends, over the contact and the address of the order's site."),
});

type Options = z.output<typeof options>;

/** Carriers behind a service that gives rates of many and sells their labels: one label a carton, all of one service. */
export default carrierPlugin({
  name: 'multi-carrier',
  summary: 'Asks a label service for the rates of many carriers, chooses by rule, and buys a label for every carton.',
  options,
  async book(context) {
    const service = new LabelService(context);
    const rule = ruleFor(context);
    const parcels = allOf(
      await fewAtOnce(context.cartons, (carton) =>
        ofCarton(carton, async () => ({ carton, shipment: await shipmentOf(service, context, carton) })),
      ),
    );
    const bought = await buyAll(service, parcels, rule);
    return bought.map(booking);
  },
  label: ({ booking: { label_url }, http, signal }) => {
    if (!label_url) throw new PluginDefect('the label service gave no address of the label');
    return http.document(label_url, { signal });
  },
  async track(context) {
    const service = new LabelService(context);
    const asked = context.bookings.filter(({ reference }) => reference !== null);
    const found = allOf(await fewAtOnce(asked, ({ reference }) => service.find(reference!)));
    return asked.flatMap((booked, index): Tracking[] => {
      const tracker = found[index]?.tracker;
      return tracker ? [trackingOf(booked.booking_id, tracker)] : [];
    });
  },
  async cancel(context) {
    const service = new LabelService(context);
    return allOf(await fewAtOnce(context.bookings, (booked) => giveBack(service, booked)));
  },
});

/** The rule of the carrier, and over it that of the order's service level. */
function ruleFor({ order, options: written }: BookContext<Options>): RateRule {
  const name = order.carrierservicelevel?.name;
  if (name === undefined) return written;
  const levels = Object.entries(written.service_levels);
  const [, own] = levels.find(([known]) => known.toLowerCase() === name.toLowerCase()) ?? [];
  // A service level that the table does not name is a service as the carriers call it.
  return { ...written, ...(own ?? { services: [name] }) };
}

function booking({ carton, shipment }: Parcel): Booking {
  const { id, tracking_code, postage_label, selected_rate: rate } = shipment;
  if (!tracking_code) throw new PluginDefect(`the label of carton ${carton.number} has no tracking number`);
  return {
    carton_id: carton.id,
    tracking_number: tracking_code,
    reference: id,
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

async function giveBack(service: LabelService, { booking_id, reference }: BookedShipment): Promise<Cancellation> {
  if (reference === null)
    return { booking_id, canceled: false, why: 'the booking has no shipment of the label service' };
  const found = await service.find(reference);
  const given = found && !isGivenBack(found) ? await service.refund(reference) : found;
  // What the service does not know any more is nothing that it could charge for.
  if (given === undefined) return { booking_id, canceled: true };
  if (typeof given === 'string') return { booking_id, canceled: false, why: given.slice(0, 500) };
  const { refund_status: status, selected_rate: rate } = given;
  if (status === 'rejected') return { booking_id, canceled: false, why: 'the carrier does not take the label back' };
  const refunded = (status === 'submitted' || status === 'refunded') && rate;
  return {
    booking_id,
    canceled: true,
    ...(refunded ? { refund: { amount: rate.rate, currency: rate.currency } } : {}),
  };
}
