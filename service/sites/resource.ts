import * as records from '../../records/site.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const site = resource(records.site);
export const siteContact = resource(records.siteContact);
