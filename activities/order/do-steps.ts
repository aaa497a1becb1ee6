import { ApplicationFailure, Context } from '@temporalio/activity';
import { isBackground, type MaybeBackground } from '../../client/client.ts';
import type { EngineClient } from '../../client/engine.ts';
import type { Step } from '../../config/planning/plan.ts';
import { linesForBackground } from '../../workflows/contract/background.ts';
import { notifyHeaders } from '../shared/background.ts';
import { priority, requestId } from '../shared/call-headers.ts';
import { callOptions } from '../shared/call-options.ts';
import { failure } from '../shared/failure.ts';
import { CombinedSteps } from './combined-steps.ts';

/** A step that the service has done. */
export interface DoneStep {
  step: Step;
  /** Id of the pick, pack, ship or pickup; null where the service did not name it. */
  record: number | null;
  /** When the service answered, in milliseconds since 1970. Steps of one transaction have one time. */
  at: number;
}

/** The result of a run of steps. */
export interface StepsResult {
  done: DoneStep[];
  /** The step that the service refused after those that are done, and why. Null if nothing was refused. */
  stopped: { step: Step; code: string; detail: string } | null;
  /** Address of the background request that does the first step, where the order is large. */
  background?: string;
}

/**
 * Has the service do the automatic steps of orders that follow each other. The steps of a run are one call and one transaction, or a
 * part of one with the steps of other orders. The service does the step of a large order in the background.
 */
export class StepCalls {
  readonly #client: EngineClient;
  readonly #taskId: (task: string) => Promise<number>;
  readonly #combined: CombinedSteps;

  constructor(client: EngineClient) {
    this.#client = client;
    this.#taskId = taskIds(client);
    this.#combined = new CombinedSteps(client);
  }

  /**
   * Does steps up to one that the service refuses. A step that the common call leaves out gets a call of its own, which does it or
   * says why not.
   * @param lines number of lines of the order: for a small one, the service need not count them
   * @throws the refusal of the first step, and the failure of a call that was not answered before any step was done
   */
  async perform(orderId: number, lines: number, steps: readonly Step[]): Promise<StepsResult> {
    const [first] = steps;
    if (first === undefined) return { done: [], stopped: null };
    if (lines >= linesForBackground) return this.#alone(first, orderId, notifyHeaders());
    const alone = (step: Step) => this.#alone(step, orderId, { 'x-background-processing': 'never' });
    const { isLocal } = Context.current().info;
    const { headers = {} } = callOptions();
    const cause = { requestId: requestId(), priority: priority(), headers };
    const { done } = await this.#combined.perform({
      ...cause,
      orderId,
      steps,
      lines,
      isLocal,
      alone: () => alone(first),
    });
    const next = steps[done.length];
    if (next === undefined) return { done, stopped: null };
    try {
      const { done: more } = await alone(next);
      return { done: [...done, ...more], stopped: null };
    } catch (error) {
      if (done.length === 0) throw error;
      return { done, stopped: stoppedAt(next, error) };
    }
  }

  /** Does a step in a call of its own. */
  async #alone(step: Step, orderId: number, headers: Readonly<Record<string, string>>): Promise<StepsResult> {
    const id = await this.#taskId(step);
    const options = callOptions({ prefer: 'return=minimal', ...headers });
    const answer: MaybeBackground<{ id: number }> = await this.#client.task.perform(
      id,
      { order_id: [orderId] },
      options,
    );
    if (isBackground(answer)) return { done: [], stopped: null, background: answer.background };
    return { done: [{ step, record: answer.id, at: Date.now() }], stopped: null };
  }
}

/** Returns the refusal of a step; null for an outage: the workflow then tries the step again. */
function stoppedAt(step: Step, error: unknown): StepsResult['stopped'] {
  const refusal = failure(error);
  if (!(refusal instanceof ApplicationFailure) || !refusal.nonRetryable) return null;
  return { step, code: refusal.type ?? 'unknown', detail: refusal.message };
}

/** Returns a function from task name to id. The service assigns the ids: they are read from `/task`, once. */
function taskIds(client: EngineClient): (task: string) => Promise<number> {
  let ids: Promise<Map<string, number>> | undefined;
  return async (task) => {
    ids ??= client.task
      .list({}, callOptions())
      .then((page) => new Map(page.data.map(({ id, name }) => [name.toLowerCase(), id])))
      .catch((error) => {
        ids = undefined;
        throw error;
      });
    const id = (await ids).get(task.toLowerCase());
    if (id === undefined) throw new Error(`The service has no task called ${task}`);
    return id;
  };
}
