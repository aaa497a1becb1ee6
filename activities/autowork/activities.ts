import type { Client } from '../../client/client.ts';
import { ProblemError } from '../../client/client.ts';
import type { AutoworkDetails, AutoworkOutcome, AutoworkPlan } from '../../workflows/contract/autowork.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { callOptions } from '../shared/call-options.ts';
import { withEndlessAttempts, withTemporalFailures } from '../shared/failure.ts';

/** One task of an autowork. */
export interface AutoworkTask {
  autoworkId: number;
  orderId: number;
  /** The user in whose name and with whose permissions the task runs. */
  userId: number;
  taskId: number;
  details: AutoworkDetails;
}

/** Result of a task, as `POST /autowork/{id}/finish` accepts it. */
export interface TaskResult {
  task_id: number;
  outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
  record_id?: number | null;
  code?: string | null;
  detail?: string | null;
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
export function createAutoworkActivities({ client }: { client: Client }) {
  const perform = withTemporalFailures(async (task: AutoworkTask): Promise<TaskResult> => {
    const result = { task_id: task.taskId };
    try {
      return { ...result, outcome: 'done', record_id: await performTask(client, task, false) };
    } catch (error) {
      const { code, detail, state } = refusalOf(error);
      if (nothingToDo.test(code) || state === 'Fulfilled') return { ...result, outcome: 'nothing', code, detail };
      if (noSuchStep.test(code)) return { ...result, outcome: 'skipped', code, detail };
      if (code !== 'stock.short') return { ...result, outcome: 'refused', code, detail };
      return performPartly(client, task, { code, detail });
    }
  });

  return {
    /** Reports the start of the autowork. @returns the plan of the order */
    startAutowork: withEndlessAttempts(
      (autoworkId: number): Promise<AutoworkPlan> => client.autowork.begin(autoworkId, callOptions()),
    ),

    autoworkPick: perform,
    autoworkPack: perform,
    autoworkShip: perform,
    autoworkPickup: perform,

    /** Reports the results, for the record and for the answer to the request. */
    finishAutowork: withEndlessAttempts(async (autoworkId: number, tasks: TaskResult[]): Promise<AutoworkOutcome> => {
      const { outcome } = await client.autowork.finish(autoworkId, { tasks }, callOptions());
      return { outcome: outcome as AutoworkOutcome['outcome'] };
    }),
  };
}

export type AutoworkActivities = ReturnType<typeof createAutoworkActivities>;

/** Performs a task as far as there is stock; the rest stays open. */
async function performPartly(
  client: Client,
  task: AutoworkTask,
  shortage: { code: string; detail: string },
): Promise<TaskResult> {
  const result = { task_id: task.taskId, ...shortage };
  try {
    return { ...result, outcome: 'partial', record_id: await performTask(client, task, true) };
  } catch (error) {
    const { code, detail } = refusalOf(error);
    return nothingToDo.test(code) ? { ...result, outcome: 'refused' } : { ...result, outcome: 'refused', code, detail };
  }
}

/** @returns the id of the record that the task created */
async function performTask(client: Client, task: AutoworkTask, partial: boolean): Promise<number> {
  const { autoworkId, orderId, userId, taskId, details } = task;
  const headers = {
    prefer: 'return=minimal',
    'x-on-behalf-of': String(userId),
    // In the name of the order's own workflow, which gets one event after all tasks and none for each task.
    'x-conveyor-workflow': orderWorkflowId(orderId),
  };
  const options = callOptions(headers);
  const key = `autowork/${autoworkId}/${taskId}${partial ? '/partial' : ''}`;
  const body = { order_id: [orderId], partial, ...details };
  const { id } = await client.task.perform(taskId, body, { ...options, idempotencyKey: key });
  return id;
}

/** Returns the refusal in an error. @throws a fault that may pass, which Temporal repeats */
function refusalOf(error: unknown): { code: string; detail: string; state: unknown } {
  if (!(error instanceof ProblemError) || error.passing) throw error;
  // Wrong credentials are the engine's own: no autowork can correct them.
  if (error.status === 401) throw error;
  return { code: error.code, detail: error.detail.slice(0, maxDetailLength), state: error.members.state };
}
