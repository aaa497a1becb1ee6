import {
  adjust,
  type Call,
  createOrder,
  ids,
  isAt,
  type Place,
  performCall,
  postalCode,
  workable,
} from './model-calls.ts';
import * as orders from './model-orders.ts';
import * as packs from './model-packs.ts';
import * as picks from './model-picks.ts';
import * as pickups from './model-pickups.ts';
import * as ships from './model-ships.ts';
import * as stock from './model-stock.ts';
import {
  type Carton,
  isOpen,
  loose,
  newLine,
  type Order,
  type Part,
  type Step,
  sum,
  type Units,
  type World,
  worksOf,
} from './model-world.ts';

/** Takes choices out of the numbers that fast-check made; once there are no more, the first of all. */
export class Chooser {
  readonly #numbers: number[];
  constructor(numbers: readonly number[]) {
    this.#numbers = [...numbers];
  }
  below(count: number): number {
    return (this.#numbers.shift() ?? 0) % count;
  }
  one<T>(from: readonly T[]): T | null {
    return from.length === 0 ? null : from[this.below(from.length)]!;
  }
  /** One of those that the call is meant for; now and then any, which it is not. */
  mostly<T>(from: Iterable<T>, meant: (one: T) => boolean): T | null {
    const all = [...from];
    return this.one(this.below(8) > 0 ? all.filter(meant) : all);
  }
  /** One or two of them. */
  some<T>(from: Iterable<T>, meant: (one: T) => boolean): T[] {
    const first = this.mostly(from, meant);
    const second = this.below(2) > 0 ? this.mostly(from, meant) : null;
    return [...new Set([first, second])].filter((one) => one !== null);
  }
}

type Make = (world: World, choose: Chooser, place: Place) => Call | null;

const verb = (
  name: string,
  meant: (order: Order) => boolean,
  run: (world: World, order: Order) => void,
  body = {},
): Make => {
  return (world, choose) => {
    const order = choose.mostly(world.orders, meant);
    return order && { path: `/salesorder/${order.id}/${name}`, body, does: () => run(world, order) };
  };
};

const perform = (step: Step): Make => {
  return (world, choose) => {
    const orders = choose.some(world.orders, isAt[step]);
    return orders.length === 0 ? null : performCall(world, step, orders, { partial: choose.below(2) === 1 });
  };
};

const performInPart = (step: Step): Make => {
  return (world, choose) => {
    const orders = choose.some(world.orders, isAt[step]);
    const lines = choose.some(
      world.orders.flatMap((order) => order.lines),
      (line) => orders.some((order) => order.lines.includes(line)),
    );
    if (orders.length === 0 || lines.length === 0) return null;
    const details = new Map(
      lines.map((line) => [line, choose.below(2) === 1 ? 'all' : 1 + choose.below(line.qty)] as const),
    );
    return performCall(world, step, orders, { details, partial: choose.below(2) === 1 });
  };
};

/** A line that is to be committed, and what there is to choose from. */
interface ToCommit {
  readonly qty: number;
  readonly part: Part;
  readonly world: World;
  readonly place: Place;
}

const commit =
  (how: (choose: Chooser, of: ToCommit) => picks.Commit | null): Make =>
  (world, choose, place) => {
    const all = world.works().flatMap((work) => work.picklines.map((line) => ({ work, line })));
    const chosen = choose.mostly(all, ({ line }) => line.pick !== null && !line.committed);
    if (!chosen) return null;
    const { work, line } = chosen;
    const details = how(choose, { qty: line.qty, part: work.part, world, place });
    if (!details) return null;
    const { qty, location: location_id, lots, keepRest } = details;
    const tracking = lots && [...lots].map(([lot, share]) => ({ lot, qty: share }));
    return {
      path: `/pickline/${line.id}/commit`,
      body: { qty, location_id, tracking, keep_rest: keepRest },
      does: () => picks.commit(world, work, line, details),
    };
  };

function adjustment(world: World, choose: Chooser, place: Place, qty: number): Call {
  const part = choose.one(world.parts.filter((one) => one.components[0]?.part === one))!;
  // Tracked parts lie at one place: of several lots at several, which is reserved first is nobody's business.
  return adjust(
    world,
    part,
    part.lots ? world.shelves[0]! : choose.one(world.shelves)!,
    part.lots ? choose.one(place.lots)! : '',
    qty,
  );
}

function transfer(world: World, choose: Chooser): Call {
  const part = choose.one(world.parts.filter((one) => one.components[0]?.part === one && !one.lots))!;
  const from = choose.one(world.shelves)!;
  const to = world.shelves.find((shelf) => shelf !== from)!;
  const row = world.rows.find((one) => one.part === part && one.location === from);
  const [all, free] = row ? [row.qty, row.qty - row.committed] : [0, 0];
  const few = free > 0 && choose.below(2) === 0 ? 1 + choose.below(free) : null;
  const qty = few ?? (all === 0 || choose.below(6) === 0 ? all + 1 : all);
  return {
    path: '/inventorytransfer',
    body: { part_id: part.id, from_location_id: from, to_location_id: to, qty },
    does: () => stock.carry(world, part, from, to, qty),
  };
}

/** The kinds of calls that people make, each with its weight: those that take an order further come more often. */
export const kinds: Record<string, readonly [weight: number, make: Make]> = {
  'create an order': [
    2,
    (world, choose, place) => {
      if (world.orders.length >= 5) return null;
      const carrier = choose.one(place.carriers)!;
      const lines = Array.from({ length: 1 + choose.below(3) }, () => ({
        part: choose.one(world.parts)!,
        qty: 1 + choose.below(3),
      }));
      return createOrder(world, place, {
        carrier,
        lines,
        priority: 2 + choose.below(3),
        postal: choose.below(2),
      });
    },
  ],
  'delete a draft': [
    1,
    (world, choose) => {
      const order = choose.mostly(world.orders, ({ status }) => status === 'Draft');
      return (
        order && { method: 'DELETE', path: `/salesorder/${order.id}`, does: () => orders.deleteDraft(world, order) }
      );
    },
  ],
  issue: [6, verb('issue', (order) => order.status === 'Draft', orders.issue, { ignore_warnings: 1 })],
  unissue: [1, verb('unissue', isOpen, orders.unissue)],
  void: [1, verb('void', isOpen, orders.voidOrder)],
  'close short': [1, verb('closeshort', isOpen, orders.closeShort)],
  hold: [1, verb('hold', isOpen, (_, order) => orders.hold(order), { reason: 'Wait' })],
  release: [
    2,
    verb(
      'release',
      (order) => order.held,
      (_, order) => orders.release(order),
    ),
  ],
  'skip the pack step': [
    1,
    verb('skip', isOpen, (world, order) => orders.skip(world, order, 'pack'), { step: 'pack', by: 'Ann' }),
  ],
  'skip the ship step': [
    1,
    verb('skip', isOpen, (world, order) => orders.skip(world, order, 'ship'), { step: 'ship', by: 'Ann' }),
  ],

  'change the carrier': [
    2,
    (world, choose, place) => {
      const order = choose.mostly(world.orders, isOpen);
      const carrier = choose.one(place.carriers.filter(({ id }) => id !== null))!;
      return (
        order && {
          path: `/salesorder/${order.id}/carrier`,
          body: { carrier_id: carrier.id, by: 'Ann' },
          does: () => orders.changeCarrier(world, order, carrier),
        }
      );
    },
  ],

  'add a line': [
    1,
    (world, choose) => {
      const order = choose.mostly(world.orders, ({ status }) => status === 'Draft');
      const line = { part: choose.one(world.parts)!, qty: 1 + choose.below(3) };
      return (
        order && {
          path: `/salesorder/${order.id}/line`,
          body: { part_id: line.part.id, qty: line.qty, unit_price: 2 },
          does: () => orders.mayBeChanged(order),
          learn: ({ id }) => order.lines.push(newLine(id, line)),
        }
      );
    },
  ],
  'change a line': [
    1,
    (world, choose) => {
      const order = choose.mostly(world.orders, ({ status }) => status === 'Draft');
      const line = order && choose.one(order.lines);
      const changed = { part: choose.one(world.parts)!, qty: 1 + choose.below(3) };
      if (!line) return null;
      return {
        method: 'PUT',
        path: `/salesorder/${order.id}/line/${line.id}`,
        body: { part_id: changed.part.id, qty: changed.qty },
        does: () => orders.changeLine(order, line, changed),
      };
    },
  ],
  'delete a line': [
    1,
    (world, choose) => {
      const order = choose.mostly(world.orders, ({ status, lines }) => status === 'Draft' && lines.length > 1);
      const line = order && choose.one(order.lines);
      if (!line) return null;
      return {
        method: 'DELETE',
        path: `/salesorder/${order.id}/line/${line.id}`,
        does: () => orders.deleteLine(order, line),
      };
    },
  ],

  'pick by order': [
    5,
    (world, choose) => {
      const orders = choose.some(
        world.orders,
        (order) => workable(order) && worksOf(order).some((work) => work.picklines.some((l) => l.pick === null)),
      );
      return orders.length === 0
        ? null
        : { path: '/picklinebyorder', body: { order_id: ids(orders) }, does: () => picks.createPick(world, orders) };
    },
  ],
  'pick by customer': [
    1,
    (world, choose, place) => {
      if (choose.below(8) > 0 && !world.orders.some(isAt.pick)) return null;
      const body = { customer_id: [place.customerId] };
      return { path: '/picklinebycustomer', body, does: () => picks.createPickOf(world, world.orders) };
    },
  ],
  'pick by destination': [
    1,
    (world, choose, place) => {
      if (choose.below(8) > 0 && !world.orders.some(isAt.pick)) return null;
      const code = postalCode(place, choose.below(2));
      const orders = world.orders.filter((order) => order.postalCode === code);
      return {
        path: '/picklinebydestination',
        body: { ship_postal_code: [code] },
        does: () => picks.createPickOf(world, orders),
      };
    },
  ],
  'pick by part': [
    1,
    (world, choose) => {
      if (choose.below(8) > 0 && !world.orders.some(isAt.pick)) return null;
      const part = choose.one(world.parts)!;
      return {
        path: '/picklinebypart',
        body: { part_id: [part.id] },
        does: () => picks.createPickOf(world, world.orders, [part]),
      };
    },
  ],
  'commit a pickline': [4, commit(() => ({}))],
  'commit a part of a pickline': [4, commit((choose, { qty }) => ({ qty: 1 + choose.below(qty + 1) }))],
  'commit a part and keep the rest': [
    2,
    commit((choose, { qty, part }) => (part.lots ? null : { qty: 1 + choose.below(qty), keepRest: true })),
  ],
  'give a pickline back': [
    2,
    (world, choose) => {
      const all = world.works().flatMap((work) => work.picklines.map((line) => ({ work, line })));
      const chosen = choose.mostly(all, ({ line }) => line.committed && !line.finished);
      return (
        chosen && {
          path: `/pickline/${chosen.line.id}/uncommit`,
          does: () => picks.uncommit(world, chosen.work, chosen.line),
        }
      );
    },
  ],
  'commit from somewhere else': [
    1,
    commit((choose, { qty, world }) => ({ qty: 1 + choose.below(qty), location: choose.one(world.shelves)! })),
  ],
  'commit other lots': [
    3,
    commit((choose, { qty, part, place }) => {
      if (!part.lots) return null;
      const lots: Units = new Map();
      for (let left = 1 + choose.below(qty); left > 0; left--) {
        const lot = choose.one(place.lots)!;
        lots.set(lot, (lots.get(lot) ?? 0) + 1);
      }
      return { lots };
    }),
  ],
  'finish a pick': [
    5,
    (world, choose) => {
      const pick = choose.mostly(world.picks, ({ status }) => status === 'Open');
      return pick && { path: `/pick/${pick.id}/finish`, does: () => picks.finishPick(world, pick) };
    },
  ],
  'delete a pick': [
    2,
    (world, choose) => {
      const pick = choose.one([...world.picks]);
      return pick && { method: 'DELETE', path: `/pick/${pick.id}`, does: () => picks.deletePick(world, pick) };
    },
  ],
  'perform pick': [2, perform('pick')],
  'perform pick in part': [2, performInPart('pick')],

  'pack by order': [
    4,
    (world, choose) => {
      const orders = choose.some(
        world.orders,
        (order) => isAt.pack(order) && worksOf(order).some((w) => w.done.pick > sum(w.packlines.values())),
      );
      const inCarton = choose.below(3) === 1;
      if (orders.length === 0) return null;
      const body = { order_id: ids(orders), start_in_carton: inCarton ? 1 : 0 };
      return { path: '/packlinebyorder', body, does: () => packs.createPack(world, orders, inCarton) };
    },
  ],
  'create a carton': [
    3,
    (world, choose) => {
      const pack = choose.mostly(world.packs, (one) => one.status === 'Open' && world.cartonsOf(one).length < 3);
      return pack && { path: `/pack/${pack.id}/carton`, body: {}, does: () => packs.createCarton(world, pack) };
    },
  ],
  'change a carton': [
    1,
    (world, choose) => {
      const carton = choose.one([...world.cartons]);
      return (
        carton && {
          method: 'PUT',
          path: `/pack/${carton.pack.id}/carton/${carton.id}`,
          body: { tracking_number: '1Z' },
          does: () => packs.changeCarton(carton),
        }
      );
    },
  ],
  'delete a carton': [
    1,
    (world, choose) => {
      const carton = choose.mostly(world.cartons, ({ status }) => status === 'Open');
      return (
        carton && {
          method: 'DELETE',
          path: `/pack/${carton.pack.id}/carton/${carton.id}`,
          does: () => packs.deleteCarton(world, carton),
        }
      );
    },
  ],
  'move an item': [
    12,
    (world, choose, place) => {
      const target = choose.mostly(world.cartons, ({ status }) => status === 'Open');
      if (!target) return null;
      const { pack } = target;
      const lies = world.works().some((work) => loose(work, pack) > 0);
      const full = (one: Carton) => one !== target && one.pack === pack && world.ordersIn(one).length > 0;
      const from = choose.below(3) > 0 && lies ? undefined : (choose.mostly(world.cartons, full) ?? undefined);
      if (!from && !lies && choose.below(8) > 0) return null;
      const all = choose.below(3) > 0;
      const qty = all ? undefined : 1 + choose.below(3);
      const there = world.works(world.ordersOfPack(pack));
      const order =
        choose.below(3) === 0 ? choose.mostly(world.orders, (one) => there.some((w) => w.order === one)) : null;
      const part =
        choose.below(3) === 0
          ? choose.mostly(world.parts, (one) => there.some((w) => [w.part, w.line.part].includes(one)))
          : null;
      const subtract = from ? from.location! : choose.below(2) === 0 ? undefined : place.movingId;
      const body = {
        add_carton_id: target.id,
        subtract_location_id: subtract,
        order_id: order?.id,
        part_id: part?.id,
        qty,
        move_all: all ? 1 : 0,
      };
      return {
        path: `/pack/${target.pack.id}/moveitem`,
        body,
        does: () => packs.moveItem(world, target, { from, order: order ?? undefined, part: part ?? undefined, qty }),
      };
    },
  ],
  autopack: [
    2,
    (world, choose) => {
      const pack = choose.mostly(world.packs, ({ status, startInCarton }) => status === 'Open' && !startInCarton);
      return pack && { path: `/pack/${pack.id}/autopack`, does: () => packs.autopack(pack) };
    },
  ],
  'finish a pack': [
    5,
    (world, choose) => {
      const pack = choose.mostly(world.packs, ({ status }) => status === 'Open');
      return pack && { path: `/pack/${pack.id}/finish`, does: () => packs.finishPack(world, pack) };
    },
  ],
  'delete a pack': [
    2,
    (world, choose) => {
      const pack = choose.one([...world.packs]);
      return pack && { method: 'DELETE', path: `/pack/${pack.id}`, does: () => packs.deletePack(world, pack) };
    },
  ],
  'perform pack': [2, perform('pack')],
  'perform pack in part': [2, performInPart('pack')],

  'ship by order': [
    4,
    (world, choose) => {
      const orders = choose.some(world.orders, isAt.ship);
      return orders.length === 0
        ? null
        : { path: '/shiplinebyorder', body: { order_id: ids(orders) }, does: () => ships.createShip(world, orders) };
    },
  ],
  'put cartons onto a pallet': [
    2,
    (world, choose) => {
      const ship = choose.mostly(world.ships, ({ status }) => status === 'Open');
      const cartons = choose.some(world.cartons, (carton) => carton.ship === ship);
      if (!ship || cartons.length === 0) return null;
      return {
        path: `/ship/${ship.id}/pallet`,
        body: { carton_ids: ids(cartons) },
        does: () => ships.putOnPallet(world, ship, cartons),
      };
    },
  ],
  'take a pallet apart': [
    2,
    (world, choose) => {
      const pallet = choose.one([...world.pallets]);
      return (
        pallet && {
          method: 'DELETE',
          path: `/ship/${pallet.ship.id}/pallet/${pallet.id}`,
          does: () => ships.deletePallet(world, pallet),
        }
      );
    },
  ],
  'finish a ship': [
    5,
    (world, choose) => {
      const ship = choose.mostly(world.ships, ({ status }) => status === 'Open');
      return ship && { path: `/ship/${ship.id}/finish`, does: () => ships.finishShip(world, ship) };
    },
  ],
  'delete a ship': [
    2,
    (world, choose) => {
      const ship = choose.one([...world.ships]);
      return ship && { method: 'DELETE', path: `/ship/${ship.id}`, does: () => ships.deleteShip(world, ship) };
    },
  ],
  'perform ship': [2, perform('ship')],
  'perform ship in part': [2, performInPart('ship')],

  'pick up': [
    6,
    (world, choose) => {
      const lines = choose.some(world.pickuplines, ({ done }) => !done);
      return lines.length === 0
        ? null
        : { path: '/pickup', body: { pickupline_ids: ids(lines) }, does: () => pickups.pickUp(world, lines) };
    },
  ],
  'pick up by carrier': [
    2,
    (world, choose, { carriers }) => {
      const carrier = choose.one(
        carriers.filter(({ id }) => world.orders.some((one) => one.carrier.id === id && isAt.pickup(one))),
      );
      if (!carrier?.id) return null;
      return { path: '/pickup', body: { carrier_id: carrier.id }, does: () => pickups.pickUpBy(world, carrier.id!) };
    },
  ],
  'perform pickup': [2, perform('pickup')],
  'perform pickup in part': [2, performInPart('pickup')],

  'put stock in': [2, (world, choose, place) => adjustment(world, choose, place, 1 + choose.below(3))],
  'carry stock to another place': [2, transfer],
  'take stock out': [2, (world, choose, place) => adjustment(world, choose, place, -1 - choose.below(2))],
};
