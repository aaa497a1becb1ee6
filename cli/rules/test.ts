import { type Miss, tryCase } from '../../config/rules/cases.ts';
import { createPlanner } from '../../planning/planner.ts';
import { loadValidFile } from './files.ts';

export interface TestResult {
  readonly passed: number;
  readonly failed: number;
  readonly cases: readonly { name: string; file: string; line: number; misses: readonly Miss[] }[];
}

/** Runs the test cases of a file with its rules. */
export async function testRules(file: string | undefined): Promise<TestResult> {
  const configuration = await loadValidFile(file);
  const planner = createPlanner(configuration);
  const cases = configuration.cases.map((each) => {
    const { misses } = tryCase(planner, each);
    return { name: each.name, file: each.file, line: each.line, misses };
  });
  const failed = cases.filter(({ misses }) => misses.length > 0).length;
  return { passed: cases.length - failed, failed, cases };
}

export function testResultText({ passed, failed, cases }: TestResult): string {
  const lines = cases.flatMap(({ name, file, line, misses }) => [
    ...(misses.length > 0 ? [`${file}:${line} ${name}`] : []),
    ...misses.map(
      ({ what, expected, actual }) => `  ${what}: expected ${valueText(expected)}, is ${valueText(actual)}`,
    ),
  ]);
  return [...lines, `${passed} cases passed, ${failed} failed.`].map((line) => `${line}\n`).join('');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'none of them' : value.join(', ');
  return String(value);
}
