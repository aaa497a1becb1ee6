import { z } from 'zod';
import {
  type BookContext,
  type BookedCarton,
  type BookedShipment,
  type Booking,
  type BookingsContext,
  type Cancellation,
  carrierPlugin,
  type HookContext,
  type ReturnBooking,
} from '../contract.ts';
import { about, PluginDefect } from '../errors.ts';
import { carrierAddress, customerAddress, siteAddress } from './address.ts';

const options = z.strictObject({
  url: carrierAddress.describe(
    'Address of the label service. Labels are bought with `POST {url}/labels`, those of returns with `POST {url}/returns`, and voided with `DELETE {url}/labels/{tracking number}`.',
  ),
  service: z.string().min(1).default('Standard').describe('Service for orders without a service level.'),
  api_key: z
    .string()
    .optional()
    .describe('Key for the header `Authorization: Bearer …`. Take it from the environment.'),
});

type Options = z.output<typeof options>;

/** For carriers of single cartons: one label for each carton, bought before the ship step. */
export default carrierPlugin({
  name: 'parcel',
  summary: 'Buys a label for every carton from a label service before the ship step.',
  options,
  book: (context) =>
    Promise.all(
      context.cartons.map((carton) =>
        buyLabel(context, carton).catch((error) => {
          throw about(`carton ${carton.number}`, error);
        }),
      ),
    ),
  cancel: (context) => Promise.all(context.bookings.map((booking) => voidLabel(context, booking))),
  bookReturn: (context) => {
    const { order, returnorder, site, contents, weight_g, idempotencyKey } = context;
    return buy(context, 'returns', idempotencyKey, {
      reference: returnorder.number,
      ...wanted(context),
      weight_g,
      ship_from: customerAddress(order),
      ship_to: siteAddress(site),
      contents,
    });
  },
});

async function buyLabel(context: BookContext<Options>, carton: BookedCarton): Promise<Booking> {
  const { order, idempotencyKey } = context;
  // Each carton has its own key, because the labels are bought concurrently and repeated separately.
  const booking = await buy(context, 'labels', `${idempotencyKey}/${carton.id}`, {
    reference: `${order.number}/${carton.number}`,
    ...wanted(context),
    weight_g: carton.weight_g,
    ship_to: customerAddress(order),
    ...(carton.contents ? { contents: carton.contents } : {}),
  });
  return { carton_id: carton.id, ...booking };
}

/** Returns the carrier and the service that the order names. */
const wanted = ({ order, options }: Pick<BookContext<Options>, 'order' | 'options'>) => ({
  carrier: order.carrier?.name ?? null,
  service: order.carrierservicelevel?.name ?? options.service,
});

async function buy(
  { options, http, signal }: HookContext<Options>,
  room: 'labels' | 'returns',
  key: string,
  body: object,
): Promise<ReturnBooking> {
  const answer = await http.json(`${options.url}/${room}`, {
    method: 'POST',
    signal,
    headers: { 'idempotency-key': key, ...authorization(options) },
    body,
  });
  const { tracking_number, label_url } = answer as Partial<Booking>;
  if (!tracking_number) throw new PluginDefect(`the answer to POST /${room} has no tracking_number`);
  return { tracking_number, ...(label_url ? { label_url } : {}) };
}

/** Voids a label. One that the service does not know is canceled. @throws CarrierUnavailable, see `PluginHttp.request` */
async function voidLabel(context: BookingsContext<Options>, booking: BookedShipment): Promise<Cancellation> {
  const { options, http, signal } = context;
  const { booking_id, tracking_number } = booking;
  const url = `${options.url}/labels/${encodeURIComponent(tracking_number)}`;
  const { status } = await http.request(url, { method: 'DELETE', signal, headers: authorization(options) });
  if (status < 300 || status === 404) return { booking_id, canceled: true };
  return { booking_id, canceled: false, why: `the carrier answered ${status} to the request to void it` };
}

function authorization({ api_key }: Options): Record<string, string> {
  return api_key ? { authorization: `Bearer ${api_key}` } : {};
}
