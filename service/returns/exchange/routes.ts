import { salesorder } from '../../orders/resource.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { assertPermission } from '../../platform/http/identity.ts';
import { recordEndpoint } from '../../platform/routes/record-endpoint.ts';
import { returnorder } from '../resource.ts';
import { exchangeReturn } from './operations.ts';
import { exchangeBody } from './schema.ts';

export const routes: Endpoint[] = [
  recordEndpoint(returnorder, 'POST exchange', {
    summary: 'Make a sales order in exchange for a return',
    description:
      'Creates a draft for the customer, with the addresses, the carrier and the currency of the order of the return. Without `lines`, it has the returned parts at their former prices. You need the permission salesorder.create, too. A return makes one order: a repetition answers the same one. `exchange_id` of the return names it.',
    body: exchangeBody,
    status: 201,
    returns: salesorder,
    errors: ['returnorder.state'],
    handle: async (call) => {
      const path = '/returnorder/{returnorder_id}/exchange';
      assertPermission(call.caller, { permission: 'salesorder.create', method: 'POST', path });
      return { record: salesorder, id: await exchangeReturn(call, { id: call.params.id, body: call.body }) };
    },
  }),
];
