/** The result of one task of an autowork. */
export interface TaskResult {
  task_id: number;
  /**
   * `partial`: a part is done, and the detail names the rest. `nothing`: there was nothing to do. `skipped`: the
   * plan does not have the step.
   */
  outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
  record_id: number | null;
  code: string | null;
  detail: string | null;
}

/** The outcome of a whole autowork. */
export interface Outcome {
  outcome: 'done' | 'partial' | 'nothing' | 'refused';
  /** The code of the first task that was not done; null if all were. */
  code: string | null;
  detail: string | null;
}

/**
 * Returns the outcome that follows from the results of the tasks. Nothing to do is not a failure, since someone else may have
 * done it. A request only for steps that the plan does not have is refused.
 */
export function outcomeOf(tasks: readonly TaskResult[]): Outcome {
  const [anyDone, anyLeft] = [some(tasks, 'done', 'partial'), some(tasks, 'partial', 'refused')];
  const onlySkipped = tasks.every(({ outcome }) => outcome === 'skipped');
  const outcome = anyDone ? (anyLeft ? 'partial' : 'done') : anyLeft || onlySkipped ? 'refused' : 'nothing';
  const reasons = anyLeft ? ['partial', 'refused'] : anyDone ? [] : ['nothing', 'skipped'];
  const { code = null, detail = null } = tasks.find((task) => reasons.includes(task.outcome)) ?? {};
  return { outcome, code, detail };
}

function some(tasks: readonly TaskResult[], ...outcomes: TaskResult['outcome'][]): boolean {
  return tasks.some(({ outcome }) => outcomes.includes(outcome));
}
