import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { childRoutes } from '../platform/routes/child-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { changeQuote, createQuote, deleteQuote, quoteLineOperations } from './operations.ts';
import { quote, quoteline } from './resource.ts';
import { quoteBody, quoteChange, quoteLineBody, quoteLineChange } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('POST /quote', {
    permission: 'quote.create',
    summary: 'Create a quote',
    description: 'The defaults of a line are a sale of one unit at the price of the part.',
    body: quoteBody,
    status: 201,
    returns: quote,
    handle: async (call) => ({ record: quote, id: await createQuote(call, call.body) }),
  }),
  endpoint('PUT /quote/{id}', {
    permission: 'quote.update',
    summary: 'Change a quote',
    description: '`lines` replaces all lines of the quote.',
    body: quoteChange,
    returns: quote,
    handle: async (call) => {
      const id = call.params.id;
      await changeQuote(call, { id, body: call.body });
      return { record: quote, id };
    },
  }),
  endpoint('DELETE /quote/{id}', {
    permission: 'quote.delete',
    summary: 'Delete a quote',
    status: 204,
    handle: async (call) => {
      await deleteQuote(call, call.params.id);
      return undefined;
    },
  }),
  timelineRoute(quote),
  ...childRoutes(
    {
      path: '/quote/{quote_id}/line',
      resource: quoteline,
      parent: quote,
      by: 'quote_id',
      noun: 'line',
      create: quoteLineBody,
      change: quoteLineChange,
    },
    quoteLineOperations,
  ),
];
