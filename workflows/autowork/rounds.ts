import type { AutoworkDetails, AutoworkInput, AutoworkPlan, TaskResult } from '../contract/autowork.ts';

/** Returns whether stock, or the release of a held order, can change the results. A hold before the first wait is a refusal. */
export function waitsForStock(
  { onStock }: AutoworkInput,
  { round }: AutoworkPlan,
  results: readonly TaskResult[],
): boolean {
  if (onStock !== 'continue') return false;
  const codes = results.map(({ code }) => code);
  return codes.includes('stock.short') || (round > 1 && codes.includes('order.held'));
}

/** Returns the details of a task in this round; null where nothing is left of its lines. */
export function roundDetails({ details }: AutoworkInput, plan: AutoworkPlan, taskId: number): AutoworkDetails | null {
  const left = plan.line_details?.find(({ task_id }) => task_id === taskId)?.lines;
  if (!left) return details;
  return left.length === 0 ? null : { ...details, line_details: left };
}

/** Returns the result of a task over all rounds. */
export function merged(before: TaskResult | undefined, now: TaskResult): TaskResult {
  const wasDone = before?.outcome === 'done' || before?.outcome === 'partial';
  if (!before || !wasDone || now.outcome === 'done' || now.outcome === 'partial') return now;
  // Other users have done the rest of a part, or there is no rest.
  if (now.outcome === 'nothing' || now.outcome === 'skipped')
    return { ...before, outcome: 'done', code: null, detail: null };
  return { ...before, outcome: 'partial', code: now.code ?? null, detail: now.detail ?? null };
}

/** Returns the results of a canceled autowork: the task in progress, or the one that waited, is refused. */
export function canceledResults(input: AutoworkInput, results: readonly TaskResult[]): TaskResult[] {
  const canceled = { code: 'autowork.canceled', detail: 'Somebody canceled the autowork.' };
  const current = input.tasks[results.length];
  if (current) return [...results, { task_id: current.taskId, outcome: 'refused', ...canceled }];
  return results.map((result) => (result.code === 'stock.short' ? { ...result, ...canceled } : result));
}
