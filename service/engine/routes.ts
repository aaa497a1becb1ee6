import { z } from 'zod';
import { salesorder } from '../orders/resource.ts';
import { omittable, text } from '../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { driveOrder } from './drive.ts';

/** Calls about the workflows that drive the work. */
export const routes: Endpoint[] = [
  endpoint('POST /salesorder/{salesorder_id}/drive', {
    permission: 'salesorder.drive',
    summary: 'Start the workflow of an open order again',
    description:
      'Use this if `/progress` says that nobody drives the order. The workflow reads the progress first, so nothing is done twice. A workflow that runs goes on, and reads the progress.',
    body: z.object({ by: omittable(text(200, { min: 1 })) }).meta({ example: { by: 'Ana Weber' } }),
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      await driveOrder(call, { orderId, by: call.body.by ?? null });
      return { record: salesorder, id: orderId };
    },
  }),
];
