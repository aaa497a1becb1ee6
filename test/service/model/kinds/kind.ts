import { type Call, isAt, type Place, performCall } from '../calls.ts';
import type { Chooser } from '../chooser.ts';
import type { Order, Step, World } from '../world.ts';

/** Makes a call of one kind; null where it has no record to work with. */
export type Make = (world: World, choose: Chooser, place: Place) => Call | null;

/** Kinds of calls by name, each with its weight. */
export type Kinds = Readonly<Record<string, readonly [weight: number, make: Make]>>;

/**
 * Returns whether goods of orders may share a carton. The model makes no carton of several parcels: tests of packing and shipping say how
 * the service refuses them.
 */
export const isOneParcel = (orders: readonly Order[]): boolean =>
  new Set(orders.map(({ postalCode, carrier }) => `${postalCode} ${carrier.id}`)).size <= 1;

export const perform = (step: Step): Make => {
  return (world, choose) => {
    const orders = choose.some(world.orders, isAt[step]);
    return orders.length === 0 ? null : performCall(world, step, orders, { partial: choose.below(2) === 1 });
  };
};

export const performInPart = (step: Step): Make => {
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
