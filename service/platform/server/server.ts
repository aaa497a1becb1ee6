import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import { AddressBook, addressProblem, shapeOf } from '../http/address.ts';
import { backgroundEndpoints } from '../http/background/requests.ts';
import { BackgroundRunner } from '../http/background/runner.ts';
import { restOfBody } from '../http/body/rest-of-body.ts';
import { longestHead, refuseUnreadable } from '../http/body/unreadable.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { problemBody, problemOf, problemType } from '../http/failure.ts';
import { reading } from '../http/get-endpoints.ts';
import { measure } from '../http/observability/metrics.ts';
import { traceRequests } from '../http/observability/request-spans.ts';
import { permissionEndpoints } from '../http/permission-list.ts';
import { readPermissionsOf } from '../http/read-permissions.ts';
import { serve } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { systemEndpoints } from '../http/system.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { description } from '../openapi/document.ts';

const megabyte = 1_048_576;
/** A process has 1,024 open files where nobody gave it more. */
const mostConnections = 900;
const longestSeconds = 60;

export interface Interface {
  /** What the resources do not give by themselves. An endpoint at the address of a resource's reading takes its place. */
  readonly endpoints: readonly Endpoint[];
  /** All that are served: each with a path gets its list and its item. */
  readonly resources: readonly Resource[];
  /** Those of them that anybody with credentials may read. */
  readonly constants?: readonly Resource[];
  /** Of the package, for the description. */
  readonly version?: string;
  /** True behind a proxy whose `X-Forwarded-…` headers can be trusted. */
  readonly trustProxy?: boolean;
  /** Requests under way at most this long (60 s, spec 8). */
  readonly seconds?: number;
  /** Connections that are open at the same time at most (900); who comes then is turned away at once. */
  readonly connections?: number;
  /** False where this process runs nothing in the background. */
  readonly background?: boolean;
}

/**
 * The service's HTTP interface. `listen` opens it; `close` lets what is under way end, background requests included, and takes
 * nothing new.
 * @throws Error where two endpoints have the same method and address
 */
export function createServer(services: Services, given: Interface): FastifyInstance {
  const seconds = given.seconds ?? longestSeconds;
  const app = fastify({
    loggerInstance: services.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    bodyLimit: megabyte,
    handlerTimeout: seconds * 1000,
    requestTimeout: seconds * 1000,
    http: { maxHeaderSize: longestHead },
    trustProxy: given.trustProxy ?? false,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
    clientErrorHandler: (error, socket) => refuseUnreadable(error as Error, socket, book),
  });
  app.server.maxConnections = given.connections ?? mostConnections;
  readBodiesAsText(app);

  const registry = measure(app);
  const endpoints = allEndpoints(given, systemEndpoints(registry));
  const book = new AddressBook(endpoints);
  const readPermissions = readPermissionsOf(endpoints);
  const runner = new BackgroundRunner(services, endpoints, book, readPermissions);
  const noSuchAddress = (request: FastifyRequest): never => {
    throw addressProblem(book, request.method, pathOf(request));
  };

  app.decorateRequest('identity', null);
  traceRequests(app);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    // A connection that its client keeps open would keep the whole process waiting.
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', logRequest);
  app.setErrorHandler(async (error, request, reply) => {
    if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') await restOfBody(request.raw);
    return fail(error, request, reply);
  });
  // Before the body is read: what is wrong with that is beside the point here.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const allow = book.allowed(pathOf(request));
    if (request.method === 'OPTIONS' && allow !== null) return reply.code(204).header('allow', allow).send();
    return noSuchAddress(request);
  });
  const context = { services, endpoints, readPermissions, noSuchAddress, queued: () => runner.wake() };
  for (const one of endpoints) serve(app, one, context);
  documentationPage(app, () => description(endpoints, given.version ?? '0.0.0'));

  if (given.background !== false) {
    app.addHook('onListen', async () => runner.start());
    app.addHook('onClose', async () => runner.stop());
  }
  return app;
}

/** Everything that is served: what is declared, the reading of resources, and what every service has. */
export function allEndpoints(
  { endpoints, resources, constants = [], version = '0.0.0' }: Interface,
  system: readonly Endpoint[],
): Endpoint[] {
  const declared = [...endpoints, ...backgroundEndpoints, ...system];
  const placeOf = ({ method, path }: Endpoint) => `${method} ${shapeOf(path)}`;
  const places = new Set<string>();
  for (const one of declared) {
    if (places.has(placeOf(one))) throw new Error(`${one.method} ${one.path} is declared twice`);
    places.add(placeOf(one));
  }
  const open = new Set(constants);
  const read = [...new Set([...resources, ...constants])].flatMap((one) =>
    reading(one, open.has(one) ? null : undefined),
  );
  const all = [...declared, ...read.filter((one) => !places.has(placeOf(one)))];
  const complete: Endpoint[] = [...all, ...permissionEndpoints(all), openApi(() => description(complete, version))];
  return complete;
}

/** Bodies are read by `body.ts`, which knows what existing clients send; here they are only collected. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:/+=-]{1,100}$/.test(sent) ? sent : randomUUID();
}

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]!;

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const given = problemOf(error, { method: request.method, requestId: request.id });
  // Not being ready is no fault: `/readyz` says so, and is asked again and again meanwhile.
  if (given.status >= 500 && given.code !== 'service.unavailable')
    request.log.error({ err: error, method: request.method, path: pathOf(request) }, given.title);
  return reply
    .code(given.status)
    .headers(given.headers)
    .header('content-type', problemType)
    .send(problemBody(given, pathOf(request), request.id));
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

/** The description, written when somebody first asks for it. */
function openApi(document: () => object): Endpoint {
  let text: string | null = null;
  return endpoint('GET /openapi.json', {
    permission: 'public',
    summary: 'This description',
    returns: z.record(z.string(), z.unknown()),
    handle: async () => {
      text ??= JSON.stringify(document());
      return { text };
    },
  });
}

/** The description as a page for people, at `/docs`. It is open, as the description is: the sources tell no less. */
function documentationPage(app: FastifyInstance, document: () => object): void {
  app.register(async (docs) => {
    // The page wants the plugin that makes descriptions out of routes; ours is put in its place when the page is opened.
    await docs.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      // The service itself speaks plain HTTP: a page that insists on HTTPS would find nothing.
      transformStaticCSP: (policy) => policy.replace(/\s*upgrade-insecure-requests;?/, ''),
      theme: { title: 'Conveyor: the interface' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'none',
        defaultModelsExpandDepth: 0,
        deepLinking: true,
        filter: true,
        displayRequestDuration: true,
        persistAuthorization: true,
      },
      transformSpecificationClone: false,
      transformSpecification: document,
    });
  });
}
