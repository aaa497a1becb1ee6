import type { Registry } from 'prom-client';
import { z } from 'zod';
import { catalogue, Problem } from '../problems/problems.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import type { Services } from './services.ts';

/** What whoever runs the service asks it. Open to everybody: it tells nothing about the business. */
export function systemEndpoints(registry: Registry): Endpoint[] {
  return [
    endpoint('GET /healthz', {
      permission: 'public',
      summary: 'Whether the process answers',
      returns: z.object({ status: z.literal('ok') }),
      handle: async () => ({ value: { status: 'ok' } }),
    }),
    endpoint('GET /readyz', {
      permission: 'public',
      summary: 'Whether everything that the service needs is there',
      description: '503 names what is missing: the database, the outbox relay, the engine.',
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
      summary: 'Measurements for Prometheus',
      media: 'text/plain',
      returns: z
        .string()
        .meta({ example: 'conveyor_requests_total{method="GET",route="/salesorder/:id",status="200"} 17' }),
      handle: async () => ({ text: await registry.metrics(), headers: { 'content-type': registry.contentType } }),
    }),
    endpoint('GET /problem', {
      permission: 'public',
      summary: 'Every error that the service answers with',
      returns: z.array(z.object({ code: z.string(), status: z.int(), title: z.string() })),
      handle: async () => ({ value: Object.entries(catalogue).map(([code, entry]) => ({ code, ...entry })) }),
    }),
  ];
}

const patience = 3000;

/** What is missing, each in a sentence. A check that does not answer in time counts as missing. */
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
    timer = setTimeout(() => resolve(otherwise), patience);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
