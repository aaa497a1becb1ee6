import {
  add,
  addUnits,
  claim,
  isOpen,
  mayBeWorkedOn,
  newPickline,
  type Order,
  offShelf,
  type Part,
  type Pick,
  type Pickline,
  refuseIf,
  sum,
  type Units,
  type Work,
  type World,
  worksOf,
} from './model-world.ts';

const free = (line: Pickline) => line.pick === null;

/** @param parts only what is picked of these, or was ordered as these */
export function createPick(world: World, orders: readonly Order[], parts?: readonly Part[]): Pick {
  mayBeWorkedOn(orders);
  const pick = takePicklines(world, orders, parts);
  refuseIf(pick === null);
  return pick!;
}

function takePicklines(world: World, orders: readonly Order[], parts?: readonly Part[]): Pick | null {
  const works = world
    .works(orders)
    .filter((work) => !parts || parts.includes(work.part) || parts.includes(work.line.part));
  const lines = works.flatMap((work) => work.picklines.filter(free));
  if (lines.length === 0) return null;
  const pick: Pick = { id: null, status: 'Open' };
  world.picks.add(pick);
  for (const line of lines) line.pick = pick;
  return pick;
}

/** One pick of everything that can be picked there; orders that may not be worked on are left out. */
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
}

export function commit(world: World, work: Work, line: Pickline, { qty, location, lots }: Commit): void {
  refuseIf(line.pick === null);
  if (line.committed) return;
  const { part } = work;
  refuseIf(part.lots && !lots && (qty !== undefined || location !== undefined), 422);
  const total = lots ? sum(lots.values()) : (qty ?? line.qty);
  refuseIf(total > line.qty, 422);
  const home = line.location;
  const from = location ?? home;
  if (from !== home || lots) {
    takeInstead(world, work, home, from, total, lots);
    world.serveWaiting([part]);
  }
  const taken: Units = new Map();
  if (lots) for (const [lot, share] of lots) addUnits(taken, offShelf(work, from, share, lot));
  else addUnits(taken, offShelf(work, from, total));
  addUnits(work.moving, taken);
  if (total < line.qty) work.picklines.push(newPickline(home, line.qty - total));
  Object.assign(line, { qty: total, committed: true, location: from, lots: taken });
}

/** Reserves what a person really takes, another place or other lots, instead of what was reserved. */
function takeInstead(world: World, work: Work, home: number, from: number, total: number, lots?: Units): void {
  const rows = world.offered(work.part, from);
  const own = (row: Work['reserved'] extends Map<infer R, number> ? R : never) => work.reserved.get(row) ?? 0;
  const held = sum(rows.map(own));
  const room = (row: (typeof rows)[number]) => row.qty - row.committed + own(row);
  if (lots) for (const [lot, share] of lots) refuseIf(sum(rows.filter((row) => row.lot === lot).map(room)) < share);
  else refuseIf(sum(rows.map(room)) - held < total);
  if (from !== home) letGoOf(work, home, total);
  for (const row of rows) claim(work, row, -own(row));
  const take = (qty: number, lot?: string) => {
    for (const row of rows.filter((one) => lot === undefined || one.lot === lot)) {
      const share = Math.min(qty, row.qty - row.committed);
      if (share > 0) claim(work, row, share);
      qty -= share;
    }
  };
  if (lots) for (const [lot, share] of lots) take(share, lot);
  else take(total);
  take(from === home ? held - total : held);
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

function finishPicks(world: World, picks: readonly Pick[], orders: readonly Order[]): void {
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

export function performPick(world: World, orders: readonly Order[], partial: boolean): Pick {
  mayBeWorkedOn(orders);
  const begun = [...world.picks].filter(
    (pick) => pick.status === 'Open' && world.ordersOfPick(pick).some((o) => orders.includes(o)),
  );
  const own = begun.filter((pick) => world.ordersOfPick(pick).every((order) => orders.includes(order)));
  refuseIf(!partial && world.works(orders).some((work) => work.short > 0));
  const made = takePicklines(world, orders);
  const picks = [...own, ...(made ? [made] : [])];
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

export function deletePick(world: World, pick: Pick): void {
  const lines = world
    .works()
    .flatMap((work) => work.picklines.filter((line) => line.pick === pick).map((line) => ({ work, line })));
  const orders = world.ordersOfPick(pick);
  if (pick.status === 'Finished') {
    for (const work of new Set(lines.map((one) => one.work))) {
      const own = sum(lines.filter((one) => one.work === work).map((one) => one.line.qty));
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
  // Its very lots have to be there still: another pick's may have gone on in their place.
  for (const work of new Set(lines.map((one) => one.work))) {
    const back: Units = new Map();
    for (const { line } of lines.filter((one) => one.work === work)) addUnits(back, line.lots);
    for (const [lot, qty] of back) refuseIf((work.moving.get(lot) ?? 0) < qty);
  }
  const undone: [Work, number][] = [];
  for (const { work, line } of lines) {
    for (const [lot, qty] of line.lots) {
      add(work.moving, lot, -qty);
      const row = world.rowOf(work.part, line.location, lot);
      row.qty += qty;
      claim(work, row, qty);
    }
    if (line.finished) undone.push([work, -line.qty]);
    Object.assign(line, { pick: null, committed: false, finished: false, lots: new Map() });
  }
  if (pick.status === 'Finished') {
    world.book('pick', undone, orders);
    for (const order of orders) {
      const works = worksOf(order);
      const all = (step: 'pick' | 'pickup') => sum(works.map((work) => work.done[step]));
      const ready = world.pickuplineOf(order);
      if (ready && all('pick') === all('pickup')) world.pickuplines.delete(ready);
    }
  }
  world.picks.delete(pick);
}
