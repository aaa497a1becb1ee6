import { date, decimal, id, identifier, reference, timestamp } from '../../records/field.ts';
import { part as declared } from '../../records/part.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { isGood } from '../platform/states/expiry.ts';
import { locationType } from '../platform/states/kinds.ts';

export const part = resource(declared);

/** The fields of stock that is available for picks. */
export const availableFields = {
  id: id({ indexed: false, description: 'Id of the inventory record' }),
  part_id: reference('part', { indexed: false }),
  location_id: reference('location', { indexed: false }),
  site_id: reference('site', { indexed: false }),
  lot: identifier({ nullable: true }),
  serial: identifier({ nullable: true }),
  expires_on: date({ nullable: true }),
  received_at: timestamp(),
  qty: decimal(),
};

export const qtyAvailableForPick = resource('qty_available_for_pick', {
  description:
    'Stock in storage that is neither reserved nor expired: one row for each location, lot and serial number. The rows are in the sequence of reservation: first by expiry, then by age',
  table: `(
    SELECT i.id, i.part_id, i.location_id, l.site_id, i.lot, i.serial, i.expires_on, i.received_at, i.qty - i.qty_committed AS qty
    FROM inventory i JOIN location l ON l.id = i.location_id
    WHERE i.qty > i.qty_committed AND l.locationtype_id = ${locationType.storage} AND l.active AND ${isGood})`,
  path: null,
  order: ['expires_on', 'received_at', 'id'],
  fields: availableFields,
});

export const partgroup = resource('partgroup', {
  description: 'A group of parts',
  fields: { id: id(), name: identifier(), created_at: timestamp(), updated_at: timestamp() },
  relations: {
    parts: many('part', { through: { table: 'part_partgroup', from: 'partgroup_id', to: 'part_id' } }),
  },
});

export const billofmaterial = resource('billofmaterial', {
  description: 'The components of a kit',
  fields: { id: id(), part_id: reference('part'), created_at: timestamp(), updated_at: timestamp() },
  relations: { lines: many('billofmaterialline', { on: 'billofmaterial_id' }) },
});

export const billofmaterialline = resource('billofmaterialline', {
  path: null,
  fields: {
    id: id(),
    billofmaterial_id: reference('billofmaterial'),
    part_id: reference('part'),
    qty: decimal({ description: 'Units of the component in one unit of the kit' }),
  },
});
