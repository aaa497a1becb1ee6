import { id, reference, text, timestamp } from '../../platform/listing/declaration/field.ts';
import { many } from '../../platform/listing/declaration/relation.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';

export const pickup = resource('pickup', {
  description: 'Cartons, or orders without a pack step, that left the house',
  counted: true,
  fields: {
    id: id(),
    number: text(),
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
  description: 'What stands ready for pickup: one per carton, or one per order where there is no pack step',
  counted: true,
  fields: {
    id: id(),
    site_id: reference('site'),
    carton_id: reference('carton', {
      nullable: true,
      description: 'Null where an order without a pack step stands ready',
    }),
    order_id: reference('salesorder', {
      relation: 'order',
      nullable: true,
      description: 'Null where a carton stands ready: `orders` are those it is for',
    }),
    pickup_id: reference('pickup', { nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    orders: many('salesorder', { through: { table: 'pickupline_order', from: 'pickupline_id', to: 'order_id' } }),
  },
});
