import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { provideReadAccess } from '../events/embedded.ts';
import { AddressBook, addressProblem, shapeOf } from '../http/address.ts';
import { backgroundEndpoints } from '../http/background/requests.ts';
import { BackgroundRunner } from '../http/background/runner.ts';
import { restOfBody } from '../http/body/rest-of-body.ts';
import { textOf } from '../http/body/text.ts';
import { longestHead, refuseUnreadable } from '../http/body/unreadable.ts';
import { addBrowserHeaders } from '../http/browser/browser-headers.ts';
import { isOfConsole } from '../http/browser/session-cookie.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { isEnginePath } from '../http/engine-path.ts';
import { logLevelOf, problemBody, problemOf, problemType } from '../http/failure.ts';
import { readEndpoints } from '../http/get-endpoints.ts';
import { measure } from '../http/observability/metrics.ts';
import { traceRequests } from '../http/observability/request-spans.ts';
import { permissionEndpoints } from '../http/permission-list.ts';
import { readAccessOf, readPermissionsOf } from '../http/reads/read-permissions.ts';
import { callerShares } from '../http/reads/shares.ts';
import { RequestDeadline } from '../http/request-deadline.ts';
import { serve } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { systemEndpoints } from '../http/system.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { type ClientCall, clientCalls } from '../openapi/client-call.ts';
import { description } from '../openapi/document.ts';
import { type ConnectionLimits, Connections, usualConnections } from './connections.ts';
import { consolePage } from './console-page.ts';
import { documentationPage } from './documentation-page.ts';
import { openMetricsPort } from './metrics-port.ts';

const megabyte = 1_048_576;
const longestSeconds = 60;
/** Seconds from the opening of a connection, or from the first byte of a further request, to the end of the head. */
const headSeconds = 10;
/** The same to the end of the body: 1 MiB at 35 KiB a second. */
const arrivalSeconds = 30;
/** Milliseconds between two looks for requests that are late. Node looks every 30 seconds by default. */
const lateInterval = 1_000;

export interface Interface {
  /** The declared endpoints. An endpoint at the address of a GET endpoint of a resource replaces it. */
  readonly endpoints: readonly Endpoint[];
  /** The resources that every user may read. */
  readonly constants?: readonly Resource[];
  /** The version of the package, for the description. */
  readonly version?: string;
  /** The time limit of requests. Default: 60 s. */
  readonly seconds?: number;
  /** The time limits of a head, and of a whole request, in seconds. Default: 10 and 30. */
  readonly arrival?: { readonly head: number; readonly whole: number };
  /** Limits of the connections that differ from the usual ones. The service trusts the `X-Forwarded-…` headers of its proxies. */
  readonly connections?: Partial<ConnectionLimits>;
  /** False if this process serves no console. */
  readonly console?: boolean;
  /** False if this process runs no background requests. */
  readonly background?: boolean;
  /** The address of a port for metrics alone. Default: none. */
  readonly metrics?: string | undefined;
}

/**
 * Creates the HTTP server. `listen` opens it. `close` refuses new requests and waits for running ones, also in the background.
 * @throws Error if two endpoints have the same method and address
 */
export function createServer(services: Services, options: Interface): FastifyInstance {
  const limits = { ...usualConnections, ...options.connections };
  const arrival = options.arrival ?? { head: headSeconds, whole: arrivalSeconds };
  const app = fastify({
    loggerInstance: services.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    bodyLimit: megabyte,
    requestTimeout: arrival.whole * 1000,
    http: {
      maxHeaderSize: longestHead,
      headersTimeout: arrival.head * 1000,
      connectionsCheckingInterval: lateInterval,
    },
    trustProxy: limits.proxies.length > 0 && [...limits.proxies],
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    // The router refuses these before any hook adds headers.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      addBrowserHeaders(reply);
      return fail(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error as Error, socket, book),
  });
  readBodiesAsText(app);

  const { registry, refused } = measure(app, services.database.replica);
  const connections = new Connections(limits, refused);
  connections.watch(app.server);
  const endpoints = allEndpoints(options, systemEndpoints(registry));
  const book = new AddressBook(endpoints);
  const readPermissions = readPermissionsOf(endpoints);
  provideReadAccess((held) => readAccessOf(held, readPermissions));
  const runner = new BackgroundRunner(services, endpoints, book, readPermissions);
  const noSuchAddress = (request: FastifyRequest): never => {
    throw addressProblem(book, request.method, pathOf(request));
  };

  app.decorateRequest('identity', null);
  limitTime(app, options.seconds ?? longestSeconds);
  traceRequests(app);
  addHeaders(app);
  app.addHook('onResponse', logRequest);
  app.setErrorHandler(async (error, request, reply) => {
    if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') await restOfBody(request.raw);
    return fail(error, request, reply);
  });
  refuseUnknownAddresses(app, book, noSuchAddress);
  app.setNotFoundHandler((request) => noSuchAddress(request));
  const shares = callerShares(services.database.pool.options.max);
  const queued = () => runner.wake();
  const context = { services, endpoints, readPermissions, shares, noSuchAddress, queued };
  for (const one of endpoints) serve(app, one, context);
  const shown = {
    description: () => description(endpoints, options.version ?? '0.0.0'),
    clientOf: clientNames(endpoints),
  };
  documentationPage(app, shown, noSuchAddress);
  if (options.console !== false) consolePage(app, services, noSuchAddress);

  app.addHook('preClose', async () => connections.endUnused(app.server));
  if (options.metrics) openWith(app, options.metrics, registry);
  if (options.background !== false) {
    app.addHook('onListen', async () => runner.start());
    app.addHook('onClose', async () => runner.stop());
  }
  return app;
}

/** Returns the function that finds the call of the typed client for `GET /customer/{id}`, for the samples of the reference. */
function clientNames(endpoints: readonly Endpoint[]): (request: string) => ClientCall | undefined {
  let calls: Map<string, ClientCall> | null = null;
  return (request) => {
    calls ??= new Map(clientCalls(endpoints).map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call]));
    return calls.get(request);
  };
}

/** Opens the port of the metrics with the service, and closes it with it. */
function openWith(app: FastifyInstance, address: string, registry: Registry): void {
  let port: { close(): Promise<void> } | null = null;
  app.addHook('onReady', async () => {
    port = await openMetricsPort(address, registry);
  });
  app.addHook('onClose', async () => port?.close());
}

/** Starts the time limit of each request. */
function limitTime(app: FastifyInstance, usual: number): void {
  app.decorateRequest('deadline');
  app.addHook('onRequest', async (request, reply) => {
    request.deadline = new RequestDeadline(request.routeOptions.config.longestSeconds ?? usual, reply.raw);
  });
}

/** Adds the headers that every answer has. */
function addHeaders(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    addBrowserHeaders(reply);
    // A persistent connection would delay the end of the process.
    if (closing) reply.header('connection', 'close');
  });
}

/** Refuses unknown addresses before their body is read, and answers OPTIONS for known ones. */
function refuseUnknownAddresses(
  app: FastifyInstance,
  book: AddressBook,
  noSuchAddress: (request: FastifyRequest) => never,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const allow = book.allowed(pathOf(request));
    if (request.method === 'OPTIONS' && allow !== null) return reply.code(204).header('allow', allow).send();
    return noSuchAddress(request);
  });
}

/** Returns all endpoints: the declared ones, those that list and read each resource with a path, and those of the system. */
export function allEndpoints(
  { endpoints, constants = [], version = '0.0.0' }: Interface,
  system: readonly Endpoint[],
): Endpoint[] {
  const declared = [...endpoints, ...backgroundEndpoints, ...system];
  const placeOf = ({ method, path }: Endpoint) => `${method} ${shapeOf(path)}`;
  const places = new Set<string>();
  for (const one of declared) {
    if (places.has(placeOf(one))) throw new Error(`${one.method} ${one.path} is declared twice`);
    places.add(placeOf(one));
  }
  const all = [...declared, ...readEndpoints(constants).filter((one) => !places.has(placeOf(one)))];
  const complete: Endpoint[] = [
    ...all,
    ...permissionEndpoints(all),
    openApi(() => description(publicEndpoints(complete), version)),
  ];
  return complete;
}

/** Returns the endpoints of the description and of the public client: all but those of the engine. */
export const publicEndpoints = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter(({ path }) => !isEnginePath(path));

/** Collects bodies as text. `body.ts` parses them. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => textOf(body));
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:/+=-]{1,100}$/.test(sent) ? sent : randomUUID();
}

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code;

const pathOf = ({ url }: FastifyRequest) => url.replace(/\?.*$/, '');

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = problemOf(error, { method: request.method, requestId: request.id });
  const about = { method: request.method, path: pathOf(request) };
  const level = logLevelOf(failure);
  if (level === 'warn') request.log.warn({ code: failure.code, ...about }, failure.title);
  if (level === 'error') request.log.error({ err: error, ...about }, failure.title);
  reply.code(failure.status).headers(failure.headers).header('content-type', problemType);
  // Chromium holds a call with this header back, to ask its user for a password. A page of the service has its own
  // sign-in.
  if (failure.status === 401 && isOfConsole(request.headers)) reply.removeHeader('www-authenticate');
  return reply.send(problemBody(failure, pathOf(request), request.id));
}

async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: request.identity?.actor.userId,
    },
    'request',
  );
}

/** Returns the endpoint of the description, which is built at the first request. */
function openApi(document: () => object): Endpoint {
  let text: string | null = null;
  return endpoint('GET /openapi.json', {
    permission: 'public',
    summary: 'Read this description',
    returns: z.record(z.string(), z.unknown()),
    handle: async () => {
      text ??= JSON.stringify(document());
      return { content: text };
    },
  });
}
