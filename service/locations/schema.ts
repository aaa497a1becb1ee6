import { z } from 'zod';
import { flag, id, text } from '../http/coerce.ts';

export const locationBody = z.object({
  name: text(100, { min: 1 }),
  site_id: id().optional(),
  locationtype_id: id().optional(),
  active: flag().optional(),
});
export const locationChange = z.object({ name: text(100, { min: 1 }).optional(), active: flag().optional() });

export type LocationBody = z.infer<typeof locationBody>;
export type LocationChange = z.infer<typeof locationChange>;
