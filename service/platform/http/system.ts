import type { Registry } from 'prom-client';
import { z } from 'zod';
import { catalogue, Problem } from '../problems/problems.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import type { Services } from './services.ts';

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
      summary: 'Check that the service is ready',
      description: '503 lists the missing parts: the database, the outbox relay, the engine.',
      returns: z.object({ status: z.literal('ready') }),
      handle: async ({ services }) => {
        const missing = await missingParts(services);
        if (missing.length > 0)
          throw new Problem('service.unavailable', missing.join(' '), { missing }, { 'retry-after': '2' });
        return { value: { status: 'ready' } };
      },
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

/** The time limit of a check in milliseconds. */
const checkTimeout = 3000;

/** Returns a sentence for each missing part. A check that does not answer in time counts as missing. */
async function missingParts({ database, readiness }: Services): Promise<string[]> {
  const ping = async () => {
    await database.pool.query('select 1');
    return null;
  };
  const answers = await Promise.all([
    inTime(ping, 'The database does not answer.'),
    ...readiness.map((check) => inTime(check, 'A part of the service does not answer.')),
  ]);
  return answers.filter((answer) => answer !== null);
}

async function inTime(check: () => Promise<string | null>, otherwise: string): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), checkTimeout);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
