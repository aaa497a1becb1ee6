import type { Planner } from '../../../config/planning/planner.ts';
import { takeBack, type Undo } from '../../fulfilment/pickup/operations.ts';
import { operation } from '../../platform/database/operation.ts';
import { assertReturnable } from '../../returns/operations.ts';
import { setStepBy } from '../planning/set-step-by.ts';

/**
 * Undoes a pickup of goods that did not leave after all. The next pickup of their orders is by hand: the engine would hand them over again
 * at once. The engine continues the orders. An order whose workflow has ended gets a new workflow, because its signal finds none.
 * @throws as `takeBack`; returnorder.excess for units that a return claims
 */
export const undoPickup = operation('pickup.undo', async (context, input: Undo & { readonly planner: Planner }) => {
  const { planner } = input;
  const orders = await takeBack(context, input);
  for (const { id: orderId } of orders) {
    await assertReturnable(context.tx, orderId);
    await setStepBy.within(context, { orderId, steps: ['pickup'], value: 'hand', by: null, planner });
  }
});
