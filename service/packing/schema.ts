import { z } from 'zod';
import { decimal, flag, id, idList, integer, text } from '../http/coerce.ts';

export const byOrder = z.object({ order_id: idList(), start_in_carton: flag().optional() });

export const newCarton = z.object({
  cartontype_id: id().nullish(),
  carrier_id: id().nullish(),
  tracking_number: text(200).nullish(),
});

export const cartonDetails = z.object({
  cartontype_id: id().nullish(),
  carrier_id: id().nullish(),
  carrierservicelevel_id: id().nullish(),
  tracking_number: text(200).nullish(),
  label_url: text(2000).nullish(),
  weight_g: integer({ min: 0 }).nullish(),
});
export type CartonDetails = z.infer<typeof cartonDetails>;

export const moveItem = z.object({
  add_carton_id: id(),
  subtract_location_id: id().optional(),
  order_id: id().optional(),
  part_id: id().optional(),
  qty: decimal({ positive: true }).optional(),
  move_all: flag().optional(),
});
export type MoveItem = z.infer<typeof moveItem>;
