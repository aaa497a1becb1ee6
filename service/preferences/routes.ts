import * as records from '../../records/preference.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { list, type Scope } from '../platform/listing/list.ts';
import { deletePreference, setPreference } from './operations.ts';
import { preferenceBody } from './schema.ts';

const preference = resource(records.preference);

const ownOf = ({ userId }: { readonly userId: number }): Scope => ({
  sql: (row, parameter) => `${row}.account_id = ${parameter(userId)}`,
});

/** Preferences have their name in the body and in the filter of the list, because parameters of addresses are ids. */
export const routes: Endpoint[] = [
  endpoint('GET /preference', {
    permission: null,
    summary: 'List your preferences',
    description: '`?name=orders.density` reads one of them. The views of other people are not shown.',
    lists: { of: preference, as: 'page' },
    handle: async ({ database, search, url, readAccess, actor }) => ({
      content: await list(database.pool, preference, search, { url, scope: ownOf(actor), readAccess }),
    }),
  }),
  endpoint('GET /preference/{id}', {
    permission: null,
    summary: 'Read one of your preferences',
    returns: preference,
    handle: async ({ params, actor }) => ({ record: preference, id: params.id, scope: ownOf(actor) }),
  }),
  endpoint('PUT /preference', {
    permission: null,
    summary: 'Set one of your preferences',
    description:
      'Creates the preference of this name, or replaces its value. A value has at most 8 KiB as JSON, and a user has at most 50 preferences.',
    body: preferenceBody,
    returns: preference,
    errors: ['record.too-many'],
    handle: async (call) => ({ record: preference, id: await setPreference(call, call.body) }),
  }),
  endpoint('DELETE /preference/{id}', {
    permission: null,
    summary: 'Delete one of your preferences',
    status: 204,
    handle: async (call) => {
      await deletePreference(call, call.params.id);
      return undefined;
    },
  }),
];
