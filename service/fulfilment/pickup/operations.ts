import { lockOrders } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { lockLines, ordersOn, readLines, refuseUnknown } from './lines.ts';
import { pickUp } from './pick-up.ts';

/**
 * Marks pickuplines as picked up, in one pickup: cartons are locked, stock goes out, lines and orders are fulfilled, invoices
 * made (design page §5).
 * @param input.siteId the site they leave from; that of the lines where it is not said
 * @returns id of the pickup
 * @throws pickup.done where one of them was picked up before
 */
export const createPickup = operation(
  'pickup.create',
  async (context, input: { pickuplineIds: readonly number[]; siteId: number | null }) => {
    const { tx } = context;
    const seen = await readLines(tx, input.pickuplineIds);
    refuseUnknown(input.pickuplineIds, seen);
    const locked = await lockOrders(
      tx,
      seen.flatMap((line) => line.order_ids),
    );
    const lines = await lockLines(tx, input.pickuplineIds);
    refuseUnknown(input.pickuplineIds, lines);
    const done = lines.filter((line) => line.pickup_id !== null);
    if (done.length > 0) {
      throw problem(
        'pickup.done',
        `Pickupline ${done.map((l) => l.id).join(', ')} was picked up before, with pickup ${done[0]!.pickup_id}.`,
      );
    }
    const siteId = input.siteId ?? lines[0]!.site_id;
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
