import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { childRoutes } from '../../platform/routes/child-routes.ts';
import { recordRoutes } from '../../platform/routes/record-routes.ts';
import { salesorder, salesorderline } from '../resource.ts';
import { amountRoutes } from './amount-routes.ts';
import { changeOrder } from './change.ts';
import { cloneOrder, createOrder, createTogether, deleteDraft } from './create.ts';
import { lineOperations } from './lines.ts';
import { lineBody, lineChange, orderBody, orderChange } from './schema.ts';

export const draftRoutes: Endpoint[] = [
  ...recordRoutes(salesorder, {
    create: {
      description:
        'Creates a draft. With `lines` (each with its own `discounts` and `fees`), `discounts` and `fees`, one call creates the whole order or nothing. ' +
        'Fields that are left out get defaults. The number is generated. The site is your current one, or the first one. The carrier is the default carrier. The order gets the addresses of the customer: of the types Shipping and Billing, or else the default address. A line is by default a Sale of one unit at the price of its part. ' +
        'Countries are ISO codes or English names. Amounts of the order are flat, and amounts of a line are per unit. A positive discount lowers the total. ' +
        'A second create with the `external_id` of an order of the source answers 200 with that order, and 409 `record.exists` with `differences` (`field`, `there`, `sent`) if what it sends is not what the order has.',
      body: orderBody,
      run: { together: createTogether },
      operation: createOrder,
    },
    change: {
      description:
        'Customer, number, site, carrier and tax can be changed in a draft only. The service level can be changed until picking begins, and the ship-to address until a labelled carton is shipped: its labels are voided, and the engine books anew. A label that the engine did not book has to be canceled first. Priority, source, job, note and bill-to address can be changed while the order is open. Other changes are refused with 409 `order.state`; a field with its present value is no change. ' +
        'Another customer brings its own addresses, and another carrier removes the service level.',
      body: orderChange,
      errors: ['order.state', 'order.shipped'],
      operation: changeOrder,
    },
    remove: {
      summary: 'Delete a draft sales order',
      description: 'An issued order cannot be deleted (409). Void it instead.',
      errors: ['order.state'],
      operation: deleteDraft,
    },
  }),
  endpoint('POST /salesorder/{salesorder_id}/clone', {
    permission: 'salesorder.create',
    summary: 'Copy a sales order into a new draft',
    description:
      'Copies an order in any state: the same customer, addresses, lines, discounts and fees, with a new number.',
    status: 201,
    returns: salesorder,
    handle: async (call) => ({ record: salesorder, id: await cloneOrder(call, call.params.salesorder_id) }),
  }),
  ...childRoutes(
    {
      resource: salesorderline,
      parent: salesorder,
      create: lineBody,
      change: lineChange,
      errors: ['order.state', 'order.too-large'],
      note: 'In a draft only. A line is by default a Sale of one unit at the price of its part. Sale and Return lines need a part.',
    },
    lineOperations,
  ),
  ...amountRoutes,
];
