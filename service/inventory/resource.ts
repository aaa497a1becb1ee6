import { boolean, date, decimal, id, identifier, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const location = resource('location', {
  description: 'A place of a site: storage, the moving location, or a carton',
  counted: true,
  fields: {
    id: id(),
    site_id: reference('site'),
    locationtype_id: reference('locationtype', { indexed: false }),
    name: identifier({ natural: true, description: 'Unique at the site. Lists sort A-2 before A-10, as people walk' }),
    barcode: identifier({
      nullable: true,
      description: 'The barcode at the place, if it is not the name. Unique among the active locations of the site',
    }),
    active: boolean(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { inventory: many('inventory', { on: 'location_id' }) },
});

export const inventory = resource('inventory', {
  description: 'Units of a part at a location, by lot or serial number',
  counted: true,
  fields: {
    id: id(),
    part_id: reference('part'),
    location_id: reference('location'),
    lot: identifier({ nullable: true }),
    serial: identifier({ nullable: true }),
    expires_on: date({ nullable: true }),
    qty: decimal(),
    qty_committed: decimal({ description: 'Units of `qty` that are reserved for orders' }),
    received_at: timestamp(),
  },
  site: (alias) => `(SELECT site_id FROM location WHERE id = ${alias}.location_id)`,
});

export const inventorymovement = resource('inventorymovement', {
  description: 'The ledger: every change of stock, append-only',
  counted: true,
  fields: {
    id: id(),
    part_id: reference('part'),
    from_location_id: reference('location', { nullable: true, indexed: false }),
    to_location_id: reference('location', { nullable: true, indexed: false }),
    lot: identifier({ nullable: true }),
    serial: identifier({ nullable: true }),
    qty: decimal(),
    reason: text(),
    order_id: reference('salesorder', { relation: 'order', nullable: true }),
    line_id: reference('salesorderline', { relation: 'line', nullable: true, indexed: false }),
    pickline_id: reference('pickline', { nullable: true }),
    pack_id: reference('pack', { nullable: true, indexed: false }),
    pickup_id: reference('pickup', { nullable: true, indexed: false }),
    user_id: reference('user', {
      column: 'account_id',
      nullable: true,
      indexed: false,
      description: 'The user who moved it',
    }),
    created_at: timestamp({ indexed: true }),
  },
  site: (alias) => `${alias}.site_id`,
});
