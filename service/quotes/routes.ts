import { salesorder } from '../orders/resource.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { assertPermission } from '../platform/http/identity.ts';
import { childRoutes } from '../platform/routes/child-routes.ts';
import { recordRoutes } from '../platform/routes/record-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { convertQuote } from './convert.ts';
import { changeQuote, createQuote, deleteQuote, quoteLineOperations } from './operations.ts';
import { quote, quoteline } from './resource.ts';
import { quoteBody, quoteChange, quoteLineBody, quoteLineChange } from './schema.ts';

export const routes: Endpoint[] = [
  ...recordRoutes(quote, {
    create: {
      description:
        'The defaults of a line are a sale of one unit at the price of the part. A discount or fee of the quote is flat, and one of a line is per unit. A tax is of the whole quote or of the whole line. The totals are the totals of an order with the same content.',
      body: quoteBody,
      operation: createQuote,
    },
    change: {
      description:
        '`lines` replaces all lines of the quote, and `discounts`, `fees` and `taxes` those of the whole quote.',
      body: quoteChange,
      operation: changeQuote,
    },
    remove: {
      operation: deleteQuote,
    },
  }),
  endpoint('POST /quote/{quote_id}/convert', {
    permission: 'quote.convert',
    summary: 'Make a sales order from a quote',
    description:
      'Creates a draft with the customer, the site, the lines, the prices, the discounts, the fees and the taxes of the quote. You need the permission salesorder.create, too. A quote makes one order: a repetition answers the same one. `salesorder_id` of the quote names it.',
    status: 201,
    returns: salesorder,
    handle: async (call) => {
      assertPermission(call.caller, {
        permission: 'salesorder.create',
        method: 'POST',
        path: '/quote/{quote_id}/convert',
      });
      return { record: salesorder, id: await convertQuote(call, call.params.quote_id) };
    },
  }),
  timelineRoute(quote),
  ...childRoutes(
    {
      resource: quoteline,
      parent: quote,
      create: quoteLineBody,
      change: quoteLineChange,
    },
    quoteLineOperations,
  ),
];
