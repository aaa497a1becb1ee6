import type { Endpoint } from '../platform/http/endpoint.ts';
import { childRoutes } from '../platform/routes/child-routes.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { carrierOperations, carriers, servicelevelOperations } from './operations.ts';
import { carrier, carrierservicelevel } from './resource.ts';
import { servicelevelBody, servicelevelChange } from './schema.ts';

export const routes: Endpoint[] = [
  ...plainRoutes(
    carriers,
    carrierOperations,
    'The name ties it to a plugin of the configuration. The default carrier is taken for orders that name none; making one the default ends the last.',
  ),
  ...childRoutes(
    {
      path: '/carrier/{carrier_id}/servicelevel',
      resource: carrierservicelevel,
      parent: carrier,
      by: 'carrier_id',
      called: 'service level',
      create: servicelevelBody,
      change: servicelevelChange,
    },
    servicelevelOperations,
  ),
];
