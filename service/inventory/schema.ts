import { z } from 'zod';
import { date, decimal, flag, id, omittable, text } from '../platform/coercion/coerce.ts';

/**
 * Stock put in (qty above zero) or taken out (below). Tracked parts say which lot or serial number. `from_orders` takes out what
 * orders have reserved as well.
 */
export const adjustment = z
  .object({
    part_id: id(),
    location_id: id(),
    qty: decimal({ negative: true }),
    reason: omittable(text(200)),
    from_orders: omittable(flag()),
    tracking: z
      .array(
        z.object({
          lot: text(100).nullish(),
          serial: text(100).nullish(),
          expires_on: date().nullish(),
          qty: omittable(decimal({ negative: true })),
        }),
      )
      .optional(),
  })
  .meta({ example: { part_id: 1, location_id: 1, qty: 140, reason: 'opening stock' } });
export type AdjustmentBody = z.infer<typeof adjustment>;

/** Stock that is carried to another storage location. Tracked parts say which lots, and how much of each, or serial numbers. */
export const transfer = z
  .object({
    part_id: id(),
    from_location_id: id(),
    to_location_id: id(),
    qty: decimal({ positive: true }),
    reason: omittable(text(200)),
    tracking: z
      .array(
        z.object({
          lot: text(100).nullish(),
          serial: text(100).nullish(),
          qty: omittable(decimal({ positive: true })),
        }),
      )
      .optional(),
  })
  .meta({ example: { part_id: 1, from_location_id: 1, to_location_id: 3, qty: 12, reason: 'refill the front shelf' } });
export type TransferBody = z.infer<typeof transfer>;
