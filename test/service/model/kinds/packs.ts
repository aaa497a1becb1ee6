import { ids, isAt } from '../calls.ts';
import * as packs from '../packs.ts';
import { type Carton, loose, sum, worksOf } from '../world.ts';
import { isOneParcel, type Kinds, perform, performInPart } from './kind.ts';

export const packsKinds: Kinds = {
  'pack by order': [
    4,
    (world, choose) => {
      const picked = choose.some(
        world.orders,
        (order) => isAt.pack(order) && worksOf(order).some((w) => w.done.pick > sum(w.packlines.values())),
      );
      const orders = picked.filter((order) => isOneParcel([order, picked[0]!]));
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
      if (!isOneParcel(world.ordersOfPack(pack))) return null;
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
};
