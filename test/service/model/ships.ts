import {
  assertWorkable,
  type Carton,
  type Details,
  neededUnits,
  type Order,
  type Pallet,
  refuseIf,
  type Ship,
  sum,
  type Work,
  type World,
  workableOf,
  worksOf,
} from './world.ts';

function mayBeShipped(orders: readonly Order[]): void {
  assertWorkable(orders);
  for (const order of orders) refuseIf(!order.required.includes('ship'));
}

export function createShip(world: World, listed: readonly Order[]): Ship {
  const ship = takeReady(world, workableOf(listed, 'ship'), null);
  refuseIf(ship === null);
  return ship!;
}

/** Returns the cartons with needed units, and orders without a pack step. */
function takeReady(world: World, orders: readonly Order[], details: Details | null): Ship | null {
  const packed = orders.filter((order) => order.required.includes('pack'));
  const cartons = [...world.cartons].filter(
    (carton) => carton.status === 'Closed' && carton.ship === null && holdsNeededUnits(world, carton, packed, details),
  );
  const unpacked = orders.filter((order) => {
    if (packed.includes(order) || [...world.ships].some((ship) => ship.status === 'Open' && ship.orders.has(order)))
      return false;
    return hasNeededUnits(order, details);
  });
  if (cartons.length + unpacked.length === 0) return null;
  const ship: Ship = { id: null, status: 'Open', orders: new Set(unpacked), pickedUp: new Map() };
  world.ships.add(ship);
  for (const carton of cartons) carton.ship = ship;
  return ship;
}

const holdsNeededUnits = (world: World, carton: Carton, orders: readonly Order[], details: Details | null): boolean =>
  world.works(orders).some((work) => work.cartons.has(carton) && neededUnits(work, details) > 0);

/** Returns whether needed units of an order without a pack step are picked and not shipped. */
const hasNeededUnits = (order: Order, details: Details | null): boolean =>
  worksOf(order).some((work) => neededUnits(work, details) > 0 && work.done.pick > work.done.ship);

export function finishShip(world: World, ship: Ship, details: Details | null = null): void {
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
    const unshipped = Math.min(work.done.pick - work.done.ship, neededUnits(work, details));
    if (ship.orders.has(work.order) && unshipped > 0) done.push([work, unshipped]);
  }
  world.book('ship', done);
  world.readyCartons(cartons);
  world.readyOrders([...ship.orders]);
}

export function performShip(world: World, orders: readonly Order[], details: Details | null): Ship {
  mayBeShipped(orders);
  const named = (order: Order) =>
    orders.includes(order) && (details === null || order.lines.some((line) => details.has(line)));
  const openShips = [...world.ships].filter(
    (ship) =>
      ship.status === 'Open' &&
      ([...ship.orders].some(named) ||
        world.cartonsOn(ship).some((carton) => holdsNeededUnits(world, carton, orders, details))),
  );
  const own = openShips.filter((ship) => world.ordersOfShip(ship).every((order) => orders.includes(order)));
  const goneOnWith = details === null ? own : splitFromOpenShips(world, own, details);
  const made = takeReady(world, orders, details);
  const ships = [...goneOnWith, ...(made ? [made] : [])];
  refuseIf(ships.length === 0);
  for (const ship of ships) finishShip(world, ship, details);
  return ships.at(-1)!;
}

/**
 * Takes cartons with needed units off open ships. Cartons on a pallet stay.
 * @returns the unchanged ships, which need everything on them
 */
function splitFromOpenShips(world: World, openShips: readonly Ship[], details: Details): Ship[] {
  return openShips.filter((ship) => {
    const cartons = world.cartonsOn(ship);
    const neededCartons = cartons.filter((carton) => holdsNeededUnits(world, carton, world.orders, details));
    const neededOrders = [...ship.orders].filter((order) => hasNeededUnits(order, details));
    const count = neededCartons.length + neededOrders.length;
    if (count > 0 && count === cartons.length + ship.orders.size) return true;
    for (const carton of neededCartons) if (!carton.pallet) carton.ship = null;
    for (const order of neededOrders) ship.orders.delete(order);
    return false;
  });
}

export function putOnPallet(world: World, ship: Ship, cartons: readonly Carton[]): Pallet {
  refuseIf(ship.status !== 'Open');
  const pallet: Pallet = { id: null, ship };
  addToPallet(world, pallet, cartons);
  world.pallets.add(pallet);
  return pallet;
}

export function addToPallet(world: World, pallet: Pallet, cartons: readonly Carton[]): Pallet {
  const { ship } = pallet;
  refuseIf(ship.status !== 'Open');
  refuseIf(
    cartons.some((carton) => carton.ship !== ship),
    422,
  );
  for (const carton of cartons) carton.pallet = pallet;
  for (const other of world.pallets) {
    if (other.ship === ship && ![...world.cartons].some((carton) => carton.pallet === other))
      world.pallets.delete(other);
  }
  return pallet;
}

export function deletePallet(world: World, pallet: Pallet): void {
  refuseIf(pallet.ship.status !== 'Open');
  takeApart(world, pallet);
}

function takeApart(world: World, pallet: Pallet): void {
  for (const carton of world.cartons) if (carton.pallet === pallet) carton.pallet = null;
  world.pallets.delete(pallet);
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
  for (const pallet of world.pallets) if (pallet.ship === ship) takeApart(world, pallet);
  world.ships.delete(ship);
}
