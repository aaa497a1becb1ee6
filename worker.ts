import { Runtime, type WorkerOptions as TemporalWorkerOptions, Worker } from '@temporalio/worker';
import pino, { type Logger } from 'pino';
import { createActivities, type OrderActivities } from './activities/order.ts';
import { requestInterceptors } from './activities/request-id.ts';
import { createWebhookActivities, type WebhookActivities, type WebhookDependencies } from './activities/webhook.ts';
import { createClient } from './client/client.ts';
import type { Environment } from './config/environment.ts';
import type { ConfiguredCarrier } from './plugins/ruleset.ts';
import { Failure } from './stack/failure.ts';
import { prepareNamespace } from './stack/namespace.ts';
import { startTracing, stopTracing } from './tracing/tracing.ts';
import { workflowBundle } from './workflows/bundle.ts';
import { carrierQueue, taskQueue, webhookQueue } from './workflows/input.ts';
import { slowServerWarning } from './workflows/slow-server.ts';
import { connectToTemporal, type TemporalConnection } from './workflows/temporal.ts';

const engineRole = 'engine';
const webhookRole = 'webhooks';
/** Roles that run workflows; the others only run activities. */
const workflowRoles: readonly string[] = [engineRole, webhookRole];

export interface WorkerSettings {
  /** From the operators' file; a carrier that is missing here cannot be booked. */
  readonly carriers: readonly ConfiguredCarrier[];
  /** How webhooks are delivered; without it 15 s for an answer, to public targets alone. */
  readonly webhooks?: WebhookDependencies['webhooks'];
  /** `engine`, `webhooks`, or `carrier:<name>` for one with a rate limit; without it everything. */
  readonly role?: string;
  /** A connection of the caller's, left open by `stop`; without it the one that `TEMPORAL_*` names. */
  readonly connection?: TemporalConnection;
  readonly logger?: Logger;
  /** Orders kept in memory; more than are under way, or each step begins with a replay. */
  readonly maxCachedWorkflows?: number;
}

export interface RunningWorker {
  /** Resolves when the task queues are polled and the namespace has what it needs. */
  readonly ready: Promise<void>;
  /** Settles when the worker has ended, rejects when it ended by a fault. */
  readonly ended: Promise<void>;
  /** Takes no more work, lets what is under way finish for some seconds, and ends. */
  stop(): Promise<void>;
}

/**
 * Starts the engine: polls the task queues of its role and drives orders through the service at `environment.url`.
 * `LOG_LEVEL` sets the log, `CONVEYOR_WORKER_METRICS` (`127.0.0.1:9464`) serves Temporal's metrics for Prometheus.
 */
export async function startWorker(environment: Environment, settings: WorkerSettings): Promise<RunningWorker> {
  const logger = settings.logger ?? pino({ name: 'worker', level: environment.logLevel ?? 'warn' });
  const apiKey = environment.engineKey ?? environment.apiKey;
  if (!apiKey) throw new Failure('The engine has no API key: set CONVEYOR_ENGINE_KEY or CONVEYOR_API_KEY.');
  const spans = await startTracing('conveyor-worker', logger);
  // A connection belongs to a run time: whoever brings one has installed theirs.
  if (!settings.connection) installRuntime(logger, environment.workerMetrics);
  const temporal = settings.connection ?? (await connectToTemporal());
  // What does not go through is repeated by Temporal, where it can be seen.
  const client = createClient({
    url: environment.url,
    apiKey,
    userAgent: 'conveyor-worker',
    retries: 0,
    connections: 128,
  });
  const activities = createActivities({ client, carriers: settings.carriers });
  const deliveries = createWebhookActivities({
    client,
    webhooks: settings.webhooks ?? { timeoutSeconds: 15, allowNetworks: [] },
  });
  const queues = queuesOf(activities, deliveries, settings);
  const bundle = queues.some(({ role }) => workflowRoles.includes(role))
    ? await workflowBundle(spans !== undefined)
    : undefined;
  const workers = await Promise.all(
    queues.map(({ role, ...queue }) =>
      Worker.create({
        ...temporal,
        shutdownGraceTime: '10s',
        shutdownForceTime: '20s',
        interceptors: { activity: [requestInterceptors, ...(spans ? [spans.activityInterceptors] : [])] },
        sinks: spans?.sinks,
        ...queue,
        ...(workflowRoles.includes(role) ? { workflowBundle: bundle } : {}),
      }),
    ),
  );
  const ended = Promise.all(workers.map((worker) => worker.run())).then(async () => {
    await client.close();
    if (!settings.connection) await temporal.connection.close();
    await stopTracing();
  });
  // Whoever waits for it hears of a fault; nobody has to.
  ended.catch(() => undefined);
  const ready = prepared(temporal, logger);
  ready.catch(() => undefined);
  // Nothing waits for it: on a slow server it takes some seconds.
  if (bundle) void slowServerWarning(temporal).then((warning) => warning && logger.warn(warning));

  return {
    ready,
    ended,
    async stop() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}

interface Queue extends Partial<TemporalWorkerOptions> {
  taskQueue: string;
  role: string;
}

/** Carriers with a rate limit have a queue of their own, on which the server keeps the rate for all workers together. */
function queuesOf(
  activities: OrderActivities,
  deliveries: WebhookActivities,
  { role, carriers, maxCachedWorkflows = 2000 }: WorkerSettings,
): Queue[] {
  const engine: Queue = {
    role: engineRole,
    taskQueue,
    activities,
    maxCachedWorkflows,
    // More at once only wait for the service's connections, and workflow tasks of seconds cost further events.
    maxConcurrentWorkflowTaskExecutions: 32,
    maxConcurrentLocalActivityExecutions: 32,
  };
  const webhooks: Queue = {
    role: webhookRole,
    taskQueue: webhookQueue,
    activities: deliveries,
    // A delivery that waits five minutes for its next attempt may be replayed then: it has a handful of events.
    maxCachedWorkflows: 500,
    maxConcurrentActivityTaskExecutions: 400,
    maxConcurrentLocalActivityExecutions: 400,
  };
  const limited = carriers
    .filter(({ rate }) => rate !== null)
    .map(({ name, rate }) => ({
      role: `carrier:${name}`,
      taskQueue: carrierQueue(name),
      activities: { book: activities.book },
      maxTaskQueueActivitiesPerSecond: rate ?? undefined,
    }));
  const all = [engine, webhooks, ...limited];
  const polled = role === undefined ? all : all.filter((queue) => queue.role === role);
  if (polled.length > 0) return polled;
  throw new Failure(`There is no role ${role}; roles are ${all.map((queue) => queue.role).join(', ')}.`);
}

async function prepared({ connection, namespace }: TemporalConnection, logger: Logger): Promise<void> {
  const { made, commands } = await prepareNamespace(connection, namespace);
  if (made.length > 0) logger.info(`Made in namespace ${namespace}: ${made.join('; ')}`);
  if (commands.length > 0) {
    logger.error({ commands }, `Orders cannot be driven until somebody who may has run:\n${commands.join('\n')}`);
  }
}

let installed = false;

/** Temporal's run time is one for the process: its log goes into ours, and stopping is left to who started the worker. */
function installRuntime(logger: Logger, metrics: string | undefined): void {
  if (installed) return;
  installed = true;
  const log = (level: string, message: string, meta: object = {}) => {
    const known = level.toLowerCase() as 'trace' | 'debug' | 'info' | 'warn' | 'error';
    logger[known]?.(meta, message);
  };
  Runtime.install({
    shutdownSignals: [],
    logger: {
      log,
      trace: (message, meta) => log('trace', message, meta),
      debug: (message, meta) => log('debug', message, meta),
      info: (message, meta) => log('info', message, meta),
      warn: (message, meta) => log('warn', message, meta),
      error: (message, meta) => log('error', message, meta),
    },
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metrics ? { metrics: { prometheus: { bindAddress: metrics } } } : {}),
    },
  });
}
