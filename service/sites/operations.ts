import type { OperationContext } from '../operation.ts';
import { withCountries } from '../records/countries.ts';
import { plainOperations } from '../records/plain-record.ts';
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
