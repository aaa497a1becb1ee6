import { z } from 'zod';
import { id, identifier, json, reference, timestamp } from '../../../records/field.ts';
import { many } from '../../../records/relation.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';

export const pickup = resource('pickup', {
  description: 'Cartons, or orders without a pack step, that were picked up together',
  counted: true,
  fields: {
    id: id(),
    number: identifier(),
    site_id: reference('site'),
    picked_up_at: timestamp(),
    created_by: reference('user', { nullable: true, relation: 'creator', indexed: false }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    lines: many('pickupline', { on: 'pickup_id' }),
    invoices: many('invoice', { on: 'pickup_id' }),
  },
});

export const pickupline = resource('pickupline', {
  description: 'Ready for pickup: one line for each carton, or for each order without a pack step',
  counted: true,
  fields: {
    id: id(),
    site_id: reference('site'),
    carton_id: reference('carton', {
      nullable: true,
      description: 'Null for an order without a pack step',
    }),
    order_id: reference('salesorder', {
      relation: 'order',
      nullable: true,
      indexed: false,
      sql: (line) =>
        `(SELECT CASE WHEN count(*) = 1 THEN min(o.order_id) END FROM pickupline_order o WHERE o.pickupline_id = ${line}.id)`,
      description: 'Null for a carton with units of several orders: `order_ids` has all of them',
    }),
    order_ids: json({
      sql: (line) =>
        `(SELECT coalesce(jsonb_agg(o.order_id ORDER BY o.order_id), '[]') FROM pickupline_order o WHERE o.pickupline_id = ${line}.id)`,
      shape: z.array(recordId()),
      filterBy: 'orders.id',
      description: 'The orders whose units are ready. `order_ids=7` finds the lines with units of order 7',
    }),
    pickup_id: reference('pickup', { nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    orders: many('salesorder', { through: { table: 'pickupline_order', from: 'pickupline_id', to: 'order_id' } }),
    notes: many('ordernote', { through: { table: 'pickupline_order', from: 'pickupline_id', to: 'order_id' } }),
  },
});
