import { z } from 'zod';
import { jsonValue, text } from '../platform/coercion/coerce.ts';

export const preferenceBody = z
  .object({
    name: text(64, {
      min: 1,
      shape: /^[a-z][a-z0-9.-]{0,63}$/,
      otherwise: 'must be small letters, digits, points and hyphens, and begin with a letter',
    }),
    value: jsonValue(8_192),
  })
  .meta({ example: { name: 'orders.density', value: { rows: 'compact' } } });
export type PreferenceBody = z.infer<typeof preferenceBody>;
