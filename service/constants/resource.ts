import { boolean, id, json, reference, text } from '../listing/field.ts';
import { many } from '../listing/relation.ts';
import { type Resource, resource } from '../listing/resource.ts';

/**
 * Constants (design page §3): read-only, made by the migrations. Their ids are ours, and nothing but these addresses and the
 * migrations knows them.
 */
const named = (name: string, description: string): Resource =>
  resource(name, { description, fields: { id: id(), name: text() } });

export const linetype = named('linetype', 'Kinds of lines; 1 is Sale');

export const object = resource('object', {
  description: 'Kinds of records; some have lines of several types',
  fields: { id: id(), name: text(), can_linetype: boolean({ description: 'Its lines have a line type' }) },
  relations: {
    linetypes: many('linetype', { through: { table: 'reflinktypelinetype', from: 'object_id', to: 'linetype_id' } }),
  },
});

export const reflinktype = resource('reflinktype', {
  table: 'reflinktypelinetype',
  path: '/reflinktype/linetype',
  description: 'Which line types each kind of transaction takes',
  fields: { id: id(), object_id: reference('object'), linetype_id: reference('linetype', { indexed: false }) },
});

export const event = resource('event', {
  description: 'What can happen, and webhooks can wait for',
  fields: {
    id: id(),
    name: text(),
    object: text({ description: 'The resource whose record a delivery holds' }),
    description: text(),
    example: json({ description: 'What a delivery brings: such a record as `GET` shows it' }),
  },
});

export const constants: readonly Resource[] = [
  named('customertype', 'Kinds of customers'),
  named('customerstatus', 'States of a customer'),
  linetype,
  object,
  reflinktype,
  named('salesorderstatus', 'States of a sales order'),
  named('pickstatus', 'States of a pick'),
  named('packstatus', 'States of a pack'),
  named('shipstatus', 'States of a ship'),
  named('cartonstatus', 'States of a carton'),
  named('bulkrunstatus', 'States of a bulk run'),
  named('parttype', 'Kinds of parts'),
  named('buildtype', 'How a part is come by'),
  named('sitetype', 'Kinds of sites'),
  named('locationtype', 'Kinds of locations'),
  named('task', 'Steps of an order that can be asked for one by one'),
  event,
  named('emailtype', 'Kinds of e-mail addresses'),
  named('phonetype', 'Kinds of phone numbers'),
  named('addresstype', 'Kinds of addresses'),
  named('usertype', 'Kinds of users'),
];
