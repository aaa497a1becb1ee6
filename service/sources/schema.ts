import { z } from 'zod';
import { text } from '../platform/coercion/coerce.ts';

export const sourceBody = z.object({ name: text(100, { min: 1 }), service_id: text(100).nullish() });
