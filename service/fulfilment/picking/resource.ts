import { orderStates } from '../../orders/states.ts';
import { boolean, decimal, id, integer, reference, text, timestamp } from '../../platform/listing/declaration/field.ts';
import { many } from '../../platform/listing/declaration/relation.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';
import { openOrdersOf, workListFields } from '../work/resource.ts';

export const pick = resource('pick', {
  description: 'A list of units of one or several orders to move from storage to the moving location',
  counted: true,
  fields: workListFields('pickstatus'),
  relations: {
    lines: many('pickline', { on: 'pick_id' }),
    orders: many('salesorder', {
      sql: (pick, order) => `${order}.id in (select order_id from pickline where pick_id = ${pick}.id)`,
    }),
  },
});

export const pickline = resource('pickline', {
  description: 'Units of one order line at one location. `pick_id` is null while the line is on no pick',
  counted: true,
  fields: {
    id: id(),
    pick_id: reference('pick', { nullable: true }),
    work_id: reference('work'),
    order_id: reference('salesorder', { relation: 'order' }),
    line_id: reference('salesorderline', { relation: 'line', indexed: false }),
    part_id: reference('part', { indexed: false }),
    location_id: reference('location', {
      nullable: true,
      indexed: false,
      description: 'Location of the reserved units; null while stock is short',
    }),
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

/** Orders with units that can be picked now, by priority and time of issue: rows of `GET /picklinebyorder`. */
export const picklinebyorder = openOrdersOf('picklinebyorder', {
  description: 'An order with units to pick, and the units that stock is short of',
  table: `(
    SELECT o.id, o.id AS order_id, o.number, o.customer_id, o.site_id, o.priority, o.issue_date, o.ship_country, o.ship_postal_code,
      l.lines, l.qty, l.qty_short
    FROM salesorder o CROSS JOIN LATERAL (
      SELECT count(DISTINCT p.line_id) FILTER (WHERE p.location_id IS NOT NULL)::int AS lines,
        sum(p.qty) FILTER (WHERE p.location_id IS NOT NULL) AS qty,
        coalesce(sum(p.qty) FILTER (WHERE p.location_id IS NULL), 0) AS qty_short
      FROM pickline p WHERE p.order_id = o.id AND p.pick_id IS NULL) l
    WHERE o.status_id IN (${orderStates.id.Issued}, ${orderStates.id['In Progress']}) AND o.held_at IS NULL AND l.qty > 0)`,
  own: {
    ship_country: text({ nullable: true }),
    ship_postal_code: text({ nullable: true }),
    lines: integer({ description: 'Number of lines with units to pick' }),
    qty: decimal({ description: 'Units to pick' }),
    qty_short: decimal({ description: 'Units that stock is short of' }),
  },
});

/** Units that can be picked now, by part and order: rows of `GET /picklinebypart`. */
export const picklinebypart = resource('picklinebypart', {
  description: 'Units of a part to pick for an order',
  table: `(
    SELECT min(p.id) AS id, p.part_id, o.id AS order_id, o.site_id, o.priority, o.issue_date, sum(p.qty) AS qty
    FROM salesorder o JOIN pickline p ON p.order_id = o.id
    WHERE o.status_id IN (${orderStates.id.Issued}, ${orderStates.id['In Progress']}) AND o.held_at IS NULL AND p.pick_id IS NULL AND p.location_id IS NOT NULL
    GROUP BY o.id, p.part_id)`,
  path: null,
  order: ['part_id', 'priority', 'issue_date', 'id'],
  fields: {
    id: id({ indexed: false }),
    part_id: reference('part', { indexed: false }),
    order_id: reference('salesorder', { relation: 'order', indexed: false }),
    site_id: reference('site', { indexed: false }),
    priority: integer(),
    issue_date: timestamp({ nullable: true }),
    qty: decimal({ description: 'Units to pick' }),
  },
});
