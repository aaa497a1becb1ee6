import type { Planner } from '../planning/planner.ts';
import { type Case, type Miss, tryCase } from './cases.ts';

/** The test cases of a configuration, after a run. */
export interface CaseResults {
  readonly passed: number;
  readonly failed: number;
  /** In the order of the files. A case without misses has passed. */
  readonly cases: readonly CaseResult[];
}

export interface CaseResult {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly misses: readonly Miss[];
}

/** Plans the orders of test cases, and compares the plans with the expected ones. */
export function runCases(planner: Planner, cases: readonly Case[]): CaseResults {
  const results = cases.map((each): CaseResult => {
    const { name, file, line } = each;
    return { name, file, line, misses: tryCase(planner, each).misses };
  });
  const failed = results.filter(({ misses }) => misses.length > 0).length;
  return { passed: results.length - failed, failed, cases: results };
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
