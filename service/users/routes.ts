import { z } from 'zod';
import { nearest } from '../../lib/expressions/nearest.ts';
import { permissionExists } from '../platform/access/permissions.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { children } from '../platform/http/get-endpoints.ts';
import { recordId } from '../platform/ids/ids.ts';
import { problem } from '../platform/problems/problems.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { groupAccess, userAccess } from './access.ts';
import * as operations from './operations.ts';
import { apikey, user, usergroup } from './resource.ts';
import * as schema from './schema.ts';
import { forgetCredentials, sessionRoutes } from './session-routes.ts';

/**
 * The endpoints of users, groups, keys and sessions. After each change the service reads permissions from the database again.
 */
export const accessEndpoints = (names: PermissionNames): Endpoint[] => [
  ...users(names),
  ...keys,
  ...groups(names),
  ...sessionRoutes,
];

const users = (names: PermissionNames) => [
  endpoint('POST /user', {
    permission: 'user.create',
    summary: 'Create a user',
    description:
      'A user of the type API gets an `api_key`. Only this answer shows it. The user has the permissions in the body and ' +
      'the permissions of the groups, and no others. You cannot give a permission that you do not hold.',
    status: 201,
    returns: user,
    answer: { adds: z.object({ api_key: z.string().optional().describe('For users of the type API') }) },
    body: schema.newUser,
    secrets: ['password', 'api_key'],
    handle: async (call) => {
      assertKnownPermissions(call.body, names);
      const { id, key } = await operations.createUser(call, { ...call.body, held: call.permissions });
      return { record: user, id, with: key === null ? {} : { api_key: key } };
    },
  }),
  endpoint('PUT /user/{id}', {
    permission: 'user.update',
    summary: 'Change a user',
    returns: user,
    body: schema.changedUser,
    secrets: ['password'],
    handle: async (call) => {
      const id = call.params.id;
      assertKnownPermissions(call.body, names);
      await operations.changeUser(call, { userId: id, values: call.body, held: call.permissions });
      forgetCredentials(call);
      return { record: user, id };
    },
  }),
  endpoint('DELETE /user/{id}', {
    permission: 'user.delete',
    summary: 'Delete a user without any activity',
    status: 204,
    handle: async (call) => {
      await operations.deleteUser(call, { userId: call.params.id, held: call.permissions });
      forgetCredentials(call);
      return undefined;
    },
  }),
  endpoint('GET /user/{id}/access', {
    permission: 'user.read',
    summary: 'Show the permissions of a user, each with its source',
    description:
      'The permissions of the user and of the groups, with the group of each. The names of groups need `usergroup.read`. `refusal` says why you cannot change the user, its keys and its sessions: because of a permission that you do not hold, or a site where you may not act.',
    returns: schema.userAccess,
    handle: async (call) => ({ value: await userAccess(call, { userId: call.params.id, held: call.permissions }) }),
  }),
  timelineRoute(user),
];

const keys = [
  endpoint('POST /user/{id}/apikey', {
    permission: 'apikey.create',
    summary: 'Create an API key for a user and revoke the old keys',
    status: 201,
    returns: z.object({ id: recordId(), api_key: z.string() }),
    secrets: ['api_key'],
    handle: async (call) => {
      const id = call.params.id;
      const key = await operations.renewKey(call, { userId: id, held: call.permissions });
      forgetCredentials(call);
      return { value: { id, api_key: key } };
    },
  }),
  endpoint('DELETE /user/{id}/apikey', {
    permission: 'apikey.delete',
    summary: 'Revoke all API keys of a user',
    status: 204,
    handle: async (call) => {
      await operations.endKeys(call, { userId: call.params.id, keyId: null, held: call.permissions });
      forgetCredentials(call);
      return undefined;
    },
  }),
  endpoint('DELETE /user/{id}/apikey/{apikey_id}', {
    permission: 'apikey.delete',
    summary: 'Revoke one API key of a user',
    status: 204,
    handle: async (call) => {
      const { id, apikey_id } = call.params;
      await operations.endKeys(call, { userId: id, keyId: apikey_id, held: call.permissions });
      forgetCredentials(call);
      return undefined;
    },
  }),
  ...children({ path: '/user/{id}/apikey', permission: 'apikey.read', of: apikey, parent: user, by: 'account_id' }),
];

const groups = (names: PermissionNames) => [
  endpoint('GET /usergroup/{id}/access', {
    permission: 'usergroup.read',
    summary: 'Show what a user group permits, and whether you may change it',
    description:
      '`refusal` says why you cannot change the group: because of a permission that you do not hold, or because one of its users may act at a site where you may not.',
    returns: schema.groupAccess,
    handle: async (call) => ({ value: await groupAccess(call, { groupId: call.params.id, held: call.permissions }) }),
  }),
  timelineRoute(usergroup),
  endpoint('POST /usergroup', {
    permission: 'usergroup.create',
    summary: 'Create a user group',
    status: 201,
    returns: usergroup,
    body: schema.newGroup,
    handle: async (call) => {
      assertKnownPermissions(call.body, names);
      return { record: usergroup, id: await operations.createGroup(call, { ...call.body, held: call.permissions }) };
    },
  }),
  endpoint('PUT /usergroup/{id}', {
    permission: 'usergroup.update',
    summary: 'Change a user group',
    returns: usergroup,
    body: schema.changedGroup,
    handle: async (call) => {
      const id = call.params.id;
      assertKnownPermissions(call.body, names);
      await operations.changeGroup(call, { groupId: id, values: call.body, held: call.permissions });
      forgetCredentials(call);
      return { record: usergroup, id };
    },
  }),
  endpoint('DELETE /usergroup/{id}', {
    permission: 'usergroup.delete',
    summary: 'Delete a user group without users',
    status: 204,
    handle: async (call) => {
      await operations.deleteGroup(call, { groupId: call.params.id, held: call.permissions });
      return undefined;
    },
  }),
];

/** Returns the names of all permissions. They follow from the endpoints, so they are known only after all endpoints exist. */
export type PermissionNames = () => ReadonlySet<string>;

/**
 * Checks that the permissions exist. A misspelled permission would permit nothing, and would go unnoticed until a
 * program is refused.
 * @throws 422 `reference.unknown` with every unknown permission and the nearest names
 */
function assertKnownPermissions(
  { permissions = [] }: { permissions?: readonly string[] | undefined },
  names: PermissionNames,
) {
  const errors = permissions.flatMap((permission, index) => {
    if (permissionExists(permission, names())) return [];
    const wildcards = new Set([...names()].map((name) => name.replace(/\..*/, '.*')));
    const similar = nearest(permission, permission.endsWith('*') ? wildcards : names());
    const hint = similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : 'GET /permission lists all permissions.';
    return [{ pointer: `/permissions/${index}`, detail: `there is no permission ${permission}. ${hint}` }];
  });
  if (errors.length === 0) return;
  throw problem('reference.unknown', errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(' '), {
    errors,
  });
}
