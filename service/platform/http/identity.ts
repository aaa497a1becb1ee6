import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { notifyHeader } from '../../../workflows/contract/background.ts';
import { type PriorityKey, priorityHeader, priorityKeys } from '../../../workflows/contract/priority.ts';
import { anybody, type Caller } from '../access/caller.ts';
import type { Credentials } from '../access/credentials.ts';
import { hashSecret } from '../access/keys.ts';
import { permits } from '../access/permissions.ts';
import type { Actor } from '../database/operation.ts';
import { largestId } from '../ids/ids.ts';
import { Problem, problem } from '../problems/problems.ts';
import { isId } from './address.ts';
import { assertOwnPage, assertSignInPage, cookieToken } from './browser/session-cookie.ts';
import type { Endpoint } from './endpoint.ts';
import { type Sealer, sealerOf } from './idempotency/sealing.ts';

/** The sender of a request, and the user for whom it acts. */
export interface Identity {
  readonly caller: Caller;
  readonly actor: Actor;
  /** The workflow that waits for the end of the request if it runs in the background; null where nobody does. */
  readonly notifies: string | null;
  /** Seals secrets with the sender's credential; null without a credential. */
  readonly sealer: Sealer | null;
}

type Headers = FastifyRequest['headers'];

/** Characters of a workflow's id that the service reads: more than any id that it gives. */
const longestWorkflowId = 200;

/**
 * Identifies the sender by Basic credentials: the user name is an API key or session token, the password is the same or empty.
 * Without them, the cookie of a session of the console identifies the sender.
 * @throws 401 for unknown credentials, 403 if a user other than the engine acts for others, or if the page of a call with the
 * cookie is not one of the service
 */
export async function identify(
  { headers, method, id: requestId }: Pick<FastifyRequest, 'headers' | 'method' | 'id'>,
  credentials: Credentials,
): Promise<Identity> {
  const token = headers.authorization === undefined ? cookieToken(headers) : undefined;
  if (token !== undefined) assertOwnPage({ headers, method });
  const secret = token ?? basicSecret(headers.authorization);
  const caller = await credentials.verify(secret, token === undefined ? 'basic' : 'cookie');
  if (!caller) {
    const detail =
      token === undefined
        ? 'The API key or session token is unknown, or has ended.'
        : 'Your session has ended. Sign in again.';
    throw unauthorized('credentials.wrong', detail);
  }
  const user = await actingUser(headers, caller, credentials);
  return {
    // A request on behalf of a user has only the permissions of that user.
    caller: user === caller ? caller : { ...user, secretHash: caller.secretHash },
    actor: {
      userId: user.userId,
      siteId: user.siteId,
      siteIds: user.siteIds,
      userAgent: userAgent(headers),
      requestId,
      priority: priorityOf(caller, headers),
      workflowId: caller.engine ? (single(headers['x-conveyor-workflow'])?.slice(0, longestWorkflowId) ?? null) : null,
    },
    notifies: caller.engine ? (single(headers[notifyHeader])?.slice(0, longestWorkflowId) ?? null) : null,
    sealer: sealerOf(secret),
  };
}

/** Returns whether a request has credentials, right or wrong ones. */
export const hasCredentials = (headers: Headers): boolean =>
  headers.authorization !== undefined || cookieToken(headers) !== undefined;

/** Returns the identity of a request to a public address. */
export function nobody(headers: Headers, requestId: string): Identity {
  const actor = { userId: 0, siteId: null, userAgent: userAgent(headers), requestId, workflowId: null };
  return { caller: anybody, actor, notifies: null, sealer: null };
}

/**
 * Returns the identity of a page of the service that signs in. The caller has the session of the cookie that the sign-in replaces.
 * @throws session.foreign
 */
export function visitor(headers: Headers, requestId: string): Identity {
  assertSignInPage(headers);
  const token = cookieToken(headers);
  const identity = nobody(headers, requestId);
  return token === undefined
    ? identity
    : { ...identity, caller: { ...identity.caller, secretHash: hashSecret(token) } };
}

/** Returns the priority of a call: that of the workflow that makes it, or that of the kind of user. */
function priorityOf({ engine, person }: Caller, headers: Headers): PriorityKey | undefined {
  if (!engine) return person ? priorityKeys.person : priorityKeys.program;
  const key = single(headers[priorityHeader]);
  return key !== undefined && /^[1-5]$/.test(key) ? Number(key) : undefined;
}

/** @throws 403 `permission.missing` with the permission */
export function assertPermission(
  caller: Caller,
  { permission, method, path }: Pick<Endpoint, 'permission' | 'method' | 'path'>,
): void {
  if (permission === null || permission === 'public' || permits(caller.permissions, permission)) return;
  throw problem(
    'permission.missing',
    `${method} ${path} needs the permission ${permission}. An administrator can give it.`,
    {
      permission,
    },
  );
}

function basicSecret(header: string | undefined): string {
  if (header === undefined)
    throw unauthorized('credentials.missing', 'Send an API key as the user name of Basic credentials.');
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header)?.[1];
  if (encoded === undefined)
    throw unauthorized('credentials.wrong', 'Authorization must be of the form: Basic <credentials>.');
  const bytes = Buffer.from(encoded, 'base64');
  if (!isUtf8(bytes))
    throw unauthorized('credentials.wrong', 'The credentials are not UTF-8. An API key has ASCII alone.');
  const decoded = bytes.toString('utf8');
  const colon = decoded.indexOf(':');
  const [name, password] = colon < 0 ? [decoded, ''] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  if (name === '' || (password !== '' && password !== name)) {
    throw unauthorized('credentials.wrong', 'The user name is the API key; the password is the same key, or empty.');
  }
  return name;
}

async function actingUser(headers: Headers, caller: Caller, credentials: Credentials): Promise<Caller> {
  const header = single(headers['x-on-behalf-of']);
  if (header === undefined || header.trim() === '') return caller;
  if (!caller.engine) throw problem('permission.missing', 'Only the engine may send X-On-Behalf-Of.');
  const name = decoded(header.trim());
  const user = isId(name) ? await userWithId(Number(name), credentials) : await userWithEmail(name, credentials);
  if (!user) {
    const sentence = `There is no active account with the e-mail or id "${name.slice(0, 200)}".`;
    throw problem('reference.unknown', `${sentence} GET /user?filter=active lists the accounts.`);
  }
  return user;
}

async function userWithId(id: number, credentials: Credentials): Promise<Caller | null> {
  return id <= largestId ? credentials.user(id) : null;
}

async function userWithEmail(name: string, credentials: Credentials): Promise<Caller | null> {
  return name.includes('@') ? credentials.userWithEmail(name) : null;
}

/** A header holds ASCII alone, and so an e-mail is percent-encoded in it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Refuses the call of a workflow's update where the operators' file switches updates off, or where no account decides. Every
 * holder of rights on Temporal's namespace may send updates, and the engine's user has all permissions here.
 * @param updates the setting `engine.updates`
 */
export function assertUpdates(headers: Headers, caller: Caller, updates: 'on' | 'off'): void {
  const update = single(headers['x-conveyor-update']);
  if (update === undefined) return;
  if (updates === 'off') {
    throw problem(
      'engine.updates-off',
      `Updates from Temporal are switched off (engine: updates: off), and so is ${update.slice(0, 20)}. Decide with conveyor, or with the interface.`,
    );
  }
  if (caller.engine)
    throw problem('permission.missing', "The engine's user decides nothing: name the account of a person.");
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

const userAgent = (headers: Headers) =>
  (single(headers['x-user-agent']) ?? headers['user-agent'])?.slice(0, 200) ?? null;

function unauthorized(code: 'credentials.missing' | 'credentials.wrong', detail: string): Problem {
  return new Problem(code, detail, {}, { 'www-authenticate': 'Basic realm="conveyor", charset="UTF-8"' });
}
