import { z } from 'zod';
import { date, decimal, id, text } from '../http/coerce.ts';

/** Stock put in (qty above zero) or taken out (below). Tracked parts say which lot or serial number. */
export const adjustment = z.object({
  part_id: id(),
  location_id: id(),
  qty: decimal({ negative: true }),
  reason: text(200).optional(),
  tracking: z
    .array(
      z.object({
        lot: text(100).nullish(),
        serial: text(100).nullish(),
        expires_on: date().nullish(),
        qty: decimal({ negative: true }).optional(),
      }),
    )
    .optional(),
});
export type AdjustmentBody = z.infer<typeof adjustment>;
