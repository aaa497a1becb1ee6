import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { children } from '../../platform/http/get-endpoints.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { list } from '../../platform/listing/list.ts';
import { skippedOrders, withListedOrders } from '../work/skipped-orders.ts';
import { changeCarton, createCarton, deleteCarton } from './carton-operations.ts';
import { cartonDrawing } from './drawing.ts';
import { moveItem } from './move-item.ts';
import { autopack, createPack, deletePack, finishPack } from './operations.ts';
import { parcelsOfPack } from './parcels.ts';
import { carton, pack, packline, packlinebyorder } from './resource.ts';
import {
  byOrder,
  cartonDetails,
  drawingQuery,
  leftLoose,
  moveItem as moveItemBody,
  newCarton,
  parcelOfOrders,
} from './schema.ts';

const answerCarton = (id: number) => ({ record: carton, id, with: { carton_id: id } });
const cartonAnswer = { returns: carton, answer: { embeds: ['contents'], adds: z.object({ carton_id: recordId() }) } };

export const routes: Endpoint[] = [
  endpoint('GET /packlinebyorder', {
    permission: 'pack.read',
    summary: 'List the orders with picked units to pack',
    lists: { of: packlinebyorder, as: 'page' },
    handle: async ({ database, search, url, readAccess }) => ({
      content: await list(database.pool, packlinebyorder, search, { url, readAccess }),
    }),
  }),
  endpoint('POST /packlinebyorder', {
    permission: 'pack.create',
    summary: 'Make one pack of the picked units of orders',
    body: byOrder,
    status: 201,
    returns: pack,
    answer: {
      embeds: ['lines', 'cartons'],
      adds: z.object({ order_ids: z.array(recordId()), skipped: skippedOrders }),
    },
    description:
      'Orders without units to pack are left out, and `skipped` says why. If nothing can be packed of any order, the answer is the refusal of the first one.',
    errors: [
      'order.state',
      'order.held',
      'order.sites-differ',
      'reference.unknown',
      'pack.nothing-left',
      'pack.no-step',
    ],
    handle: async (call) => {
      const { order_id: listed, start_in_carton: startInCarton } = call.body;
      const choice = { orderIds: listed, startInCarton };
      const { id, orderIds, skipped } = await withListedOrders(listed, () => createPack(call, choice));
      return { record: pack, id, with: { order_ids: orderIds, skipped } };
    },
  }),
  ...children({ path: '/pack/{pack_id}/line', permission: 'pack.read', of: packline, parent: pack, by: 'pack_id' }),
  ...children({ path: '/pack/{pack_id}/carton', permission: 'carton.read', of: carton, parent: pack, by: 'pack_id' }),
  endpoint('GET /pack/{pack_id}/parcels', {
    permission: 'pack.read',
    summary: 'List which orders of a pack may share a carton',
    description:
      'A carton is one parcel, with one label. Each row has orders with the same ship-to address, carrier and service level, and in `fits_with` the other orders whose goods may be in the same carton: a value that is not set fits all others, and so does every value where the configuration allows mixed cartons.',
    returns: z.array(parcelOfOrders),
    handle: async ({ database, params }) => ({ value: await parcelsOfPack(database, params.pack_id) }),
  }),
  endpoint('POST /pack/{pack_id}/carton', {
    permission: 'carton.create',
    summary: 'Add a carton to a pack',
    body: newCarton,
    status: 201,
    ...cartonAnswer,
    errors: ['pack.state'],
    handle: async (call) => answerCarton(await createCarton(call, { ...call.body, packId: call.params.pack_id })),
  }),
  endpoint('PUT /pack/{pack_id}/carton/{carton_id}', {
    permission: 'carton.update',
    summary: 'Change details of a carton, until it is locked',
    body: cartonDetails,
    returns: carton,
    errors: ['carton.state'],
    handle: async (call) => {
      const { pack_id: packId, carton_id: cartonId } = call.params;
      await changeCarton(call, { ...call.body, packId, cartonId });
      return { record: carton, id: cartonId };
    },
  }),
  endpoint('DELETE /pack/{pack_id}/carton/{carton_id}', {
    permission: 'carton.delete',
    summary: 'Delete an open carton; its contents return to the moving location',
    status: 204,
    errors: ['carton.state', 'pack.state'],
    handle: async (call) => {
      const { pack_id: packId, carton_id: cartonId } = call.params;
      await deleteCarton(call, { packId, cartonId });
      return undefined;
    },
  }),
  endpoint('GET /carton/{carton_id}/drawing', {
    permission: 'carton.read',
    summary: 'Draw a carton, also step by step',
    limits: { share: 'drawings' },
    description:
      'Shows each unit where cartonization put it: `view=iso` from above the front corner, `top` from above, `front` from the front. The places are known for cartons that autopack or the Pack task has filled, and that were not changed after that. `view=rows` shows how many units of each part are in; it needs no places, and is the default for a carton that was packed by hand. Units have numbers in the packing order: each unit is on top of earlier ones. `upto` draws the first units, and `lit` highlights one.',
    query: drawingQuery,
    answer: { media: 'image/svg+xml' },
    returns: z.string().meta({ format: 'binary', example: '<svg xmlns="http://www.w3.org/2000/svg" role="img" …' }),
    handle: async ({ database, params, query }) => ({
      content: await cartonDrawing(database, params.carton_id, query),
      headers: { 'content-type': 'image/svg+xml; charset=utf-8' },
    }),
  }),
  endpoint('POST /pack/{pack_id}/moveitem', {
    permission: 'pack.moveitem',
    summary: 'Move units of a pack into a carton',
    description:
      'Moves units from the moving location, or from another carton of the pack (`subtract_location_id`). Units of a tracked part that expire first are moved first, unless `tracking` names them: `[{lot, qty}]` or `[{serial}]`. A carton takes the goods of one parcel: orders with another address, carrier or service level are refused (`carton.other-parcel`), with the carton to take instead, unless the configuration allows mixed cartons for the carrier. The positions from cartonization are cleared for both cartons.',
    body: moveItemBody,
    ...cartonAnswer,
    errors: ['pack.state', 'carton.state', 'carton.other-parcel', 'stock.short', 'tracking.mismatch'],
    handle: async (call) => answerCarton(await moveItem(call, { ...call.body, packId: call.params.pack_id })),
  }),
  endpoint('POST /pack/{pack_id}/autopack', {
    permission: 'pack.autopack',
    summary: 'Put the loose units of a pack into the cartons that fit best',
    returns: pack,
    answer: { embeds: ['cartons', 'cartons.contents'], adds: z.object({ left_out: z.array(leftLoose) }) },
    errors: ['pack.state', 'pack.start-in-carton', 'pack.too-large'],
    handle: async (call) => {
      const { left_out } = await autopack(call, call.params.pack_id);
      return { record: pack, id: call.params.pack_id, with: { left_out } };
    },
  }),
  endpoint('POST /pack/{pack_id}/finish', {
    permission: 'pack.finish',
    summary: 'Finish a pack; its cartons are closed',
    description: 'Every unit must be in a carton. A carton without units becomes Void.',
    returns: pack,
    errors: ['pack.state', 'pack.not-all-in-cartons', 'carton.other-parcel'],
    handle: async (call) => {
      await finishPack(call, call.params.pack_id);
      return { record: pack, id: call.params.pack_id };
    },
  }),
  endpoint('DELETE /pack/{id}', {
    permission: 'pack.delete',
    summary: 'Delete a pack; its units return to the moving location',
    status: 204,
    errors: ['pack.state'],
    handle: async (call) => {
      await deletePack(call, call.params.id);
      return undefined;
    },
  }),
];
