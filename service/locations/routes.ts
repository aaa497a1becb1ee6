import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { locationOperations, locations } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(
  locations,
  locationOperations,
  'The default of the site is your current site, and the default of the type is Storage. A later change of the two is refused. Stock at an inactive location is not picked. A site has one active moving location. A moving location or a carton with goods of orders cannot be deactivated.',
  ['record.in-use', 'record.exists'],
);
