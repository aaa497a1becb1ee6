/** The refusal of a call by the model, with the status of the expected answer. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

export const refuseIf = (refused: boolean, status = 409): void => {
  if (refused) throw new Refused(status);
};

export type Step = 'pick' | 'pack' | 'ship' | 'pickup';
export type OrderStatus = 'Draft' | 'Issued' | 'In Progress' | 'Fulfilled' | 'Closed Short' | 'Void';
export type Status = 'Open' | 'Finished' | 'Void';

/** A part, and the units that are picked for one unit of it. A part without stock has none. */
export interface Part {
  readonly id: number;
  readonly lots: boolean;
  readonly components: readonly { part: Part; qty: number }[];
}

/** Stock of a part in storage: of one lot at one location. */
export interface Row {
  readonly part: Part;
  readonly location: number;
  readonly lot: string;
  qty: number;
  /** Units that belong to orders. */
  committed: number;
  /** When the oldest unit came in, as the service says: within one second the order is not predictable. */
  receivedAt: number;
}

/** Goods that are expected. */
export interface Receipt {
  id: number | null;
  status: 'Open' | 'Receiving' | 'Closed' | 'Canceled';
  lines: { readonly part: Part; qty: number; received: number }[];
  /** The lines of the pickup that sent the goods of a transfer order; null for goods of a supplier. */
  readonly sent: { readonly order: Order; readonly lines: readonly Pickupline[] } | null;
}

/** A count of some parts at some locations. */
export interface Count {
  id: number | null;
  status: 'Open' | 'Approved' | 'Canceled';
  readonly parts: readonly Part[];
  readonly locations: readonly number[];
  readonly lines: {
    readonly part: Part;
    readonly location: number;
    readonly lot: string;
    qty: number | null;
    /** The quantity on the shelf by the books when it was counted. */
    expected: number | null;
  }[];
}

/** Units by lot; '' for a part without lots. Lots expire in the order of their names. */
export type Units = Map<string, number>;

export interface Pickline {
  /** Known from the answer of the service. */
  id: number | null;
  pick: Pick | null;
  location: number;
  qty: number;
  committed: boolean;
  finished: boolean;
  lots: Units;
  /** The movement that brought each lot. Known from the service: units of later movements go back first. */
  movements: Map<string, number>;
}

export interface Pick {
  id: number | null;
  status: Status;
}

export interface Carton {
  id: number | null;
  location: number | null;
  readonly pack: Pack;
  status: 'Open' | 'Closed' | 'Locked' | 'Void';
  ship: Ship | null;
  pallet: Pallet | null;
  tracked: boolean;
}

export interface Pallet {
  id: number | null;
  readonly ship: Ship;
}

export interface Pack {
  id: number | null;
  status: Status;
  startInCarton: boolean;
  /** The service has put loose units into cartons that the model does not know yet. */
  choosing: boolean;
}

export interface Ship {
  id: number | null;
  status: Status;
  /** Orders without a pack step. */
  orders: Set<Order>;
  /** The orders that were picked up, each with its pickupline. */
  pickedUp: Map<Order, Pickupline>;
}

export interface Pickupline {
  id: number | null;
  readonly of: Carton | Order;
  orders: Set<Order>;
  done: boolean;
  /** Known from the answer of the service. */
  pickup: number | null;
  /** The units that left with the pickup from the moving location. */
  left: { work: Work; qty: number; units: Units }[];
}

/** Returned units of a work. */
export interface ReturnLine {
  /** Known from the answer of the service. */
  id: number | null;
  readonly work: Work;
  readonly requested: number;
  authorised: number;
  received: number;
  sentBack: number;
}

export interface Return {
  id: number | null;
  readonly order: Order;
  status: 'Requested' | 'Authorised' | 'Received' | 'Inspected' | 'Closed' | 'Canceled';
  readonly lines: ReturnLine[];
  /** Each is one unit. It is open until it has its outcome. */
  readonly units: { id: number | null; readonly line: ReturnLine; open: boolean }[];
}

/** Work on one part of an order line, from the shelf to the carrier. */
export interface Work {
  readonly order: Order;
  readonly line: Line;
  readonly part: Part;
  readonly perUnit: number;
  qty: number;
  short: number;
  /** Reserved in storage. */
  reserved: Map<Row, number>;
  picklines: Pickline[];
  /** At the moving location. */
  moving: Units;
  packlines: Map<Pack, number>;
  cartons: Map<Carton, Units>;
  done: Record<Step, number>;
  /** Where its units were picked from, in order. */
  from: { lot: string; location: number }[];
  /** Work that was made before is served before, among work of one second. */
  readonly made: number;
}

/** A quantity of a part on an order. */
export interface ToOrder {
  readonly part: Part;
  readonly qty: number;
}

export interface Line {
  id: number;
  part: Part;
  qty: number;
  price: number;
  canceled: number;
  /** Credited, because it came back. */
  returned: number;
  /** Has no stock: it is done with the other lines. */
  carriedAlong: boolean;
  works: Work[];
}

export interface Carrier {
  readonly id: number | null;
  /** The steps that its plugin requires. */
  readonly steps: readonly Step[];
  /** The steps that a rule skips at issue. */
  readonly ruledOut: readonly Step[];
}

export type Kind = 'sales' | 'transfer' | 'use';

export interface Order {
  readonly id: number;
  readonly kind: Kind;
  readonly postalCode: string;
  carrier: Carrier;
  readonly priority: number;
  readonly lines: Line[];
  status: OrderStatus;
  held: boolean;
  required: Step[];
  /** Skipped by rules, and by people: another carrier does not require it again. Only a new plan asks the rules again. */
  ruledOut: readonly Step[];
  skipped: Set<Step>;
  /** The second of its issue. Known from the service. */
  issuedAt: number;
  /** The body that made the order, and what a create with its external id compares. */
  readonly sent: { readonly body: object; readonly carrier: Carrier; readonly lines: readonly ToOrder[] };
}

/** The part of orders that a task is for: quantities of lines, or all units of them. */
export type Details = ReadonlyMap<Line, number | 'all'>;

/** Returns how many units of a work the task is for. */
export function neededUnits(work: Work, details: Details | null): number {
  const qty = details === null ? 'all' : (details.get(work.line) ?? 0);
  return qty === 'all' ? Number.POSITIVE_INFINITY : qty * work.perUnit;
}

/** A warehouse in memory: whole units, one call after the other. */
export class World {
  readonly parts: Part[] = [];
  readonly shelves: number[] = [];
  readonly rows: Row[] = [];
  readonly orders: Order[] = [];
  readonly receipts: Receipt[] = [];
  readonly counts: Count[] = [];
  readonly picks = new Set<Pick>();
  readonly packs = new Set<Pack>();
  readonly cartons = new Set<Carton>();
  readonly ships = new Set<Ship>();
  readonly pallets = new Set<Pallet>();
  readonly pickuplines = new Set<Pickupline>();
  readonly returns = new Set<Return>();
  /** Where returned units wait for their inspection, and where they stay in quarantine. No order gets them. */
  dock = 0;
  quarantine = 0;
  /** The shelf of the site that transfer orders send goods to. */
  branch = 0;
  /** Packs to close when the model knows the cartons that the service chose. */
  readonly closing: Pack[] = [];
  /** The number of works that were made. */
  worksMade = 0;

  works(orders: Iterable<Order> = this.orders): Work[] {
    return [...orders].flatMap((order) => worksOf(order));
  }
  ordersOfPick = (pick: Pick): Order[] =>
    this.#ordersWhere((work) => work.picklines.some((line) => line.pick === pick));
  ordersOfPack = (pack: Pack): Order[] => this.#ordersWhere((work) => work.packlines.has(pack));
  ordersIn = (carton: Carton): Order[] => this.#ordersWhere((work) => work.cartons.has(carton));
  cartonsOf = (pack: Pack): Carton[] => [...this.cartons].filter((carton) => carton.pack === pack);
  cartonsOn = (ship: Ship): Carton[] => [...this.cartons].filter((carton) => carton.ship === ship);
  ordersOfShip = (ship: Ship): Order[] => [
    ...new Set([...ship.orders, ...this.cartonsOn(ship).flatMap((carton) => this.ordersIn(carton))]),
  ];
  pickuplineOf = (of: Carton | Order): Pickupline | undefined =>
    [...this.pickuplines].find((line) => line.of === of && (!line.done || !('lines' in of)));

  #ordersWhere(holds: (work: Work) => boolean): Order[] {
    return this.orders.filter((order) => worksOf(order).some(holds));
  }

  rowOf(part: Part, location: number, lot: string): Row {
    const known = this.rows.find((row) => row.part === part && row.location === location && row.lot === lot);
    if (known) return known;
    const row = { part, location, lot, qty: 0, committed: 0, receivedAt: 0 };
    this.rows.push(row);
    return row;
  }

  /** Returns rows in the order of allocation: first to expire, then first in. */
  offered(part: Part, location?: number): Row[] {
    return this.rows
      .filter((row) => row.part === part && this.shelves.includes(row.location))
      .filter((row) => location === undefined || row.location === location)
      .map((row, at) => ({ row, at }))
      .sort((a, b) => byExpiry(a.row.lot, b.row.lot) || a.row.receivedAt - b.row.receivedAt || a.at - b.at)
      .map(({ row }) => row);
  }

  /** Reserves stock for short work in its order, and makes a pickline for each location. */
  reserve(works: readonly Work[]): void {
    for (const work of works) {
      const byPlace = new Map<number, number>();
      for (const row of this.offered(work.part)) {
        const qty = Math.min(work.short, row.qty - row.committed);
        if (qty === 0) continue;
        claim(work, row, qty);
        work.short -= qty;
        byPlace.set(row.location, (byPlace.get(row.location) ?? 0) + qty);
      }
      for (const [location, qty] of byPlace) work.picklines.push(newPickline(location, qty));
    }
  }

  /** Reserves free stock for waiting orders by priority, then by time of issue. */
  allocateBackorders(parts: readonly Part[]): void {
    const waiting = this.works().filter((work) => work.short > 0 && parts.includes(work.part));
    waiting.sort(
      (a, b) => a.order.priority - b.order.priority || a.order.issuedAt - b.order.issuedAt || a.made - b.made,
    );
    this.reserve(waiting);
  }

  /** Books done work, and updates the states of the orders. */
  book(step: Step, done: readonly (readonly [Work, number])[], orders: readonly Order[] = []): void {
    for (const [work, qty] of done) if (work.order.required.includes(step)) work.done[step] += qty;
    for (const order of new Set([...orders, ...done.map(([work]) => work.order)])) settleStatus(order);
  }

  readyCartons(cartons: readonly Carton[]): void {
    for (const carton of cartons) {
      if (this.pickuplineOf(carton)) continue;
      this.pickuplines.add(newPickupline(carton, this.ordersIn(carton)));
    }
  }

  readyOrders(orders: readonly Order[]): void {
    for (const order of orders) {
      const works = worksOf(order);
      const ready = works.length === 0 || works.some((work) => finishedBefore(work) > work.done.pickup);
      if (!ready || this.pickuplineOf(order)) continue;
      this.pickuplines.add(newPickupline(order, [order]));
    }
  }
}

/** Sorts by line, then by part. */
export const worksOf = (order: Order): Work[] => order.lines.flatMap((line) => line.works);

/** Sets the status of an order that follows from its work. */
export function settleStatus(order: Order): void {
  if (!['Issued', 'In Progress', 'Fulfilled'].includes(order.status)) return;
  const works = worksOf(order);
  const over = works.every((work) => order.required.every((required) => work.done[required] >= work.qty));
  const started = works.some((work) => order.required.some((required) => work.done[required] > 0));
  order.status = over ? 'Fulfilled' : started ? 'In Progress' : 'Issued';
}

/** Returns the orders that can start a step. A by-order call leaves out the others, unless it has nothing but them. */
export function workableOf(orders: readonly Order[], step: Step): Order[] {
  const workable = orders.filter((order) => isOpen(order) && !order.held && order.required.includes(step));
  refuseIf(workable.length === 0);
  return workable;
}

/** Refuses new work for orders that are not open, or on hold. */
export function assertWorkable(orders: Iterable<Order>): void {
  for (const order of orders) refuseIf(!isOpen(order) || order.held);
}

export const isOpen = (order: Order): boolean => order.status === 'Issued' || order.status === 'In Progress';

/** Returns how many units of a work the step before the pickup has finished. */
export const finishedBefore = (work: Work): number =>
  work.done[work.order.required.filter((step) => step !== 'pickup').at(-1)!];

export const newPickline = (location: number, qty: number): Pickline => ({
  id: null,
  pick: null,
  location,
  qty,
  committed: false,
  finished: false,
  lots: new Map(),
  movements: new Map(),
});

const newPickupline = (of: Carton | Order, orders: Iterable<Order>): Pickupline => ({
  id: null,
  of,
  orders: new Set(orders),
  done: false,
  pickup: null,
  left: [],
});

/** The price of all lines until it is changed. */
export const firstPrice = 2;

export const newLine = (id: number, { part, qty }: ToOrder): Line => ({
  id,
  part,
  qty,
  price: firstPrice,
  canceled: 0,
  returned: 0,
  carriedAlong: false,
  works: [],
});

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
export const byExpiry = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function add<Key>(to: Map<Key, number>, key: Key, qty: number): void {
  const total = (to.get(key) ?? 0) + qty;
  if (total < 0) throw new Error('the model holds less than nothing');
  if (total === 0) to.delete(key);
  else to.set(key, total);
}

export function addUnits(to: Units, units: Units): void {
  for (const [lot, qty] of units) add(to, lot, qty);
}

/** Takes units out, first to expire first. */
export function takeUnits(from: Units, qty: number): Units {
  const units: Units = new Map();
  for (const lot of [...from.keys()].sort(byExpiry)) {
    const share = Math.min(from.get(lot)!, qty - sum(units.values()));
    if (share === 0) continue;
    add(from, lot, -share);
    add(units, lot, share);
  }
  if (sum(units.values()) !== qty) throw new Error('the model has not that many units');
  return units;
}

export function claim(work: Work, row: Row, qty: number): void {
  row.committed += qty;
  add(work.reserved, row, qty);
}

/** Takes units of a work out of a storage location, first to expire first, or of one lot. */
export function offShelf(work: Work, location: number, qty: number, lot?: string): Units {
  const units: Units = new Map();
  const rows = [...work.reserved.keys()].filter((row) => row.location === location && (lot ?? row.lot) === row.lot);
  for (const row of rows.sort((a, b) => byExpiry(a.lot, b.lot))) {
    const share = Math.min(work.reserved.get(row)!, qty - sum(units.values()));
    if (share === 0) continue;
    claim(work, row, -share);
    row.qty -= share;
    add(units, row.lot, share);
    work.from.push({ lot: row.lot, location });
  }
  if (sum(units.values()) !== qty) throw new Error('the model has not that many units on the shelf');
  return units;
}

export function cartonUnits(work: Work, carton: Carton): Units {
  const units = work.cartons.get(carton) ?? new Map();
  work.cartons.set(carton, units);
  return units;
}

/** Returns the units of a work in cartons of a pack. */
export const inCartons = (work: Work, pack: Pack): number =>
  sum([...work.cartons].flatMap(([carton, units]) => (carton.pack === pack ? [sum(units.values())] : [])));

export const loose = (work: Work, pack: Pack): number => (work.packlines.get(pack) ?? 0) - inCartons(work, pack);

/** Returns the units of a line that a step has done: each component counts the same, because kits may leave in parts. */
export function counter(line: Line, step: Step): number {
  if (line.works.length === 0) return 0;
  const shares = line.works.map(({ done, perUnit }) =>
    done[step] >= line.qty * perUnit ? line.qty : done[step] / perUnit,
  );
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 1e6) / 1e6;
}
