import { duration } from '../planning/claims.ts';
import { decideReturn, type ReturnSettings } from '../returns/terms.ts';
import { type Case, missesOf, namedRules, type TriedCase } from './cases.ts';

/** Decides about the return of a case. */
export function tryReturn(settings: ReturnSettings, one: Case): TriedCase {
  const { facts, returned } = one;
  const now = one.now ?? new Date();
  const { condition = [null], after = 0 } = returned;
  const leftAt = new Date(now.getTime() - after * 1_000);
  const { rules, ...decision } = decideReturn(
    settings,
    { order: facts, conditions: condition, leftAt, carrier: facts.carrier?.name ?? null },
    now,
  );
  const misses = missesOf(one, (what, expected) =>
    what === 'rules' || what === 'not_rules'
      ? namedRules(what, expected, rules)
      : ((decision as Record<string, unknown>)[what] ?? null),
  );
  return { misses: misses.map(inWords), rules };
}

/** Returns a miss with durations as the file has them. */
function inWords<Of extends TriedCase['misses'][number]>(miss: Of): Of {
  const isTime = miss.what === 'window' || miss.what === 'wait';
  const words = (value: unknown) => (isTime && typeof value === 'number' ? duration(value) : value);
  return { ...miss, expected: words(miss.expected), actual: words(miss.actual) };
}
