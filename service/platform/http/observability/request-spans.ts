import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan } from '../../../../tracing/spans.ts';
import { tracing } from '../../../../tracing/tracing.ts';

/** Asked for every few seconds by whoever watches: they would bury everything else. */
const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/** A span for each request, of the trace that its `traceparent` names, where tracing is on. */
export function traceRequests(app: FastifyInstance): void {
  const spans = tracing();
  if (!spans) return;
  const open = new WeakMap<FastifyRequest, OpenSpan>();

  app.addHook('onRequest', async (request) => {
    const { method, id, headers } = request;
    const route = request.routeOptions.url;
    if (route !== undefined && untraced.has(route)) return;
    const attributes = {
      'http.request.method': method,
      'url.path': request.url.split('?', 1)[0]!,
      'conveyor.request_id': id,
      ...(route === undefined ? {} : { 'http.route': route }),
    };
    const sent = headers.traceparent;
    const parent = typeof sent === 'string' ? sent : null;
    const span = spans.open(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      parent,
      attributes,
    });
    open.set(request, span);
    request.log = request.log.child({ trace_id: span.traceId });
  });
  // Only here: what reads the body runs in the context of the socket, and all that comes after it would too.
  app.addHook('preHandler', (request, _reply, next) => {
    const span = open.get(request);
    if (span) span.within(next);
    else next();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    open.get(request)?.end(statusCode >= 500, { 'http.response.status_code': statusCode });
  });
}
