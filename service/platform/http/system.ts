import type { Registry } from 'prom-client';
import { z } from 'zod';
import { catalogue, Problem } from '../problems/problems.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { statusReport } from './observability/status.ts';

/** The endpoints for operators of the service. They are public, because they reveal nothing about records. */
export function systemEndpoints(registry: Registry): Endpoint[] {
  return [
    endpoint('GET /healthz', {
      permission: 'public',
      summary: 'Check that the process answers',
      returns: z.object({ status: z.literal('ok') }),
      handle: async () => ({ value: { status: 'ok' } }),
    }),
    endpoint('GET /readyz', {
      permission: 'public',
      summary: 'Check that the service can answer requests',
      description:
        'For load balancers. 503 if the database does not answer within two seconds, if this build cannot work with its schema, or if there is no configuration yet. Temporal and the workers do not count, because people can work without them: `/status` reports them.',
      returns: z.object({ status: z.literal('ready') }),
      handle: async ({ services }) => {
        const reason = await services.unready();
        if (reason !== null) throw new Problem('service.unavailable', reason, {}, { 'retry-after': '2' });
        return { value: { status: 'ready' } };
      },
    }),
    endpoint('GET /status', {
      permission: 'public',
      summary: 'Read the state of the service, its database, the other services, the relay, Temporal and the workers',
      description:
        'For alerts and for people. The status of the answer is 200 in every state: `state` and `problems` say whether everything works. An answer is reused for two seconds.',
      returns: statusReport,
      handle: async ({ services }) => ({ value: await services.status() }),
    }),
    endpoint('GET /metrics', {
      permission: 'public',
      summary: 'Read metrics for Prometheus',
      media: 'text/plain',
      returns: z
        .string()
        .meta({ example: 'conveyor_requests_total{method="GET",route="/salesorder/:id",status="200"} 17' }),
      handle: async () => ({ text: await registry.metrics(), headers: { 'content-type': registry.contentType } }),
    }),
    endpoint('GET /problem', {
      permission: 'public',
      summary: 'List every error code of the service',
      returns: z.array(z.object({ code: z.string(), status: z.int(), title: z.string() })),
      handle: async () => ({ value: Object.entries(catalogue).map(([code, entry]) => ({ code, ...entry })) }),
    }),
  ];
}
