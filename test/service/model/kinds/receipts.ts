import * as receipts from '../receipts.ts';
import type { Receipt } from '../world.ts';
import type { Kinds, Make } from './kind.ts';

const goods: Make = (world, choose) => {
  const parts = choose.some(world.parts, (part) => part.components[0]?.part === part);
  const own = parts.filter((part) => part.components[0]?.part === part);
  return own.length === 0
    ? null
    : receipts.expectGoods(
        world,
        own.map((part) => ({ part, qty: 1 + choose.below(5) })),
      );
};

/** @param meant the receipts to choose from, mostly */
const receive =
  (meant: (receipt: Receipt) => boolean): Make =>
  (world, choose, place) => {
    const receipt = choose.mostly(world.receipts, (one) => receipts.takesGoods(one) && meant(one));
    if (!receipt) return null;
    const plain = world.parts.filter((one) => one.components[0]?.part === one);
    const part = choose.mostly(plain, (one) => receipt.lines.some((line) => line.part === one));
    if (!part) return null;
    const location = receipt.sent ? world.branch : part.lots ? world.shelves[0]! : choose.one(world.shelves)!;
    const lot = part.lots ? choose.one(place.lots)! : '';
    const qty = 1 + choose.below(3);
    const entry = {
      part_id: part.id,
      location_id: location,
      qty,
      ...(lot && { lot, expires_on: `2040-01-0${lot.slice(1)}` }),
    };
    return {
      path: `/receipt/${receipt.id}/receive`,
      body: { lines: [entry] },
      does: () => receipts.receive(world, receipt, { part, location, lot, qty }),
    };
  };

export const receiptsKinds: Kinds = {
  'expect goods': [2, goods],
  'receive goods': [3, receive(({ sent }) => sent === null)],
  'receive what a transfer order sent': [5, receive(({ sent }) => sent !== null)],
  'close a receipt': [
    1,
    (world, choose) => {
      const receipt = choose.mostly(world.receipts, receipts.takesGoods);
      const reason = choose.below(2) === 0 ? 'Damaged on the way' : undefined;
      return (
        receipt && {
          path: `/receipt/${receipt.id}/close`,
          body: { reason },
          does: () => receipts.close(receipt, reason),
        }
      );
    },
  ],
  'cancel a receipt': [
    1,
    (world, choose) => {
      const receipt = choose.mostly(world.receipts, ({ status }) => status === 'Open');
      return receipt && { path: `/receipt/${receipt.id}/cancel`, does: () => receipts.cancel(receipt) };
    },
  ],
};
