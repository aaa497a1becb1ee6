import { z } from 'zod';
import { id, idList } from '../http/coerce.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { createPickup } from './operations.ts';
import { pickup } from './resource.ts';

export const routes: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/pickup',
    permission: 'pickup.create',
    summary: 'Mark cartons, or orders without a pack step, as picked up',
    description: 'By carton or carrier, one or in batches: a carton can hold items of several orders.',
    body: z.object({ pickupline_ids: idList(), site_id: id().optional() }),
    status: 201,
    returns: pickup,
    handle: async (call) => {
      const { pickupline_ids: pickuplineIds, site_id } = call.body;
      const made = await createPickup(call, { pickuplineIds, siteId: site_id ?? null });
      return { record: pickup, id: made, embed: ['lines'] };
    },
  }),
];
