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
    description: 'What comes in goes first to the orders that wait for it; they go on by themselves.',
    body: adjustment,
    status: 201,
    returns: inventorymovement,
    handle: async (call) => ({ record: inventorymovement, id: await adjustInventory(call, call.body) }),
  }),
];
