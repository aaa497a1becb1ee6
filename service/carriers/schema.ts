import type { z } from 'zod';
import { carrier, carrierservicelevel } from '../../records/carrier.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';

export const carrierBody = bodyOf(carrier, 'create');
export const carrierChange = carrierBody.partial();

export type CarrierBody = z.infer<typeof carrierBody>;
export type CarrierChange = z.infer<typeof carrierChange>;

export const servicelevelBody = bodyOf(carrierservicelevel, 'create');
export const servicelevelChange = servicelevelBody.partial();

export type ServicelevelBody = z.infer<typeof servicelevelBody>;
export type ServicelevelChange = z.infer<typeof servicelevelChange>;
