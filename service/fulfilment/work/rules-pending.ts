import type { Step } from '../../../planning/plan.ts';

/**
 * Orders have come to a step of which rules of their plans have to speak first, on the facts of now (`before:`). Whoever began
 * the operation has them speak, in a transaction of its own, and begins again: what they say (a hold, say) has to stay, whatever
 * becomes of the operation.
 */
export class RulesPending extends Error {
  override readonly name = 'RulesPending';
  readonly step: Step;
  readonly orderIds: readonly number[];

  constructor(step: Step, orderIds: readonly number[]) {
    super(`Rules have to speak of the ${step} step first of orders ${orderIds.join(', ')}`);
    this.step = step;
    this.orderIds = orderIds;
  }
}
