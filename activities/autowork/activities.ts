import { isBackground, type MaybeBackground, ProblemError } from '../../client/client.ts';
import type { EngineClient } from '../../client/engine.ts';
import type { AutoworkDetails, AutoworkOutcome, AutoworkPlan, TaskResult } from '../../workflows/contract/autowork.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { notifyHeaders, readBackground } from '../shared/background.ts';
import { callOptions } from '../shared/call-options.ts';
import { withEndlessAttempts, withTemporalFailures } from '../shared/failure.ts';

/** One task of an autowork. */
export interface AutoworkTask {
  autoworkId: number;
  orderId: number;
  /** Id of the user that the task runs as, with that user's permissions. */
  userId: number;
  taskId: number;
  details: AutoworkDetails;
  /** The round of the autowork, if it is not the first. */
  round?: number;
}

/** A task that the service does in the background. */
export interface PendingTask {
  /** Address of the background request. */
  background: string;
  /** The shortage of the first attempt; absent for a first attempt. */
  shortage?: { code?: string | null; detail?: string | null };
}

/** The task is done already, or the step before it is not done. */
const nothingToDo = /\.nothing-left$/;
const noSuchStep = /\.no-step$/;
/** Maximum length of a detail that the service accepts. */
const maxDetailLength = 2000;

/**
 * Returns the activities of an autowork's workflow. Temporal's timeline shows their names. A task is one call and one transaction
 * under a key that follows from the record: a repeated call gets the first answer.
 */
export function createAutoworkActivities({ client }: { client: EngineClient }) {
  const perform = withTemporalFailures((task: AutoworkTask, pending?: PendingTask) =>
    pending ? resume(client, task, pending) : attempt(client, task, {}),
  );

  return {
    /** Reports the start of the autowork. @returns the plan of the order */
    startAutowork: withEndlessAttempts(
      (autoworkId: number): Promise<AutoworkPlan> => client.engine.autowork.begin(autoworkId, callOptions()),
    ),

    /** Has the autowork wait for stock. @returns its next round, or what it waits for */
    awaitStock: withEndlessAttempts(
      (autoworkId: number, tasks: TaskResult[]): Promise<AutoworkPlan> =>
        client.engine.autowork.wait(autoworkId, { tasks }, callOptions()),
    ),

    autoworkPick: perform,
    autoworkPack: perform,
    autoworkShip: perform,
    autoworkPickup: perform,

    /** Reports the results, for the record and for the answer to the request. */
    finishAutowork: withEndlessAttempts(async (autoworkId: number, tasks: TaskResult[]): Promise<AutoworkOutcome> => {
      const { outcome } = await client.engine.autowork.finish(autoworkId, { tasks }, callOptions());
      return { outcome: outcome as AutoworkOutcome['outcome'] };
    }),
  };
}

export type AutoworkActivities = ReturnType<typeof createAutoworkActivities>;

/** A shortage makes a task partial: the units that are in stock are taken, and the rest stays open. */
type Shortage = Pick<TaskResult, 'code' | 'detail'>;

/** Attempts a task. If stock is short, it attempts the task once more for the units that are in stock. */
async function attempt(
  client: EngineClient,
  task: AutoworkTask,
  { shortage }: Pick<PendingTask, 'shortage'>,
): Promise<TaskResult | PendingTask> {
  try {
    const answer = await performTask(client, task, shortage !== undefined);
    return isBackground(answer) ? { background: answer.background, shortage } : resultOf(task, answer.id, shortage);
  } catch (error) {
    return afterRefusal(client, task, refusalOf(error), shortage);
  }
}

/** Reads a task that the service does in the background. @returns the task itself while the service works on it */
async function resume(
  client: EngineClient,
  task: AutoworkTask,
  pending: PendingTask,
): Promise<TaskResult | PendingTask> {
  const { background, shortage } = pending;
  const answer = await readBackground(client, background);
  if (answer === null) return pending;
  if ('problem' in answer) return afterRefusal(client, task, toRefusal(answer.problem), shortage);
  return resultOf(task, (answer.body as { id: number }).id, shortage);
}

/** Returns the result of a task that was done. */
function resultOf({ taskId: task_id }: AutoworkTask, record_id: number, shortage?: Shortage): TaskResult {
  return shortage ? { task_id, ...shortage, outcome: 'partial', record_id } : { task_id, outcome: 'done', record_id };
}

/** Returns the result of a task that was refused. A shortage has it attempted once more. */
async function afterRefusal(
  client: EngineClient,
  task: AutoworkTask,
  { code, detail, state }: TaskRefusal,
  shortage?: Shortage,
): Promise<TaskResult | PendingTask> {
  const task_id = task.taskId;
  if (shortage) {
    const why = nothingToDo.test(code) ? shortage : { code, detail };
    return { task_id, ...why, outcome: 'refused' };
  }
  if (nothingToDo.test(code) || state === 'Fulfilled') return { task_id, outcome: 'nothing', code, detail };
  if (noSuchStep.test(code)) return { task_id, outcome: 'skipped', code, detail };
  if (code !== 'stock.short') return { task_id, outcome: 'refused', code, detail };
  return attempt(client, task, { shortage: { code, detail } });
}

/** @returns the id of the record that the task created, or the background request that creates it */
function performTask(
  client: EngineClient,
  task: AutoworkTask,
  partial: boolean,
): Promise<MaybeBackground<{ id: number }>> {
  const { autoworkId, orderId, userId, taskId, details, round = 1 } = task;
  const headers = {
    prefer: 'return=minimal',
    'x-on-behalf-of': String(userId),
    // In the name of the order's own workflow, which gets one event after all tasks and none for each task.
    'x-conveyor-workflow': orderWorkflowId(orderId),
    ...notifyHeaders(),
  };
  const options = callOptions(headers);
  const ofRound = round === 1 ? '' : `/round-${round}`;
  const key = `autowork/${autoworkId}/${taskId}${ofRound}${partial ? '/partial' : ''}`;
  const body = { order_id: [orderId], partial, ...details };
  return client.task.perform(taskId, body, { ...options, idempotencyKey: key });
}

interface TaskRefusal {
  readonly code: string;
  readonly detail: string;
  /** The state of the order, where the refusal is about it. */
  readonly state: unknown;
}

/** Returns the refusal in an error. @throws a fault that may pass, which Temporal repeats */
function refusalOf(error: unknown): TaskRefusal {
  if (!(error instanceof ProblemError) || error.passing) throw error;
  // Wrong credentials are the engine's own: no autowork can correct them.
  if (error.status === 401) throw error;
  return toRefusal(error);
}

function toRefusal({ code, detail, members }: ProblemError): TaskRefusal {
  return { code, detail: detail.slice(0, maxDetailLength), state: members.state };
}
