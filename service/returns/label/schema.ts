import { z } from 'zod';
import { bookingBody } from '../../fulfilment/bookings/schema.ts';
import { flag, integer, omittable, text } from '../../platform/coercion/coerce.ts';

/** A request for the label of a return. */
export const labelRequest = z
  .object({
    carrier: omittable(text(200, { min: 1 })).describe(
      'Name of another carrier in the configuration. Default: that of the return',
    ),
  })
  .meta({ example: { carrier: 'Parcel Post' } });
export type LabelRequest = z.infer<typeof labelRequest>;

export const returnBookingBody = bookingBody
  .omit({ order_id: true, ship_to: true })
  .extend({ weight_g: integer({ min: 0 }).nullish().describe('Weight of the goods, as the carrier got it') });
export type ReturnBookingBody = z.infer<typeof returnBookingBody>;

export const labelFailure = z
  .object({
    problem: text(2_000, { min: 1 }).describe('What the carrier said'),
    tries_on: flag().describe('True while the engine tries on'),
  })
  .meta({ example: { problem: 'Parcel Post: The address is unknown.', tries_on: false } });
export type ReturnLabelFailure = z.infer<typeof labelFailure>;
