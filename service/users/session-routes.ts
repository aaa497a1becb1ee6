import { z } from 'zod';
import type { Caller } from '../platform/access/caller.ts';
import { isOpenRow } from '../platform/access/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { type Answer, type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { children } from '../platform/http/get-endpoints.ts';
import type { Services } from '../platform/http/services.ts';
import { recordId } from '../platform/ids/ids.ts';
import { fieldsSchema } from '../platform/listing/declaration/schema.ts';
import { item, list } from '../platform/listing/list.ts';
import { Problem, problem } from '../platform/problems/problems.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { user, usersession } from './resource.ts';
import * as schema from './schema.ts';
import * as operations from './sessions.ts';

/** The endpoints of logins and sessions. */

const limits =
  'After ten failures of an e-mail, or 50 of an address, each further attempt has to wait longer, up to 15 minutes. An address that has logged in with the e-mail before has a count of its own.';

const sessionAnswer = z.object({
  user: fieldsSchema(user),
  site_id: recordId().nullable(),
  site_ids: z.array(recordId()).nullable().describe('The sites where the user may act; null for all'),
  permissions: z.array(z.string()),
  groups: z
    .array(z.object({ id: recordId(), name: z.string() }))
    .describe('The user groups that the user is in, by name. Sharing a saved view with these needs no permission'),
  temporal_ui: z.string().nullable().describe("The address of Temporal's web UI; null if it is not set"),
  temporal_namespace: z.string().describe('The namespace of the workflows'),
});

const ownSession = z.object({
  id: recordId(),
  created_at: z.string(),
  last_used_at: z.string().describe('It may be a minute old'),
  expires_at: z.string(),
  user_agent: z.string().nullable(),
  address: z.string().nullable().describe('The network address that opened the session'),
  cookie: z.boolean().describe('True for a session of the console'),
  current: z.boolean().describe('True for the session of this request'),
});

const signIn = [
  endpoint('POST /login', {
    permission: 'public',
    summary: 'Log in with e-mail and password',
    description: `Use the \`session_token\` like an API key: as the user name of Basic credentials. It expires after 12 hours. ${limits}`,
    body: schema.login,
    returns: z.object({ session_token: z.string(), expires_at: z.string(), user: fieldsSchema(user) }),
    secrets: ['password', 'session_token'],
    errors: ['credentials.wrong', 'credentials.too-many-failures'],
    handle: async (call) => {
      // A caller who waits for a record must not delay the login of others.
      const { authentication } = call.services.database;
      const opening = openingOf(call, { cookie: false, siteId: null });
      const attempt = { ...call.body, address: call.address, opening };
      const opened = await operations.logIn({ ...call, database: authentication }, attempt);
      if (!opened) throw wrongLogin('The e-mail or the password is wrong.');
      const record = await userRecord(authentication, opened.userId);
      return { value: { session_token: opened.token, expires_at: opened.expires, user: record } };
    },
  }),
  endpoint('POST /session', {
    permission: 'public',
    ownPagesOnly: true,
    summary: 'Sign in to the console',
    description: `For pages of the service itself, which send the header \`X-Conveyor-Console\`. Programs use \`POST /login\`. Sends an \`email\` and a \`password\`, or the \`code\` of a sign-in link. The answer sets the cookie \`__Host-conveyor\`, and has the body of \`GET /session\`. The session ends after 12 hours, or after two hours without a call. ${limits}`,
    body: schema.signIn,
    returns: sessionAnswer,
    secrets: ['password', 'code'],
    errors: ['credentials.wrong', 'credentials.too-many-failures', 'session.foreign', 'reference.unknown'],
    handle: async (call) => {
      const { authentication } = call.services.database;
      const context = { ...call, database: authentication };
      const { token } = await openConsole(context);
      call.services.credentials.forget();
      const caller = await call.services.credentials.verify(token, 'cookie');
      if (!caller) throw wrongLogin('The session has ended again. Sign in once more.');
      return { value: await answerFor(authentication, caller, call.services), sessionCookie: token };
    },
  }),
  endpoint('POST /session/code', {
    permission: null,
    run: { needsCredential: true },
    summary: 'Make a link that signs you in to the console once',
    description:
      'The link is for your own user. It works once, within 15 minutes. It needs Basic credentials: a session of the console cannot make one.',
    returns: z.object({ code: z.string(), expires_at: z.string(), url: z.string() }),
    secrets: ['code', 'url'],
    errors: ['permission.missing'],
    handle: async (call) => {
      if (call.caller.session?.cookie) {
        const detail = 'A session of the console cannot make a sign-in link. Send Basic credentials.';
        throw problem('permission.missing', detail);
      }
      const { code, expires } = await operations.createSignInCode(call, undefined);
      const address = call.services.publicUrl ?? new URL(call.url).origin;
      return { value: { code, expires_at: expires, url: `${address}/console/sign-in#code=${code}` } };
    },
  }),
];

const present = [
  endpoint('POST /logout', {
    permission: null,
    summary: 'End the session of this request',
    status: 204,
    run: { needsCredential: true },
    handle: (call) => endCurrent(call),
  }),
  endpoint('GET /session', {
    permission: null,
    summary: 'Get your user, site, permissions and user groups',
    returns: sessionAnswer,
    handle: async ({ database, caller, services }) => ({ value: await answerFor(database, caller, services) }),
  }),
  endpoint('PUT /session', {
    permission: null,
    summary: 'Change your current site',
    description:
      'A session of the console has a site of its own, so that two browsers do not disturb each other. For API keys and logins, it is the site of the user.',
    body: schema.session,
    returns: z.object({ site_id: recordId() }),
    handle: async (call) => {
      const siteId = call.body.site_id;
      const { session: own } = call.caller;
      const sessionId = own?.cookie ? own.id : null;
      await operations.changeSite(call, { siteId, sessionId });
      forgetCredentials(call);
      return { value: { site_id: siteId } };
    },
  }),
  endpoint('DELETE /session', {
    permission: null,
    summary: 'Sign out: end the session of this request',
    description: 'The answer to a call with the cookie of a session clears the cookie.',
    status: 204,
    run: { needsCredential: true },
    handle: (call) => endCurrent(call),
  }),
  endpoint('PUT /session/password', {
    permission: null,
    run: { needsCredential: true },
    summary: 'Change your own password',
    description:
      'Ends your other sessions. A wrong `password` counts as a failed login, and is refused as a field of the body, because the session goes on.',
    status: 204,
    body: schema.ownPassword,
    secrets: ['password', 'new_password'],
    errors: ['credentials.too-many-failures'],
    handle: async (call) => {
      const { password, new_password: newPassword } = call.body;
      const sessionId = call.caller.session?.id ?? null;
      await operations.changeOwnPassword(call, { password, newPassword, address: call.address, sessionId });
      forgetCredentials(call);
      return undefined;
    },
  }),
];

const lists = [
  endpoint('GET /session/own', {
    permission: null,
    summary: 'List your own sessions',
    returns: z.array(ownSession),
    handle: async (call) => {
      const sessionId = call.caller.session?.id ?? null;
      const { idleMinutes } = call.services.credentials;
      return { value: await operations.ownSessions(call, { sessionId, idleMinutes }) };
    },
  }),
  endpoint('DELETE /session/own/{id}', {
    permission: null,
    run: { needsCredential: true },
    summary: 'End one of your own sessions',
    status: 204,
    handle: async (call) => {
      const { id } = call.params;
      const own = call.caller.session;
      await operations.endOwnSession(call, id);
      forgetCredentials(call);
      return own?.cookie && own.id === id ? { value: null, sessionCookie: null } : undefined;
    },
  }),
  endpoint('DELETE /user/{id}/session/{session_id}', {
    permission: 'session.delete',
    summary: 'End a session of a user',
    description: 'Other processes of the service accept the session for up to ten seconds more.',
    status: 204,
    handle: async (call) => {
      const { id, session_id: sessionId } = call.params;
      await operations.endUserSession(call, { userId: id, sessionId, held: call.permissions });
      forgetCredentials(call);
      return undefined;
    },
  }),
  endpoint('DELETE /user/{id}/session', {
    permission: 'session.delete',
    summary: 'End all sessions of a user',
    description:
      'Sign-in links of the user end, too. Other processes of the service accept the sessions for up to ten seconds more.',
    status: 204,
    handle: async (call) => {
      await operations.endUserSessions(call, { userId: call.params.id, held: call.permissions });
      forgetCredentials(call);
      return undefined;
    },
  }),
  endpoint('GET /usersession', {
    permission: 'session.read',
    summary: 'List the open sessions of all users',
    lists: { of: usersession, as: 'page' },
    handle: async ({ database, services, search, url, readAccess }) => {
      const scope = { sql: isOpenRow(services.credentials.idleMinutes) };
      const exactUpTo = services.exactUpTo?.();
      return { content: await list(database.pool, usersession, search, { url, scope, readAccess, exactUpTo }) };
    },
  }),
  ...children({
    path: '/user/{id}/session',
    permission: 'session.read',
    of: usersession,
    parent: user,
    by: 'account_id',
    also: ({ services }) => isOpenRow(services.credentials.idleMinutes),
  }),
];

export const sessionRoutes: readonly Endpoint[] = [...signIn, ...present, ...lists];

/** Has the service read credentials and permissions again after the change. Before the commit it would read the old ones. */
export function forgetCredentials({ database, services }: Call<unknown, unknown>): void {
  database.afterCommit(() => services.credentials.forget());
}

type SignInCall = Call<schema.SignIn, unknown>;

function openingOf({ actor, caller }: Call<unknown, unknown>, kind: { cookie: boolean; siteId: number | null }) {
  return { ...kind, userAgent: actor.userAgent, replaces: kind.cookie ? caller.secretHash : null };
}

/** @throws credentials.wrong, credentials.too-many-failures */
async function openConsole(call: SignInCall): Promise<{ token: string }> {
  const { email = '', password = '', code, site_id: siteId = null } = call.body;
  const opening = openingOf(call, { cookie: true, siteId });
  const { address } = call;
  if (code !== undefined) {
    const opened = await operations.signInByCode(call, { code, address, opening });
    if (!opened) throw wrongLogin('The sign-in link is unknown, was used, or is too old. Make a new one.');
    return opened;
  }
  const opened = await operations.logIn(call, { email, password, address, opening });
  if (!opened) throw wrongLogin('The e-mail or the password is wrong.');
  return opened;
}

async function endCurrent(call: Call<unknown, unknown>): Promise<Answer> {
  await operations.logOut(call, call.caller.secretHash);
  forgetCredentials(call);
  return call.caller.session?.cookie ? { value: null, sessionCookie: null } : undefined;
}

/** Returns the answer of `GET /session` for a caller. */
async function answerFor(database: Database, { userId, siteId, siteIds, permissions }: Caller, services: Services) {
  return {
    user: await userRecord(database, userId),
    site_id: siteId,
    site_ids: siteIds,
    permissions: [...permissions].sort(),
    groups: await operations.groupsOf(database, userId),
    temporal_ui: services.temporalUi ?? null,
    temporal_namespace: services.temporalNamespace ?? 'default',
  };
}

/** Returns the record of a user who has called, as `GET /user/{id}` shows it. */
async function userRecord({ pool }: Database, id: number) {
  const text = await item(pool, user, id, {});
  if (text === null) throw noSuch('user', id);
  return JSON.parse(text);
}

const wrongLogin = (detail: string) => new Problem('credentials.wrong', detail, {}, { 'www-authenticate': 'Basic' });
