import type { OperationContext } from '../platform/database/operation.ts';
import { withCountries } from '../platform/records/countries.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { site } from './resource.ts';
import { type SiteBody, type SiteChange, siteBody, siteChange } from './schema.ts';

export const sites = {
  resource: site,
  called: 'site',
  create: siteBody,
  change: siteChange,
  prepare: ({ tx }: OperationContext, values: SiteBody | SiteChange) => withCountries(tx, values, ['country']),
};
export const siteOperations = plainOperations(sites);
