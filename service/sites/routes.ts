import { z } from 'zod';
import { id, identifier, integer, omittable, text, timeZone } from '../platform/coercion/coerce.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { withCountries } from '../platform/records/countries.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { site } from './resource.ts';

const siteBody = z.object({
  name: identifier(100, { min: 1 }),
  sitetype_id: omittable(id()),
  currency_digits: omittable(integer({ min: 0, max: 6 })),
  time_zone: omittable(timeZone()),
  contact_name: text(200).nullish(),
  email: identifier(254).nullish(),
  phone: text(50).nullish(),
  address_1: text(200).nullish(),
  address_2: text(200).nullish(),
  city: text(100).nullish(),
  region: text(100).nullish(),
  postal_code: text(30).nullish(),
  country: text(100).nullish(),
});
const siteChange = siteBody.partial();

type SiteBody = z.infer<typeof siteBody>;
type SiteChange = z.infer<typeof siteChange>;

const sites = {
  resource: site,
  noun: 'site',
  create: siteBody,
  change: siteChange,
  prepare: async (_: OperationContext, values: SiteBody | SiteChange) => withCountries(values, ['country']),
};
const siteOperations = plainOperations(sites);

export const routes: Endpoint[] = plainRoutes(
  sites,
  siteOperations,
  'The default of the type is Warehouse. The country is an ISO code or an English name. Picking needs a Storage and a Moving location at the site (`POST /location`).',
);
