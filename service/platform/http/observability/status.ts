import { z } from 'zod';

/** Why a part does not work, in one sentence; null if it works. */
const problem = z.string().nullable().meta({
  description: 'Why the part does not work, in one sentence; null if it works',
  example: null,
});

const statusReport = z.object({
  state: z.enum(['ok', 'degraded', 'down']).meta({
    description:
      '`ok`: everything works. `degraded`: people can work, but the engine or the replica is missing or late. `down`: the database does not answer, or this build cannot work with its schema',
    example: 'ok',
  }),
  problems: z.array(z.string()).meta({
    description: 'One sentence for each part that does not work',
    example: [],
  }),
  version: z.string().meta({ description: 'The version of the service', example: '1.4.0' }),
  ruleset: z.string().nullable().meta({
    description: 'The hash of the rule set that this service uses; null before the first one',
    example: 'a4fa8954567d',
  }),
  database: z.object({
    problem,
    milliseconds: z.number().nullable().meta({
      description: 'The time of one small query; null if the database did not answer',
      example: 1.3,
    }),
  }),
  schema: z.object({
    problem,
    version: z.string().nullable().meta({
      description: 'The last migration of the database; null if it could not be read',
      example: '0014_lists.sql',
    }),
    expected: z.string().meta({ description: 'The last migration of this build', example: '0014_lists.sql' }),
  }),
  services: z
    .array(
      z.object({
        problem,
        host: z.string().meta({ description: 'The name of its machine', example: 'conveyor-7d9f' }),
        pid: z.int().meta({ description: 'The id of its process', example: 17 }),
        version: z.string().meta({ description: 'The version of the service', example: '1.4.0' }),
        source: z.enum(['file', 'database']).meta({ description: 'Where it takes its configuration from' }),
        ruleset: z.string().nullable().meta({
          description: 'The hash of the rule set that it uses; null before the first one',
          example: 'a4fa8954567d',
        }),
        ruleset_since: z.iso.datetime({ offset: true }).nullable().meta({
          description: 'Since when it uses that rule set',
          example: '2026-11-22T10:15:00+00:00',
        }),
        started_at: z.iso.datetime({ offset: true }).meta({ example: '2026-11-22T10:14:57+00:00' }),
        seen_seconds: z.number().meta({ description: 'The time since its last heartbeat', example: 2.1 }),
      }),
    )
    .meta({
      description:
        'The services on this database that have had a heartbeat within 20 seconds. One that does not use the active rule set has a problem. Empty while the database does not answer',
    }),
  replica: z
    .object({
      problem,
      lag_seconds: z.number().nullable().meta({
        description: 'The delay of the replica behind the primary; null if it did not answer',
        example: 0.003,
      }),
      lag_bytes: z.number().nullable().meta({
        description: 'The bytes of the write-ahead log that it lacked at the last look; null if it did not answer',
        example: 0,
      }),
      reads: z
        .int()
        .meta({ description: 'Reads that the replica answered since the start of the service', example: 4711 }),
      fallbacks: z.int().meta({ description: 'Reads that the primary answered in its place', example: 3 }),
    })
    .nullable()
    .meta({ description: 'The replica of `CONVEYOR_READ_DATABASE_URL`; null without one' }),
  relay: z.object({
    problem,
    rows: z.int().nullable().meta({ description: 'Rows of the outbox that Temporal has not received', example: 0 }),
    oldest_seconds: z.number().nullable().meta({
      description: 'The age of the oldest of these rows; null without rows',
      example: null,
    }),
    over_50_attempts: z.int().nullable().meta({
      description: 'Rows that were sent more than 50 times without success',
      example: 0,
    }),
  }),
  watch: z.object({
    problem,
    looked_seconds: z.number().nullable().meta({
      description:
        'The time since a service has last looked for workflows that closed while their work is open; null before the first look',
      example: 31.5,
    }),
  }),
  temporal: z.object({
    problem,
    address: z.string().meta({ description: 'The address of the Temporal server', example: '127.0.0.1:7421' }),
    namespace: z.string().meta({ example: 'default' }),
  }),
  workers: z
    .array(
      z.object({
        problem,
        queue: z.string().meta({ description: 'The task queue', example: 'conveyor' }),
        tasks: z.enum(['workflow', 'activity']).meta({ description: 'The kind of tasks of the queue' }),
        deployment: z.string().nullable().meta({
          description: 'The worker deployment; null for workers without a version',
          example: null,
        }),
        build: z.string().nullable().meta({ description: 'The build of the deployment', example: null }),
        pollers: z.int().meta({ description: 'Worker processes that polled within 70 seconds', example: 1 }),
        last_poll_at: z.iso.datetime({ offset: true }).nullable().meta({
          description: 'The time of the last poll; null if no worker polled for some minutes',
          example: '2026-11-22T10:15:00+00:00',
        }),
      }),
    )
    .meta({
      description:
        'One entry for each queue, kind of tasks and build. A build that takes new work and has no worker has an entry too. Empty while the Temporal server does not answer',
    }),
});

/** The answer of `GET /status`: `state` alone for callers without the permission. */
export const statusAnswer = statusReport.partial().required({ state: true });

export type StatusReport = z.infer<typeof statusReport>;
