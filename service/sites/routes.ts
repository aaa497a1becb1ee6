import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { siteOperations, sites } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(
  sites,
  siteOperations,
  'A site type that is not given is Warehouse. The country is an ISO code or an English name. To pick there, the site needs a Storage and a Moving location (`POST /location`).',
);
