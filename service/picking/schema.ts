import { z } from 'zod';
import { decimal, id, idList, text } from '../http/coerce.ts';

export const byOrder = z.object({ order_id: idList() });
const site = { site_id: id().optional() };
export const byCustomer = z.object({ customer_id: idList(), ...site });
export const byPart = z.object({ part_id: idList(), ...site });
const texts = z.union([z.array(text(200)).min(1), text(200).transform((one) => [one])]).optional();
export const byDestination = z
  .object({ ship_country: texts, ship_postal_code: texts, ...site })
  .refine((body) => body.ship_country ?? body.ship_postal_code, {
    path: ['ship_country'],
    message: 'is required, or ship_postal_code',
  });

/** Of a tracked part: which lots or serial numbers, and how much of each. */
export const tracking = z.array(
  z.object({
    lot: text(100).nullish(),
    serial: text(100).nullish(),
    qty: decimal({ positive: true }).optional(),
  }),
);
export type Tracking = z.infer<typeof tracking>;

export const commit = z.object({
  location_id: id().optional(),
  qty: decimal({ positive: true }).optional(),
  tracking: tracking.optional(),
  short_reason: text(200).optional(),
});
export type Commit = z.infer<typeof commit>;
