import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReplicaState } from '../../database/replica/replica-state.ts';

/**
 * Returns the metrics that Prometheus reads at `/metrics`. The label of a route is its declaration, because ids would make one series
 * each. `refused` counts a connection that was refused.
 * @param replica null without one
 */
export function measure(
  app: FastifyInstance,
  replica: ReplicaState | null,
): { registry: Registry; refused: () => void } {
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
  if (replica) measureReplica(registry, replica);
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

function measureReplica(registry: Registry, replica: ReplicaState): void {
  const registers = [registry];
  new Gauge({
    name: 'conveyor_replica_lag_seconds',
    help: 'Time by which the replica is behind the primary. NaN if it did not answer.',
    registers,
    collect() {
      this.set(replica.lagSeconds ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'conveyor_replica_lag_bytes',
    help: 'Bytes of the write-ahead log that the replica lacked at the last look. NaN if it did not answer.',
    registers,
    collect() {
      this.set(replica.lagBytes ?? Number.NaN);
    },
  });
  new Counter({
    name: 'conveyor_replica_reads_total',
    help: 'Reads that the replica answered.',
    registers,
    collect() {
      this.reset();
      this.inc(replica.served);
    },
  });
  new Counter({
    name: 'conveyor_replica_fallbacks_total',
    help: 'Reads that the primary answered in place of the replica, by the reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(replica.fallbacks)) this.inc({ reason }, count);
    },
  });
}
