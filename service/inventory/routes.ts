import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { adjustInventory } from './operations.ts';
import { inventorymovement } from './resource.ts';
import { adjustment } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/inventoryadjustment',
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
];
