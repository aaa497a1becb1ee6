import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan } from '../../../../lib/tracing/spans.ts';
import { tracing } from '../../../../lib/tracing/tracing.ts';

/** Addresses that monitoring calls every few seconds. Their spans would bury all others. */
const untraced = new Set(['/healthz', '/readyz', '/status', '/metrics']);

/** Makes a span for each request if tracing is on, in the trace that its `traceparent` names. */
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
      'url.path': request.url.replace(/\?.*$/, ''),
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
  // The context is set only here: earlier, the code that reads the body would inherit the context of the socket.
  app.addHook('preHandler', (request, _reply, next) => {
    const span = open.get(request);
    if (span) span.within(next);
    else next();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    open.get(request)?.end(statusCode >= 500, { 'http.response.status_code': statusCode });
  });
}
