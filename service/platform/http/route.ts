import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestId } from '../ids/ids.ts';
import { Problem, problem } from '../problems/problems.ts';
import { isId, nameParameter, parameterNames, routeOf } from './address.ts';
import type { Reply } from './answer.ts';
import { readBody } from './body/body.ts';
import { assertUtf8 } from './body/encoded.ts';
import { handlingOf } from './body/unknown-fields.ts';
import { setCookie } from './browser/session-cookie.ts';
import type { AnyPathParameters, Endpoint } from './endpoint.ts';
import { names } from './etag.ts';
import {
  assertPermission,
  assertUpdates,
  hasCredentials,
  type Identity,
  identify,
  nobody,
  visitor,
} from './identity.ts';
import { type IncomingRequest, networkOf, preferencesOf } from './incoming-request.ts';
import { publicAddress, withPublicLocation } from './public-address.ts';
import { type ReadPermissions, readAccessOf } from './reads/read-permissions.ts';
import { goneOf, readsAtWill, takeShare, withReading } from './reads/reading.ts';
import type { Shares } from './reads/shares.ts';
import { callOf, runOf } from './request.ts';
import type { RequestDeadline } from './request-deadline.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read. Null at unknown addresses. */
    identity: Identity | null;
    /** Set at the beginning of every request. */
    deadline: RequestDeadline;
  }
  interface FastifyContextConfig {
    /** The time limit of the address, if it differs from the usual one. */
    longestSeconds?: number;
  }
}

export interface RouteContext {
  readonly services: Services;
  readonly endpoints: readonly Endpoint[];
  readonly readPermissions: ReadPermissions;
  /** The shares of the callers in connections, streams, files and threads. */
  readonly shares: Shares;
  /** Throws the problem of an unknown address, or of a method that the address does not take. */
  readonly noSuchAddress: (request: FastifyRequest) => never;
  /** Called after a request was queued for the background. */
  readonly queued: () => void;
}

/** Registers an endpoint at its address. */
export function serve(app: FastifyInstance, endpoint: Endpoint, context: RouteContext): void {
  const { services } = context;
  const parameters = parameterNames(endpoint.path);
  const run = runOf(endpoint, context.endpoints);
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint.path),
    ...(endpoint.limits?.body ? { bodyLimit: endpoint.limits.body } : {}),
    ...(endpoint.limits?.seconds ? { config: { longestSeconds: endpoint.limits.seconds } } : {}),
    // Unknown senders are refused before their body is read.
    onRequest: async (request) => {
      request.identity = await identityOf(request, endpoint, services);
      if (endpoint.errors?.includes('engine.updates-off')) {
        assertUpdates(request.headers, request.identity.caller, services.configuration.engine.updates);
      }
      assertPermission(request.identity.caller, endpoint);
    },
    handler: async (request, reply) => {
      const { path, search } = split(request.url);
      const { identity } = request;
      if (!identity) throw new Error(`${endpoint.method} ${endpoint.path} ran before its sender was identified.`);
      const params = parametersOf(request, parameters, context);
      const sent = endpoint.method === 'GET' ? '' : ((request.body as string | undefined) ?? '');
      const incoming: IncomingRequest = {
        ...identity,
        endpoint,
        readAccess: readAccessOf(identity.caller.permissions, context.readPermissions),
        path,
        params,
        search,
        address: networkOf(request.ip),
        url: `${publicAddress(request, services)}${path}`,
        body: readBody(sent, request.headers['content-type']),
        eventStream: eventStreamOf(endpoint, request),
        gone: () => goneOf(reply),
      };
      const call = { priority: identity.actor.priority, counts: endpoint.method !== 'GET' || identity.caller.engine };
      const preferences = preferencesOf(request);
      const handling = handlingOf(endpoint, incoming.body, preferences.strict);
      const respond = (incoming: IncomingRequest) => run({ incoming, call: callOf(incoming, services), preferences });
      const work = services.admission.admit(call, async () => {
        const reads = !incoming.eventStream && readsAtWill(endpoint, search);
        const share = incoming.eventStream ? 'streams' : (endpoint.limits?.share ?? (reads ? 'reads' : null));
        if (share === null) return respond(incoming);
        const reader = { request, reply, identity, wait: preferences.wait };
        const signal = await takeShare(reader, context.shares[share]);
        if (!reads) return respond(incoming);
        return withReading(reader, services.database, signal, (database) => respond({ ...incoming, database }));
      });
      const answer = await request.deadline.limit(work, ({ stream }) => stream?.destroy());
      if (answer.status === 202) context.queued();
      return send(request, reply, {
        ...answer,
        headers: joined(withPublicLocation(answer.headers, services), handling),
      });
    },
  });
}

/** Milliseconds in which credentials are checked that an address does not need. */
const timeForOptional = 2_000;

/**
 * Returns the sender of a request. An address that shows more to some takes credentials without needing any, so that probes go on
 * while the database is away.
 */
async function identityOf(request: FastifyRequest, endpoint: Endpoint, { credentials }: Services): Promise<Identity> {
  const { headers, id, deadline } = request;
  if (endpoint.permission !== 'public') return deadline.limit(identify(request, credentials));
  if (endpoint.moreWith === undefined || !hasCredentials(headers)) {
    return (endpoint.ownPagesOnly ? visitor : nobody)(headers, id);
  }
  const late = pause(timeForOptional, nobody(headers, id), { ref: false });
  const known = identify(request, credentials).catch((error) => {
    // A browser that opens the page sends the cookie of the console, which only calls of its pages may use.
    if (error instanceof Problem && error.status === 401) throw error;
    return nobody(headers, id);
  });
  return Promise.race([known, late]);
}

/** Returns what a request for a stream of events says; null for another request. */
function eventStreamOf({ answer }: Endpoint, { headers }: FastifyRequest) {
  if (!answer?.eventStream || !/\btext\/event-stream\b/.test(String(headers.accept ?? ''))) return null;
  const lastEventId = headers['last-event-id'];
  return { lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null };
}

/** Returns all headers. What one list of them says about preferences is added to what the other says. */
function joined(headers: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>) {
  const name = 'preference-applied';
  const applied = [headers[name], more[name]].filter((one) => one !== undefined).join(', ');
  return { ...headers, ...more, ...(applied ? { [name]: applied } : {}) };
}

function split(url: string): { path: string; search: URLSearchParams } {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: url, search: new URLSearchParams() };
  const query = url.slice(mark + 1).replace(offsetOfDay, '$1%2B$2');
  assertUtf8(query, 'The query');
  return { path: url.slice(0, mark), search: new URLSearchParams(query) };
}

/**
 * A date with an offset whose plus sign is not encoded, as people type it. Read as a blank, it would separate a date from a time.
 * Programs that encode a blank as a plus sign encode the colon, too.
 */
const offsetOfDay = /(\d{4}-\d{2}-\d{2})\+(\d{2}:\d{2})(?![\d:])/g;

/**
 * Returns the ids and the name in the path. An id that is not a whole number makes an unknown address; a number above the greatest id
 * names no record.
 */
function parametersOf(
  request: FastifyRequest,
  parameters: readonly string[],
  context: RouteContext,
): AnyPathParameters {
  if (parameters.length === 0) return {};
  const texts = request.params as Record<string, string>;
  return Object.fromEntries(
    parameters.map((name) => {
      const text = texts[name] ?? '';
      if (name === nameParameter) return [name, text];
      if (!isId(text)) context.noSuchAddress(request);
      const id = Number(text);
      if (id > largestId) throw problem('record.unknown', `There is no record with the id ${text.slice(0, 40)}.`);
      return [name, id];
    }),
  );
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, bytes, stream, sessionCookie }: Reply,
): FastifyReply {
  const { etag } = headers;
  const known = request.headers['if-none-match'];
  if (etag && known && /^(GET|HEAD)$/.test(request.method) && status === 200 && names(known, etag)) {
    return reply.code(304).headers({ etag }).send();
  }
  reply.code(status).headers(headers);
  if (sessionCookie !== undefined) reply.header('set-cookie', setCookie(sessionCookie));
  if (stream) return reply.send(stream);
  if (bytes) return reply.send(bytes);
  // An answer without a body has no content type, because clients would then try to parse the body.
  return body === '' ? reply.send() : reply.send(body);
}
