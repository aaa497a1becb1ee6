import type { Client, SalesOrderProgress } from '../../client/client.ts';
import type { Step } from '../../config/planning/plan.ts';
import { nowText } from './now-text.ts';
import { settled, type Wait } from './settled.ts';

const taskIds: Readonly<Record<Step, number>> = { pick: 1, pack: 2, ship: 3, pickup: 4 };

const past: Readonly<Record<Step, string>> = { pick: 'picked', pack: 'packed', ship: 'shipped', pickup: 'picked up' };

export interface StepDone {
  readonly id: number;
  readonly step: Step;
  readonly progress: SalesOrderProgress;
}

export interface StepOptions extends Wait {
  /** True for a part of the step if stock is short. */
  readonly partial?: boolean | undefined;
  /** True to do it past a carrier that has not booked. */
  readonly ignoreWarnings?: boolean | undefined;
}

/**
 * Does a step of an order in one call, as a person who does it by hand reports it, and waits until the engine has gone on.
 * @throws ProblemError if the step cannot be done
 */
export async function performStep(client: Client, id: number, step: Step, options: StepOptions): Promise<StepDone> {
  const answer = await client.task.perform(taskIds[step], {
    order_id: [id],
    ...(options.partial ? { partial: 1 } : {}),
    ...(options.ignoreWarnings ? { ignore_warnings: 1 } : {}),
  });
  await client.background.finished(answer);
  return { id, step, progress: await settled(client, id, options) };
}

export const stepText = (order: string, { step, progress }: StepDone): string =>
  `Order ${order} is ${past[step]}. ${nowText(progress)}`;
