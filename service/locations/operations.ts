import { location } from '../inventory/resource.ts';
import type { OperationContext } from '../operation.ts';
import { plainOperations } from '../records/plain-record.ts';
import { unfit } from '../records/refusals.ts';
import { locationType } from '../states/kinds.ts';
import { type LocationBody, type LocationChange, locationBody, locationChange } from './schema.ts';

export const locations = {
  resource: location,
  called: 'location',
  create: locationBody,
  change: locationChange,
  prepare: async ({ actor }: OperationContext, values: LocationBody | LocationChange, id: number | null) =>
    id === null ? placed(values as LocationBody, actor.siteId) : values,
};
export const locationOperations = plainOperations(locations);

/** Storage at the caller's current site, unless said. Cartons are made by packing alone. */
function placed(values: LocationBody, currentSite: number | null): LocationBody {
  const site_id = values.site_id ?? currentSite;
  if (site_id === null) throw unfit('/site_id', 'is required, since you are at no site');
  if (values.locationtype_id === locationType.carton) {
    throw unfit('/locationtype_id', 'cannot be Carton: cartons are created with POST /pack/{pack_id}/carton');
  }
  return { ...values, site_id, locationtype_id: values.locationtype_id ?? locationType.storage };
}
