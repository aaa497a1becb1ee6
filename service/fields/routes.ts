import { z } from 'zod';
import { text } from '../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { expressionNames, resourceNames } from './expression-names.ts';
import { fieldAnswer } from './schema.ts';

const fieldQuery = z.object({
  resource: text(100, { min: 1 }).meta({
    description: 'The resource that the expression is about',
    example: 'salesorder',
    // Read when the description of the interface is made: by then all folders have declared their resources.
    get enum() {
      return resourceNames();
    },
  }),
});

export const routes: Endpoint[] = [
  endpoint('GET /field', {
    permission: null,
    summary: 'List the names that expressions about a resource may use',
    description:
      'For editors that complete the filters of lists. The answer has the fields and relations of the resource and of related resources, without relations to records that you may not list. It has at most 10 KiB. For `lines.part.number`, ask for `salesorderline` and `part` as well.',
    query: fieldQuery,
    returns: fieldAnswer,
    answer: { hasEtag: true },
    errors: ['permission.missing'],
    handle: async ({ query, readAccess }) => ({ value: expressionNames(query.resource, readAccess) }),
  }),
];
