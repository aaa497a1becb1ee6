import { z } from 'zod';
import { pickup } from '../../fulfilment/pickup/resource.ts';
import { idList, omittable, text } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { undoPickup } from './undo-pickup.ts';

export const routes: Endpoint[] = [
  endpoint('POST /pickup/{pickup_id}/undo', {
    permission: 'pickup.undo',
    summary: 'Take back a pickup of goods that did not leave after all',
    description:
      'The units are in their cartons, or picked, as before, and wait for pickup; a credit corrects the invoice of each order. Labels do not change. The next pickup of these orders is by hand. Send `pickupline_ids` for a part of the pickup. For goods that the customer returns, make a return order.',
    body: z
      .object({ reason: text(500, { min: 1 }), pickupline_ids: omittable(idList()) })
      .meta({ example: { reason: 'The van was full' } }),
    returns: pickup,
    answer: { embeds: ['lines'] },
    errors: [
      'pickup.undone',
      'pickup.part-of-kit',
      'order.state',
      'record.exists',
      'receipt.state',
      'returnorder.excess',
    ],
    handle: async (call) => {
      const pickupId = call.params.pickup_id;
      const { reason, pickupline_ids: pickuplineIds = null } = call.body;
      await undoPickup(call, { pickupId, pickuplineIds, reason, planner: call.services.planner });
      return { record: pickup, id: pickupId };
    },
  }),
];
