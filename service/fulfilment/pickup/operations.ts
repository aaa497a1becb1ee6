import { lockOrders } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { problem } from '../../platform/problems/problems.ts';
import { assertLinesKnown, lockLines, ordersOn, readLines } from './lines.ts';
import { pickUp } from './pick-up.ts';

export { takeBack, type Undo } from './take-back.ts';

/**
 * Marks pickuplines as picked up, in one pickup: cartons are locked, units leave the stock, lines and orders are fulfilled, and
 * invoices are made.
 * @param input.siteId the site that they leave; null for the site of the lines
 * @returns id of the pickup
 * @throws pickup.done where one of them was picked up before
 */
export const createPickup = operation(
  'pickup.create',
  async (context, input: { pickuplineIds: readonly number[]; siteId: number | null }) => {
    const { tx } = context;
    const candidates = await readLines(tx, input.pickuplineIds);
    assertLinesKnown(input.pickuplineIds, candidates);
    const orderIds = candidates.flatMap((line) => line.order_ids);
    const locked = await lockOrders(tx, orderIds);
    const lines = await lockLines(tx, input.pickuplineIds);
    assertLinesKnown(input.pickuplineIds, lines);
    const pickedUp = lines.filter((line) => line.pickup_id !== null);
    const [first] = pickedUp;
    if (first) {
      const ids = pickedUp.map((line) => line.id).join(', ');
      throw problem('pickup.done', `Pickupline ${ids} was picked up before, with pickup ${first.pickup_id}.`);
    }
    const siteId = input.siteId ?? firstOf(lines).site_id;
    const elsewhere = lines.find((line) => line.site_id !== siteId);
    if (elsewhere) {
      throw problem(
        'body.invalid',
        `Pickupline ${elsewhere.id} is at site ${elsewhere.site_id}, not at site ${siteId}.`,
        {
          errors: [{ pointer: '/site_id', detail: `must be ${elsewhere.site_id} for pickupline ${elsewhere.id}` }],
        },
      );
    }
    return pickUp(context, siteId, lines, ordersOn(lines, locked));
  },
);
