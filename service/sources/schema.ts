import { z } from 'zod';
import { text } from '../http/coerce.ts';

export const sourceBody = z.object({ name: text(100, { min: 1 }), service_id: text(100).nullish() });
