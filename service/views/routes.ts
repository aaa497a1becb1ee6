import * as records from '../../records/view.ts';
import type { Call, Endpoint } from '../platform/http/endpoint.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { list } from '../platform/listing/list.ts';
import type { ProblemCode } from '../platform/problems/problems.ts';
import { changeView, createView, deleteView } from './operations.ts';
import { changedView, newView, sharedView } from './schema.ts';
import { sharePermission, visibleTo } from './visibility.ts';

const view = resource(records.view);

/** The errors of a list, for a view that the list would refuse. */
const ofLists: readonly ProblemCode[] = [
  'filter.invalid',
  'query.unknown-field',
  'query.not-sortable',
  'query.leads-back',
  'permission.missing',
];

const rightsOf = ({ permissions, readAccess }: Call<unknown, unknown>) => ({ permissions, readAccess });

export const routes: Endpoint[] = [
  endpoint('GET /view', {
    permission: null,
    summary: 'List the saved views that you see',
    description:
      'Your own views, the views for everyone, and the views that are shared with one of your user groups. With `view.*` you see all shared views. Your own are those whose `owner_id` is the id of your user; `embed=owner` shows the name. For example `?resource=salesorder&sort=name`.',
    lists: { of: view, as: 'page' },
    handle: async ({ database, search, url, readAccess, actor, permissions }) => {
      const scope = visibleTo(actor.userId, permissions);
      return { content: await list(database.pool, view, search, { url, scope, readAccess }) };
    },
  }),
  endpoint('GET /view/{id}', {
    permission: null,
    summary: 'Read a saved view',
    returns: view,
    handle: async ({ params, actor, permissions }) => ({
      record: view,
      id: params.id,
      scope: visibleTo(actor.userId, permissions),
    }),
  }),
  endpoint('POST /view', {
    permission: null,
    summary: 'Save a view',
    description:
      'The view is yours. `filter`, `columns` and `sort` are checked as the list of `resource` would check them. You need the permission to list the resource and the related records in them. A user has at most 100 views.',
    body: newView,
    status: 201,
    returns: view,
    errors: [...ofLists, 'record.too-many'],
    handle: async (call) => ({ record: view, id: await createView(call, { body: call.body, ...rightsOf(call) }) }),
  }),
  endpoint('PUT /view/{id}', {
    permission: null,
    summary: 'Change a saved view',
    description: 'Only the owner may change a view, and a user with `view.*` if the view is shared.',
    body: changedView,
    returns: view,
    errors: ofLists,
    handle: async (call) => {
      const { id } = call.params;
      await changeView(call, { id, body: call.body, ...rightsOf(call) });
      return { record: view, id };
    },
  }),
  endpoint('POST /view/{id}/share', {
    permission: sharePermission,
    summary: 'Share a saved view with everyone, or with any user groups',
    description:
      'The permission `view.share` holds for the same fields in the bodies of `POST /view` and `PUT /view/{id}`, too. Without it, you share your views with your own user groups there.',
    body: sharedView,
    returns: view,
    handle: async (call) => {
      const { id } = call.params;
      await changeView(call, { id, body: call.body, ...rightsOf(call) });
      return { record: view, id };
    },
  }),
  endpoint('DELETE /view/{id}', {
    permission: null,
    summary: 'Delete a saved view',
    description: 'Only the owner may delete a view, and a user with `view.*` if the view is shared.',
    status: 204,
    errors: ['permission.missing'],
    handle: async (call) => {
      await deleteView(call, { id: call.params.id, ...rightsOf(call) });
      return undefined;
    },
  }),
];
