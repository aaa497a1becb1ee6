import { id, integer, reference, text, timestamp } from '../listing/field.ts';
import { many } from '../listing/relation.ts';
import { resource } from '../listing/resource.ts';

export const ship = resource('ship', {
  description: 'Closed cartons, or picked orders without a pack step, made ready for their carrier',
  fields: {
    id: id(),
    number: text(),
    site_id: reference('site'),
    status_id: reference('shipstatus'),
    created_by: reference('user', { nullable: true, relation: 'creator', indexed: false }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    lines: many('shipline', { on: 'ship_id' }),
    pallets: many('pallet', { on: 'ship_id' }),
    cartons: many('carton', {
      sql: (ship, carton) => `${carton}.id in (select carton_id from shipline where ship_id = ${ship}.id)`,
    }),
  },
});

export const shipline = resource('shipline', {
  description: 'What a ship takes: a carton, or what was picked of an order that has no pack step',
  fields: {
    id: id(),
    ship_id: reference('ship'),
    carton_id: reference('carton', { nullable: true }),
    order_id: reference('salesorder', { relation: 'order', nullable: true }),
  },
});

export const pallet = resource('pallet', {
  description: 'A pallet of a ship with its cartons',
  fields: {
    id: id(),
    ship_id: reference('ship'),
    number: integer({ description: 'Counts the pallets of a ship' }),
    created_at: timestamp(),
  },
  relations: { cartons: many('carton', { on: 'pallet_id' }) },
});
