import { z } from 'zod';
import { views } from '../../../lib/drawing/picture.ts';
import {
  choice,
  decimal,
  flag,
  id,
  identifier,
  idList,
  integer,
  list,
  omittable,
  text,
} from '../../platform/coercion/coerce.ts';
import { recordId } from '../../platform/ids/ids.ts';

export const byOrder = z.object({ order_id: idList(), start_in_carton: omittable(flag()) });

export const newCarton = z.object({
  cartontype_id: id().nullish(),
  carrier_id: id().nullish(),
  tracking_number: identifier(200).nullish(),
});

export const cartonDetails = z.object({
  cartontype_id: id().nullish(),
  carrier_id: id().nullish(),
  carrierservicelevel_id: id().nullish(),
  tracking_number: identifier(200).nullish(),
  label_url: text(2000).nullish(),
  weight_g: integer({ min: 0 }).nullish(),
});
export type CartonDetails = z.infer<typeof cartonDetails>;

/** The lots of a tracked part with quantities, or its serial numbers. */
const tracking = list(
  z.object({
    lot: identifier(100).nullish(),
    serial: identifier(100).nullish(),
    qty: omittable(decimal({ positive: true })),
  }),
);
export type Tracking = z.infer<typeof tracking>;

export const moveItem = z
  .object({
    add_carton_id: id(),
    subtract_location_id: omittable(id()),
    order_id: omittable(id()),
    part_id: omittable(id()),
    qty: omittable(decimal({ positive: true })),
    move_all: omittable(flag()),
    tracking: omittable(tracking),
  })
  .meta({ example: { add_carton_id: 1, order_id: 1, part_id: 1, qty: 2 } });
export type MoveItem = z.infer<typeof moveItem>;

/** Which part of a carton a drawing shows. */
export const drawingQuery = z.object({
  view: choice(...views)
    .optional()
    .describe('Direction of the view. The default is `iso`, or `rows` for a carton whose places are not known'),
  upto: integer({ min: 0 }).optional().describe('Number of units that are in, in the packing order. All by default'),
  lit: integer({ min: 1 }).optional().describe('Number of the unit to highlight, from 1 in the packing order'),
});

/** Units that autopack could not put into a carton. */
export const leftLoose = z.object({
  order_id: recordId(),
  part_id: recordId(),
  part: z.string().describe('Number of the part'),
  qty: z.number(),
  why: z.string(),
});

/** Orders whose goods go into one carton. */
export const parcelOfOrders = z
  .object({
    order_ids: z.array(recordId()),
    fits_with: z.array(recordId()).describe('The other orders whose goods may be in a carton with these'),
  })
  .meta({ example: { order_ids: [7, 8], fits_with: [9] } });
