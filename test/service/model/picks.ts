import {
  add,
  addUnits,
  assertWorkable,
  claim,
  type Details,
  isOpen,
  neededUnits,
  newPickline,
  type Order,
  offShelf,
  type Part,
  type Pick,
  type Pickline,
  type Row,
  refuseIf,
  sum,
  type Units,
  type Work,
  type World,
  workableOf,
  worksOf,
} from './world.ts';

/** @param parts only lines that are picked or were ordered as these parts */
export function createPick(world: World, orders: readonly Order[], parts?: readonly Part[]): Pick {
  const works = world
    .works(workableOf(orders, 'pick'))
    .filter((work) => !parts || parts.includes(work.part) || parts.includes(work.line.part));
  const [pick] = takePicklines(world, works, [], null);
  refuseIf(pick === undefined);
  return pick!;
}

/**
 * Puts lines on no pick onto a new one, and lines of open picks if those are not enough. Committed lines are taken as a whole or
 * stay. An open pick whose lines are all needed stays unchanged.
 * @returns the unchanged picks, and the new one last
 */
function takePicklines(
  world: World,
  works: readonly Work[],
  openPicks: readonly Pick[],
  details: Details | null,
): Pick[] {
  const wanted = works.flatMap((work) => wantedOf(work, openPicks, neededUnits(work, details)));
  const whole = openPicks.filter(
    (pick) =>
      sum(wanted.filter(({ line }) => line.pick === pick).map(({ qty }) => qty)) ===
      sum(world.works().flatMap((work) => work.picklines.filter((line) => line.pick === pick).map(({ qty }) => qty))),
  );
  const moving = wanted.filter(({ line }) => line.pick === null || !whole.includes(line.pick));
  if (moving.length === 0) return whole;
  const pick: Pick = { id: null, status: 'Open' };
  world.picks.add(pick);
  for (const { work, line, qty } of moving) {
    const rest = line.qty - qty;
    if (rest > 0 && line.pick !== null) {
      // The open pick keeps its line, because the picker knows it.
      work.picklines.push({ ...newPickline(line.location, qty), pick });
      line.qty = rest;
    } else {
      if (rest > 0) work.picklines.push(newPickline(line.location, rest));
      Object.assign(line, { pick, qty });
    }
  }
  return [...whole, pick];
}

function wantedOf(work: Work, openPicks: readonly Pick[], most: number): { work: Work; line: Pickline; qty: number }[] {
  const open = work.picklines.filter((line) => line.pick === null || openPicks.includes(line.pick));
  const disturbs = (line: Pickline) => Number(line.pick !== null) + Number(line.committed);
  open.sort((a, b) => disturbs(a) - disturbs(b) || a.id! - b.id!);
  let before = 0;
  return open.flatMap((line) => {
    const left = most - before;
    before += line.qty;
    const qty = line.committed && left < line.qty ? 0 : Math.min(line.qty, left);
    return qty > 0 ? [{ work, line, qty }] : [];
  });
}

/** Makes one pick of all units to pick. Orders that refuse work are left out. */
export function createPickOf(world: World, orders: readonly Order[], parts?: readonly Part[]): Pick {
  return createPick(
    world,
    orders.filter((order) => isOpen(order) && !order.held),
    parts,
  );
}

export interface Commit {
  qty?: number;
  location?: number;
  lots?: Units;
  /** Whether the rest stays on the pick. */
  keepRest?: boolean;
}

export function commit(world: World, work: Work, line: Pickline, { qty, location, lots, keepRest }: Commit): void {
  const { pick } = line;
  refuseIf(pick === null);
  if (line.committed) {
    refuseIf(isOther(line, { qty, location, lots }));
    return;
  }
  const { part } = work;
  refuseIf(part.lots && !lots && (qty !== undefined || location !== undefined), 422);
  const total = lots ? sum(lots.values()) : (qty ?? line.qty);
  refuseIf(total > line.qty, 422);
  const home = line.location;
  const from = location ?? home;
  if (from !== home || lots) {
    takeInstead(world, work, home, from, total, lots);
    world.allocateBackorders([part]);
  }
  const units: Units = new Map();
  if (lots) for (const [lot, share] of lots) addUnits(units, offShelf(work, from, share, lot));
  else addUnits(units, offShelf(work, from, total));
  addUnits(work.moving, units);
  if (total < line.qty)
    work.picklines.push({ ...newPickline(home, line.qty - total), pick: keepRest ? line.pick : null });
  Object.assign(line, { qty: total, committed: true, location: from, lots: units });
  const isOpen = world.works().some((other) => other.picklines.some((one) => one.pick === pick && !one.committed));
  if (!isOpen) finishPicks(world, [pick!], world.ordersOfPick(pick!));
}

/** The same commit again changes nothing; another one is refused. */
const isOther = (line: Pickline, { qty, location, lots }: Commit): boolean =>
  (qty !== undefined && qty !== line.qty) ||
  (location !== undefined && location !== line.location) ||
  (lots !== undefined &&
    (lots.size !== line.lots.size || [...lots].some(([lot, share]) => line.lots.get(lot) !== share)));

/**
 * Changes the reservation to the units that a person really takes: another location or other lots. Orders that have those lots
 * reserved get others instead.
 */
function takeInstead(world: World, work: Work, home: number, from: number, total: number, lots?: Units): void {
  const rows = world.offered(work.part, from);
  const own = (row: Row) => work.reserved.get(row) ?? 0;
  const held = sum(rows.map(own));
  const free = (row: Row) => row.qty - row.committed;
  if (lots)
    for (const [lot, share] of lots) refuseIf(sum(rows.filter((row) => row.lot === lot).map((row) => row.qty)) < share);
  refuseIf(from !== home && sum(rows.map(free)) < total);
  if (from !== home) letGoOf(work, home, total);
  for (const row of rows) claim(work, row, -own(row));
  const take = (taker: Work, qty: number, lot?: string) => {
    for (const row of rows.filter((one) => lot === undefined || one.lot === lot)) {
      const share = Math.min(qty, free(row));
      if (share > 0) claim(taker, row, share);
      qty -= share;
    }
  };
  const gaveWay: [Work, number][] = [];
  for (const [lot, share] of lots ?? []) {
    for (const row of rows.filter((one) => one.lot === lot))
      gaveWay.push(...takeFromOthers(world, work, row, share - free(row)));
    take(work, share, lot);
  }
  if (!lots) take(work, total);
  for (const [other, qty] of gaveWay) take(other, qty);
  take(work, from === home ? held - total : held);
}

/** The order that would be served last gives its units up first. */
function takeFromOthers(world: World, work: Work, row: Row, qty: number): [Work, number][] {
  const others = world.works().filter((other) => other !== work && (other.reserved.get(row) ?? 0) > 0);
  others.sort((a, b) => b.order.priority - a.order.priority || b.line.id - a.line.id);
  const units = others.map((other): [Work, number] => {
    const share = Math.max(0, Math.min(qty, other.reserved.get(row)!));
    qty -= share;
    if (share > 0) claim(other, row, -share);
    return [other, share];
  });
  return units.filter(([, share]) => share > 0).sort(([a], [b]) => b.line.id - a.line.id);
}

function letGoOf(work: Work, location: number, qty: number): void {
  for (const [row, own] of [...work.reserved].filter(([row]) => row.location === location)) {
    const share = Math.min(own, qty);
    if (share > 0) claim(work, row, -share);
    qty -= share;
  }
}

export function finishPick(world: World, pick: Pick): void {
  if (pick.status === 'Finished') return;
  refuseIf(pick.status === 'Void');
  finishPicks(world, [pick], world.ordersOfPick(pick));
}

export function finishPicks(world: World, picks: readonly Pick[], orders: readonly Order[]): void {
  const done: [Work, number][] = [];
  for (const work of world.works()) {
    for (const line of work.picklines) {
      if (line.pick === null || !picks.includes(line.pick)) continue;
      if (line.committed) {
        line.finished = true;
        done.push([work, line.qty]);
      } else line.pick = null;
    }
  }
  for (const pick of picks) pick.status = 'Finished';
  world.book('pick', done);
  const picked = orders.filter((order) => done.some(([work]) => work.order === order));
  world.readyOrders(picked.filter(({ required }) => !required.includes('pack') && !required.includes('ship')));
}

export function performPick(world: World, orders: readonly Order[], details: Details | null, partial: boolean): Pick {
  assertWorkable(orders);
  const works = world.works(orders).filter((work) => neededUnits(work, details) > 0);
  const openPicks = [...world.picks].filter(
    (pick) => pick.status === 'Open' && works.some((work) => work.picklines.some((line) => line.pick === pick)),
  );
  const own = openPicks.filter((pick) => world.ordersOfPick(pick).every((order) => orders.includes(order)));
  const tooShort = (work: Work) => neededUnits(work, details) > work.qty - work.done.pick - work.short;
  refuseIf(!partial && works.some((work) => work.short > 0 && tooShort(work)));
  const picks = takePicklines(world, works, own, details);
  refuseIf(picks.length === 0);
  for (const work of world.works(orders)) {
    for (const line of work.picklines) {
      if (line.pick === null || !picks.includes(line.pick) || line.committed) continue;
      line.lots = offShelf(work, line.location, line.qty);
      line.committed = true;
      addUnits(work.moving, line.lots);
    }
  }
  finishPicks(world, picks, orders);
  return picks.at(-1)!;
}

/** Moves committed units back to where they were taken from. They stay reserved for their lines. */
function bringBack(world: World, lines: readonly { work: Work; line: Pickline }[]): void {
  // Its lots must still be there: a pack may have taken them in place of the lots of another pick.
  for (const work of new Set(lines.map((one) => one.work))) {
    const back: Units = new Map();
    for (const { line } of lines.filter((one) => one.work === work)) addUnits(back, line.lots);
    for (const [lot, qty] of back) refuseIf((work.moving.get(lot) ?? 0) < qty);
  }
  for (const { work, line } of lines) {
    for (const [lot, qty] of line.lots) {
      add(work.moving, lot, -qty);
      const row = world.rowOf(work.part, line.location, lot);
      row.qty += qty;
      claim(work, row, qty);
    }
    Object.assign(line, { committed: false, lots: new Map() });
  }
}

export function uncommit(world: World, work: Work, line: Pickline): void {
  if (!line.committed) return;
  const pick = line.pick!;
  if (!line.finished) {
    bringBack(world, [{ work, line }]);
    return;
  }
  const lines = linesOf(world, pick);
  refuseIfUsed(world, lines);
  bringBack(world, [{ work, line }]);
  pick.status = 'Open';
  undoPick(world, world.ordersOfPick(pick), lines);
}

const linesOf = (world: World, pick: Pick) =>
  world.works().flatMap((work) => work.picklines.filter((line) => line.pick === pick).map((line) => ({ work, line })));

/** A later step needs the units of a finished pick, if the other picks brought too few. */
function refuseIfUsed(world: World, lines: readonly { work: Work; line: Pickline }[]): void {
  for (const work of new Set(lines.map((one) => one.work))) {
    const own = sum(lines.filter((one) => one.work === work && one.line.finished).map((one) => one.line.qty));
    const left = work.done.pick - own;
    const { required } = work.order;
    refuseIf(required.some((step) => step !== 'pick' && work.done[step] > left));
    refuseIf(required.includes('pack') && sum(work.packlines.values()) > left);
    refuseIf(
      required.includes('ship') &&
        [...world.ships].some((ship) => ship.status === 'Open' && ship.orders.has(work.order)),
    );
  }
}

/** Undoes the work of a finished pick. */
function undoPick(world: World, orders: readonly Order[], lines: readonly { work: Work; line: Pickline }[]): void {
  const undone = lines.flatMap(({ work, line }) => (line.finished ? [[work, -line.qty] as const] : []));
  for (const { line } of lines) line.finished = false;
  world.book('pick', undone, orders);
  for (const order of orders) {
    const works = worksOf(order);
    const all = (step: 'pick' | 'pickup') => sum(works.map((work) => work.done[step]));
    const ready = world.pickuplineOf(order);
    if (ready && all('pick') === all('pickup')) world.pickuplines.delete(ready);
  }
}

export function deletePick(world: World, pick: Pick): void {
  const lines = linesOf(world, pick);
  const orders = world.ordersOfPick(pick);
  const finished = pick.status === 'Finished';
  if (finished) refuseIfUsed(world, lines);
  bringBack(world, lines);
  if (finished) undoPick(world, orders, lines);
  for (const { line } of lines) Object.assign(line, { pick: null, finished: false });
  world.picks.delete(pick);
}
