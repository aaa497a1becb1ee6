import { z } from 'zod';
import {
  boolean,
  code,
  decimal,
  id,
  identifier,
  integer,
  json,
  reference,
  text,
  timestamp,
} from '../../../records/field.ts';
import { many } from '../../../records/relation.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';
import { task } from '../../platform/states/kinds.ts';
import { putBackField } from '../work/put-back/resource.ts';
import { openOrdersOf, readyTo, workersOf, workListFields } from '../work/resource.ts';

export const pack = resource('pack', {
  description: 'A list of picked units of one or several orders to put into cartons',
  counted: true,
  fields: workListFields('packstatus', {
    start_in_carton: boolean(),
    workers: workersOf('pack'),
    put_back: putBackField('pack'),
  }),
  relations: {
    lines: many('packline', { on: 'pack_id' }),
    cartons: many('carton', { on: 'pack_id' }),
    notes: many('ordernote', {
      through: { table: 'packline', from: 'pack_id', to: 'order_id', repeats: true },
    }),
    orders: many('salesorder', {
      through: { table: 'packline', from: 'pack_id', to: 'order_id', repeats: true },
    }),
  },
});

export const packline = resource('packline', {
  description: 'Units of one order line to put into cartons',
  counted: true,
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

const mm = z.number();
const corner = { x_mm: mm, y_mm: mm, z_mm: mm };
const size = { width_mm: mm, length_mm: mm, depth_mm: mm };

export const carton = resource('carton', {
  description: 'A carton of a pack; a kind of location',
  counted: true,
  fields: {
    id: id(),
    pack_id: reference('pack'),
    number: integer({ description: 'Number within the pack, from 1' }),
    cartontype_id: reference('cartontype', { nullable: true }),
    status_id: reference('cartonstatus'),
    location_id: reference('location'),
    pallet_id: reference('pallet', { nullable: true }),
    carrier_id: reference('carrier', { nullable: true }),
    carrierservicelevel_id: reference('carrierservicelevel', { nullable: true }),
    tracking_number: code({ nullable: true, indexed: true }),
    label_url: text({ nullable: true }),
    tracking_status: text({ nullable: true, description: 'Status that the carrier last reported' }),
    tracked_at: timestamp({ nullable: true, description: 'When the carrier last reported the status' }),
    weight_g: integer({ nullable: true }),
    placements: json({
      nullable: true,
      shape: z.array(z.object({ part_id: recordId(), ...corner, ...size })),
      description: 'Position of each unit from cartonization, in mm from a corner of the carton',
    }),
    refused_smaller: json({
      nullable: true,
      shape: z.array(z.object({ cartontype_id: recordId(), why: z.string() })),
      description: 'Why cartonization took no smaller carton type',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  site: (alias) => `(SELECT site_id FROM pack WHERE id = ${alias}.pack_id)`,
  relations: {
    contents: many('cartoncontent', {
      equal: { parent: (carton) => `${carton}.location_id`, child: (content) => `${content}.location_id` },
    }),
    bookings: many('booking', { on: 'carton_id' }),
  },
});

/** The contents of a carton: the reservations at its location. A locked carton keeps the contents that it left with. */
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
    lot: identifier({ nullable: true }),
    serial: identifier({ nullable: true }),
  },
});

/** Orders with units that can be packed now, by priority and time of issue: rows of `GET /packlinebyorder`. */
export const packlinebyorder = openOrdersOf('packlinebyorder', {
  description: 'An order with picked units that are on no pack',
  table: `(
    SELECT o.id, o.id AS order_id, o.number, o.customer_id, o.site_id, o.priority, o.issue_date, l.lines, l.qty
    FROM salesorder o LEFT JOIN LATERAL (
      SELECT count(DISTINCT k.line_id)::int AS lines, sum(qty_ready(p) - packed.qty) AS qty
      FROM work k JOIN work p ON p.line_id = k.line_id AND p.part_id = k.part_id AND p.task_id = ${task.pick}
      CROSS JOIN LATERAL (SELECT coalesce(sum(qty), 0) AS qty FROM packline WHERE packline.work_id = k.id) packed
      WHERE k.order_id = o.id AND k.task_id = ${task.pack} AND CASE WHEN p.qty_done > packed.qty THEN qty_ready(p) > packed.qty END) l ON true
    WHERE ${readyTo('pack')})`,
  byKey: true,
  own: {
    lines: integer({ description: 'Number of lines with units to pack' }),
    qty: decimal({ description: 'Units to pack' }),
  },
});
