import { z } from 'zod';
import { decimal, flag, id, identifier, omittable, siteTime, text } from '../platform/coercion/coerce.ts';

/**
 * Units to put in (qty above zero) or take out (below zero). Tracked parts need lots or serial numbers. `from_orders` takes out
 * units that orders have reserved as well.
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
          lot: identifier(100).nullish(),
          serial: identifier(100).nullish(),
          expires_on: siteTime('date').nullish(),
          qty: omittable(decimal({ negative: true })),
        }),
      )
      .optional(),
  })
  .meta({ example: { part_id: 1, location_id: 1, qty: 140, reason: 'opening stock' } });
export type AdjustmentBody = z.infer<typeof adjustment>;

/** Units to move to another storage location. Tracked parts need lots with quantities, or serial numbers. */
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
          lot: identifier(100).nullish(),
          serial: identifier(100).nullish(),
          qty: omittable(decimal({ positive: true })),
        }),
      )
      .optional(),
  })
  .meta({ example: { part_id: 1, from_location_id: 1, to_location_id: 3, qty: 12, reason: 'refill the front shelf' } });
export type TransferBody = z.infer<typeof transfer>;
