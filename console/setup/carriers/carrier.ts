import type { Carrier } from '../../../client/browser.ts';
import { type Kind, textOf } from '../records/kind.ts';

/** Values of a carrier's form. */
export type CarrierValues = Readonly<{
  name: string;
  scac: string;
  tracking_url: string;
  active: boolean;
  default: boolean;
}>;

/** Carriers: who brings goods to customers, or how customers get them. */
export const carriers: Kind<Carrier, CarrierValues> = {
  name: 'carrier',
  addresses: { all: '/setup/carriers', new: '/setup/carriers/new', one: '/setup/carriers/$id' },
  calls: ({ carrier }) => carrier,
  embed: { servicelevels: 'carrierservicelevel.read' },
  words: ['name', 'scac'],
  sort: 'name',
  nameOf: ({ name }) => name,
  first: { name: '', scac: '', tracking_url: '', active: true, default: false },
  valuesOf: ({ name, scac, tracking_url, active, default: isDefault }) => ({
    ...{ name, scac: scac ?? '', tracking_url: tracking_url ?? '', active, default: isDefault },
  }),
  bodyOf: ({ name, scac, tracking_url, active, default: isDefault }) => ({
    ...{ name: name.trim(), scac: textOf(scac), tracking_url: textOf(tracking_url), active, default: isDefault },
  }),
};
