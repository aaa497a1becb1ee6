/** What the model says to a call that the service has to refuse, with the status of the answer. */
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

/** A part as the warehouse handles it: what is picked for one unit of it. Nothing for what has no stock. */
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
  /** Of it, what belongs to orders. */
  committed: number;
  /** When the oldest of it came, as the service tells: within one second nobody can foresee which came first. */
  receivedAt: number;
}

/** Units by lot; '' where the part has none. Lots expire in the order of their names. */
export type Units = Map<string, number>;

export interface Pickline {
  /** Known once the service has told it. */
  id: number | null;
  pick: Pick | null;
  location: number;
  qty: number;
  committed: boolean;
  finished: boolean;
  lots: Units;
}

export interface Pick {
  id: number | null;
  status: Status;
}

export interface Carton {
  id: number | null;
  location: number | null;
  readonly pack: Pack;
  status: 'Open' | 'Closed' | 'Locked';
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
  /** Took loose units into cartons of the service's choice: which, it has yet to tell. */
  choosing: boolean;
}

export interface Ship {
  id: number | null;
  status: Status;
  /** Orders without a pack step. */
  orders: Set<Order>;
  /** Those of them that were picked up. */
  pickedUp: Set<Order>;
}

export interface Pickupline {
  id: number | null;
  readonly of: Carton | Order;
  orders: Set<Order>;
  done: boolean;
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
  /** Where its units were picked from, one after the other. */
  from: { lot: string; location: number }[];
}

/** So much of a part on an order. */
export interface ToOrder {
  readonly part: Part;
  readonly qty: number;
}

export interface Line {
  readonly id: number;
  part: Part;
  qty: number;
  canceled: number;
  /** Without stock: goes along with the rest. */
  carriedAlong: boolean;
  works: Work[];
}

export interface Carrier {
  readonly id: number | null;
  /** What its plugin leaves of the steps. */
  readonly steps: readonly Step[];
  /** What a rule leaves out of an order that is issued with it. */
  readonly ruledOut: readonly Step[];
}

export interface Order {
  readonly id: number;
  readonly postalCode: string;
  carrier: Carrier;
  readonly priority: number;
  readonly lines: Line[];
  status: OrderStatus;
  held: boolean;
  required: Step[];
  /** Left out by the rules of its plan, or by people: no other carrier brings that back. */
  leftOut: Set<Step>;
  issuedAt: number;
}

/** What a task is asked for where it is not all of its orders: so many units of these lines, or all that there is of them. */
export type Details = ReadonlyMap<Line, number | 'all'>;

/** How many units of a work are asked for. */
export function asked(work: Work, details: Details | null): number {
  const qty = details === null ? 'all' : (details.get(work.line) ?? 0);
  return qty === 'all' ? Number.POSITIVE_INFINITY : qty * work.perUnit;
}

/** A warehouse in memory: whole units, one thing after the other. */
export class World {
  readonly parts: Part[] = [];
  readonly shelves: number[] = [];
  readonly rows: Row[] = [];
  readonly orders: Order[] = [];
  readonly picks = new Set<Pick>();
  readonly packs = new Set<Pack>();
  readonly cartons = new Set<Carton>();
  readonly ships = new Set<Ship>();
  readonly pallets = new Set<Pallet>();
  readonly pickuplines = new Set<Pickupline>();
  /** Packs to be closed once the service has told which cartons it chose for them. */
  readonly closing: Pack[] = [];
  /** How many orders were issued so far. */
  issues = 0;

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

  /** Rows in the order in which they are offered: what expires first, then what came first. */
  offered(part: Part, location?: number): Row[] {
    return this.rows
      .filter((row) => row.part === part && (location === undefined || row.location === location))
      .map((row, at) => ({ row, at }))
      .sort((a, b) => byExpiry(a.row.lot, b.row.lot) || a.row.receivedAt - b.row.receivedAt || a.at - b.at)
      .map(({ row }) => row);
  }

  /** Reserves what works are short of, in their order, and cuts picklines by place. */
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

  /** Stock that became free goes to those who wait: by priority, then by time of issue. */
  allocateBackorders(parts: readonly Part[]): void {
    const waiting = this.works().filter((work) => work.short > 0 && parts.includes(work.part));
    waiting.sort((a, b) => a.order.priority - b.order.priority || a.order.issuedAt - b.order.issuedAt);
    this.reserve(waiting);
  }

  /** Books done work; the states of the orders follow. */
  book(step: Step, done: readonly (readonly [Work, number])[], orders: readonly Order[] = []): void {
    for (const [work, qty] of done) if (work.order.required.includes(step)) work.done[step] += qty;
    for (const order of new Set([...orders, ...done.map(([work]) => work.order)])) {
      if (!['Issued', 'In Progress', 'Fulfilled'].includes(order.status)) continue;
      const works = worksOf(order);
      const over = works.every((work) => order.required.every((required) => work.done[required] >= work.qty));
      const begun = works.some((work) => order.required.some((required) => work.done[required] > 0));
      order.status = over ? 'Fulfilled' : begun ? 'In Progress' : 'Issued';
    }
  }

  readyCartons(cartons: readonly Carton[]): void {
    for (const carton of cartons) {
      if (this.pickuplineOf(carton)) continue;
      this.pickuplines.add({ id: null, of: carton, orders: new Set(this.ordersIn(carton)), done: false });
    }
  }

  readyOrders(orders: readonly Order[]): void {
    for (const order of orders) {
      const works = worksOf(order);
      const ready = works.length === 0 || works.some((work) => letGo(work) > work.done.pickup);
      if (!ready || this.pickuplineOf(order)) continue;
      this.pickuplines.add({ id: null, of: order, orders: new Set([order]), done: false });
    }
  }
}

/** In the order of the lines, and of the parts in them. */
export const worksOf = (order: Order): Work[] => order.lines.flatMap((line) => line.works);
/** New work is for orders that are open and not held. */
export function assertWorkable(orders: Iterable<Order>): void {
  for (const order of orders) refuseIf(!isOpen(order) || order.held);
}

export const isOpen = (order: Order): boolean => order.status === 'Issued' || order.status === 'In Progress';

/** How much of a work the step before the pickup has let go. */
export const letGo = (work: Work): number => work.done[work.order.required.filter((step) => step !== 'pickup').at(-1)!];

export const newPickline = (location: number, qty: number): Pickline => ({
  id: null,
  pick: null,
  location,
  qty,
  committed: false,
  finished: false,
  lots: new Map(),
});

export const newLine = (id: number, { part, qty }: ToOrder): Line => ({
  id,
  part,
  qty,
  canceled: 0,
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

/** Takes so many units out, those that expire first. */
export function takeUnits(from: Units, qty: number): Units {
  const taken: Units = new Map();
  for (const lot of [...from.keys()].sort(byExpiry)) {
    const share = Math.min(from.get(lot)!, qty - sum(taken.values()));
    if (share === 0) continue;
    add(from, lot, -share);
    add(taken, lot, share);
  }
  if (sum(taken.values()) !== qty) throw new Error('the model has not that many units');
  return taken;
}

export function claim(work: Work, row: Row, qty: number): void {
  row.committed += qty;
  add(work.reserved, row, qty);
}

/** Takes so many units of a work off a place in storage, those that expire first, or of one lot. */
export function offShelf(work: Work, location: number, qty: number, lot?: string): Units {
  const taken: Units = new Map();
  const rows = [...work.reserved.keys()].filter((row) => row.location === location && (lot ?? row.lot) === row.lot);
  for (const row of rows.sort((a, b) => byExpiry(a.lot, b.lot))) {
    const share = Math.min(work.reserved.get(row)!, qty - sum(taken.values()));
    if (share === 0) continue;
    claim(work, row, -share);
    row.qty -= share;
    add(taken, row.lot, share);
    work.from.push({ lot: row.lot, location });
  }
  if (sum(taken.values()) !== qty) throw new Error('the model has not that many units on the shelf');
  return taken;
}

export function cartonUnits(work: Work, carton: Carton): Units {
  const units = work.cartons.get(carton) ?? new Map();
  work.cartons.set(carton, units);
  return units;
}

/** Units of a work in cartons of a pack. */
export const inCartons = (work: Work, pack: Pack): number =>
  sum([...work.cartons].flatMap(([carton, units]) => (carton.pack === pack ? [sum(units.values())] : [])));

export const loose = (work: Work, pack: Pack): number => (work.packlines.get(pack) ?? 0) - inCartons(work, pack);

/** Units of a line that are done, in whole units of the line. */
export const counter = (line: Line, step: Step): number =>
  line.works.length === 0 ? 0 : Math.min(...line.works.map((work) => Math.floor(work.done[step] / work.perUnit)));
