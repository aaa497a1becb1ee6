import { z } from 'zod';
import { decimal, text } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { onlyOf } from '../../platform/routes/record-endpoint.ts';
import { salesorder } from '../resource.ts';
import { cancelUnits } from './cancel-units.ts';

export const routes: Endpoint[] = [
  onlyOf(
    salesorder,
    'salesorder_id',
    endpoint('POST /salesorder/{salesorder_id}/line/{line_id}/cancel', {
      permission: 'salesorderline.cancel',
      summary: 'Cancel units of a line of an issued order',
      description:
        '`qty` is in units of the line; of a kit, whole kits. Units that are short go first, then reserved ones, then those on a pick, then picked ones, then packed ones; people put these back, as their pick or pack says. A carrier books the labels of closed cartons anew that have less in them. For shipped units, the refusal names the deletions that make it possible. An order with nothing left to deliver is void, or closed short if part of it has left.',
      body: z
        .object({ qty: decimal({ digits: 9, positive: true }), reason: text(500, { min: 1 }) })
        .meta({ example: { qty: 1, reason: 'The customer wants one less' } }),
      returns: salesorder,
      errors: ['order.state', 'order.part-of-unit', 'engine.updates-off'],
      handle: async (call) => {
        const { salesorder_id: orderId, line_id } = call.params;
        const { qty, reason } = call.body;
        await cancelUnits(call, { orderId, lines: [{ line_id, qty }], reason });
        return { record: salesorder, id: orderId };
      },
    }),
  ),
];
