import {
  add,
  addUnits,
  assertWorkable,
  type Carton,
  cartonUnits,
  type Details,
  inCartons,
  loose,
  neededUnits,
  type Order,
  type Pack,
  type Part,
  refuseIf,
  sum,
  takeUnits,
  type Work,
  type World,
  workableOf,
} from './world.ts';

function mayBePacked(orders: readonly Order[]): void {
  assertWorkable(orders);
  for (const order of orders) refuseIf(!order.required.includes('pack'));
}

export function createPack(world: World, listed: readonly Order[], inCarton: boolean): Pack {
  const orders = workableOf(listed, 'pack');
  const pack = takePicked(world, orders, null, inCarton);
  refuseIf(pack === null);
  if (inCarton) {
    const carton = newCarton(world, pack!);
    for (const work of world.works(orders)) {
      const qty = work.packlines.get(pack!) ?? 0;
      if (qty > 0) addUnits(cartonUnits(work, carton), takeUnits(work.moving, qty));
    }
  }
  return pack!;
}

function takePicked(
  world: World,
  orders: readonly Order[],
  details: Details | null,
  startInCarton: boolean,
): Pack | null {
  const pack: Pack = { id: null, status: 'Open', startInCarton, choosing: false };
  for (const work of world.works(orders)) {
    const qty = Math.min(onNoPack(work), neededUnits(work, details));
    if (qty > 0) work.packlines.set(pack, qty);
  }
  if (world.ordersOfPack(pack).length === 0) return null;
  world.packs.add(pack);
  return pack;
}

const onNoPack = (work: Work): number => work.done.pick - sum(work.packlines.values());

/**
 * Takes units off open packs, as far as the task needs more than the units on no pack. Units in cartons stay. A pack whose units
 * are all needed stays unchanged.
 * @returns the unchanged packs
 */
function splitFromOpenPacks(world: World, openPacks: readonly Pack[], details: Details): Pack[] {
  const packs = [...openPacks].sort((a, b) => a.id! - b.id!);
  const on = (work: Work, pack: Pack) => work.packlines.get(pack) ?? 0;
  const shares = (most: (work: Work, pack: Pack) => number) => {
    const shareOfPack = new Map<Pack, Map<Work, number>>(packs.map((pack) => [pack, new Map()]));
    for (const work of world.works()) {
      let left = Math.max(0, neededUnits(work, details) - onNoPack(work));
      if (neededUnits(work, details) === 0) left = 0;
      for (const pack of packs) {
        const share = Math.min(left, most(work, pack));
        if (share > 0) shareOfPack.get(pack)!.set(work, share);
        left -= share;
      }
    }
    return shareOfPack;
  };
  const all = (pack: Pack) => sum(world.works().map((work) => on(work, pack)));
  const whole = (shareOfPack: ReturnType<typeof shares>) =>
    packs.filter((pack) => sum(shareOfPack.get(pack)!.values()) === all(pack));
  // In the order of the packs. Each can be taken with the contents of its cartons.
  const fitting = whole(shares(on));
  const shareOfPack = shares((work, pack) =>
    fitting.includes(pack) ? on(work, pack) : on(work, pack) - inCartons(work, pack),
  );
  const unchanged = whole(shareOfPack);
  for (const [pack, shareOf] of shareOfPack) {
    if (unchanged.includes(pack)) continue;
    for (const [work, share] of shareOf) add(work.packlines, pack, -share);
  }
  return unchanged;
}

function newCarton(world: World, pack: Pack): Carton {
  const carton: Carton = {
    id: null,
    location: null,
    pack,
    status: 'Open',
    ship: null,
    pallet: null,
    tracked: false,
  };
  world.cartons.add(carton);
  return carton;
}

export function createCarton(world: World, pack: Pack): Carton {
  refuseIf(pack.status !== 'Open');
  return newCarton(world, pack);
}

/** A tracking number can be set until the carton is locked. */
export function changeCarton(carton: Carton): void {
  refuseIf(carton.status === 'Locked' || carton.status === 'Void');
  carton.tracked = true;
}

export function deleteCarton(world: World, carton: Carton): void {
  refuseIf(carton.status !== 'Open');
  emptyCarton(world, carton);
  world.cartons.delete(carton);
}

function emptyCarton(world: World, carton: Carton): void {
  for (const work of world.works()) {
    addUnits(work.moving, work.cartons.get(carton) ?? new Map());
    work.cartons.delete(carton);
  }
}

export interface Move {
  /** The source: a carton. Without it, the moving location. */
  from?: Carton | undefined;
  order?: Order | undefined;
  part?: Part | undefined;
  /** Without it, all units. */
  qty?: number | undefined;
}

export function moveItem(world: World, target: Carton, { from, order, part, qty }: Move): void {
  const { pack } = target;
  refuseIf(pack.status !== 'Open');
  refuseIf(from === target, 422);
  const there = (work: Work) =>
    from === undefined
      ? loose(work, pack)
      : from.pack === pack
        ? sum((work.cartons.get(from) ?? new Map()).values())
        : 0;
  const ofOrder = world.works().filter((work) => there(work) > 0 && (!order || work.order === order));
  ofOrder.sort((a, b) => a.line.id - b.line.id || a.part.id - b.part.id);
  let chosen = ofOrder;
  let perUnit = 1;
  if (part) {
    chosen = ofOrder.filter((work) => work.part === part);
    const [meant] = part.components;
    if (chosen.length === 0 && meant && part.components.length === 1) {
      chosen = ofOrder.filter((work) => work.part === meant.part);
      perUnit = meant.qty;
    }
  }
  refuseIf(chosen.length === 0 || sum(chosen.map(there)) < (qty ?? 0) * perUnit);
  let open = qty === undefined ? Number.POSITIVE_INFINITY : qty * perUnit;
  for (const work of chosen) {
    const share = Math.min(open, there(work));
    if (share === 0) continue;
    open -= share;
    addUnits(cartonUnits(work, target), takeUnits(from ? work.cartons.get(from)! : work.moving, share));
    if (from && work.cartons.get(from)!.size === 0) work.cartons.delete(from);
  }
}

export function autopack(pack: Pack): void {
  refuseIf(pack.status !== 'Open' || pack.startInCarton);
  pack.choosing = true;
}

export function finishPack(world: World, pack: Pack): void {
  if (pack.status === 'Finished') return;
  refuseIf(pack.status === 'Void' || world.works().some((work) => loose(work, pack) > 0));
  closePack(world, pack);
}

function closePack(world: World, pack: Pack): void {
  pack.status = 'Finished';
  for (const carton of world.cartonsOf(pack)) {
    carton.status = world.ordersIn(carton).length === 0 ? 'Void' : 'Closed';
  }
  world.book(
    'pack',
    world.works().flatMap((work) => (work.packlines.has(pack) ? [[work, work.packlines.get(pack)!] as const] : [])),
  );
  readyUnshipped(world, pack);
}

/** Makes cartons ready for pickup that have no units of an order with a ship step. */
function readyUnshipped(world: World, pack: Pack): void {
  const shipped = (carton: Carton) => world.ordersIn(carton).some((order) => order.required.includes('ship'));
  world.readyCartons(world.cartonsOf(pack).filter((carton) => carton.status === 'Closed' && !shipped(carton)));
}

/** The service chooses the cartons: the packs are closed when the model knows them. */
export function performPack(world: World, orders: readonly Order[], details: Details | null): Pack {
  mayBePacked(orders);
  const works = world.works(orders).filter((work) => neededUnits(work, details) > 0);
  const openPacks = [...world.packs].filter(
    (pack) => pack.status === 'Open' && works.some((work) => work.packlines.has(pack)),
  );
  const own = openPacks.filter((pack) => world.ordersOfPack(pack).every((order) => orders.includes(order)));
  const unchanged = details === null ? own : splitFromOpenPacks(world, own, details);
  const made = takePicked(world, orders, details, false);
  const packs = [...unchanged, ...(made ? [made] : [])];
  refuseIf(packs.length === 0);
  for (const pack of packs) pack.choosing = true;
  world.closing.push(...packs);
  return packs.at(-1)!;
}

export const closePacks = (world: World, packs: readonly Pack[]): void => {
  for (const pack of packs) closePack(world, pack);
};

export function deletePack(world: World, pack: Pack): void {
  const cartons = world.cartonsOf(pack);
  refuseIf(cartons.some((carton) => carton.status === 'Locked' || carton.ship !== null));
  const orders = world.ordersOfPack(pack);
  for (const carton of cartons) {
    emptyCarton(world, carton);
    world.cartons.delete(carton);
    for (const line of world.pickuplines) if (line.of === carton) world.pickuplines.delete(line);
  }
  if (pack.status === 'Finished') {
    const packed = world.works(orders).filter((work) => work.packlines.has(pack));
    world.book(
      'pack',
      packed.map((work) => [work, -work.packlines.get(pack)!] as const),
      orders,
    );
  }
  for (const work of world.works(orders)) work.packlines.delete(pack);
  world.packs.delete(pack);
}
