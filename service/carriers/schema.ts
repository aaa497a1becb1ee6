import type { z } from 'zod';
import { carrierservicelevel } from '../../records/carrier.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';

export const servicelevelBody = bodyOf(carrierservicelevel, 'create');
export const servicelevelChange = servicelevelBody.partial();

export type ServicelevelBody = z.infer<typeof servicelevelBody>;
export type ServicelevelChange = z.infer<typeof servicelevelChange>;
