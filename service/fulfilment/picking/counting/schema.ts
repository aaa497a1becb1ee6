import { z } from 'zod';
import { decimal, id, identifier, omittable } from '../../../platform/coercion/coerce.ts';

export const count = z
  .object({
    qty: omittable(decimal({ negative: true })),
    location_id: omittable(id()),
    lot: omittable(identifier(100, { min: 1 })),
    serial: omittable(identifier(100, { min: 1 })),
  })
  .refine((body) => body.qty !== '0', { path: ['qty'], message: 'must not be 0' })
  .meta({ example: { qty: 1 } });
export type Count = z.infer<typeof count>;
