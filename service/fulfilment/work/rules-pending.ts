import type { Step } from '../../../config/planning/plan.ts';

/**
 * Orders have reached a step whose deferred rules (`before:`) must be evaluated first, on the facts of this moment. The caller of
 * the operation evaluates them in a transaction of its own and runs the operation again. A decision of the
 * rules, such as a hold, stays even where the operation fails.
 */
export class RulesPending extends Error {
  override readonly name = 'RulesPending';
  readonly step: Step;
  readonly orderIds: readonly number[];

  constructor(step: Step, orderIds: readonly number[]) {
    super(`The rules before the ${step} step of orders ${orderIds.join(', ')} must be evaluated first.`);
    this.step = step;
    this.orderIds = orderIds;
  }
}
