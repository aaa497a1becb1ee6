/** What became of one task of an autowork. */
export interface TaskResult {
  task_id: number;
  /**
   * `done`; `partial`: done as far as it goes, the detail says what is left; `nothing` was there to do; `skipped`: the plan has no
   * such step; `refused`.
   */
  outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
  record_id: number | null;
  code: string | null;
  detail: string | null;
}

/** What became of an autowork as a whole. */
export interface Outcome {
  outcome: 'done' | 'partial' | 'nothing' | 'refused';
  /** The first thing that could not be done; null where there is none. */
  code: string | null;
  detail: string | null;
}

/**
 * From what became of the tasks to what became of all. Nothing to do is no failure, for others work too; but who asks for
 * nothing else than steps that the order does not have is told so.
 */
export function outcomeOf(tasks: readonly TaskResult[]): Outcome {
  const [anyDone, anyLeft] = [some(tasks, 'done', 'partial'), some(tasks, 'partial', 'refused')];
  const onlySkipped = tasks.every(({ outcome }) => outcome === 'skipped');
  const outcome = anyDone ? (anyLeft ? 'partial' : 'done') : anyLeft || onlySkipped ? 'refused' : 'nothing';
  const telling = anyLeft ? ['partial', 'refused'] : anyDone ? [] : ['nothing', 'skipped'];
  const { code = null, detail = null } = tasks.find((task) => telling.includes(task.outcome)) ?? {};
  return { outcome, code, detail };
}

function some(tasks: readonly TaskResult[], ...wanted: TaskResult['outcome'][]): boolean {
  return tasks.some(({ outcome }) => wanted.includes(outcome));
}
