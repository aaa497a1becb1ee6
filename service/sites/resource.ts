import { country, id, identifier, integer, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many, one } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const site = resource('site', {
  description: 'An own warehouse or store, or the site of a supplier',
  fields: {
    id: id(),
    name: identifier(),
    sitetype_id: reference('sitetype', { indexed: false }),
    currency_digits: integer({
      description: 'Digits after the point of totals of orders and invoices: 2, or 0 for yen',
    }),
    time_zone: text({
      description: 'The wall clock of the site, by which rules tell hours and days: a name such as Europe/Berlin',
    }),
    contact_name: text({ nullable: true }),
    email: identifier({ nullable: true }),
    phone: text({ nullable: true }),
    address_1: text({ nullable: true }),
    address_2: text({ nullable: true }),
    city: text({ nullable: true }),
    region: text({ nullable: true }),
    postal_code: text({ nullable: true }),
    country: country({ nullable: true, description: 'ISO 3166-1 code' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    contact: one('sitecontact', {
      equal: { parent: (site) => `${site}.id`, child: (contact) => `${contact}.id` },
      description: 'The contact person of the site; null without one',
    }),
    locations: many('location', { on: 'site_id' }),
  },
});

export const siteContact = resource('sitecontact', {
  description: 'The contact person of a site. It has the id of the site',
  table: '(SELECT id, contact_name AS name, email, phone FROM site WHERE num_nonnulls(contact_name, email, phone) > 0)',
  path: null,
  fields: {
    id: id({ indexed: false }),
    name: text({ nullable: true }),
    email: identifier({ nullable: true }),
    phone: text({ nullable: true }),
  },
});
