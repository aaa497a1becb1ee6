import { decimal, id, integer, reference, timestamp } from '../../../records/field.ts';
import { many } from '../../../records/relation.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';
import { task } from '../../platform/states/kinds.ts';
import { cartonStates } from '../../platform/states/states.ts';
import { putBackField } from '../work/put-back/resource.ts';
import { openOrdersOf, readyTo, workListFields } from '../work/resource.ts';

/** Pairs of an order and a ship. An order is on a ship with its cartons, or as a whole if it has no pack step. */
export const ordersOfShips = `(SELECT shipline.order_id, shipline.ship_id FROM shipline WHERE shipline.order_id IS NOT NULL
  UNION
  SELECT reservation.order_id, shipline.ship_id FROM shipline
  JOIN carton ON carton.id = shipline.carton_id
  JOIN inventory ON inventory.location_id = carton.location_id
  JOIN reservation ON reservation.inventory_id = inventory.id)`;

export const ship = resource('ship', {
  description: 'A list of cartons that leave together, or of picked orders without a pack step',
  counted: true,
  fields: workListFields('shipstatus', { put_back: putBackField('ship') }),
  relations: {
    lines: many('shipline', { on: 'ship_id' }),
    pallets: many('pallet', { on: 'ship_id' }),
    cartons: many('carton', {
      through: { table: 'shipline', from: 'ship_id', to: 'carton_id', repeats: true },
    }),
    notes: many('ordernote', {
      through: { table: ordersOfShips, from: 'ship_id', to: 'order_id' },
    }),
  },
});

export const shipline = resource('shipline', {
  description: 'A carton on a ship, or the picked units of an order without a pack step',
  counted: true,
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
    number: integer({ description: 'Number within the ship, from 1' }),
    created_at: timestamp(),
  },
  relations: { cartons: many('carton', { on: 'pallet_id' }) },
});

/** Orders with units that can be shipped now, by priority and time of issue: rows of `GET /shiplinebyorder`. */
export const shiplinebyorder = openOrdersOf('shiplinebyorder', {
  description: 'An order with closed cartons, or with picked units without a pack step, that are on no ship',
  table: `(
    SELECT o.id, o.id AS order_id, o.number, o.customer_id, o.site_id, o.carrier_id, o.priority, o.issue_date, c.cartons, u.qty
    FROM salesorder o
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS cartons
      FROM (SELECT DISTINCT i.location_id FROM reservation r JOIN inventory i ON i.id = r.inventory_id
        WHERE r.order_id = o.id AND r.closed_at IS NULL) i
      JOIN carton c ON c.location_id = i.location_id
      WHERE c.status_id = ${cartonStates.id.Closed} AND NOT EXISTS (SELECT 1 FROM shipline l WHERE l.carton_id = c.id)) c ON true
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(w.ready - w.shipped), 0) AS qty
      FROM (
        SELECT coalesce(max(k.qty_done) FILTER (WHERE k.task_id = ${task.pack}), max(qty_ready(k)) FILTER (WHERE k.task_id = ${task.pick})) AS ready,
          max(k.qty_done) FILTER (WHERE k.task_id = ${task.ship}) AS shipped
        FROM work k WHERE k.order_id = o.id GROUP BY k.line_id, k.part_id) w
      WHERE w.ready > w.shipped) u ON true
    WHERE ${readyTo('ship')})`,
  byKey: true,
  own: {
    carrier_id: reference('carrier', { nullable: true, indexed: false }),
    cartons: integer({ description: 'Closed cartons on no ship; 0 where the order has no pack step' }),
    qty: decimal({ description: 'Units that are packed and not shipped; without a pack step, picked and not shipped' }),
  },
});
