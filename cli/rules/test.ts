import { createPlanner } from '../../config/planning/planner.ts';
import { type CaseResults, missWords, runCases } from '../../config/rules/run-cases.ts';
import { loadValidFile } from './files.ts';

/** Runs the test cases of a file with its rules. */
export async function testRules(file: string | undefined): Promise<CaseResults> {
  const configuration = await loadValidFile(file);
  return runCases(createPlanner(configuration), configuration);
}

export function testResultText({ passed, failed, cases, untested }: CaseResults): string {
  const lines = cases.flatMap(({ name, file, line, misses }) => [
    ...(misses.length > 0 ? [`${file}:${line} ${name}`] : []),
    ...misses.map((miss) => `  ${missWords(miss)}`),
  ]);
  const rules = untested.map(({ name, file, line }) => `  ${file}:${line} ${name}`);
  return [
    ...lines,
    `${passed} cases passed, ${failed} failed.`,
    ...(rules.length > 0 ? ['Rules that decide in no case:', ...rules] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
