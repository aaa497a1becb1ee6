import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../platform/database/locks.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';

/** Open picks, packs or ships of orders: those that hold nothing else, and those they share with other orders. */
export interface OpenLists {
  readonly own: readonly number[];
  readonly shared: readonly number[];
}

/** What a task was asked for: `order SO-7`, `these lines of order SO-7`. */
export function inWords(orders: readonly LockedOrder[], lines: readonly LineDetail[] | null): string {
  return `${lines === null ? '' : 'these lines of '}order ${orders.map((order) => order.number).join(', ')}`;
}

/**
 * Why a task finds nothing to do: somebody has begun it elsewhere, with other orders or with the rest of these.
 * @param what as people say it: `What is left to pick`
 * @returns null where nothing was begun
 */
export function openElsewhere(
  kind: 'pick' | 'pack' | 'ship',
  what: string,
  { own, shared }: OpenLists,
): Problem | null {
  const elsewhere = [...shared, ...own];
  if (elsewhere.length === 0) return null;
  const others = shared.length > 0 ? ' together with other orders' : '';
  return problem(`${kind}.state`, `${what} is on ${kind} ${elsewhere.join(', ')}${others}. Finish or delete it first.`);
}

/** The end of a sentence that nothing is left: it is on records that somebody has begun, or `otherwise`. */
export const onOpenLists = (kind: 'pick' | 'pack' | 'ship', begun: readonly number[], otherwise = ''): string =>
  begun.length > 0 ? `: it is on ${kind} ${begun.join(', ')}.` : `${otherwise}.`;
