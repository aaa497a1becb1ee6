import type { Client } from '../../client/client.ts';
import { ProblemError } from '../../client/client.ts';
import type { AutoworkDetails, AutoworkStarted } from '../../workflows/contract/autowork.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { callOptions } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';

/** One task of an autowork. */
export interface AutoworkTask {
  autoworkId: number;
  orderId: number;
  /** In whose name, and with whose rights. */
  userId: number;
  taskId: number;
  details: AutoworkDetails;
}

/** What became of it, as `POST /autowork/{id}/finish` takes it. */
export interface TaskResult {
  task_id: number;
  outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
  record_id?: number | null;
  code?: string | null;
  detail?: string | null;
}

/** Others have done it already, or what comes before it was not done. */
const nothingToDo = /\.nothing-left$/;
const noSuchStep = /\.no-step$/;
/** The service takes so much of a detail. */
const longestDetail = 2000;

/**
 * What an autowork's workflow asks for. Their names are what Temporal's timeline shows. A task is one call and one transaction
 * under a key that follows from the record, so that repeating it after a crash anywhere gives the answer of the first time.
 */
export function createAutoworkActivities({ client }: { client: Client }) {
  const task = withTemporalFailures(async (asked: AutoworkTask): Promise<TaskResult> => {
    const { taskId } = asked;
    const result = { task_id: taskId };
    try {
      return { ...result, outcome: 'done', record_id: await performed(client, asked, false) };
    } catch (error) {
      const { code, detail, state } = refusedFor(error);
      if (nothingToDo.test(code) || state === 'Fulfilled') return { ...result, outcome: 'nothing', code, detail };
      if (noSuchStep.test(code)) return { ...result, outcome: 'skipped', code, detail };
      if (code !== 'stock.short') return { ...result, outcome: 'refused', code, detail };
      return shortOf(client, asked, { code, detail });
    }
  });

  return {
    /** Says that it begins. Gives back how the order stands. */
    begin: withTemporalFailures(
      (autoworkId: number): Promise<AutoworkStarted> => client.autowork.begin(autoworkId, callOptions()),
    ),

    pickFor: task,
    packFor: task,
    shipFor: task,
    pickupFor: task,

    /** Says what became of it, to the record and to whoever waits for the answer. */
    finish: withTemporalFailures(async (autoworkId: number, tasks: TaskResult[]): Promise<TaskOutcome> => {
      const { outcome } = await client.autowork.finish(autoworkId, { tasks }, callOptions());
      return { outcome: outcome as TaskOutcome['outcome'] };
    }),
  };
}

interface TaskOutcome {
  outcome: 'done' | 'partial' | 'nothing' | 'refused';
}

export type AutoworkActivities = ReturnType<typeof createAutoworkActivities>;

/** What is there is picked, and the rest stays open. */
async function shortOf(
  client: Client,
  asked: AutoworkTask,
  short: { code: string; detail: string },
): Promise<TaskResult> {
  const result = { task_id: asked.taskId, ...short };
  try {
    return { ...result, outcome: 'partial', record_id: await performed(client, asked, true) };
  } catch (error) {
    const { code, detail } = refusedFor(error);
    return nothingToDo.test(code) ? { ...result, outcome: 'refused' } : { ...result, outcome: 'refused', code, detail };
  }
}

async function performed(client: Client, asked: AutoworkTask, partial: boolean): Promise<number> {
  const { autoworkId, orderId, userId, taskId, details } = asked;
  const headers = {
    prefer: 'return=minimal',
    'x-on-behalf-of': String(userId),
    // In place of the order's own workflow, which hears of it when all is done, and not of every task.
    'x-conveyor-workflow': orderWorkflowId(orderId),
  };
  const options = callOptions(headers);
  const key = `autowork/${autoworkId}/${taskId}${partial ? '/partial' : ''}`;
  const body = { order_id: [orderId], partial, ...details };
  const { id } = await client.task.perform(taskId, body, { ...options, idempotencyKey: key });
  return id;
}

/** A refusal of business. @throws what may pass, to be tried again */
function refusedFor(error: unknown): { code: string; detail: string; state: unknown } {
  if (!(error instanceof ProblemError) || error.passing) throw error;
  // Wrong credentials are the engine's own: no autowork can help it.
  if (error.status === 401) throw error;
  return { code: error.code, detail: error.detail.slice(0, longestDetail), state: error.members.state };
}
