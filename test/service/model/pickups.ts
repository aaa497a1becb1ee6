import {
  assertWorkable,
  type Details,
  finishedBefore,
  neededUnits,
  type Order,
  type Pickupline,
  refuseIf,
  sum,
  takeUnits,
  type Work,
  type World,
  worksOf,
} from './world.ts';

/** @param details of orders without a pack step, only these quantities; cartons are taken as a whole */
export function pickUp(world: World, lines: readonly Pickupline[], details: Details | null = null): void {
  refuseIf(lines.some((line) => line.done));
  const orders = [...new Set(lines.flatMap((line) => [...line.orders]))];
  assertWorkable(orders);
  const done: [Work, number][] = [];
  for (const { of } of lines) {
    for (const work of world.works()) {
      if (work.order === of) {
        const qty = Math.min(finishedBefore(work) - work.done.pickup, neededUnits(work, details));
        if (qty > 0) done.push([work, qty]);
      } else if (!('lines' in of) && work.cartons.has(of)) done.push([work, sum(work.cartons.get(of)!.values())]);
    }
  }
  const services = lines.some(({ of }) => 'lines' in of && worksOf(of).length === 0);
  refuseIf(details !== null && done.length === 0 && !services);
  for (const [work, qty] of done) if (lines.some(({ of }) => of === work.order)) takeUnits(work.moving, qty);
  for (const { of } of lines) {
    if (!('lines' in of)) of.status = 'Locked';
    else for (const ship of world.ships) if (ship.status === 'Finished' && ship.orders.has(of)) ship.pickedUp.add(of);
  }
  for (const line of lines) line.done = true;
  world.book('pickup', done, orders);
  // The units that were left out are still ready.
  if (details) world.readyOrders(orders.filter((order) => lines.some(({ of }) => of === order)));
}

/** Returns everything that is ready for a carrier and has no order on hold. A carton has the one carrier of its orders. */
export function pickUpBy(world: World, carrier: number): void {
  const lines = [...world.pickuplines].filter(({ done, orders }) => {
    const named = new Set([...orders].flatMap((order) => order.carrier.id ?? []));
    return !done && named.size === 1 && named.has(carrier) && ![...orders].some((order) => order.held);
  });
  refuseIf(lines.length === 0);
  pickUp(world, lines);
}

export function performPickup(world: World, orders: readonly Order[], details: Details | null): void {
  assertWorkable(orders);
  const named = ({ of }: Pickupline) =>
    details === null ||
    ('lines' in of
      ? of.lines.some((line) => details.has(line))
      : world.works().some((work) => work.cartons.has(of) && neededUnits(work, details) > 0));
  const lines = [...world.pickuplines].filter(
    (line) => !line.done && orders.some((order) => line.orders.has(order)) && named(line),
  );
  refuseIf(lines.length === 0);
  pickUp(world, lines, details);
}
