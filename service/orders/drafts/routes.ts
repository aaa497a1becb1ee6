import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { childRoutes } from '../../platform/routes/child-routes.ts';
import { salesorder, salesorderline } from '../resource.ts';
import { amountRoutes } from './amount-routes.ts';
import { changeOrder } from './change.ts';
import { cloneOrder, createOrder, deleteDraft } from './create.ts';
import { lineOperations } from './lines.ts';
import { lineBody, lineChange, orderBody, orderChange } from './schema.ts';

export const draftRoutes: Endpoint[] = [
  endpoint('POST /salesorder', {
    permission: 'salesorder.create',
    summary: 'Create a sales order',
    description:
      'A draft, with `lines` (each with `discounts` and `fees` of its own), `discounts` and `fees` where they are given: one call makes a whole order, or nothing. ' +
      'Left out: the number is made; the site is your current one, or the first; the carrier is the default one; the addresses are those of the customer (types Shipping and Billing, or else the default address); a line is a Sale of one unit at the price of its part. ' +
      'Countries are ISO codes or English names. Amounts of the order are flat, amounts of a line are per unit; a discount lowers the total.',
    body: orderBody,
    status: 201,
    returns: salesorder,
    handle: async (call) => ({ record: salesorder, id: await createOrder(call, call.body) }),
  }),
  endpoint('PUT /salesorder/{id}', {
    permission: 'salesorder.update',
    summary: 'Change a sales order',
    description:
      'Customer, number, site, carrier and tax: in a draft only. Service level and ship-to address: until picking begins. Priority, source, job, note and bill-to address: while the order is open. Anything else is 409 `order.state`; a field that is given as it is counts as no change. ' +
      'Another customer brings addresses of its own, another carrier ends the service level.',
    body: orderChange,
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      const id = call.params.id;
      await changeOrder(call, { id, body: call.body });
      return { record: salesorder, id };
    },
  }),
  endpoint('DELETE /salesorder/{id}', {
    permission: 'salesorder.delete',
    summary: 'Delete a draft sales order',
    description: 'One that is issued is voided instead (409).',
    status: 204,
    errors: ['order.state'],
    handle: async (call) => {
      await deleteDraft(call, call.params.id);
      return undefined;
    },
  }),
  endpoint('POST /salesorder/{salesorder_id}/clone', {
    permission: 'salesorder.create',
    summary: 'Make a new draft of a sales order',
    description:
      'From an order in any state: the same customer, addresses, lines, discounts and fees, with a number of its own.',
    status: 201,
    returns: salesorder,
    handle: async (call) => ({ record: salesorder, id: await cloneOrder(call, call.params.salesorder_id) }),
  }),
  ...childRoutes(
    {
      path: '/salesorder/{salesorder_id}/line',
      resource: salesorderline,
      parent: salesorder,
      by: 'salesorder_id',
      called: 'line',
      create: lineBody,
      change: lineChange,
      errors: ['order.state'],
      note: 'In a draft only. A line is a Sale of one unit at the price of its part unless it says otherwise; Sale and Return lines need a part.',
    },
    lineOperations,
  ),
  ...amountRoutes,
];
