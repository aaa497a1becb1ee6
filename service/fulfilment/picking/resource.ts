import { z } from 'zod';
import { boolean, country, decimal, id, integer, json, reference, text, timestamp } from '../../../records/field.ts';
import { many } from '../../../records/relation.ts';
import { available } from '../../../records/stock.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';
import { putBackField } from '../work/put-back/resource.ts';
import { accountName, openOrdersOf, timeText, workersOf, workListFields } from '../work/resource.ts';

export const pick = resource('pick', {
  description: 'A list of units of one or several orders to move from storage to the moving location',
  counted: true,
  fields: workListFields('pickstatus', { workers: workersOf('pick'), put_back: putBackField('pick') }),
  relations: {
    lines: many('pickline', { on: 'pick_id' }),
    rest: many('pickline', {
      through: {
        table: `(SELECT own.pick_id, other.id FROM pickline own
          JOIN pickline other ON other.order_id = own.order_id AND other.pick_id IS NULL)`,
        from: 'pick_id',
        to: 'id',
        repeats: true,
      },
      description: 'The units of its orders that are on no pick: they wait for another one, or for stock',
    }),
    notes: many('ordernote', {
      through: { table: 'pickline', from: 'pick_id', to: 'order_id', repeats: true },
    }),
    orders: many('salesorder', {
      through: { table: 'pickline', from: 'pick_id', to: 'order_id', repeats: true },
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
    take: json({
      sql: (
        pickline,
      ) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('location_id', t.location_id, 'lot', t.lot, 'serial', t.serial,
        'qty', trim_scale(t.qty))), '[]') FROM pickline_take(${pickline}.id) t)`,
      shape: z.array(
        z.object({
          location_id: recordId(),
          lot: z.string().nullable(),
          serial: z.string().nullable(),
          qty: z.number(),
        }),
      ),
      description: 'The units that a commit without a body takes; empty for a committed line, and while stock is short',
    }),
    qty_counted: decimal({
      sql: (pickline) => `(SELECT coalesce(sum(c.qty), 0) FROM picklinecount c WHERE c.pickline_id = ${pickline}.id)`,
      description: 'The units that people have counted and not committed; the count of the last unit commits the line',
    }),
    counts: json({
      sql: (
        pickline,
      ) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('location_id', c.location_id, 'lot', c.lot, 'serial', c.serial,
        'qty', trim_scale(c.qty), 'user_id', a.id, 'name', ${accountName}, 'at', ${timeText('c.counted_at')}) ORDER BY c.id), '[]')
        FROM picklinecount c LEFT JOIN account a ON a.id = c.account_id WHERE c.pickline_id = ${pickline}.id)`,
      shape: z.array(
        z.object({
          location_id: recordId(),
          lot: z.string().nullable(),
          serial: z.string().nullable(),
          qty: z.number(),
          user_id: recordId().nullable(),
          name: z.string().nullable(),
          at: z.string(),
        }),
      ),
      description: 'The counted units by location, lot and serial number, with the person who counted there last',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  site: (alias) => `(SELECT site_id FROM salesorder WHERE id = ${alias}.order_id)`,
  relations: {
    commits: many('inventorymovement', { on: 'pickline_id' }),
    qty_available_for_pick: many('pickline_available', {
      on: 'pickline_id',
      description:
        'The stock of the part that its pick can take. Embedded in `part` too, as `part.qty_available_for_pick`',
    }),
  },
  inPlaceOf: { 'part.qty_available_for_pick': 'qty_available_for_pick' },
});

/** The stock that a pickline can take. It has the fields of the stock that is available to everybody, so that clients read both alike. */
export const picklineAvailable = resource('pickline_available', {
  description:
    'Stock in storage that a pick can take: its own reserved units, and units that are neither reserved nor expired. A commit of the pickline without a body takes the first rows',
  table: `(
    SELECT i.id, l.id AS pickline_id, i.part_id, i.location_id, o.site_id, i.lot, i.serial, i.expires_on, i.received_at, s.qty, s.place
    FROM pickline l
    CROSS JOIN LATERAL (
      SELECT each.inventory_id, sum(each.qty) AS qty, min(each.place) AS place
      FROM (
        SELECT t.inventory_id, t.qty, CASE WHEN m.id = l.id THEN 0 ELSE 1 END AS place
        FROM pickline m CROSS JOIN LATERAL pickline_take(m.id) t
        WHERE (m.pick_id = l.pick_id AND m.part_id = l.part_id) OR m.id = l.id
        UNION ALL
        SELECT i.id, i.qty - i.qty_committed, 2
        FROM inventory i JOIN location o ON o.id = i.location_id
        WHERE i.part_id = l.part_id AND i.qty > i.qty_committed AND o.locationtype_id = ${locationType.storage} AND o.active AND ${isGood}
      ) each GROUP BY each.inventory_id) s
    JOIN inventory i ON i.id = s.inventory_id JOIN location o ON o.id = i.location_id)`,
  firstOnly: 'it is computed for each pickline',
  path: null,
  order: ['place', 'expires_on', 'received_at', 'id'],
  fields: {
    ...available,
    pickline_id: reference('pickline', { hidden: true, indexed: false }),
    place: integer({ hidden: true }),
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
    ship_country: country({ nullable: true }),
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
