import { z } from 'zod';
import { decimal, id, omittable, text } from '../../../platform/coercion/coerce.ts';

/** A picker's observation at a place that differs from the books. */
export const discrepancy = z
  .object({
    kind: z.enum(['damaged', 'found']),
    qty: omittable(decimal({ positive: true })),
    location_id: omittable(id()),
    lot: omittable(text(100, { min: 1 })),
    serial: omittable(text(100, { min: 1 })),
    reason: omittable(text(180)),
  })
  .meta({ example: { kind: 'damaged', qty: 1, reason: 'jar broken' } });
export type Discrepancy = z.infer<typeof discrepancy>;
