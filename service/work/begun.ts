import { type Problem, problem } from '../problems.ts';

/** Open picks, packs or ships of orders: those that hold nothing else, and those they share with other orders. */
export interface Begun {
  readonly own: readonly number[];
  readonly shared: readonly number[];
}

/**
 * Why a task finds nothing to do: somebody has begun it elsewhere, with other orders or with the rest of these.
 * @param what as people say it: `What is left to pick`
 * @returns null where nothing was begun
 */
export function begunElsewhere(kind: 'pick' | 'pack' | 'ship', what: string, { own, shared }: Begun): Problem | null {
  const elsewhere = [...shared, ...own];
  if (elsewhere.length === 0) return null;
  const others = shared.length > 0 ? ' together with other orders' : '';
  return problem(`${kind}.state`, `${what} is on ${kind} ${elsewhere.join(', ')}${others}. Finish or delete it first.`);
}
