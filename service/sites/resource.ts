import { id, identifier, text } from '../../records/field.ts';
import { site as declared } from '../../records/site.ts';
import { many, one } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const site = resource(declared, {
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
