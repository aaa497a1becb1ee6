import type { Call } from '../calls.ts';
import type { Chooser } from '../chooser.ts';
import * as returns from '../returns.ts';
import type { Return, Work, World } from '../world.ts';
import type { Kinds, Make } from './kind.ts';

const outcomes = ['restock', 'sendback', 'scrap', 'quarantine'] as const;

/** The model returns parts without lots. Tests of returns check that lots have left. */
function request(world: World, choose: Chooser): Call | null {
  const lines = world.orders.flatMap((order) =>
    order.lines
      .filter(({ works }) => works.some(({ done }) => done.pickup > 0) && !works.some(({ part }) => part.lots))
      .map((line) => ({ order, line })),
  );
  const isAway = (work: Work) => returns.claimed(world, work) < work.done.pickup;
  const chosen = choose.mostly(lines, ({ line }) => line.works.some(isAway));
  if (!chosen) return null;
  const { order, line } = chosen;
  const qty = 1 + choose.below(line.qty);
  let made: Return;
  return {
    path: '/returnorder',
    body: { salesorder_id: order.id, lines: [{ line_id: line.id, qty }] },
    does: () => {
      made = returns.request(world, order, line, qty);
      return made;
    },
    learn: (answer: { lines: { id: number; part_id: number }[] }) => {
      for (const one of made.lines) one.id = answer.lines.find(({ part_id }) => part_id === one.work.part.id)!.id;
    },
  };
}

function receive(world: World, choose: Chooser): Call | null {
  const one = choose.mostly(world.returns, ({ status }) => ['Authorised', 'Received', 'Inspected'].includes(status));
  const line = choose.one(one?.lines ?? []);
  if (!one || !line) return null;
  return {
    path: `/returnorder/${one.id}/receive`,
    body: { location_id: world.dock, lines: [{ line_id: line.id }] },
    does: () => returns.receive(world, one, line),
    learn: (answer: { units: { id: number }[] }) => {
      one.units.at(-1)!.id = Math.max(...answer.units.map(({ id }) => id));
    },
  };
}

function inspect(world: World, choose: Chooser): Call | null {
  const one = choose.mostly(world.returns, ({ status }) => status === 'Received');
  const unit = choose.mostly(one?.units ?? [], ({ open }) => open);
  if (!one || !unit) return null;
  const outcome = choose.one(outcomes)!;
  const shelf = choose.one(world.shelves)!;
  const place = outcome === 'restock' ? shelf : outcome === 'quarantine' ? world.quarantine : null;
  const more = outcome === 'scrap' ? { reason: 'broken' } : place === null ? {} : { location_id: place };
  return {
    path: `/returnorder/${one.id}/inspect`,
    body: { units: [{ unit_id: unit.id, outcome, qty: 1, ...more }] },
    does: () => returns.inspect(world, one, unit, { outcome, place }),
  };
}

const verb =
  (name: string, does: (one: Return, world: World) => void, usual: readonly Return['status'][]): Make =>
  (world, choose) => {
    const one = choose.mostly(world.returns, ({ status }) => usual.includes(status));
    return one && { path: `/returnorder/${one.id}/${name}`, body: {}, does: () => does(one, world) };
  };

export const returnsKinds: Kinds = {
  'request a return': [2, request],
  'authorise a return': [5, verb('authorise', returns.authorise, ['Requested'])],
  'receive a returned unit': [7, receive],
  'inspect a returned unit': [7, inspect],
  'close a return': [4, verb('close', (one, world) => returns.close(world, one), ['Inspected'])],
  'cancel a return': [1, verb('cancel', returns.cancel, ['Requested', 'Authorised'])],
};
