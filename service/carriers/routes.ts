import * as records from '../../records/carrier.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { childRoutes } from '../platform/routes/child-routes.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';
import { endDefault, servicelevelOperations } from './operations.ts';
import { servicelevelBody, servicelevelChange } from './schema.ts';

const carrier = plainRecord(records.carrier, {
  note: 'The configuration assigns a plugin to the name. Orders without a carrier get the default carrier. A new default ends the present one.',
  prepare: async ({ tx }, values, id) => {
    if (values.default) await endDefault(tx, id);
    return values;
  },
});

export const routes = [
  ...carrier.routes,
  ...childRoutes(
    {
      path: '/carrier/{carrier_id}/servicelevel',
      resource: resource(records.carrierservicelevel),
      parent: carrier.resource,
      by: 'carrier_id',
      noun: 'service level',
      create: servicelevelBody,
      change: servicelevelChange,
    },
    servicelevelOperations,
  ),
];
