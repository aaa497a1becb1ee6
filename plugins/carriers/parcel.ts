import { z } from 'zod';
import { type BookContext, type BookedCarton, type Booking, carrierPlugin } from '../contract.ts';
import { about, PluginDefect } from '../errors.ts';
import { carrierAddress, shipTo } from './address.ts';

const options = z.strictObject({
  url: carrierAddress.describe('Address of the label service; labels are bought by `POST {url}/labels`.'),
  service: z.string().min(1).default('Standard').describe('Service asked for where the order names no service level.'),
  api_key: z.string().optional().describe('Sent as `Authorization: Bearer …`. Take it from the environment.'),
});

type Options = z.output<typeof options>;

/** Carriers that take single cartons: one label a carton, bought just before the ship step. */
export default carrierPlugin({
  name: 'parcel',
  summary: 'Buys a label for every carton at the address of a label service, before the ship step.',
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
      // One key for each carton: they are bought at the same time, and each may be repeated by itself.
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
