import type { Endpoint } from '../../platform/http/endpoint.ts';
import { childRoutes } from '../../platform/routes/child-routes.ts';
import { recordEndpoint } from '../../platform/routes/record-endpoint.ts';
import { recordRoutes } from '../../platform/routes/record-routes.ts';
import { type KindOfOrder, kindsOfOrders } from '../resource.ts';
import { amountRoutes } from './amount-routes.ts';
import { changeOrder } from './change.ts';
import { cloneOrder, createOrder, createTogether, deleteDraft } from './create.ts';
import { lineOperations } from './lines.ts';
import { type AnyOrderBody, type AnyOrderChange, bodies, type LineBody, type LineChange } from './schema.ts';

/** The sentences of descriptions about the fields of each kind. */
const texts = {
  sales: {
    create:
      'Creates a draft. With `lines` (each with its own `discounts` and `fees`), `discounts` and `fees`, one call creates the whole order or nothing. ' +
      'Fields that are left out get defaults. The number is generated. The site is your current one, or the first one. The carrier is the default carrier. The order gets the addresses of the customer: of the types Shipping and Billing, or else the default address. A line is by default a Sale of one unit at the price of its part. ' +
      'Countries are ISO codes or English names. Amounts of the order are flat, and amounts of a line are per unit. A positive discount lowers the total. ' +
      'A second create with the `external_id` of an order of the source answers 200 with that order, and 409 `record.exists` with `differences` (`field`, `there`, `sent`) if what it sends is not what the order has.',
    change:
      'Customer, number, site, carrier and tax can be changed in a draft only. The service level can be changed until picking begins, and the ship-to address until a labelled carton is shipped: its labels are voided, and the engine books again. A label that the engine did not book has to be canceled first. Priority, source, job, note and bill-to address can be changed while the order is open. Other changes are refused with 409 `order.state`; a field with its present value is no change. ' +
      'Another customer brings its own addresses, and another carrier removes the service level.',
    clone: 'Copies an order in any state: the same customer, addresses, lines, discounts and fees, with a new number.',
    line: 'In a draft only. A line is by default a Sale of one unit at the price of its part. Sale and Return lines need a part.',
  },
  transfer: {
    create:
      'Creates a draft that moves goods from its site to the site `to_site_id`, whose address it gets. With `lines`, one call creates the whole order or nothing. ' +
      'The number is generated if it is left out. The site is your current one, or the first one, and the carrier the default carrier. A line is by default of one unit.',
    change:
      'Number, sites and carrier can be changed in a draft only, the service level until picking begins, and the ship-to address until a labelled carton is shipped. The other fields can be changed while the order is open. A field with its present value is no change. Another receiving site brings its own address.',
    clone: 'Copies an order in any state: the same sites, address and lines, with a new number.',
    line: 'In a draft only. A line is by default of one unit.',
  },
  use: {
    create:
      'Creates a draft of goods that the company uses up itself. With `lines`, one call creates the whole order or nothing. It is picked, and then leaves stock. It has no pack and no ship, unless a rule requires them. ' +
      'The number is generated if it is left out. The site is your current one, or the first one. A line is by default of one unit.',
    change:
      'Number and site can be changed in a draft only, and the other fields while the order is open. A field with its present value is no change.',
    clone: 'Copies an order in any state: the same purpose and lines, with a new number.',
    line: 'In a draft only. A line is by default of one unit.',
  },
} as const;

const routesOf = ({ kind, order, line }: KindOfOrder): Endpoint[] => {
  const body = bodies[kind];
  return [
    ...recordRoutes<AnyOrderBody, AnyOrderChange>(order, {
      create: {
        description: texts[kind].create,
        body: body.create,
        answer: { again: true },
        run: { together: (tx, calls) => createTogether(tx, kind, calls) },
        operation: createOrder[kind],
      },
      change: {
        description: texts[kind].change,
        body: body.change,
        errors: ['order.state', 'order.shipped'],
        operation: changeOrder,
      },
      remove: {
        summary: `Delete a draft ${kind} order`,
        description: 'An issued order cannot be deleted (409). Void it instead.',
        errors: ['order.state'],
        operation: deleteDraft,
      },
    }),
    recordEndpoint(order, 'POST clone', {
      permission: 'create',
      summary: `Copy a ${kind} order into a new draft`,
      description: texts[kind].clone,
      status: 201,
      returns: order,
      handle: async (call) => ({ record: order, id: await cloneOrder(call, call.params.id) }),
    }),
    ...childRoutes<LineBody, LineChange>(
      {
        resource: line,
        parent: order,
        column: 'salesorder_id',
        create: body.line,
        change: body.lineChange,
        errors: ['order.state', 'order.too-large'],
        note: texts[kind].line,
      },
      lineOperations,
    ),
  ];
};

export const draftRoutes: Endpoint[] = [...kindsOfOrders.flatMap(routesOf), ...amountRoutes];
