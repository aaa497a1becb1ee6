import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { adjustInventory } from './operations.ts';
import { inventorymovement } from './resource.ts';
import { adjustment, transfer } from './schema.ts';
import { transferInventory } from './transfer.ts';

export const routes: Endpoint[] = [
  endpoint('POST /inventoryadjustment', {
    permission: 'inventory.adjust',
    summary: 'Put stock in or take it out',
    description:
      'What comes in goes first to the orders that wait for it; they go on by themselves. What orders have reserved is taken out only with `from_orders`: those that would be served last lose it, and get other stock or wait for some.',
    body: adjustment,
    status: 201,
    returns: inventorymovement,
    errors: ['stock.short', 'record.exists', 'tracking.required', 'tracking.mismatch'],
    handle: async (call) => ({ record: inventorymovement, id: await adjustInventory(call, call.body) }),
  }),
  endpoint('POST /inventorytransfer', {
    permission: 'inventory.transfer',
    summary: 'Carry stock to another storage location',
    description:
      'Of the same site or another one; its age and day of expiry stay what they were. What is free goes first. Within a site, to a place in use, what orders have reserved goes along where that is not enough: it stays theirs, and their picklines say the new place.',
    body: transfer,
    status: 201,
    returns: inventorymovement,
    errors: ['stock.short', 'tracking.required', 'tracking.mismatch'],
    handle: async (call) => ({ record: inventorymovement, id: await transferInventory(call, call.body) }),
  }),
];
