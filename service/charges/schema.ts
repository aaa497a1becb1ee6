import { z } from 'zod';
import { choice, flag, text } from '../http/coerce.ts';

export const chargeBody = z.object({
  name: text(100, { min: 1 }),
  level: choice('line', 'order', 'any').optional(),
  active: flag().optional(),
});
