import { z } from 'zod';
import { carrierPlugin, palletize } from '../contract.ts';
import { PluginDefect } from '../errors.ts';
import { carrierAddress, customerAddress } from './address.ts';

/** For carriers of pallets: cartons go onto pallets, and each order has one bill of lading. */
export default carrierPlugin({
  name: 'freight',
  summary: 'Puts the cartons onto pallets. With an address, it fetches one bill of lading number for the whole order.',
  options: z.strictObject({
    cartons_per_pallet: z.int().min(1).max(1000).default(24).describe('Greatest number of cartons on one pallet.'),
    url: carrierAddress
      .optional()
      .describe('Address for bill of lading numbers, with `POST {url}/labels`. Without it nothing is booked.'),
    service: z.string().min(1).default('Freight').describe('Service for orders without a service level.'),
    api_key: z
      .string()
      .optional()
      .describe('Key for the header `Authorization: Bearer …`. Take it from the environment.'),
  }),
  plan: (_order, { cartons_per_pallet }) => [
    palletize(cartons_per_pallet, `the carrier takes pallets of at most ${cartons_per_pallet} cartons`),
  ],
  bookAt: ({ url }) => (url ? 'ship' : null),
  async book({ order, cartons, options, http, idempotencyKey, signal }) {
    const weights = cartons.map((carton) => carton.weight_g);
    const answer = await http.json(`${options.url}/labels`, {
      method: 'POST',
      signal,
      headers: {
        'idempotency-key': idempotencyKey,
        ...(options.api_key ? { authorization: `Bearer ${options.api_key}` } : {}),
      },
      body: {
        reference: order.number,
        carrier: order.carrier?.name ?? null,
        service: order.carrierservicelevel?.name ?? options.service,
        weight_g: weights.includes(null) ? null : weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0),
        ship_to: customerAddress(order),
      },
    });
    const { tracking_number, label_url } = answer as { tracking_number?: string; label_url?: string };
    if (!tracking_number) throw new PluginDefect(`${options.url}/labels gave no tracking_number`);
    return cartons.map(({ id }) => ({ carton_id: id, tracking_number, ...(label_url ? { label_url } : {}) }));
  },
});
