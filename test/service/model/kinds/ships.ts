import { ids, isAt } from '../calls.ts';
import * as ships from '../ships.ts';
import { type Kinds, perform, performInPart } from './kind.ts';

export const shipsKinds: Kinds = {
  'ship by order': [
    4,
    (world, choose) => {
      const orders = choose.some(world.orders, isAt.ship);
      return orders.length === 0
        ? null
        : { path: '/shiplinebyorder', body: { order_id: ids(orders) }, does: () => ships.createShip(world, orders) };
    },
  ],
  'put cartons onto a pallet': [
    4,
    (world, choose) => {
      const hasCartons = (ship: object) => [...world.cartons].some((carton) => carton.ship === ship);
      const ship = choose.mostly(world.ships, (one) => one.status === 'Open' && hasCartons(one));
      const cartons = choose.some(world.cartons, (carton) => carton.ship === ship);
      if (!ship || cartons.length === 0) return null;
      return {
        path: `/ship/${ship.id}/pallet`,
        body: { carton_ids: ids(cartons) },
        does: () => ships.putOnPallet(world, ship, cartons),
      };
    },
  ],
  'put cartons onto a pallet that is there': [
    3,
    (world, choose) => {
      const pallet = choose.mostly(world.pallets, ({ ship }) => ship.status === 'Open');
      const cartons = pallet ? choose.some(world.cartons, (carton) => carton.ship === pallet.ship) : [];
      if (!pallet || cartons.length === 0) return null;
      return {
        path: `/ship/${pallet.ship.id}/pallet/${pallet.id}/load`,
        body: { carton_ids: ids(cartons) },
        does: () => ships.addToPallet(world, pallet, cartons),
      };
    },
  ],
  'take a pallet apart': [
    5,
    (world, choose) => {
      const pallet = choose.mostly(world.pallets, ({ ship }) => ship.status === 'Open');
      return (
        pallet && {
          method: 'DELETE',
          path: `/ship/${pallet.ship.id}/pallet/${pallet.id}`,
          does: () => ships.deletePallet(world, pallet),
        }
      );
    },
  ],
  'finish a ship': [
    5,
    (world, choose) => {
      const ship = choose.mostly(world.ships, ({ status }) => status === 'Open');
      return ship && { path: `/ship/${ship.id}/finish`, does: () => ships.finishShip(world, ship) };
    },
  ],
  'delete a ship': [
    2,
    (world, choose) => {
      const ship = choose.one([...world.ships]);
      return ship && { method: 'DELETE', path: `/ship/${ship.id}`, does: () => ships.deleteShip(world, ship) };
    },
  ],
  'perform ship': [2, perform('ship')],
  'perform ship in part': [2, performInPart('ship')],
};
