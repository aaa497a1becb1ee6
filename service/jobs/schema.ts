import { z } from 'zod';
import { id, text } from '../platform/coercion/coerce.ts';

export const jobBody = z.object({ name: text(200, { min: 1 }), customer_id: id().nullish() });
