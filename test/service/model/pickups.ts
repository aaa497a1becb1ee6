import * as receipts from './receipts.ts';
import { claimed } from './returns.ts';
import {
  addUnits,
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
  const left = new Map<Pickupline, Pickupline['left']>(lines.map((line) => [line, []]));
  for (const line of lines) {
    const { of } = line;
    for (const work of world.works()) {
      if (work.order === of) {
        const qty = Math.min(finishedBefore(work) - work.done.pickup, neededUnits(work, details));
        if (qty > 0) left.get(line)!.push({ work, qty, units: new Map() });
      } else if (!('lines' in of) && work.cartons.has(of)) {
        left.get(line)!.push({ work, qty: sum(work.cartons.get(of)!.values()), units: new Map() });
      }
    }
    done.push(...left.get(line)!.map(({ work, qty }) => [work, qty] as [Work, number]));
  }
  const services = lines.some(({ of }) => 'lines' in of && worksOf(of).length === 0);
  refuseIf(details !== null && done.length === 0 && !services);
  for (const line of lines) {
    const { of } = line;
    for (const each of left.get(line)!) if (each.work.order === of) each.units = takeUnits(each.work.moving, each.qty);
    if (!('lines' in of)) of.status = 'Locked';
    else {
      for (const ship of world.ships) {
        if (ship.status === 'Finished' && ship.orders.has(of) && !ship.pickedUp.has(of)) ship.pickedUp.set(of, line);
      }
    }
    Object.assign(line, { done: true, pickup: null, left: left.get(line) });
  }
  world.book('pickup', done, orders);
  receipts.expectSent(world, lines, orders);
  // The units that were left out are still ready.
  if (details) world.readyOrders(orders.filter((order) => lines.some(({ of }) => of === order)));
}

/** Takes lines of a pickup back. */
export function undoPickup(world: World, lines: readonly Pickupline[]): void {
  const orders = [...new Set(lines.flatMap((line) => [...line.orders]))];
  refuseIf(orders.some((order) => !['In Progress', 'Fulfilled'].includes(order.status)));
  refuseIf(orders.some((order) => worksOf(order).length === 0));
  const departed = new Map<Work, number>();
  for (const { work, qty } of lines.flatMap(({ left }) => left))
    departed.set(work, (departed.get(work) ?? work.done.pickup) - qty);
  refuseIf([...departed].some(([work, qty]) => claimed(world, work) > qty));
  receipts.expectNoLonger(world, lines);
  for (const line of lines) {
    const { of, left } = line;
    for (const { work, units } of left) addUnits(work.moving, units);
    if ('lines' in of) {
      for (const ship of world.ships) if (ship.pickedUp.get(of) === line) ship.pickedUp.delete(of);
      if (world.pickuplineOf(of)) world.pickuplines.delete(line);
    } else of.status = 'Closed';
    Object.assign(line, { done: false, pickup: null, left: [] });
    world.book(
      'pickup',
      left.map(({ work, qty }) => [work, -qty] as const),
      orders,
    );
  }
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
