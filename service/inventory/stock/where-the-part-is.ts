import { type RawBuilder, sql } from 'kysely';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';
import type { NextCall } from '../../platform/states/transitions.ts';

/** Returns the call that lists the stock of a part, for a refusal because too few units are at a location. */
export const whereThePartIs = (partId: number): NextCall => ({
  method: 'GET',
  path: `/inventory?part_id=${partId}`,
  body: null,
  why: 'Lists where the part is',
});

/** Free units of a part at a site. */
export interface SiteUnits {
  readonly site_id: number;
  readonly site: string;
  readonly qty: number;
}

/** SQL: the free units of a part at other sites, as `SiteUnits[]` with the most first. @param part column with its id @param site column with the id of the site that lacks it */
export const otherSites = (part: string, site: string): RawBuilder<SiteUnits[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('site_id', s.id, 'site', s.name, 'qty', t.qty) order by t.qty desc, s.id), '[]')
  from (
    select place.site_id, sum(i.qty - i.qty_committed)::float8 as qty from inventory i join location place on place.id = i.location_id
    where i.part_id = ${sql.ref(part)} and place.site_id <> ${sql.ref(site)} and i.qty > i.qty_committed and place.active
      and place.locationtype_id = ${sql.lit(locationType.storage)} and ${sql.raw(isGood)} group by place.site_id
  ) t join site s on s.id = t.site_id)`;

/** Returns the sites in words: `West (12)`. */
export const siteNames = (sites: readonly SiteUnits[]): string =>
  sites.map(({ site, qty }) => `${site} (${qty})`).join(', ');
