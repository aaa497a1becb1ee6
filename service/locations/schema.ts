import { z } from 'zod';
import { flag, id, identifier, omittable } from '../platform/coercion/coerce.ts';

export const locationBody = z.object({
  name: identifier(100, { min: 1 }),
  barcode: identifier(100, { min: 1 }).nullish(),
  site_id: omittable(id()),
  locationtype_id: omittable(id()),
  active: omittable(flag()),
});
export const locationChange = z.object({
  name: omittable(identifier(100, { min: 1 })),
  barcode: identifier(100, { min: 1 }).nullish(),
  active: omittable(flag()),
});

export type LocationBody = z.infer<typeof locationBody>;
export type LocationChange = z.infer<typeof locationChange>;
