import type { Step } from '../../config/planning/plan.ts';
import type { AutoworkInput, TaskResult } from '../contract/autowork.ts';
import { escapeMarkdown } from '../contract/text.ts';
import { table } from '../shared/table.ts';

/**
 * Returns what Temporal's pages show of an autowork: its tasks with their results.
 * @param current the task in progress; null when all are finished
 * @param awaited the awaited stock or release, if the autowork waits
 */
export function details(
  input: AutoworkInput,
  results: readonly TaskResult[],
  current: Step | null,
  awaited?: string,
): string {
  const rows = input.tasks.map(({ taskId, step }) => {
    const result = results.find(({ task_id }) => task_id === taskId);
    const outcome = result?.outcome ?? (step === current ? 'in progress' : '');
    return [step, outcome, escapeMarkdown(result?.detail ?? '')];
  });
  return [
    `Order ${escapeMarkdown(input.number)}, for ${escapeMarkdown(input.by)}`,
    ...(awaited === undefined ? [] : [`Waits for ${escapeMarkdown(awaited)}, and then continues`]),
    table(['task', '', ''], rows),
  ].join('\n\n');
}

/** Returns the code of the first task that was not done, for the search attribute `Reason`; null where everything was. */
export function shortfall(results: readonly TaskResult[]): string | null {
  const short = results.find(({ outcome }) => outcome === 'partial' || outcome === 'refused');
  return short?.code ?? null;
}
