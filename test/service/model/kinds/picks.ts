import { ids, isAt, type Place, postalCode, workable } from '../calls.ts';
import type { Chooser } from '../chooser.ts';
import * as picks from '../picks.ts';
import { type Part, type Units, type World, worksOf } from '../world.ts';
import { type Kinds, type Make, perform, performInPart } from './kind.ts';

/** A line to commit, and the units to choose from. */
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

export const picksKinds: Kinds = {
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
      const sales = world.orders.filter(({ kind }) => kind === 'sales');
      return { path: '/picklinebycustomer', body, does: () => picks.createPickOf(world, sales) };
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
      const chosen = choose.mostly(all, ({ line }) => line.committed);
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
};
