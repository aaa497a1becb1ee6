import { z } from 'zod';
import { choice, decimal, flag, id, idList, integer, jsonObject, text } from '../http/coerce.ts';

const millimetres = integer({ min: 1, max: 100_000 }).nullish();

const fields = {
  upc: text(50).nullish(),
  description: text(2000).nullish(),
  parttype_id: id().optional(),
  buildtype_id: id().optional(),
  parent_part_id: id().nullish(),
  active: flag().optional(),
  tracking: choice('none', 'lot', 'serial').optional(),
  price: decimal({ scale: 6, digits: 9 }).optional(),
  width_mm: millimetres,
  length_mm: millimetres,
  depth_mm: millimetres,
  weight_g: integer({ min: 0, max: 100_000_000 }).nullish(),
  keep_flat: flag().optional(),
  fragile: flag().optional(),
  custom: jsonObject().optional(),
  group_ids: idList({ empty: true }).optional(),
};

export const partBody = z.object({ number: text(100, { min: 1 }), name: text(200, { min: 1 }), ...fields });
export const partChange = partBody.partial();
export type PartBody = z.infer<typeof partBody>;
export type PartChange = z.infer<typeof partChange>;

export const groupBody = z.object({ name: text(100, { min: 1 }) });

export const componentBody = z.object({
  part_id: id(),
  qty: decimal({ scale: 6, digits: 6, positive: true }).optional(),
});
export const billofmaterialBody = z.object({ part_id: id(), lines: z.array(componentBody).min(1) });
export const billofmaterialChange = z.object({ lines: z.array(componentBody).min(1).optional() });
export type ComponentBody = z.infer<typeof componentBody>;
export type BillofmaterialBody = z.infer<typeof billofmaterialBody>;
export type BillofmaterialChange = z.infer<typeof billofmaterialChange>;
