import { boolean, decimal, id, reference, text, timestamp } from '../listing/field.ts';
import { many } from '../listing/relation.ts';
import { resource } from '../listing/resource.ts';

export const pick = resource('pick', {
  description: 'Parts of one or several orders to be brought from storage to the moving location of a site',
  fields: {
    id: id(),
    number: text(),
    site_id: reference('site'),
    status_id: reference('pickstatus'),
    created_by: reference('user', { nullable: true, relation: 'creator', indexed: false }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    lines: many('pickline', { on: 'pick_id' }),
    orders: many('salesorder', {
      sql: (pick, order) => `${order}.id in (select order_id from pickline where pick_id = ${pick}.id)`,
    }),
  },
});

export const pickline = resource('pickline', {
  description: 'Units of one order line at one place; on no pick (pick_id null) until a by-order call takes it',
  fields: {
    id: id(),
    pick_id: reference('pick', { nullable: true }),
    work_id: reference('work'),
    order_id: reference('salesorder', { relation: 'order' }),
    line_id: reference('salesorderline', { relation: 'line', indexed: false }),
    part_id: reference('part', { indexed: false }),
    location_id: reference('location', { nullable: true, indexed: false, description: 'Where it is reserved; null while stock is short' }),
    qty: decimal(),
    qty_committed: decimal(),
    finished: boolean(),
    short_reason: text({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    commits: many('inventorymovement', { on: 'pickline_id' }),
  },
});
