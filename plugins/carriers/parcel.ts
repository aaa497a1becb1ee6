import { z } from 'zod';
import {
  type BookContext,
  type BookedCarton,
  type BookedShipment,
  type Booking,
  type BookingsContext,
  type Cancellation,
  carrierPlugin,
} from '../contract.ts';
import { about, PluginDefect } from '../errors.ts';
import { carrierAddress, shipTo } from './address.ts';

const options = z.strictObject({
  url: carrierAddress.describe(
    'Address of the label service. Labels are bought with `POST {url}/labels` and voided with `DELETE {url}/labels/{tracking number}`.',
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
});

async function buyLabel(context: BookContext<Options>, carton: BookedCarton): Promise<Booking> {
  const { order, options, http, idempotencyKey, signal } = context;
  const answer = await http.json(`${options.url}/labels`, {
    method: 'POST',
    signal,
    headers: {
      // Each carton has its own key, because the labels are bought concurrently and repeated separately.
      'idempotency-key': `${idempotencyKey}/${carton.id}`,
      ...authorization(options),
    },
    body: {
      reference: `${order.number}/${carton.number}`,
      carrier: order.carrier?.name ?? null,
      service: order.carrierservicelevel?.name ?? options.service,
      weight_g: carton.weight_g,
      ship_to: shipTo(order),
      ...(carton.contents ? { contents: carton.contents } : {}),
    },
  });
  const { tracking_number, label_url } = answer as Partial<Booking>;
  if (!tracking_number) throw new PluginDefect('the answer to POST /labels has no tracking_number');
  return { carton_id: carton.id, tracking_number, ...(label_url ? { label_url } : {}) };
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
