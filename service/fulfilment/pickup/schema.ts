import { z } from 'zod';
import { id, idList, omittable } from '../../platform/coercion/coerce.ts';

/** The pickuplines of a pickup: by their ids, or all that are ready for a carrier. */
export const pickUp = z
  .object({ pickupline_ids: omittable(idList()), carrier_id: omittable(id()), site_id: omittable(id()) })
  .refine((body) => body.pickupline_ids ?? body.carrier_id, {
    path: ['pickupline_ids'],
    message: 'is required, or carrier_id',
  })
  .meta({ example: { pickupline_ids: [1, 2], site_id: 1 } });
