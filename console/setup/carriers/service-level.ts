import type { CarrierServiceLevel } from '../../../client/browser.ts';
import type { Changeable } from '../records/kind.ts';
import { carriers } from './carrier.ts';

/** Values of a service level's form. */
export type ServiceLevelValues = Readonly<{ name: string }>;

/** The service levels of a carrier. A change of one is a change of the carrier. */
export const serviceLevelsOf = (carrierId: number): Changeable<CarrierServiceLevel, ServiceLevelValues> => ({
  name: 'carrierservicelevel',
  object: carriers.name,
  calls: ({ carrier: { servicelevel } }) => ({
    get: (id, query) => servicelevel.get(carrierId, id, query),
    update: (id, body, options) => servicelevel.update(carrierId, id, body, options),
  }),
  valuesOf: ({ name }) => ({ name }),
  bodyOf: ({ name }) => ({ name: name.trim() }),
});
