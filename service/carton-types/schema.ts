import { z } from 'zod';
import { flag, integer, omittable, text } from '../platform/coercion/coerce.ts';

const millimetres = integer({ min: 1, max: 100_000 }).nullish();
const grams = { min: 0, max: 100_000_000 };

export const cartontypeBody = z.object({
  name: text(100, { min: 1 }),
  active: omittable(flag()),
  inner_width_mm: millimetres,
  inner_length_mm: millimetres,
  inner_depth_mm: millimetres,
  outer_width_mm: millimetres,
  outer_length_mm: millimetres,
  outer_depth_mm: millimetres,
  empty_weight_g: omittable(integer(grams)),
  max_gross_weight_g: integer(grams).nullish(),
  supply: integer({ min: 0 }).nullish(),
});
export const cartontypeChange = cartontypeBody.partial();

export type CartontypeBody = z.infer<typeof cartontypeBody>;
export type CartontypeChange = z.infer<typeof cartontypeChange>;
