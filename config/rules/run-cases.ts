import type { Configuration } from '../configuration.ts';
import type { Planner } from '../planning/planner.ts';
import type { Rule } from '../planning/rule-set.ts';
import { type Case, type Miss, type TriedCase, tryOrder } from './cases.ts';
import { tryPart } from './try-part.ts';
import { tryReturn } from './try-return.ts';

/** The test cases of a configuration, after a run. */
export interface CaseResults {
  readonly passed: number;
  readonly failed: number;
  /** In the order of the files. A case without misses has passed. */
  readonly cases: readonly CaseResult[];
  /** The rules that decide nothing in any case; none for a configuration without cases. */
  readonly untested: readonly UntestedRule[];
}

export interface CaseResult {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly misses: readonly Miss[];
}

type UntestedRule = Pick<Rule, 'name' | 'file' | 'line'>;

/** The parts of a configuration that cases are about. */
export type Tested = Pick<Configuration, 'cases' | 'rules' | 'returns' | 'receiving'>;

/** Runs the test cases of a configuration, and compares the outcomes with the expected ones. */
export function runCases(planner: Planner, tested: Tested): CaseResults {
  const tried = tested.cases.map((one) => ({ one, ...tryCase(planner, tested, one) }));
  const cases = tried.map(({ one: { name, file, line }, misses }): CaseResult => ({ name, file, line, misses }));
  const failed = cases.filter(({ misses }) => misses.length > 0).length;
  const rulesOf: readonly (readonly [Case['kind'], readonly UntestedRule[]])[] = [
    ['order', tested.rules],
    ['return', tested.returns.rules],
    ['part', tested.receiving.putAway],
  ];
  const untested = rulesOf.flatMap(([kind, rules]) => {
    const deciding = new Set(tried.flatMap(({ one, rules: names }) => (one.kind === kind ? names : [])));
    return rules.filter(({ name }) => !deciding.has(name)).map(({ name, file, line }) => ({ name, file, line }));
  });
  return { passed: cases.length - failed, failed, cases, untested: cases.length === 0 ? [] : untested };
}

function tryCase(planner: Planner, { returns, receiving }: Tested, one: Case): TriedCase {
  switch (one.kind) {
    case 'order':
      return tryOrder(planner, one);
    case 'return':
      return tryReturn(returns, one);
    case 'part':
      return tryPart(receiving, one);
  }
}

/** Returns a miss in one line: `pack: expected automatic, is by hand`. */
export const missWords = ({ what, expected, actual }: Miss): string =>
  `${what}: expected ${valueText(expected)}, is ${valueText(actual)}`;

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'none of them' : value.join(', ');
  // The moments of steps: `ship 2026-04-30 08:00`.
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${name} ${valueText(each)}`)
      .join(', ');
  }
  return String(value);
}
