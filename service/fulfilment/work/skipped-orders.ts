import { z } from 'zod';
import type { Step } from '../../../config/planning/plan.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { unknownRecord } from '../../platform/records/refusals.ts';
import { workRefusal } from './guards.ts';

/** The orders of a by-order call that the new pick, pack or ship has nothing of. */
export const skippedOrders = z
  .array(z.object({ order_id: recordId(), code: z.string(), why: z.string() }))
  .describe('The orders of the request that were left out, each with the code and the sentence of its refusal');
export type SkippedOrder = z.infer<typeof skippedOrders>[number];

/** The record that a by-order call made, and the orders that it left out. */
export interface MadeByOrder {
  readonly id: number;
  readonly orderIds: readonly number[];
  readonly skipped: readonly SkippedOrder[];
}

const skippedFor = ({ id }: LockedOrder, { code, message }: Problem): SkippedOrder => ({
  order_id: id,
  code,
  why: message,
});

/**
 * Separates the orders on which a step can start from those that refuse it, such as held ones.
 * @throws the first refusal if no order is left
 */
export function workableOrders(
  orders: readonly LockedOrder[],
  step: Step,
): { workable: LockedOrder[]; skipped: SkippedOrder[] } {
  const checked = orders.map((order) => ({ order, refusal: workRefusal(order, step) }));
  const workable = checked.flatMap(({ order, refusal }) => (refusal === null ? [order] : []));
  const [first] = checked.flatMap(({ refusal }) => refusal ?? []);
  if (workable.length === 0 && first) throw first;
  const skipped = checked.flatMap(({ order, refusal }) => (refusal === null ? [] : [skippedFor(order, refusal)]));
  return { workable, skipped };
}

/**
 * Returns the result of a by-order call: the orders without a part in the record are skipped.
 * @param made id and orders of the record
 * @param left the workable orders, and the orders that refused
 * @param nothingLeft returns the problem that nothing of an order is left
 */
export async function madeByOrder(
  made: { readonly id: number; readonly orderIds: readonly number[] },
  { workable, skipped }: { readonly workable: readonly LockedOrder[]; readonly skipped: readonly SkippedOrder[] },
  nothingLeft: (order: LockedOrder) => Promise<Problem>,
): Promise<MadeByOrder> {
  const without = workable.filter(({ id }) => !made.orderIds.includes(id));
  const empty: SkippedOrder[] = [];
  for (const order of without) empty.push(skippedFor(order, await nothingLeft(order)));
  return { ...made, skipped: [...skipped, ...empty].sort((a, b) => a.order_id - b.order_id) };
}

/**
 * Runs an operation on the orders of a body. An order that does not exist is a fault of the body, and not of the address.
 * @throws reference.unknown that names field and value
 */
export async function withListedOrders<Result>(
  orderIds: readonly number[],
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const unknown = error instanceof Problem && error.code === 'record.unknown' ? error.members.order_ids : undefined;
    const missing = orderIds.findIndex((id) => Array.isArray(unknown) && unknown.includes(id));
    if (missing < 0) throw error;
    throw unknownRecord(`/order_id/${missing}`, 'salesorder', orderIds[missing]);
  }
}
