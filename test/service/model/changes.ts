import {
  closeShort,
  dropCarton,
  makeWorks,
  mayBeReplanned,
  needsOf,
  replan,
  voidOrder,
  waitsForNobody,
} from './orders.ts';
import { finishPicks } from './picks.ts';
import {
  add,
  type Carton,
  claim,
  counter,
  type Line,
  loose,
  newLine,
  type Order,
  type Pack,
  type Part,
  type Pick,
  type Pickline,
  refuseIf,
  settleStatus,
  sum,
  type ToOrder,
  type Work,
  type World,
  worksOf,
} from './world.ts';

/** Changes of the lines of issued orders, as docs/interface.md defines them. */

/** Units of lines that are not to be delivered any more. */
type Canceled = ReadonlyMap<Line, number>;

/** Units of a work that are canceled, and where they are. */
interface CanceledUnits {
  readonly work: Work;
  readonly qty: number;
  readonly short: number;
  readonly unpicked: readonly { readonly line: Pickline; readonly qty: number }[];
  /** Without a carton they are loose, and lie with the pack. */
  readonly packed: readonly {
    readonly pack: Pack;
    readonly carton: Carton | null;
    readonly lot: string;
    readonly qty: number;
  }[];
  readonly picked: readonly { readonly line: Pickline; readonly lot: string; readonly qty: number }[];
}

/** Cancels units of a line. The answer is 404 for lines of other orders. */
export function cancelUnits(world: World, order: Order, line: Line, qty: number): void {
  refuseIf(!mayBeReplanned(order));
  refuseIf(!order.lines.includes(line), 404);
  const canceled = new Map([[line, qty]]);
  const units = unitsToCancel(world, order, canceled, []);
  if (units === null) end(world, order);
  else settle(world, order, cancel(world, order, canceled, units));
}

/** A line of the body of a change: a quantity or a price of a line, or a part that is to be added. */
export type WantedLine =
  | { readonly line: Line; readonly qty?: number; readonly price?: number }
  | { readonly line: null; readonly add: ToOrder };

/** Adds, raises, lowers and removes lines. @returns the new lines, whose ids the answer has */
export function changeLines(world: World, order: Order, wanted: readonly WantedLine[]): Line[] {
  refuseIf(!mayBeReplanned(order));
  const own = wanted.flatMap((one) => (one.line === null ? [] : [one]));
  refuseIf(
    own.some(({ line }) => !order.lines.includes(line)),
    404,
  );
  const added = wanted.flatMap((one) => (one.line === null ? [newLine(0, one.add)] : []));
  const more = new Map<Line, number>();
  const canceled = new Map<Line, number>();
  for (const { line, qty } of own) {
    const difference = qty === undefined ? 0 : qty - (line.qty - line.canceled);
    if (difference > 0) more.set(line, difference);
    if (difference < 0) canceled.set(line, -difference);
  }
  const grown = [...added, ...more.keys()];
  refuseIf(worksOf(order).length === 0 && grown.some(({ part }) => needsOf(part).size > 0));
  const units = unitsToCancel(world, order, canceled, grown);
  for (const { line, price } of own) if (price !== undefined) line.price = price;
  if (units === null) {
    end(world, order);
    return [];
  }
  for (const [line, qty] of [...more].sort(([a], [b]) => a.id - b.id)) raise(world, order, line, qty);
  order.lines.push(...added);
  for (const line of added) makeWorks(world, order, line);
  const wasInProgress = order.status === 'In Progress';
  const wasRequired = order.required;
  const loosened = cancel(world, order, canceled, units);
  replan(world, order);
  const parts = grown.flatMap(({ works }) => works.map(({ part }) => part));
  settle(world, order, { ...loosened, parts: [...loosened.parts, ...parts], wasInProgress, wasRequired });
  return added;
}

function raise(world: World, order: Order, line: Line, qty: number): void {
  line.qty += qty;
  if (line.works.length === 0) makeWorks(world, order, line);
  else {
    for (const work of line.works) {
      work.qty += qty * work.perUnit;
      work.short += qty * work.perUnit;
    }
  }
}

/** An order with nothing left to deliver is void, or closed short. */
function end(world: World, order: Order): void {
  if (worksOf(order).some((work) => work.done.pickup > 0)) closeShort(world, order);
  else voidOrder(world, order);
}

/**
 * Returns the units to cancel, the cheapest first: those that are short, then reserved ones, then those on a pick, then picked ones, then
 * packed ones. Null for an order that ends.
 * @param grown lines that get more units in the same call
 */
function unitsToCancel(
  world: World,
  order: Order,
  canceled: Canceled,
  grown: readonly Line[],
): readonly CanceledUnits[] | null {
  refuseIf(
    [...canceled].some(([line, qty]) => qty > line.qty - line.canceled - counter(line, 'pickup')),
    422,
  );
  const toCancel = (line: Line) => canceled.get(line) ?? 0;
  const open = (work: Work) => work.qty - work.done.pickup - toCancel(work.line) * work.perUnit;
  const hasGoods = ({ part }: Line) => needsOf(part).size > 0;
  const goods = worksOf(order).some((work) => open(work) > 0) || grown.some(hasGoods);
  const services =
    order.lines.some((line) => line.carriedAlong && line.qty - line.canceled > toCancel(line)) ||
    grown.some((line) => !hasGoods(line));
  if (!goods && !services) return null;
  refuseIf(!goods && worksOf(order).length > 0);
  const units = [...canceled].flatMap(([line, qty]) =>
    line.works.map((work) => unitsOf(world, work, qty * work.perUnit)),
  );
  refuseIf(keepsLabel(order, units));
  return units;
}

function unitsOf(world: World, work: Work, qty: number): CanceledUnits {
  const short = Math.min(qty, work.short);
  const waiting = work.picklines.filter(({ committed }) => !committed);
  waiting.sort((a, b) => Number(a.pick !== null) - Number(b.pick !== null) || b.id! - a.id!);
  const unpicked = shares(waiting, qty - short, (line) => line.qty).map(([line, share]) => ({ line, qty: share }));
  const left = qty - short - sum(unpicked.map((one) => one.qty));
  const picklines = work.picklines.filter(({ committed }) => committed);
  const later = work.order.required.filter((step) => step !== 'pick').map((step) => work.done[step]);
  const used = Math.max(sum(work.packlines.values()), ...later);
  const ships = [...world.ships].some(({ status, orders }) => status === 'Open' && orders.has(work.order));
  const free = ships ? 0 : sum(picklines.map((line) => line.qty)) - used;
  const inPacks = Math.max(left - free, 0);
  const packed = shares(unitsOnPacks(world, work), inPacks, (one) => one.qty).map(([one, share]) => ({
    ...one,
    qty: share,
  }));
  refuseIf(sum(packed.map((one) => one.qty)) < inPacks);
  const moving = new Map(work.moving);
  for (const { carton, lot, qty: share } of packed) if (carton) add(moving, lot, share);
  const picked = shares(unitsOfPicks(picklines, moving), left, (one) => one.qty).map(([one, share]) => ({
    ...one,
    qty: share,
  }));
  const finished = (lines: readonly { line: Pickline; qty: number }[]) =>
    sum(lines.flatMap((one) => (one.line.finished ? [one.qty] : [])));
  // A pack took other lots than the pick brought, so that the units are of an earlier pick.
  refuseIf(finished(picked) > finished(picklines.map((line) => ({ line, qty: line.qty }))) - used + inPacks);
  return { work, qty, short, unpicked, packed, picked };
}

/** Takes a quantity from the first of the elements on. */
function shares<T>(from: readonly T[], qty: number, has: (one: T) => number): [T, number][] {
  let left = qty;
  return from.flatMap((one): [T, number][] => {
    const share = Math.min(left, has(one));
    left -= share;
    return share > 0 ? [[one, share]] : [];
  });
}

/** Loose units come first, then those in open cartons, then those in closed ones. Shipped ones are not given up. */
function unitsOnPacks(world: World, work: Work): CanceledUnits['packed'] {
  const packs = [...work.packlines.keys()].sort((a, b) => a.id! - b.id!);
  const units = packs.flatMap((pack): CanceledUnits['packed'] => [
    { pack, carton: null, lot: '', qty: loose(work, pack) },
    ...world
      .cartonsOf(pack)
      .filter(({ status, ship }) => status !== 'Locked' && ship?.status !== 'Finished')
      .flatMap((carton) => [...(work.cartons.get(carton) ?? [])].map(([lot, qty]) => ({ pack, carton, lot, qty }))),
  ]);
  const isFinished = ({ status }: Pack) => Number(status === 'Finished');
  return units.sort((a, b) => isFinished(a.pack) - isFinished(b.pack) || (a.carton?.id ?? 0) - (b.carton?.id ?? 0));
}

/** Units of open picks come first, and then those of the last commits, as far as units of their lots are still there. */
function unitsOfPicks(
  picklines: readonly Pickline[],
  there: Map<string, number>,
): { line: Pickline; lot: string; qty: number }[] {
  const units = picklines.flatMap((line) => [...line.lots].map(([lot, qty]) => ({ line, lot, qty })));
  const movement = ({ line, lot }: { line: Pickline; lot: string }) => line.movements.get(lot)!;
  units.sort((a, b) => Number(a.line.finished) - Number(b.line.finished) || movement(b) - movement(a));
  return units.map(({ line, lot, qty }) => {
    const share = Math.min(qty, there.get(lot) ?? 0);
    add(there, lot, -share);
    return { line, lot, qty: share };
  });
}

/** Whether a person has labelled a closed carton that would have less of the order in it. */
function keepsLabel(order: Order, units: readonly CanceledUnits[]): boolean {
  const packed = units.flatMap((one) => one.packed);
  const inside = (carton: Carton) =>
    sum(worksOf(order).map((work) => sum((work.cartons.get(carton) ?? new Map()).values())));
  const taken = (carton: Carton) => sum(packed.filter((one) => one.carton === carton).map(({ qty }) => qty));
  return packed.some(({ carton }) => carton?.status === 'Closed' && carton.tracked && inside(carton) > taken(carton));
}

/** What follows from quantities that were changed. */
interface Loosened {
  readonly parts: readonly Part[];
  readonly picks: readonly Pick[];
  readonly neighbours: readonly Order[];
  readonly wasInProgress: boolean;
  readonly wasRequired: Order['required'];
}

function cancel(world: World, order: Order, canceled: Canceled, units: readonly CanceledUnits[]): Loosened {
  const wasInProgress = order.status === 'In Progress';
  const picks = [
    ...new Set(
      units.flatMap(({ unpicked, picked }) => [...unpicked, ...picked].flatMap(({ line }) => line.pick ?? [])),
    ),
  ];
  const neighbours = picks.flatMap((pick) => world.ordersOfPick(pick));
  for (const one of units) leavePicklines(one);
  for (const one of units) leavePacks(one);
  leaveCartons(world, order, units);
  for (const [line, qty] of canceled) line.canceled += qty;
  for (const one of units) putBack(world, one);
  const works = worksOf(order);
  const all = (step: 'pick' | 'pickup') => sum(works.map((work) => work.done[step]));
  if (works.length > 0 && all('pick') === all('pickup'))
    for (const one of world.pickuplines) if (one.of === order && !one.done) world.pickuplines.delete(one);
  for (const { work, qty } of units) {
    work.qty -= qty;
    if (work.qty === 0) work.line.works = work.line.works.filter((one) => one !== work);
  }
  if (worksOf(order).length > 0) settleStatus(order);
  return { parts: units.map(({ work }) => work.part), picks, neighbours, wasInProgress, wasRequired: order.required };
}

/** Frees the stock of units that nobody picked. Of lots, those that expire last. */
function leavePicklines({ work, short, unpicked }: CanceledUnits): void {
  work.short -= short;
  for (const { line, qty } of unpicked) {
    line.qty -= qty;
    const rows = [...work.reserved.keys()].filter(({ location }) => location === line.location);
    rows.sort((a, b) => (a.lot < b.lot ? 1 : -1));
    for (const [row, share] of shares(rows, qty, (one) => work.reserved.get(one)!)) claim(work, row, -share);
  }
  work.picklines = work.picklines.filter(({ qty }) => qty > 0);
}

function leavePacks({ work, packed }: CanceledUnits): void {
  for (const { pack, carton, lot, qty } of packed) {
    add(work.packlines, pack, -qty);
    if (pack.status === 'Finished' && work.order.required.includes('pack')) work.done.pack -= qty;
    if (!carton) continue;
    const inside = work.cartons.get(carton)!;
    add(inside, lot, -qty);
    if (inside.size === 0) work.cartons.delete(carton);
    add(work.moving, lot, qty);
  }
}

/** Voids packs without lines, and deletes their cartons and closed ones without units. */
function leaveCartons(world: World, order: Order, units: readonly CanceledUnits[]): void {
  const packed = units.flatMap((one) => one.packed);
  const packs = [...new Set(packed.map(({ pack }) => pack))];
  const cartons = [...new Set(packed.flatMap(({ carton }) => carton ?? []))];
  const voided = packs.filter((pack) => world.ordersOfPack(pack).length === 0);
  for (const pack of voided) pack.status = 'Void';
  for (const carton of [...world.cartons]) {
    const isEmptied = cartons.includes(carton) && carton.status === 'Closed' && world.ordersIn(carton).length === 0;
    if (isEmptied || (voided.includes(carton.pack) && /Open|Closed/.test(carton.status))) dropCarton(world, carton);
  }
  for (const one of world.pickuplines)
    if (!one.done && cartons.some((carton) => carton === one.of && !world.ordersIn(carton).includes(order)))
      one.orders.delete(order);
  world.readyCartons(
    cartons.filter((carton) => world.cartons.has(carton) && carton.ship === null && waitsForNobody(world, carton)),
  );
}

/** Moves picked units back to where they were taken from, and frees them. */
function putBack(world: World, { work, picked }: CanceledUnits): void {
  for (const { line, lot, qty } of picked) {
    add(work.moving, lot, -qty);
    add(line.lots, lot, -qty);
    world.rowOf(work.part, line.location, lot).qty += qty;
    line.qty -= qty;
    if (line.finished) work.done.pick -= qty;
  }
  work.picklines = work.picklines.filter(({ qty }) => qty > 0);
}

function settle(world: World, order: Order, { parts, picks, neighbours, wasInProgress, wasRequired }: Loosened): void {
  world.allocateBackorders(parts);
  const lines = (pick: Pick) => world.works().flatMap((work) => work.picklines.filter((one) => one.pick === pick));
  for (const pick of picks) {
    if (lines(pick).length === 0) pick.status = 'Void';
    else if (pick.status === 'Open' && lines(pick).every((one) => one.committed))
      finishPicks(world, [pick], neighbours);
  }
  if (wasInProgress && !wasRequired.includes('pack') && !wasRequired.includes('ship')) world.readyOrders([order]);
}
