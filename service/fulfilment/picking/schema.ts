import { z } from 'zod';
import { decimal, flag, id, identifier, idList, list, omittable, text } from '../../platform/coercion/coerce.ts';
import { recordId } from '../../platform/ids/ids.ts';

export const byOrder = z.object({ order_id: idList() });
const site = { site_id: omittable(id()) };
export const byCustomer = z.object({ customer_id: idList(), ...site });
export const byPart = z.object({ part_id: idList(), ...site });
/** Texts, or one text alone. */
const texts = z
  .preprocess(
    (value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value),
    list(text(200), { least: 1, most: 1_000 }),
  )
  .optional();
export const byDestination = z
  .object({ ship_country: texts, ship_postal_code: texts, ...site })
  .refine((body) => body.ship_country ?? body.ship_postal_code, {
    path: ['ship_country'],
    message: 'is required, or ship_postal_code',
  })
  .meta({ example: { ship_country: ['DE', 'AT'] } });

/** The lots or serial numbers of a tracked part, with quantities. */
export const tracking = list(
  z.object({
    lot: identifier(100).nullish(),
    serial: identifier(100).nullish(),
    qty: omittable(decimal({ positive: true })),
  }),
);
export type Tracking = z.infer<typeof tracking>;

export const commit = z
  .object({
    location_id: omittable(id()),
    qty: omittable(decimal()),
    tracking: omittable(tracking),
    short_reason: omittable(text(200)),
    keep_rest: omittable(flag()),
    missing: omittable(flag()),
    refill: omittable(flag()),
    counted: omittable(flag()),
  })
  .refine((body) => !body.counted || (body.qty ?? body.location_id ?? body.tracking) === undefined, {
    path: ['counted'],
    message: 'names the units that are counted: leave `qty`, `location_id` and `tracking` out',
  })
  .refine((body) => !body.refill || body.missing, { path: ['refill'], message: 'goes with `missing`' })
  .refine((body) => body.qty !== '0' || body.missing, {
    path: ['qty'],
    message: 'must be more than 0 without `missing`',
  })
  .meta({ example: { location_id: 1, qty: 2 } });
/** The units that a commit takes, and what happens to the rest. */
export type Commit = Omit<z.infer<typeof commit>, 'counted'>;
/** What happens to the units of a line that a commit does not take. */
export type Rest = Pick<Commit, 'keep_rest' | 'missing' | 'refill' | 'short_reason'>;

export const writtenOff = z.object({
  qty: z.number(),
  location_id: recordId(),
  replaced: z.number().describe('Units that other stock replaces, which is reserved for the order'),
  short: z.number().describe('Units that the order now waits for'),
});
