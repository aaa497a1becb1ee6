import { z } from 'zod';
import { flag, idList, omittable } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { children } from '../../platform/http/get-endpoints.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { list } from '../../platform/listing/list.ts';
import { assertBooked } from '../work/labels/assert-booked.ts';
import { skippedOrders, withListedOrders } from '../work/skipped-orders.ts';
import { deleteShip } from './delete.ts';
import { createShip, finishShip } from './operations.ts';
import { addPallet, addToPallet, deletePallet } from './pallets.ts';
import { pallet, ship, shipline, shiplinebyorder } from './resource.ts';

export const routes: Endpoint[] = [
  ...children({ path: '/ship/{ship_id}/line', permission: 'ship.read', of: shipline, parent: ship, by: 'ship_id' }),
  ...children({ path: '/ship/{ship_id}/pallet', permission: 'ship.read', of: pallet, parent: ship, by: 'ship_id' }),
  endpoint('GET /shiplinebyorder', {
    permission: 'ship.read',
    summary: 'List the orders with cartons or units to ship',
    lists: { of: shiplinebyorder, as: 'page' },
    handle: async ({ database, search, url, readAccess }) => ({
      content: await list(database.pool, shiplinebyorder, search, { url, readAccess }),
    }),
  }),
  endpoint('POST /shiplinebyorder', {
    permission: 'ship.create',
    summary: 'Make one ship of the closed cartons of orders',
    body: z.object({
      order_id: idList(),
      ignore_warnings: omittable(flag()),
    }),
    status: 201,
    returns: ship,
    answer: { embeds: ['lines'], adds: z.object({ order_ids: z.array(recordId()), skipped: skippedOrders }) },
    description:
      'Orders without units to ship are left out, and `skipped` says why. If nothing can be shipped of any order, the answer is the refusal of the first one. An order whose carrier has refused the booking, or is away, is answered with 428 and `warnings`; `ignore_warnings` ships it without a label.',
    errors: [
      'order.state',
      'order.held',
      'order.warnings',
      'order.sites-differ',
      'reference.unknown',
      'ship.nothing-left',
      'ship.no-step',
      'carton.other-parcel',
    ],
    handle: async (call) => {
      const { order_id: listed, ignore_warnings: ignoreWarnings = false } = call.body;
      await assertBooked(call, { step: 'ship', orderIds: listed, ignoreWarnings });
      const { id, orderIds, skipped } = await withListedOrders(listed, () => createShip(call, listed));
      return { record: ship, id, with: { order_ids: orderIds, skipped } };
    },
  }),
  endpoint('POST /ship/{ship_id}/finish', {
    permission: 'ship.finish',
    summary: 'Finish a ship; its cartons are ready for pickup',
    returns: ship,
    errors: ['ship.state', 'carton.other-parcel'],
    handle: async (call) => {
      await finishShip(call, call.params.ship_id);
      return { record: ship, id: call.params.ship_id };
    },
  }),
  endpoint('POST /ship/{ship_id}/pallet', {
    permission: 'ship.palletize',
    summary: 'Put cartons of a ship onto a new pallet',
    body: z.object({ carton_ids: idList() }),
    status: 201,
    returns: pallet,
    answer: { embeds: ['cartons'] },
    errors: ['ship.state'],
    handle: async (call) => {
      const id = await addPallet(call, { shipId: call.params.ship_id, cartonIds: call.body.carton_ids });
      return { record: pallet, id };
    },
  }),
  endpoint('POST /ship/{ship_id}/pallet/{pallet_id}/load', {
    permission: 'ship.palletize',
    summary: 'Put more cartons of a ship onto a pallet',
    body: z.object({ carton_ids: idList() }),
    returns: pallet,
    answer: { embeds: ['cartons'] },
    description: 'A carton that is on another pallet of the ship leaves it. A pallet that is empty then is deleted.',
    errors: ['ship.state'],
    handle: async (call) => {
      const { ship_id: shipId, pallet_id: palletId } = call.params;
      await addToPallet(call, { shipId, palletId, cartonIds: call.body.carton_ids });
      return { record: pallet, id: palletId };
    },
  }),
  endpoint('DELETE /ship/{ship_id}/pallet/{pallet_id}', {
    permission: 'ship.palletize',
    summary: 'Delete a pallet; its cartons stay on the ship',
    status: 204,
    errors: ['ship.state'],
    handle: async (call) => {
      await deletePallet(call, { shipId: call.params.ship_id, palletId: call.params.pallet_id });
      return undefined;
    },
  }),
  endpoint('DELETE /ship/{id}', {
    permission: 'ship.delete',
    summary: 'Delete a ship; its cartons are on no ship again',
    status: 204,
    errors: ['ship.state'],
    handle: async (call) => {
      await deleteShip(call, call.params.id);
      return undefined;
    },
  }),
];
