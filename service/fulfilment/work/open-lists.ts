import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';

/** Open picks, packs or ships of orders. `own` hold nothing else; `shared` hold lines of other orders too. */
export interface OpenLists {
  readonly own: readonly number[];
  readonly shared: readonly number[];
}

/** Returns the scope of a task in an error message: `order SO-7`, `these lines of order SO-7`. */
export function scopeName(orders: readonly LockedOrder[], lines: readonly LineDetail[] | null): string {
  return `${lines === null ? '' : 'these lines of '}order ${orders.map((order) => order.number).join(', ')}`;
}

/**
 * Returns the problem that the rest of a task is on open lists: together with other orders, or with other lines of these.
 * @param rest the subject of the sentence, such as `The rest to pick`
 * @returns null where no list is open
 */
export function openElsewhere(
  kind: 'pick' | 'pack' | 'ship',
  rest: string,
  { own, shared }: OpenLists,
): Problem | null {
  const elsewhere = [...shared, ...own];
  if (elsewhere.length === 0) return null;
  const others = shared.length > 0 ? ' together with other orders' : '';
  return problem(`${kind}.state`, `${rest} is on ${kind} ${elsewhere.join(', ')}${others}. Finish or delete it first.`);
}

/** Returns the end of a sentence that nothing is left: the open lists that hold it, or `otherwise` where none is open. */
export const onOpenLists = (kind: 'pick' | 'pack' | 'ship', openIds: readonly number[], otherwise = ''): string =>
  openIds.length > 0 ? `: it is on ${kind} ${openIds.join(', ')}.` : `${otherwise}.`;
