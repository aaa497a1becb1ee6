import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Returns the metrics that Prometheus reads at `/metrics`. The label of a route is its declaration, because ids would make one series
 * each. `refused` counts a connection that was refused.
 */
export function measure(app: FastifyInstance): { registry: Registry; refused: () => void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'conveyor_requests_total',
    help: 'Requests answered, by address and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'conveyor_request_seconds',
    help: 'Time from a request to its answer, by address.',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  const open = new Gauge({ name: 'conveyor_connections', help: 'Connections that are open.', registers: [registry] });
  const refused = new Counter({
    name: 'conveyor_connections_refused_total',
    help: 'Connections that were refused, or closed for another one, because too many were open.',
    registers: [registry],
  });
  app.server.on('connection', (socket) => {
    open.inc();
    socket.once('close', () => open.dec());
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });
  return { registry, refused: () => refused.inc() };
}
