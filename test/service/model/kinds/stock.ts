import { adjust, type Call, type Place } from '../calls.ts';
import type { Chooser } from '../chooser.ts';
import * as stock from '../stock.ts';
import type { World } from '../world.ts';
import type { Kinds } from './kind.ts';

function adjustment(world: World, choose: Chooser, place: Place, qty: number): Call {
  const part = choose.one(world.parts.filter((one) => one.components[0]?.part === one))!;
  // Tracked parts have one location: with several lots at several locations, the first reservation is not defined.
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
    does: () => stock.move(world, part, from, to, qty),
  };
}

export const stockKinds: Kinds = {
  'put stock in': [2, (world, choose, place) => adjustment(world, choose, place, 1 + choose.below(3))],
  'move stock to another location': [2, transfer],
  'take stock out': [2, (world, choose, place) => adjustment(world, choose, place, -1 - choose.below(2))],
};
