import { z } from 'zod';
import { choice, flag, omittable, text } from '../platform/coercion/coerce.ts';

export const chargeBody = z.object({
  name: text(100, { min: 1 }),
  level: omittable(choice('line', 'order', 'any')),
  active: omittable(flag()),
});
