import {
  type Carton,
  mayBeWorkedOn,
  type Order,
  refuseIf,
  type Ship,
  sum,
  type Work,
  type World,
  worksOf,
} from './model-world.ts';

function mayBeShipped(orders: readonly Order[]): void {
  mayBeWorkedOn(orders);
  for (const order of orders) refuseIf(!order.required.includes('ship'));
}

export function createShip(world: World, orders: readonly Order[]): Ship {
  mayBeShipped(orders);
  const ship = takeReady(world, orders);
  refuseIf(ship === null);
  return ship!;
}

function takeReady(world: World, orders: readonly Order[]): Ship | null {
  const packed = orders.filter((order) => order.required.includes('pack'));
  const cartons = [...world.cartons].filter(
    (carton) =>
      carton.status === 'Closed' && carton.ship === null && world.ordersIn(carton).some((o) => packed.includes(o)),
  );
  const unpacked = orders.filter((order) => {
    if (packed.includes(order) || [...world.ships].some((ship) => ship.status === 'Open' && ship.orders.has(order)))
      return false;
    return sum(worksOf(order).map((work) => work.done.pick - work.done.ship)) > 0;
  });
  if (cartons.length + unpacked.length === 0) return null;
  const ship: Ship = { id: null, status: 'Open', orders: new Set(unpacked), pickedUp: new Set() };
  world.ships.add(ship);
  for (const carton of cartons) carton.ship = ship;
  return ship;
}

export function finishShip(world: World, ship: Ship): void {
  if (ship.status === 'Finished') return;
  refuseIf(ship.status === 'Void');
  ship.status = 'Finished';
  const cartons = world.cartonsOn(ship);
  const done: [Work, number][] = [];
  for (const work of world.works()) {
    for (const carton of cartons) {
      const qty = sum((work.cartons.get(carton) ?? new Map()).values());
      if (qty > 0) done.push([work, qty]);
    }
    if (ship.orders.has(work.order) && work.done.pick > work.done.ship)
      done.push([work, work.done.pick - work.done.ship]);
  }
  world.book('ship', done);
  world.readyCartons(cartons);
  world.readyOrders([...ship.orders]);
}

export function performShip(world: World, orders: readonly Order[]): Ship {
  mayBeShipped(orders);
  const begun = [...world.ships].filter(
    (ship) => ship.status === 'Open' && world.ordersOfShip(ship).some((o) => orders.includes(o)),
  );
  const own = begun.filter((ship) => world.ordersOfShip(ship).every((order) => orders.includes(order)));
  const made = takeReady(world, orders);
  const ships = [...own, ...(made ? [made] : [])];
  refuseIf(ships.length === 0);
  for (const ship of ships) finishShip(world, ship);
  return ships.at(-1)!;
}

export function putOnPallet(ship: Ship, cartons: readonly Carton[]): void {
  refuseIf(ship.status !== 'Open');
  refuseIf(
    cartons.some((carton) => carton.ship !== ship),
    422,
  );
}

export function deleteShip(world: World, ship: Ship): void {
  const cartons = world.cartonsOn(ship);
  const orders = world.ordersOfShip(ship);
  if (ship.status === 'Finished') {
    refuseIf(cartons.some((carton) => carton.status === 'Locked'));
    for (const order of ship.orders) {
      refuseIf(ship.pickedUp.has(order));
      const waits = (other: Ship) =>
        other.status === 'Finished' && other.orders.has(order) && !other.pickedUp.has(order);
      refuseIf([...world.ships].some((other) => other !== ship && waits(other)));
    }
    const undone: [Work, number][] = [];
    for (const work of world.works()) {
      for (const carton of cartons) {
        const qty = sum((work.cartons.get(carton) ?? new Map()).values());
        if (qty > 0) undone.push([work, -qty]);
      }
      if (ship.orders.has(work.order)) undone.push([work, work.done.pickup - work.done.ship]);
    }
    world.book('ship', undone, orders);
    for (const line of world.pickuplines) {
      if (!line.done && [...cartons, ...ship.orders].includes(line.of)) world.pickuplines.delete(line);
    }
  }
  for (const carton of cartons) carton.ship = null;
  world.ships.delete(ship);
}
