import { z } from 'zod';
import { json } from './field.ts';

/** The field for the caller's own fields. The body takes it as `omittable(jsonObject())`, and the column is `custom`. */
export const customFields = () =>
  json({
    filter: true,
    shape: z.record(z.string(), z.unknown()),
    description: 'Your own fields. Filters use custom.<name>',
  });
