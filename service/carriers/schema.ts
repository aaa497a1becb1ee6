import { z } from 'zod';
import { flag, identifier, omittable, text } from '../platform/coercion/coerce.ts';

export const carrierBody = z.object({
  name: identifier(100, { min: 1 }),
  scac: text(10).nullish(),
  active: omittable(flag()),
  default: omittable(flag()),
  tracking_url: text(500).nullish(),
});
export const carrierChange = carrierBody.partial();

export type CarrierBody = z.infer<typeof carrierBody>;
export type CarrierChange = z.infer<typeof carrierChange>;

export const servicelevelBody = z.object({ name: identifier(100, { min: 1 }) });
export const servicelevelChange = servicelevelBody.partial();

export type ServicelevelBody = z.infer<typeof servicelevelBody>;
export type ServicelevelChange = z.infer<typeof servicelevelChange>;
