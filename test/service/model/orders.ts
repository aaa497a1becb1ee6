import {
  add,
  type Carrier,
  type Carton,
  claim,
  counter,
  firstPrice,
  inCartons,
  isOpen,
  type Line,
  type Order,
  type Part,
  refuseIf,
  type Step,
  sum,
  type ToOrder,
  takeUnits,
  type Work,
  type World,
  worksOf,
} from './world.ts';

/**
 * The calls on orders, as docs/interface.md defines them, in whole units and without statements and locks. A call refuses before
 * it changes anything.
 */

export function issue(world: World, order: Order): void {
  if (isOpen(order) || order.status === 'Fulfilled') return;
  refuseIf(order.status !== 'Draft');
  order.status = 'Issued';
  order.ruledOut = order.carrier.ruledOut;
  order.skipped = new Set();
  order.required = stepsWith(order.carrier, order);
  for (const line of order.lines) makeWorks(world, order, line);
  world.reserve(worksOf(order));
  if (worksOf(order).length === 0) world.readyOrders([order]);
}

/** Makes the work of the units of a line that are not canceled. */
export function makeWorks(world: World, order: Order, line: Line): void {
  const needs = needsOf(line.part);
  line.carriedAlong = needs.size === 0;
  line.works =
    line.qty === line.canceled
      ? []
      : [...needs]
          .sort(([a], [b]) => a.id - b.id)
          .map(([part, perUnit]) => newWork(order, line, { part, perUnit, made: ++world.worksMade }));
}

export function needsOf(part: Part): Map<Part, number> {
  const needs = new Map<Part, number>();
  explode(part, 1, needs);
  return needs;
}

const stepsWith = (carrier: Carrier, { ruledOut, skipped }: Pick<Order, 'ruledOut' | 'skipped'>): Step[] =>
  carrier.steps.filter((step) => !ruledOut.includes(step) && !skipped.has(step));

function explode(part: Part, qty: number, needs: Map<Part, number>): void {
  for (const component of part.components) {
    if (component.part === part) add(needs, part, qty);
    else explode(component.part, qty * component.qty, needs);
  }
}

function newWork(order: Order, line: Line, of: { part: Part; perUnit: number; made: number }): Work {
  const qty = (line.qty - line.canceled) * of.perUnit;
  const done = { pick: 0, pack: 0, ship: 0, pickup: 0 };
  const places = {
    reserved: new Map(),
    picklines: [],
    moving: new Map(),
    packlines: new Map(),
    cartons: new Map(),
    from: [],
  };
  return { order, line, ...of, qty, short: qty, done, ...places };
}

/** Returns the sum of the lines, less what is canceled. Only customers pay. */
export const totalOf = ({ kind, lines }: Order): number =>
  kind === 'sales' ? sum(lines.map(({ qty, canceled, price }) => (qty - canceled) * price)) : 0;

/** A create with the external id of the order changes nothing. It is refused if the order has become another one. */
export function createAgain({ sent, carrier, lines }: Order): void {
  const isSame =
    lines.length === sent.lines.length &&
    lines.every(
      ({ part, qty, price }, at) =>
        part === sent.lines[at]?.part && qty === sent.lines[at]?.qty && price === firstPrice,
    );
  refuseIf(!isSame || (sent.carrier.id !== null && sent.carrier !== carrier));
}

export function deleteDraft(world: World, order: Order): void {
  refuseIf(order.status !== 'Draft');
  world.orders.splice(world.orders.indexOf(order), 1);
}

export function unissue(world: World, order: Order): void {
  if (order.status === 'Draft') return;
  refuseIf(!isOpen(order) || worksOf(order).some((work) => work.done.pick > 0));
  giveBack(world, order);
  withdraw(world, order, false);
  for (const line of order.lines) line.works = [];
  order.status = 'Draft';
}

export function voidOrder(world: World, order: Order): void {
  if (order.status === 'Void') return;
  refuseIf(!isOpen(order) && order.status !== 'Draft');
  refuseIf(worksOf(order).some((work) => work.done.pickup > 0));
  giveBack(world, order);
  withdraw(world, order, false);
  for (const line of order.lines) Object.assign(line, { works: [], canceled: line.qty });
  order.status = 'Void';
}

export function closeShort(world: World, order: Order): void {
  if (order.status === 'Closed Short') return;
  refuseIf(!isOpen(order));
  giveBack(world, order);
  withdraw(world, order, true);
  for (const line of order.lines) {
    for (const work of line.works) {
      work.qty = work.done.pickup;
      for (const step of order.required) work.done[step] = work.done.pickup;
    }
    line.canceled = Math.round((line.qty - counter(line, 'pickup')) * 1e6) / 1e6;
  }
  order.status = 'Closed Short';
}

/** Moves all units of an order back to where its lines were picked last, and frees them for waiting orders. */
function giveBack(world: World, order: Order): void {
  for (const work of worksOf(order)) {
    const out = [
      work.moving,
      ...[...work.cartons].filter(([carton]) => carton.status !== 'Locked').map(([, units]) => units),
    ];
    for (const units of out) {
      for (const [lot, qty] of units) {
        const home = work.from.findLast((units) => units.lot === lot) ?? work.from.at(-1)!;
        world.rowOf(work.part, home.location, lot).qty += qty;
      }
    }
    work.moving = new Map();
    for (const carton of [...work.cartons.keys()]) if (carton.status !== 'Locked') work.cartons.delete(carton);
    for (const [row, qty] of [...work.reserved]) claim(work, row, -qty);
    work.short = 0;
  }
  world.allocateBackorders(worksOf(order).map((work) => work.part));
}

/** Takes an order off its picks, packs and ships, except for units that were picked up. Empty ones are voided or deleted. */
function withdraw(world: World, order: Order, keepPickedUp: boolean): void {
  const picks = [...world.picks].filter((pick) => world.ordersOfPick(pick).includes(order));
  const packs = [...world.packs].filter((pack) => world.ordersOfPack(pack).includes(order));
  for (const work of worksOf(order)) {
    let up = keepPickedUp ? work.done.pickup : 0;
    work.picklines.sort(
      (a, b) =>
        Number(b.finished) - Number(a.finished) || (a.pick?.id ?? Infinity) - (b.pick?.id ?? Infinity) || a.id! - b.id!,
    );
    for (const line of work.picklines) {
      if (line.qty > up) line.lots = takeUnits(new Map(line.lots), Math.min(up, sum(line.lots.values())));
      line.qty = Math.min(line.qty, up);
      up -= line.qty;
    }
    work.picklines = work.picklines.filter((line) => line.qty > 0);
    for (const pack of [...work.packlines.keys()]) {
      const locked = inCartons(work, pack);
      if (locked === 0) work.packlines.delete(pack);
      else work.packlines.set(pack, locked);
    }
  }
  for (const carton of world.cartons) {
    if (!packs.includes(carton.pack) || /Locked|Void/.test(carton.status) || world.ordersIn(carton).length > 0)
      continue;
    dropCarton(world, carton);
  }
  for (const line of world.pickuplines) {
    if (line.done) continue;
    line.orders.delete(order);
    if (line.of === order) world.pickuplines.delete(line);
  }
  // A ship with units that were picked up stays unchanged.
  for (const ship of world.ships) {
    if (!ship.orders.has(order) || ship.pickedUp.has(order)) continue;
    ship.orders.delete(order);
    if (world.ordersOfShip(ship).length === 0) ship.status = 'Void';
  }
  world.readyCartons(
    [...world.cartons].filter(
      (carton) => packs.includes(carton.pack) && carton.ship === null && waitsForNobody(world, carton),
    ),
  );
  for (const pick of picks) if (world.ordersOfPick(pick).length === 0) pick.status = 'Void';
  for (const pack of packs) if (world.ordersOfPack(pack).length === 0) pack.status = 'Void';
}

export function dropCarton(world: World, carton: Carton): void {
  world.cartons.delete(carton);
  for (const line of world.pickuplines) if (line.of === carton) world.pickuplines.delete(line);
  const { ship } = carton;
  if (ship && world.ordersOfShip(ship).length === 0 && world.cartonsOn(ship).length === 0) ship.status = 'Void';
}

export function hold(order: Order): void {
  refuseIf(!isOpen(order) && order.status !== 'Draft');
  order.held = true;
}

export function release(order: Order): void {
  order.held = false;
}

export function skip(world: World, order: Order, step: 'pack' | 'ship'): void {
  refuseIf(!isOpen(order));
  if (!order.required.includes(step)) return;
  refuseIf(isStepStarted(world, order, step));
  order.skipped.add(step);
  order.required = order.required.filter((required) => required !== step);
  readyWithout(world, order);
}

function isStepStarted(world: World, order: Order, step: 'pack' | 'ship'): boolean {
  const works = worksOf(order);
  if (works.some((work) => work.done[step] > 0)) return true;
  if (step === 'pack') return works.some((work) => work.packlines.size > 0);
  return [...world.ships].some((ship) => world.ordersOfShip(ship).includes(order));
}

/** Makes cartons ready for pickup that waited only for a skipped step. */
function readyWithout(world: World, order: Order): void {
  if (order.required.includes('ship')) return;
  if (!order.required.includes('pack')) {
    if (worksOf(order).some((work) => work.done.pick > 0)) world.readyOrders([order]);
    return;
  }
  world.readyCartons(
    [...world.cartons].filter((carton) => world.ordersIn(carton).includes(order) && waitsForNobody(world, carton)),
  );
}

/** Changes the carrier of an open order. Use orders have none. */
export function changeCarrier(world: World, order: Order, carrier: Carrier): void {
  refuseIf(order.kind === 'use', 404);
  refuseIf(!isOpen(order));
  if (order.carrier === carrier) return;
  const cartons = [...world.cartons].filter((carton) => world.ordersIn(carton).includes(order));
  refuseIf(cartons.some((carton) => carton.tracked && carton.status !== 'Locked'));
  order.carrier = carrier;
  changeSteps(world, order, stepsWith(carrier, order));
}

export const mayBeReplanned = isOpen;

/** Asks the rules again. What people decided stays. A plan that says the same is not pinned again. */
export function replan(world: World, order: Order): void {
  const { ruledOut } = order.carrier;
  const wanted = stepsWith(order.carrier, { ...order, ruledOut });
  if (wanted.length === order.required.length && wanted.every((step) => order.required.includes(step))) return;
  order.ruledOut = ruledOut;
  changeSteps(world, order, wanted);
}

/** Started steps stay, and steps that come too late stay skipped. */
function changeSteps(world: World, order: Order, wanted: readonly Step[]): void {
  const [added, dropped] = [
    (['pack', 'ship'] as const).filter(
      (step) => wanted.includes(step) && !order.required.includes(step) && canBeAdded(world, order, step),
    ),
    (['pack', 'ship'] as const).filter(
      (step) => !wanted.includes(step) && order.required.includes(step) && !isStepStarted(world, order, step),
    ),
  ];
  if (added.length > 0 && worksOf(order).length > 0) {
    for (const line of world.pickuplines) if (!line.done && line.orders.has(order)) world.pickuplines.delete(line);
  }
  order.required = (['pick', 'pack', 'ship', 'pickup'] as const).filter(
    (step) => !dropped.some((one) => one === step) && [...order.required, ...added].includes(step),
  );
  if (dropped.length > 0) readyWithout(world, order);
}

/** No unit of the order was picked up, and none is ready in a carton with another order. */
function canBeAdded(world: World, order: Order, step: 'pack' | 'ship'): boolean {
  if (step === 'pack' && isStepStarted(world, order, 'ship')) return false;
  return ![...world.pickuplines].some((line) => line.orders.has(order) && (line.done || line.orders.size > 1));
}

export const mayBeChanged = (order: Order): void => refuseIf(order.status !== 'Draft');

export function changeLine(order: Order, line: Line, changed: ToOrder): void {
  mayBeChanged(order);
  refuseIf(changed.qty < line.canceled, 422);
  Object.assign(line, changed, { price: firstPrice });
}

export function deleteLine(order: Order, line: Line): void {
  mayBeChanged(order);
  order.lines.splice(order.lines.indexOf(line), 1);
}

/** A closed carton without units to ship. */
export function waitsForNobody(world: World, carton: Carton): boolean {
  const toBeShipped = (order: Order) =>
    order.required.includes('ship') && worksOf(order).some((work) => work.done.ship < work.qty);
  return carton.status === 'Closed' && !world.ordersIn(carton).some(toBeShipped);
}
