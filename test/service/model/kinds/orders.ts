import { createAgain, createOrder, lineBody, pathOf } from '../calls.ts';
import * as orders from '../orders.ts';
import { isOpen, newLine, type Order, type World } from '../world.ts';
import type { Kinds, Make } from './kind.ts';

const verb = (
  name: string,
  meant: (order: Order) => boolean,
  run: (world: World, order: Order) => void,
  body = {},
): Make => {
  return (world, choose) => {
    const order = choose.mostly(world.orders, meant);
    return order && { path: `${pathOf(order)}/${name}`, body, does: () => run(world, order) };
  };
};

export const ordersKinds: Kinds = {
  'create an order': [
    2,
    (world, choose, place) => {
      if (world.orders.length >= 6) return null;
      const carrier = choose.one(place.carriers)!;
      const lines = Array.from({ length: 1 + choose.below(3) }, () => ({
        part: choose.one(world.parts)!,
        qty: 1 + choose.below(3),
      }));
      return createOrder(world, place, {
        kind: choose.one(['sales', 'sales', 'transfer', 'use'])!,
        carrier,
        lines,
        priority: 2 + choose.below(3),
        postal: choose.below(2),
      });
    },
  ],
  'create an order again': [
    1,
    (world, choose) => {
      const sales = world.orders.filter(({ kind }) => kind === 'sales');
      const order = choose.mostly(sales, ({ status }) => status === 'Draft');
      return order && createAgain(order);
    },
  ],
  'delete a draft': [
    1,
    (world, choose) => {
      const order = choose.mostly(world.orders, ({ status }) => status === 'Draft');
      return order && { method: 'DELETE', path: pathOf(order), does: () => orders.deleteDraft(world, order) };
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
      const sharesCarton = [...world.cartons].some((one) => {
        const inside = world.ordersIn(one);
        return inside.length > 1 && inside.some((other) => other === order);
      });
      if (sharesCarton) return null;
      return (
        order && {
          path: `${pathOf(order)}/carrier`,
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
          path: `${pathOf(order)}/line`,
          body: lineBody(order.kind, line),
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
        path: `${pathOf(order)}/line/${line.id}`,
        body: lineBody(order.kind, changed),
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
        path: `${pathOf(order)}/line/${line.id}`,
        does: () => orders.deleteLine(order, line),
      };
    },
  ],
};
