import { z } from 'zod';
import { countAttempt } from '../platform/access/login-attempts.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { children } from '../platform/http/get-endpoints.ts';
import { fieldsSchema } from '../platform/listing/declaration/schema.ts';
import { item } from '../platform/listing/list.ts';
import { Problem } from '../platform/problems/problems.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { demandNamed, type PermissionNames } from './known-permissions.ts';
import * as operations from './operations.ts';
import { apikey, user, usergroup } from './resource.ts';
import * as schema from './schema.ts';

/** Users, groups, keys and sessions (design page §2, §8). Whatever changes here is asked of the database anew at once. */
export const accessEndpoints = (names: PermissionNames): Endpoint[] => [...users(names), ...groups(names), ...sessions];

const users = (names: PermissionNames) => [
  endpoint('POST /user', {
    permission: 'user.create',
    summary: 'Create a user',
    description:
      'A user of the type API gets an `api_key`, shown in this answer and never again, and has no permission but those given. ' +
      'Nobody can give a permission that they do not hold.',
    status: 201,
    returns: user,
    adds: z.object({ api_key: z.string().optional().describe('Of users of the type API') }),
    body: schema.newUser,
    secrets: ['password', 'api_key'],
    handle: async (call) => {
      demandNamed(call.body, names);
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
      demandNamed(call.body, names);
      await operations.changeUser(call, { userId: id, given: call.body, held: call.permissions });
      call.services.credentials.forget();
      return { record: user, id };
    },
  }),
  endpoint('DELETE /user/{id}', {
    permission: 'user.delete',
    summary: 'Delete a user who has done nothing yet',
    status: 204,
    handle: async (call) => {
      await operations.deleteUser(call, { userId: call.params.id, held: call.permissions });
      call.services.credentials.forget();
      return undefined;
    },
  }),
  endpoint('POST /user/{id}/apikey', {
    permission: 'apikey.create',
    summary: 'Make a new key for a user and end the old ones',
    status: 201,
    returns: z.object({ id: z.int(), api_key: z.string() }),
    secrets: ['api_key'],
    handle: async (call) => {
      const id = call.params.id;
      const key = await operations.renewKey(call, { userId: id, held: call.permissions });
      call.services.credentials.forget();
      return { value: { id, api_key: key } };
    },
  }),
  endpoint('DELETE /user/{id}/apikey', {
    permission: 'apikey.delete',
    summary: 'End the keys of a user',
    status: 204,
    handle: async (call) => {
      await operations.endKeys(call, { userId: call.params.id, keyId: null, held: call.permissions });
      call.services.credentials.forget();
      return undefined;
    },
  }),
  endpoint('DELETE /user/{id}/apikey/{apikey_id}', {
    permission: 'apikey.delete',
    summary: 'End one key of a user',
    status: 204,
    handle: async (call) => {
      const { id, apikey_id } = call.params;
      await operations.endKeys(call, { userId: id, keyId: apikey_id, held: call.permissions });
      call.services.credentials.forget();
      return undefined;
    },
  }),
  timelineRoute(user),
  ...children({ path: '/user/{id}/apikey', permission: 'apikey.read', of: apikey, parent: user, by: 'account_id' }),
];

const groups = (names: PermissionNames) => [
  timelineRoute(usergroup),
  endpoint('POST /usergroup', {
    permission: 'usergroup.create',
    summary: 'Create a user group',
    status: 201,
    returns: usergroup,
    body: schema.newGroup,
    handle: async (call) => {
      demandNamed(call.body, names);
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
      demandNamed(call.body, names);
      await operations.changeGroup(call, { groupId: id, given: call.body, held: call.permissions });
      call.services.credentials.forget();
      return { record: usergroup, id };
    },
  }),
  endpoint('DELETE /usergroup/{id}', {
    permission: 'usergroup.delete',
    summary: 'Delete a user group that has no users',
    status: 204,
    handle: async (call) => {
      await operations.deleteGroup(call, { groupId: call.params.id, held: call.permissions });
      return undefined;
    },
  }),
];

const sessions = [
  endpoint('POST /login', {
    permission: 'public',
    summary: 'Log in with e-mail and password',
    description:
      'The `session_token` is used like an API key: as the user name of Basic credentials. It ends after 12 hours.',
    body: schema.login,
    returns: z.object({ session_token: z.string(), expires_at: z.string(), user: fieldsSchema(user) }),
    secrets: ['password', 'session_token'],
    errors: ['credentials.wrong', 'credentials.too-many-failures'],
    handle: async (call) => {
      const wait = await countAttempt(call.services.database, call.body.email);
      if (wait > 0) throw tooManyFailures(wait);
      const begun = await operations.logIn(call, call.body);
      if (!begun) {
        throw new Problem('credentials.wrong', 'E-mail or password is wrong.', {}, { 'www-authenticate': 'Basic' });
      }
      const text = await item(call.database.pool, user, begun.userId, {});
      return { value: { session_token: begun.token, expires_at: begun.expires, user: JSON.parse(text!) } };
    },
  }),
  endpoint('POST /logout', {
    permission: null,
    summary: 'End the session that this request came with',
    status: 204,
    handle: async (call) => {
      await operations.logOut(call, call.caller.secretHash);
      call.services.credentials.forget();
      return undefined;
    },
  }),
  endpoint('GET /session', {
    permission: null,
    summary: 'Who is calling, at which site, with which permissions',
    returns: z.object({ user: fieldsSchema(user), site_id: z.int().nullable(), permissions: z.array(z.string()) }),
    handle: async ({ database, actor, permissions }) => {
      const text = await item(database.pool, user, actor.userId, {});
      return { value: { user: JSON.parse(text!), site_id: actor.siteId, permissions: [...permissions].sort() } };
    },
  }),
  endpoint('PUT /session', {
    permission: null,
    summary: 'Go to work at another site',
    body: schema.session,
    returns: z.object({ site_id: z.int() }),
    handle: async (call) => {
      const siteId = call.body.site_id;
      await operations.changeSite(call, { siteId, held: call.permissions });
      call.services.credentials.forget();
      return { value: { site_id: siteId } };
    },
  }),
];

function tooManyFailures(seconds: number): Problem {
  const detail = `Too many failed attempts with this e-mail. Try again in ${seconds} seconds.`;
  return new Problem('credentials.too-many-failures', detail, {}, { 'retry-after': String(seconds) });
}
