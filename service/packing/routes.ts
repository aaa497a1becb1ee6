import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { children } from '../http/reading.ts';
import { list } from '../listing/list.ts';
import { changeCarton, createCarton, deleteCarton } from './carton-operations.ts';
import { moveItem } from './move-item.ts';
import { autopack, createPack, deletePack, finishPack } from './operations.ts';
import { carton, pack, packlinebyorder } from './resource.ts';
import { byOrder, cartonDetails, moveItem as moveItemBody, newCarton } from './schema.ts';

const answerCarton = (id: number) => ({ record: carton, id, embed: ['contents'], with: { carton_id: id } });

export const routes: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/packlinebyorder',
    permission: 'pack.read',
    summary: 'Orders of which something is picked and not packed, and how much of each',
    lists: { of: packlinebyorder, as: 'page' },
    handle: async ({ database, search, url }) => ({
      text: await list(database.pool, packlinebyorder, search, { url }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/packlinebyorder',
    permission: 'pack.create',
    summary: 'Make one pack of all that is picked of the orders given and not packed',
    body: byOrder,
    status: 201,
    returns: pack,
    handle: async (call) => {
      const { order_id: orderIds, start_in_carton: startInCarton } = call.body;
      const id = await createPack(call, { orderIds, startInCarton });
      return { record: pack, id, embed: ['lines', 'cartons'], with: { order_ids: orderIds } };
    },
  }),
  ...children({ path: '/pack/{pack_id}/carton', permission: 'carton.read', of: carton, parent: pack, by: 'pack_id' }),
  endpoint({
    method: 'POST',
    path: '/pack/{pack_id}/carton',
    permission: 'carton.create',
    summary: 'Add a carton to a pack',
    body: newCarton,
    status: 201,
    returns: carton,
    handle: async (call) => answerCarton(await createCarton(call, { ...call.body, packId: call.params.pack_id! })),
  }),
  endpoint({
    method: 'PUT',
    path: '/pack/{pack_id}/carton/{carton_id}',
    permission: 'carton.update',
    summary: 'Change details of a carton, until it is locked',
    body: cartonDetails,
    returns: carton,
    handle: async (call) => {
      const { pack_id: packId, carton_id: cartonId } = call.params as { pack_id: number; carton_id: number };
      await changeCarton(call, { ...call.body, packId, cartonId });
      return { record: carton, id: cartonId };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pack/{pack_id}/carton/{carton_id}',
    permission: 'carton.delete',
    summary: 'Delete an open carton; what it holds goes back to the moving location',
    status: 204,
    handle: async (call) => {
      const { pack_id: packId, carton_id: cartonId } = call.params as { pack_id: number; carton_id: number };
      await deleteCarton(call, { packId, cartonId });
      return undefined;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pack/{pack_id}/moveitem',
    permission: 'pack.moveitem',
    summary: 'Move packed items into a carton',
    description: 'From the moving location, or out of another carton of the pack (subtract_location_id).',
    body: moveItemBody,
    returns: carton,
    handle: async (call) => answerCarton(await moveItem(call, { ...call.body, packId: call.params.pack_id! })),
  }),
  endpoint({
    method: 'POST',
    path: '/pack/{pack_id}/autopack',
    permission: 'pack.autopack',
    summary: 'Pack by size and weight into the most efficient cartons',
    returns: pack,
    handle: async (call) => {
      const { left_out } = await autopack(call, call.params.pack_id!);
      return { record: pack, id: call.params.pack_id!, embed: ['cartons', 'cartons.contents'], with: { left_out } };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pack/{pack_id}/finish',
    permission: 'pack.finish',
    summary: 'Finish packing; cartons become closed',
    returns: pack,
    handle: async (call) => {
      await finishPack(call, call.params.pack_id!);
      return { record: pack, id: call.params.pack_id! };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pack/{pack_id}',
    permission: 'pack.delete',
    summary: 'Delete a pack; what its cartons hold goes back to the moving location',
    status: 204,
    handle: async (call) => {
      await deletePack(call, call.params.pack_id!);
      return undefined;
    },
  }),
];
