import { decimal, integer, reference } from '../../../records/field.ts';
import { many } from '../../../records/relation.ts';
import { shipline as declaredLine, pallet as declaredPallet, ordersOfShips } from '../../../records/ship.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';
import { task } from '../../platform/states/kinds.ts';
import { cartonStates } from '../../platform/states/states.ts';
import { putBackField } from '../work/put-back/resource.ts';
import { openOrdersOf, readyTo, workListFields } from '../work/resource.ts';

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

export const shipline = resource(declaredLine);
export const pallet = resource(declaredPallet);

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
