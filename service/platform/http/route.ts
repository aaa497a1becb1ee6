import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problems/problems.ts';
import { isId, largestId, parameterNames, routeOf } from './address.ts';
import type { Reply } from './answer.ts';
import { readBody } from './body/body.ts';
import type { Endpoint } from './endpoint.ts';
import { names } from './etag.ts';
import { demandPermission, type Identity, identify, nobody } from './identity.ts';
import { type ReadPermissions, readAccessOf } from './read-permissions.ts';
import { done, type Wishes } from './request.ts';
import type { Services } from './services.ts';
import { versionCheck } from './version.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; null at addresses that nobody declared. */
    identity: Identity | null;
  }
}

export interface RouteContext {
  readonly services: Services;
  readonly endpoints: readonly Endpoint[];
  readonly readPermissions: ReadPermissions;
  /** Throws what is to be said where the address is none of ours, or does not take the method. */
  readonly noSuchAddress: (request: FastifyRequest) => never;
  /** A request was queued for the background. */
  readonly queued: () => void;
}

/** Makes an endpoint answer at its address. */
export function serve(app: FastifyInstance, endpoint: Endpoint, context: RouteContext): void {
  const { services } = context;
  const parameters = parameterNames(endpoint.path);
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint.path),
    ...(endpoint.longestBody ? { bodyLimit: endpoint.longestBody } : {}),
    ...(endpoint.longestSeconds ? { handlerTimeout: endpoint.longestSeconds * 1000 } : {}),
    // Before the body is read: nobody unknown sends us a megabyte.
    onRequest: async (request) => {
      request.identity =
        endpoint.permission === 'public'
          ? nobody(request.headers, request.id)
          : await identify(request.headers, request.id, services.credentials);
      demandPermission(request.identity.caller, endpoint);
    },
    handler: async (request, reply) => {
      const { path, search } = split(request.url);
      const params = idsOf(request, parameters, context);
      const sent = endpoint.method === 'GET' ? '' : ((request.body as string | undefined) ?? '');
      const asked = {
        ...request.identity!,
        endpoint,
        readAccess: readAccessOf(request.identity!.caller.permissions, context.readPermissions),
        path,
        params,
        search,
        url: `${request.protocol}://${hostOf(request)}${path}`,
        body: readBody(sent, request.headers['content-type']),
      };
      const ifMatch = request.headers['if-match'];
      const version = ifMatch === undefined ? null : versionCheck(endpoint, ifMatch, context.endpoints);
      const answer = await done(asked, wishesOf(request), version, services);
      if (answer.status === 202) context.queued();
      return send(request, reply, answer);
    },
  });
}

/** HTTP/1.0 need not say which host it means: then it is the address that it came to. */
function hostOf({ host, socket }: FastifyRequest): string {
  return (
    host ||
    `${socket.localAddress?.includes(':') ? `[${socket.localAddress}]` : socket.localAddress}:${socket.localPort}`
  );
}

function split(url: string): { path: string; search: URLSearchParams } {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: url, search: new URLSearchParams() };
  return { path: url.slice(0, mark), search: new URLSearchParams(url.slice(mark + 1)) };
}

/** Ids are whole numbers. Anything else is no address of ours; an id beyond PostgreSQL's `integer` is that of no record. */
function idsOf(request: FastifyRequest, parameters: readonly string[], context: RouteContext): Record<string, number> {
  if (parameters.length === 0) return {};
  const given = request.params as Record<string, string>;
  return Object.fromEntries(
    parameters.map((name) => {
      const text = given[name] ?? '';
      if (!isId(text)) context.noSuchAddress(request);
      const id = Number(text);
      if (id > largestId) throw problem('record.unknown', `There is no record with the id ${text.slice(0, 40)}.`);
      return [name, id];
    }),
  );
}

function wishesOf({ headers }: FastifyRequest): Wishes {
  const preferences = String(headers.prefer ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  const background = String(headers['x-background-processing'] ?? '')
    .trim()
    .toLowerCase();
  const key = headers['idempotency-key'];
  const always = background === 'always' || preferences.includes('respond-async');
  return {
    key: typeof key === 'string' && key.trim() !== '' ? key.trim() : null,
    minimal: preferences.includes('return=minimal'),
    background: background === 'never' ? 'never' : always ? 'always' : 'as it fits',
  };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, bytes, stream }: Reply,
): FastifyReply {
  const { etag } = headers;
  const seen = request.headers['if-none-match'];
  if (etag && seen && /^(GET|HEAD)$/.test(request.method) && status === 200 && names(seen, etag)) {
    return reply.code(304).headers({ etag }).send();
  }
  reply.code(status).headers(headers);
  if (stream) return reply.send(stream);
  if (bytes) return reply.send(bytes);
  // An answer without a body has no content type either; clients would try to read one.
  return body === '' ? reply.send() : reply.send(body);
}
