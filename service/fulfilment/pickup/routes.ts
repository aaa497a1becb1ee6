import { z } from 'zod';
import { flag, id, idList, omittable } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { children } from '../../platform/http/get-endpoints.ts';
import { assertBooked } from '../work/labels/assert-booked.ts';
import { pickUpByCarrier } from './by-carrier.ts';
import { createPickup } from './operations.ts';
import { ordersToPickUp } from './orders-to-pick-up.ts';
import { pickup, pickupline } from './resource.ts';

/** The pickuplines of a pickup: by their ids, or all that are ready for a carrier. */
const pickUp = z
  .object({
    pickupline_ids: omittable(idList()),
    carrier_id: omittable(id()),
    site_id: omittable(id()),
    ignore_warnings: omittable(flag()),
  })
  .refine((body) => body.pickupline_ids ?? body.carrier_id, {
    path: ['pickupline_ids'],
    message: 'is required, or carrier_id',
  })
  .meta({ example: { pickupline_ids: [1], site_id: 1 } });

export const routes: Endpoint[] = [
  ...children({
    path: '/pickup/{pickup_id}/line',
    permission: 'pickup.read',
    of: pickupline,
    parent: pickup,
    by: 'pickup_id',
  }),
  endpoint('POST /pickup', {
    permission: 'pickup.create',
    summary: 'Mark cartons, or orders without a pack step, as picked up',
    description:
      'Send `pickupline_ids` for single cartons or batches. A carton can have units of several orders. Send `carrier_id` instead for everything that is ready for the carrier at the site; orders on hold are left out. A carton whose orders are no longer one parcel is refused. An order whose carrier has refused the booking, or is away, is answered with 428 and `warnings`; `ignore_warnings` lets it leave without a label.',
    body: pickUp,
    status: 201,
    returns: pickup,
    answer: { embeds: ['lines'] },
    errors: [
      'pickup.done',
      'pickup.nothing-left',
      'pickup.part-of-kit',
      'carton.other-parcel',
      'order.state',
      'order.held',
      'order.warnings',
    ],
    handle: async (call) => {
      const { pickupline_ids: pickuplineIds, carrier_id, site_id, ignore_warnings: ignoreWarnings = false } = call.body;
      const siteId = site_id ?? null;
      const orders = await ordersToPickUp(call, { pickuplineIds, carrierId: carrier_id, siteId });
      const pointerOf = (id: number) => orders.get(id) ?? '';
      await assertBooked(call, { step: 'pickup', orderIds: [...orders.keys()], pointerOf, ignoreWarnings });
      const made = pickuplineIds
        ? await createPickup(call, { pickuplineIds, siteId })
        : // biome-ignore lint/style/noNonNullAssertion: the schema of the body requires one of the two fields
          await pickUpByCarrier(call, { carrierId: carrier_id!, siteId });
      return { record: pickup, id: made };
    },
  }),
];
