import * as records from '../../records/carrier.ts';
import { childRecord } from '../platform/routes/child-routes.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';
import { endDefault } from './operations.ts';

const carrier = plainRecord(records.carrier, {
  note: 'The configuration assigns a plugin to the name. Orders without a carrier get the default carrier. A new default ends the present one.',
  prepare: async ({ tx }, values, id) => {
    if (values.default) await endDefault(tx, id);
    return values;
  },
});

export const routes = [
  ...carrier.routes,
  ...childRecord(records.carrierservicelevel, { parent: carrier.resource, noun: 'service level' }),
];
