import { z } from 'zod';
import { id, omittable, text } from '../platform/coercion/coerce.ts';

export const siteBody = z.object({
  name: text(100, { min: 1 }),
  sitetype_id: omittable(id()),
  contact_name: text(200).nullish(),
  email: text(254).nullish(),
  phone: text(50).nullish(),
  address_1: text(200).nullish(),
  address_2: text(200).nullish(),
  city: text(100).nullish(),
  region: text(100).nullish(),
  postal_code: text(30).nullish(),
  country: text(100).nullish(),
});
export const siteChange = siteBody.partial();

export type SiteBody = z.infer<typeof siteBody>;
export type SiteChange = z.infer<typeof siteChange>;
