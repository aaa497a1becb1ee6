import { boolean, decimal, id, integer, json, reference, text, timestamp } from '../listing/field.ts';
import { many } from '../listing/relation.ts';
import { resource } from '../listing/resource.ts';

export const pack = resource('pack', {
  description: 'Picked parts of one or several orders to be put into cartons',
  fields: {
    id: id(),
    number: text(),
    site_id: reference('site'),
    status_id: reference('packstatus'),
    start_in_carton: boolean(),
    created_by: reference('user', { nullable: true, relation: 'creator', indexed: false }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    lines: many('packline', { on: 'pack_id' }),
    cartons: many('carton', { on: 'pack_id' }),
    orders: many('salesorder', {
      sql: (pack, order) => `${order}.id in (select order_id from packline where pack_id = ${pack}.id)`,
    }),
  },
});

export const packline = resource('packline', {
  description: 'What a pack has to put into cartons',
  fields: {
    id: id(),
    pack_id: reference('pack'),
    work_id: reference('work'),
    order_id: reference('salesorder', { relation: 'order' }),
    line_id: reference('salesorderline', { relation: 'line', indexed: false }),
    part_id: reference('part', { indexed: false }),
    qty: decimal(),
  },
});

export const carton = resource('carton', {
  description: 'A carton of a pack; a kind of location',
  fields: {
    id: id(),
    pack_id: reference('pack'),
    number: integer({ description: 'Counts the cartons of a pack' }),
    cartontype_id: reference('cartontype', { nullable: true }),
    status_id: reference('cartonstatus'),
    location_id: reference('location'),
    pallet_id: reference('pallet', { nullable: true }),
    carrier_id: reference('carrier', { nullable: true }),
    carrierservicelevel_id: reference('carrierservicelevel', { nullable: true }),
    tracking_number: text({ nullable: true, indexed: true }),
    label_url: text({ nullable: true }),
    weight_g: integer({ nullable: true }),
    placements: json({
      nullable: true,
      description: 'Where cartonization put each item, in mm from a corner of the carton',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    contents: many('cartoncontent', { sql: (carton, content) => `${content}.location_id = ${carton}.location_id` }),
  },
});

/** What a carton holds, or held when it was picked up: the reservations at its location. */
export const cartoncontent = resource('cartoncontent', {
  table: `(select r.id, i.location_id, r.order_id, r.line_id, r.part_id, r.qty, i.lot, i.serial
    from reservation r join inventory i on i.id = r.inventory_id)`,
  path: null,
  fields: {
    id: id({ indexed: false }),
    location_id: reference('location', { indexed: false }),
    order_id: reference('salesorder', { relation: 'order', indexed: false }),
    line_id: reference('salesorderline', { relation: 'line', indexed: false }),
    part_id: reference('part', { indexed: false }),
    qty: decimal(),
    lot: text({ nullable: true }),
    serial: text({ nullable: true }),
  },
});
