import type { z } from 'zod';
import { site as declared } from '../../records/site.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { withCountries } from '../platform/records/countries.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { site } from './resource.ts';

const siteBody = bodyOf(declared, 'create');
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
