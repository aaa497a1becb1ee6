import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { expressionNames } from './expression-names.ts';
import { fieldAnswer, fieldQuery } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('GET /field', {
    permission: null,
    summary: 'List the names that expressions about a resource may use',
    description:
      'For editors that complete the filters of lists. The answer has the fields and relations of the resource and of those that its relations lead to, without relations to records that you may not list. It has at most 10 KiB. For `lines.part.number`, ask for `salesorderline` and `part` as well.',
    query: fieldQuery,
    returns: fieldAnswer,
    hasEtag: true,
    errors: ['permission.missing'],
    handle: async ({ query, readAccess }) => ({ value: expressionNames(query.resource, readAccess) }),
  }),
];
