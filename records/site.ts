import { address } from './address.ts';
import { currency } from './currency.ts';
import { boolean, country, id, identifier, integer, name, reference, text, times, timeZone } from './field.ts';
import { record } from './record.ts';
import { many, one } from './relation.ts';

export const site = record(
  'site',
  'An own warehouse or store, or the site of a supplier',
  {
    name: name({ fact: true, usual: 'Main', example: 'Main', import: 'Name.' }),
    sitetype_id: reference('sitetype', { write: true, indexed: false }),
    currency: text({
      ...currency,
      description: 'The currency of orders that name none. It determines `currency_digits`',
      import: 'Currency, by ISO 4217.',
    }),
    currency_digits: integer({
      min: 0,
      max: 6,
      write: true,
      description:
        'Digits after the point of totals: 2, or 0 for yen. A site with a currency has those of the currency',
      example: 2,
    }),
    time_zone: timeZone({
      write: true,
      description: 'The wall clock of the site, for hours and days in rules: a name such as Europe/Berlin',
      fact: true,
      usual: 'UTC',
      example: 'Europe/Berlin',
    }),
    put_back_tasks: boolean({
      write: true,
      description:
        'Whether units that people hold of a canceled or deleted list are put-back tasks. Without tasks, they count as put back at once',
      example: true,
      import: 'False if people put units back without tasks.',
    }),
    contact_name: text({ max: 200, nullable: true, write: true, example: 'Ana Weber', import: 'Contact person.' }),
    email: identifier({ max: 254, nullable: true, write: true, import: 'E-mail address.' }),
    phone: text({ max: 50, nullable: true, write: true, import: 'Phone number.' }),
    address_1: text({ ...address.line1, example: 'Obere Str. 57' }),
    address_2: text({ ...address.line2, example: null }),
    city: text({ ...address.city, fact: true, example: 'Berlin' }),
    region: text({ ...address.region, fact: true, example: null }),
    postal_code: text({ ...address.postalCode, fact: true, example: '12209' }),
    country: country({ ...address.country, fact: true, example: 'DE' }),
    ...times,
  },
  {
    relations: {
      contact: one('sitecontact', {
        equal: { parent: (site) => `${site}.id`, child: (contact) => `${contact}.id` },
        description: 'The contact person of the site; null without one',
      }),
      locations: many('location'),
    },
  },
);

export const siteContact = record(
  'sitecontact',
  'The contact person of a site. It has the id of the site',
  {
    id: id({ indexed: false }),
    name: text({ nullable: true, example: 'Ana Weber' }),
    email: identifier({ nullable: true, example: 'ana.weber@example.com' }),
    phone: text({ nullable: true }),
  },
  {
    table:
      '(SELECT id, contact_name AS name, email, phone FROM site WHERE num_nonnulls(contact_name, email, phone) > 0)',
    path: null,
  },
);
