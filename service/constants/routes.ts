import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { list } from '../platform/listing/list.ts';
import { recordName, withArticle } from '../platform/problems/record-names.ts';
import { linetype } from './resource.ts';

/** The line types of one kind of transaction, as an integrator looks for them: below that kind. */
export const constantEndpoints: Endpoint[] = ['salesorder', 'quote', 'transferorder', 'useorder', 'returnorder'].map(
  (kind) =>
    endpoint(`GET /${kind}/linetype`, {
      permission: null,
      summary: `List the line types that ${withArticle(recordName(kind))} takes`,
      lists: { of: linetype, as: 'page' },
      handle: async ({ database, search, url, readAccess }) => {
        const scope = {
          sql: (row: string, parameter: (value: unknown) => string) => `${row}.id in (
          select r.linetype_id from reflinktypelinetype r join object o on o.id = r.object_id
          where o.name = ${parameter(kind)})`,
        };
        return { content: await list(database.pool, linetype, search, { url, scope, readAccess }) };
      },
    }),
);
