import { site, siteContact } from '../../records/site.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { withCountries } from '../platform/records/countries.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';

resource(siteContact);

export const { routes } = plainRecord(site, {
  note: 'The default of the type is Warehouse. The country is an ISO code or an English name. Picking needs a Storage and a Moving location at the site (`POST /location`).',
  prepare: async (_, values) => withCountries(values, ['country']),
});
