import { expect } from 'vitest';
import type { Reply } from '../../../support/test-service.ts';
import { type Call, lineBody, pathOf } from '../calls.ts';
import { cancelUnits, changeLines, type WantedLine } from '../changes.ts';
import type { Chooser } from '../chooser.ts';
import { totalOf } from '../orders.ts';
import { isOpen, type Line, type Order, type World, worksOf } from '../world.ts';
import type { Kinds, Make } from './kind.ts';

/** An order whose lines may be changed, mostly. */
const openOrder = (world: World, choose: Chooser): Order | null => choose.mostly(world.orders, isOpen);

/** @param meant the lines to choose from, mostly */
const cancel =
  (meant: (line: Line) => boolean): Make =>
  (world, choose) => {
    const order = openOrder(world, choose);
    const lines = world.orders.flatMap((one) => one.lines);
    const line = order && choose.mostly(lines, (one) => order.lines.includes(one) && meant(one));
    if (!order || !line) return null;
    const qty = choose.below(3) > 0 ? 1 + choose.below(line.qty) : line.qty;
    return {
      path: `${pathOf(order)}/line/${line.id}/cancel`,
      body: { qty, reason: 'Not needed' },
      does: () => cancelUnits(world, order, line, qty),
    };
  };

/** Any lines of the order with other quantities or prices, and new ones. */
function wantedLines(world: World, choose: Chooser, order: Order): WantedLine[] {
  const lines = choose.some(
    world.orders.flatMap((one) => one.lines),
    (line) => order.lines.includes(line),
  );
  const own = lines.map((line): WantedLine => {
    const price = choose.below(4) === 0 && order.kind === 'sales' ? { price: 1 + choose.below(4) } : {};
    return 'price' in price && choose.below(2) === 0 ? { line, ...price } : { line, qty: choose.below(5), ...price };
  });
  const added = choose.below(3) === 0 || own.length === 0;
  return added ? [...own, { line: null, add: { part: choose.one(world.parts)!, qty: 1 + choose.below(3) } }] : own;
}

const bodyOf = ({ kind }: Order, wanted: WantedLine) =>
  wanted.line === null ? lineBody(kind, wanted.add) : { id: wanted.line.id, qty: wanted.qty, unit_price: wanted.price };

function change(world: World, choose: Chooser): Call | null {
  const order = openOrder(world, choose);
  if (!order) return null;
  const wanted = wantedLines(world, choose, order);
  let added: Line[];
  return {
    path: `${pathOf(order)}/change`,
    body: { lines: wanted.map((line) => bodyOf(order, line)) },
    does: () => {
      added = changeLines(world, order, wanted);
    },
    learn: (answer) => {
      for (const [at, line] of added.entries()) line.id = answer.added[at];
      expect(answer.added).toHaveLength(added.length);
      if (!isOpen(order)) return;
      const total = order.kind === 'sales' ? { total: totalOf(order) } : {};
      expect(answer).toMatchObject({ ...total, short: shortOf(order) });
    },
    dryRun: withoutNewLines,
  };
}

const shortOf = (order: Order) =>
  worksOf(order)
    .filter(({ short }) => short > 0)
    .sort((a, b) => a.line.id - b.line.id || a.part.id - b.part.id)
    .map(({ line, part, qty, short }) => ({ line_id: line.id, part_id: part.id, qty, short }));

/** The ids of new lines are others after a dry run. */
const withoutNewLines = ({ added, short, ...answer }: Reply['body']) => ({
  ...answer,
  added: added.length,
  short: short.map(({ line_id, ...one }: { line_id: number }) => ({
    ...one,
    line_id: added.includes(line_id) ? null : line_id,
  })),
});

export const changesKinds: Kinds = {
  'cancel units of a line': [2, cancel(() => true)],
  'cancel picked units of a line': [2, cancel(({ works }) => works.some(({ done }) => done.pick > done.pickup))],
  'cancel packed units of a line': [2, cancel(({ works }) => works.some(({ packlines }) => packlines.size > 0))],
  'change the lines of an issued order': [2, change],
};
