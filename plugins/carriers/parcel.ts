import { z } from 'zod';
import { type BookContext, type BookedCarton, type Booking, carrierPlugin } from '../contract.ts';
import { about, PluginDefect } from '../errors.ts';
import { carrierAddress, shipTo } from './address.ts';

const options = z.strictObject({
  url: carrierAddress.describe('Address of the label service. Labels are bought with `POST {url}/labels`.'),
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
});

async function buyLabel(context: BookContext<Options>, carton: BookedCarton): Promise<Booking> {
  const { order, options, http, idempotencyKey, signal } = context;
  const answer = await http.json(`${options.url}/labels`, {
    method: 'POST',
    signal,
    headers: {
      // Each carton has its own key, because the labels are bought concurrently and repeated separately.
      'idempotency-key': `${idempotencyKey}/${carton.id}`,
      ...(options.api_key ? { authorization: `Bearer ${options.api_key}` } : {}),
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
  if (!tracking_number) throw new PluginDefect(`${options.url}/labels gave no tracking_number`);
  return { carton_id: carton.id, tracking_number, ...(label_url ? { label_url } : {}) };
}
