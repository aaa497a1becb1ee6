import type { Location } from '../../../client/browser.ts';
import { type Kind, numberOf, textOf } from '../records/kind.ts';

/** Values of a location's form. Site and type are chosen for a new one, and stay. */
export type LocationValues = Readonly<{
  name: string;
  barcode: string;
  site_id: string;
  locationtype_id: string;
  active: boolean;
}>;

/** The types of locations. Packing alone makes cartons. */
export const types = { storage: 1, moving: 2, carton: 3 } as const;

export const isCarton = ({ locationtype_id: type }: Pick<Location, 'locationtype_id'>): boolean =>
  type === types.carton;

/** Locations: the places of a site. */
export const locations: Kind<Location, LocationValues> = {
  name: 'location',
  addresses: { all: '/setup/locations', new: '/setup/locations/new', one: '/setup/locations/$id' },
  calls: ({ location }) => location,
  embed: { site: 'site.read' },
  words: ['name', 'barcode'],
  sort: 'name',
  nameOf: ({ name }) => name,
  first: { name: '', barcode: '', site_id: '', locationtype_id: String(types.storage), active: true },
  valuesOf: ({ name, barcode, site_id, locationtype_id, active }) => ({
    ...{ name, active, barcode: barcode ?? '' },
    ...{ site_id: String(site_id), locationtype_id: String(locationtype_id) },
  }),
  bodyOf: ({ name, barcode, site_id, locationtype_id, active }) => ({
    ...{ name: name.trim(), active, barcode: textOf(barcode) },
    ...{ site_id: numberOf(site_id), locationtype_id: numberOf(locationtype_id) },
  }),
};
