import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { recordId } from '../platform/ids/ids.ts';
import { adjustInventory } from './operations.ts';
import { inventorymovement } from './resource.ts';
import { adjustment, transfer } from './schema.ts';
import { transferInventory } from './transfer.ts';

export const routes: Endpoint[] = [
  endpoint('POST /inventoryadjustment', {
    permission: 'inventory.adjust',
    summary: 'Put stock in or take it out',
    description:
      'Units that come in go first to the orders that wait for them. Orders with an automatic pick continue. Units that orders have reserved are taken out only with `from_orders`: the orders that would be served last give up theirs, and get other stock or wait for some.',
    body: adjustment,
    status: 201,
    returns: inventorymovement,
    errors: ['stock.short', 'record.exists', 'tracking.required', 'tracking.mismatch'],
    answer: {
      adds: z.object({
        movement_ids: z.array(recordId()).describe('All movements: one for each lot or serial number'),
      }),
    },
    handle: async (call) => {
      const { last, movements } = await adjustInventory(call, call.body);
      return { record: inventorymovement, id: last, with: { movement_ids: movements } };
    },
  }),
  endpoint('POST /inventorytransfer', {
    permission: 'inventory.transfer',
    summary: 'Move stock to another storage location',
    description:
      'The location may be at the same site or at another one. The units keep their age and expiry date. Free units are moved first. If these are not enough, units that orders have reserved are moved too, within a site and to a location in use: they stay reserved, and the picklines name the new location.',
    body: transfer,
    status: 201,
    returns: inventorymovement,
    errors: ['stock.short', 'tracking.required', 'tracking.mismatch'],
    handle: async (call) => ({ record: inventorymovement, id: await transferInventory(call, call.body) }),
  }),
];
