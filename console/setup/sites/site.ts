import type { Site } from '../../../client/browser.ts';
import { type Kind, numberOf, textOf } from '../records/kind.ts';

const texts = [
  ...(['contact_name', 'email', 'phone'] as const),
  ...(['address_1', 'address_2', 'postal_code', 'city', 'region', 'country'] as const),
] as const;

/** Values of a site's form. */
export type SiteValues = Readonly<
  Record<(typeof texts)[number] | 'name' | 'sitetype_id' | 'time_zone' | 'currency_digits', string>
>;

const each = (of: (name: (typeof texts)[number]) => string) =>
  Object.fromEntries(texts.map((name) => [name, of(name)])) as Record<(typeof texts)[number], string>;

/** Sites: warehouses and stores, and the sites of suppliers. */
export const sites: Kind<Site, SiteValues> = {
  name: 'site',
  addresses: { all: '/setup/sites', new: '/setup/sites/new', one: '/setup/sites/$id' },
  calls: ({ site }) => site,
  words: ['name', 'city', 'country'],
  sort: 'name',
  nameOf: ({ name }) => name,
  first: { ...each(() => ''), name: '', sitetype_id: '1', time_zone: '', currency_digits: '' },
  valuesOf: (site) => ({
    ...each((name) => site[name] ?? ''),
    ...{ name: site.name, sitetype_id: String(site.sitetype_id) },
    ...{ time_zone: site.time_zone, currency_digits: String(site.currency_digits) },
  }),
  bodyOf: (values) => ({
    ...Object.fromEntries(texts.map((name) => [name, textOf(values[name])])),
    name: values.name.trim(),
    sitetype_id: numberOf(values.sitetype_id),
    time_zone: textOf(values.time_zone),
    currency_digits: numberOf(values.currency_digits),
  }),
};
