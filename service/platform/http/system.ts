import type { Registry } from 'prom-client';
import { z } from 'zod';
import { permits } from '../access/permissions.ts';
import { catalogue, problem } from '../problems/problems.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { statusAnswer } from './observability/status.ts';

/** The permission to see the servers, processes and versions of an installation. */
const statusPermission = 'status.read';

/** The endpoints for operators of the service. Those for probes are public, and say nothing but whether it works. */
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
        if (reason !== null) throw problem('service.unavailable', reason);
        return { value: { status: 'ready' } };
      },
    }),
    endpoint('GET /status', {
      permission: 'public',
      moreWith: statusPermission,
      summary: 'Read the state of the service, its database, the other services, the relay, Temporal and the workers',
      description: `For alerts and for people. The status of the answer is 200 in every state: \`state\` and \`problems\` say whether everything works. Without credentials, and without the permission \`${statusPermission}\`, the answer has \`state\` alone: the rest names servers, processes and versions. So it is while the service cannot check credentials. An answer is reused for two seconds.`,
      returns: statusAnswer,
      handle: async ({ services, permissions }) => {
        const report = await services.status();
        return { value: permits(permissions, statusPermission) ? report : { state: report.state } };
      },
    }),
    endpoint('GET /metrics', {
      permission: 'metrics.read',
      summary: 'Read metrics for Prometheus',
      description:
        'Prometheus sends an API key as the user name of `basic_auth`. With `CONVEYOR_METRICS`, the service has them on a port of their own, too, without credentials.',
      answer: { media: 'text/plain' },
      returns: z
        .string()
        .meta({ example: 'conveyor_requests_total{method="GET",route="/salesorder/:id",status="200"} 17' }),
      handle: async () => ({ content: await registry.metrics(), headers: { 'content-type': registry.contentType } }),
    }),
    endpoint('GET /problem', {
      permission: 'public',
      summary: 'List every error code of the service',
      returns: z.array(z.object({ code: z.string(), status: z.int(), title: z.string() })),
      handle: async () => ({ value: Object.entries(catalogue).map(([code, entry]) => ({ code, ...entry })) }),
    }),
  ];
}
