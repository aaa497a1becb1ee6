import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { locationOperations, locations } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(
  locations,
  locationOperations,
  'The site is the current one and the type Storage unless given; neither can be changed later. Stock at a location that is not active is not offered for picking; a moving location or a carton that holds goods of orders stays active.',
  ['record.in-use'],
);
