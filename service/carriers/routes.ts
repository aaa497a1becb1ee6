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
    'The configuration assigns a plugin to the name. Orders without a carrier get the default carrier. A new default ends the present one.',
  ),
  ...childRoutes(
    {
      path: '/carrier/{carrier_id}/servicelevel',
      resource: carrierservicelevel,
      parent: carrier,
      by: 'carrier_id',
      noun: 'service level',
      create: servicelevelBody,
      change: servicelevelChange,
    },
    servicelevelOperations,
  ),
];
