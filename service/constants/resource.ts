import { boolean, id, json, reference, text } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { type Resource, resource } from '../platform/listing/declaration/resource.ts';
import {
  bulkRunStates,
  cartonStates,
  countStates,
  orderStates,
  packStates,
  pickStates,
  receiptStates,
  returnOrderStates,
  shipStates,
} from '../platform/states/states.ts';

/**
 * Constants: read-only records that the migrations create. The declarations repeat ids and names, so that the OpenAPI
 * description and the types of the client can list them. A test compares them with the database.
 */
const constant = (name: string, description: string, ids: Readonly<Record<string, number>>): Resource => {
  const rows = Object.entries(ids).map(([value, key]) => `${key} ${value}`);
  return resource(name, {
    description,
    fields: { id: id({ description: rows.join(', ') }), name: text({ values: Object.keys(ids) }) },
  });
};

export const linetype = constant('linetype', 'Kinds of lines', {
  Sale: 1,
  Discount: 2,
  Fee: 3,
  Note: 4,
  Return: 5,
  Shipping: 9,
});

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
  description: 'A kind of event, which webhooks can receive',
  fields: {
    id: id(),
    name: text(),
    object: text({ description: 'The resource whose record a delivery holds' }),
    description: text(),
    example: json({ description: 'The content of a delivery: such a record as `GET` shows it' }),
  },
});

export const constants: readonly Resource[] = [
  constant('customertype', 'Kinds of customers', { Company: 1, Individual: 2 }),
  constant('customerstatus', 'States of a customer', { Active: 1, Inactive: 2 }),
  linetype,
  object,
  reflinktype,
  constant('salesorderstatus', 'States of a sales order', orderStates.id),
  constant('pickstatus', 'States of a pick', pickStates.id),
  constant('packstatus', 'States of a pack', packStates.id),
  constant('shipstatus', 'States of a ship', shipStates.id),
  constant('cartonstatus', 'States of a carton', cartonStates.id),
  constant('bulkrunstatus', 'States of a bulk run', bulkRunStates.id),
  constant('receiptstatus', 'States of a receipt', receiptStates.id),
  constant('returnorderstatus', 'States of a return order', returnOrderStates.id),
  constant('countstatus', 'States of a count of stock', countStates.id),
  constant('parttype', 'Kinds of parts', { Inventory: 1, 'Non-Inventory': 2, Kit: 3, Alias: 4, Shipping: 5 }),
  constant('buildtype', 'How a part is come by', { Purchased: 1, Built: 2, 'Built to Order': 3 }),
  constant('sitetype', 'Kinds of sites', { Warehouse: 1, Store: 2, Supplier: 3 }),
  constant('locationtype', 'Kinds of locations', { Storage: 1, Moving: 2, Carton: 3 }),
  constant('task', 'Steps of an order that a caller can request one by one', { Pick: 1, Pack: 2, Ship: 3, Pickup: 4 }),
  event,
  constant('emailtype', 'Kinds of e-mail addresses', { Main: 1, Billing: 2, Shipping: 3, Other: 4 }),
  constant('phonetype', 'Kinds of phone numbers', { Main: 1, Mobile: 2, Fax: 3, Other: 4 }),
  constant('addresstype', 'Kinds of addresses', { Main: 1, Billing: 2, Shipping: 3, Other: 4 }),
  constant('usertype', 'Kinds of users', { Standard: 1, API: 2, Engine: 3 }),
];
