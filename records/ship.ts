import { integer, reference, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

/** Pairs of an order and a ship. An order is on a ship with its cartons, or as a whole if it has no pack step. */
export const ordersOfShips = `(SELECT shipline.order_id, shipline.ship_id FROM shipline WHERE shipline.order_id IS NOT NULL
  UNION
  SELECT reservation.order_id, shipline.ship_id FROM shipline
  JOIN carton ON carton.id = shipline.carton_id
  JOIN inventory ON inventory.location_id = carton.location_id
  JOIN reservation ON reservation.inventory_id = inventory.id)`;

export const shipline = record(
  'shipline',
  'A carton on a ship, or the picked units of an order without a pack step',
  {
    ship_id: reference('ship'),
    carton_id: reference('carton', { nullable: true }),
    order_id: reference('salesorder', { relation: 'order', nullable: true, example: null }),
  },
  { counted: true },
);

export const pallet = record(
  'pallet',
  'A pallet of a ship with its cartons',
  {
    ship_id: reference('ship'),
    number: integer({ description: 'Number within the ship, from 1', example: 1 }),
    created_at: timestamp(),
  },
  { relations: { cartons: many('carton') } },
);
