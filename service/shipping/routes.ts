import { z } from 'zod';
import { idList } from '../http/coerce.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { list } from '../listing/list.ts';
import { addPallet, createShip, deleteShip, finishShip } from './operations.ts';
import { pallet, ship, shiplinebyorder } from './resource.ts';

export const routes: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/shiplinebyorder',
    permission: 'ship.read',
    summary: 'Orders of which something is packed and not shipped, and how much of each',
    lists: { of: shiplinebyorder, as: 'page' },
    handle: async ({ database, search, url }) => ({
      text: await list(database.pool, shiplinebyorder, search, { url }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/shiplinebyorder',
    permission: 'ship.create',
    summary: 'Make one ship of all that is packed of the orders given',
    body: z.object({ order_id: idList() }),
    status: 201,
    returns: ship,
    handle: async (call) => {
      const id = await createShip(call, call.body.order_id);
      return { record: ship, id, embed: ['lines'], with: { order_ids: call.body.order_id } };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/ship/{ship_id}/finish',
    permission: 'ship.finish',
    summary: 'Finish the ship step: what it takes stands ready for pickup',
    returns: ship,
    handle: async (call) => {
      await finishShip(call, call.params.ship_id!);
      return { record: ship, id: call.params.ship_id! };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/ship/{ship_id}/pallet',
    permission: 'ship.palletize',
    summary: 'Put cartons of a ship onto a new pallet',
    body: z.object({ carton_ids: idList() }),
    status: 201,
    returns: pallet,
    handle: async (call) => {
      const id = await addPallet(call, { shipId: call.params.ship_id!, cartonIds: call.body.carton_ids });
      return { record: pallet, id, embed: ['cartons'] };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/ship/{ship_id}',
    permission: 'ship.delete',
    summary: 'Delete a ship; its cartons are packed again',
    status: 204,
    handle: async (call) => {
      await deleteShip(call, call.params.ship_id!);
      return undefined;
    },
  }),
];
