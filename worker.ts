import { Runtime, Worker } from '@temporalio/worker';
import pino, { type Logger } from 'pino';
import { type AutoworkActivities, createAutoworkActivities } from './activities/autowork/activities.ts';
import { type BulkRunActivities, createBulkRunActivities } from './activities/bulk-run/activities.ts';
import { createBulkRunOperatorActivities } from './activities/bulk-run/operator.ts';
import {
  type CarrierRequestActivities,
  createCarrierRequestActivities,
} from './activities/carrier-request/activities.ts';
import { createActivities, type OrderActivities } from './activities/order/activities.ts';
import { createOperatorActivities } from './activities/order/operator.ts';
import { createScheduledRunActivities, type ScheduledRunActivities } from './activities/scheduled-run/activities.ts';
import { requestInterceptors } from './activities/shared/request-id.ts';
import {
  createWebhookActivities,
  type WebhookActivities,
  type WebhookDependencies,
} from './activities/webhook/activities.ts';
import { createClient } from './client/client.ts';
import type { Configuration } from './config/configuration.ts';
import type { Environment } from './config/environment.ts';
import type { ConfiguredCarrier } from './plugins/configured.ts';
import { HookCaller, type HookCallerOptions } from './plugins/sandbox/hook-caller.ts';
import { Failure } from './stack/processes/failure.ts';
import { prepareNamespace } from './stack/temporal/namespace.ts';
import { startTracing, stopTracing } from './tracing/tracing.ts';
import { workflowBuild, workflowBundle } from './worker/bundle.ts';
import { connectToTemporal, type TemporalConnection } from './worker/connection.ts';
import { currentBuild, type DeployedVersion, type PolledQueue, versionedWorker } from './worker/deployment.ts';
import { followConfiguration } from './worker/follow-configuration.ts';
import { PolledQueues, type Queue } from './worker/polled-queues.ts';
import { slowServerWarning } from './worker/slow-server.ts';
import { bulkQueue } from './workflows/contract/bulk-run.ts';
import { carrierQueue, taskQueue, webhookQueue } from './workflows/contract/order.ts';

const engineRole = 'engine';
const webhookRole = 'webhooks';
const bulkRole = 'bulk';
/** Roles that run workflows; the others only run activities. */
const workflowRoles: readonly string[] = [engineRole, webhookRole];

export interface WorkerSettings {
  /** From the operators' file; a carrier that is missing here cannot be booked. */
  readonly carriers: readonly ConfiguredCarrier[];
  /** How hooks of carriers are called; without it with their usual limits. */
  readonly hooks?: HookCallerOptions;
  /** How webhooks are delivered; without it 15 s for an answer, to public targets alone. */
  readonly webhooks?: WebhookDependencies['webhooks'];
  /** The rule set that these are of, and how to read the file again; without it they stay. */
  readonly configuration?: { readonly hash: string; load(): Promise<Configuration> };
  /** `engine`, `webhooks`, `bulk`, or `carrier:<name>` for one with a rate limit; without it everything. */
  readonly role?: string;
  /** A connection of the caller's, left open by `stop`; without it the one that `TEMPORAL_*` names. */
  readonly connection?: TemporalConnection;
  readonly logger?: Logger;
  /** Workflows of another build than this one. */
  readonly bundle?: { readonly code: string; readonly build: string };
  /** Orders kept in memory; more than are under way, or each step begins with a replay. */
  readonly maxCachedWorkflows?: number;
}

export interface RunningWorker {
  /** Resolves when the task queues are polled and the namespace has what it needs. */
  readonly ready: Promise<void>;
  /** Settles when the worker has ended, rejects when it ended by a fault. */
  readonly ended: Promise<void>;
  /** Reads the operators' file again; a faulty one changes nothing. */
  reload(): Promise<void>;
  /** Takes no more work, lets what is under way finish for some seconds, and ends. */
  stop(): Promise<void>;
}

const publicTargets: WebhookDependencies['webhooks'] = { timeoutSeconds: 15, allowNetworks: [] };

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
  // Another file takes the place of both while orders are under way.
  const carriers = [...settings.carriers];
  let deliveries = createWebhookActivities({ client, webhooks: settings.webhooks ?? publicTargets });
  const delivering: WebhookActivities = { deliver: (input) => deliveries.deliver(input) };
  const hooks = new HookCaller({
    ...settings.hooks,
    say: (carrier, { level, message, fields }) => logger[level]({ carrier, plugin: fields }, message),
  });
  const activities = createActivities({ client, carriers, hooks });
  const carrierRequests = createCarrierRequestActivities({ client, carriers, hooks });
  const more = {
    ...carrierRequests,
    ...createAutoworkActivities({ client }),
    ...createOperatorActivities({ client }),
    ...createBulkRunOperatorActivities({ client }),
    ...createScheduledRunActivities({ client }),
  };
  const bulk = createBulkRunActivities({ client });
  const queues = (): Queue[] => queuesOf({ ...activities, ...more }, delivering, bulk, { ...settings, carriers });
  const first = queues();
  const bundle = first.some(({ role }) => workflowRoles.includes(role))
    ? (settings.bundle ?? (await workflowBundle(spans !== undefined)))
    : undefined;
  const { deployment } = environment;
  const version = deployment && { deployment, build: settings.bundle?.build ?? workflowBuild() };
  const polled = new PolledQueues(({ role, ...queue }) =>
    Worker.create({
      ...temporal,
      shutdownGraceTime: '10s',
      shutdownForceTime: '20s',
      interceptors: { activity: [requestInterceptors, ...(spans ? [spans.activityInterceptors] : [])] },
      sinks: spans?.sinks,
      ...(version ? versionedWorker(version) : {}),
      ...queue,
      ...(workflowRoles.includes(role) ? { workflowBundle: bundle } : {}),
    }),
  );
  await polled.poll(first);
  const followed =
    settings.configuration &&
    followConfiguration({
      client,
      logger,
      ruleset: settings.configuration.hash,
      load: settings.configuration.load,
      async take(configuration) {
        carriers.splice(0, carriers.length, ...configuration.carriers);
        hooks.keep(carriers);
        deliveries = createWebhookActivities({ client, webhooks: configuration.webhooks });
        await polled.take(queues().filter(({ role }) => !workflowRoles.includes(role)));
      },
    });
  const polledFirst = first.map(({ taskQueue: name, role }) => ({ name, workflows: workflowRoles.includes(role) }));
  const ready = prepared(temporal, logger, version ? { ...version, queues: polledFirst } : undefined);
  ready.catch(() => undefined);
  // Nothing waits for it: on a slow server it takes some seconds.
  if (bundle) void slowServerWarning(temporal).then((warning) => warning && logger.warn(warning));

  return {
    ready,
    ended: polled.ended,
    reload: async () => followed?.reload(),
    async stop() {
      await followed?.stop();
      await polled.stop();
      await hooks.close();
      await client.close();
      if (!settings.connection) await temporal.connection.close();
      await stopTracing();
    },
  };
}

/** Carriers with a rate limit have a queue of their own, on which the server keeps the rate for all workers together. */
function queuesOf(
  activities: OrderActivities & CarrierRequestActivities & AutoworkActivities & ScheduledRunActivities,
  deliveries: WebhookActivities,
  bulkRuns: BulkRunActivities,
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
    // A local activity holds a workflow task while it waits for its target.
    maxConcurrentWorkflowTaskExecutions: 200,
    maxConcurrentActivityTaskExecutions: 400,
    maxConcurrentLocalActivityExecutions: 400,
  };
  const bulk: Queue = {
    role: bulkRole,
    taskQueue: bulkQueue,
    activities: bulkRuns,
    // Each does four orders at once for seconds. More runs at the same time take turns.
    maxConcurrentActivityTaskExecutions: 4,
  };
  const limited = carriers
    .filter(({ rate }) => rate !== null)
    .map(({ name, rate }) => ({
      role: `carrier:${name}`,
      taskQueue: carrierQueue(name),
      activities: { book: activities.book, carrierRequest: activities.carrierRequest, askPickup: activities.askPickup },
      maxTaskQueueActivitiesPerSecond: rate ?? undefined,
    }));
  const all = [engine, webhooks, bulk, ...limited];
  const polled = role === undefined ? all : all.filter((queue) => queue.role === role);
  if (polled.length > 0) return polled;
  throw new Failure(`There is no role ${role}; roles are ${all.map((queue) => queue.role).join(', ')}.`);
}

async function prepared(
  { connection, namespace }: TemporalConnection,
  logger: Logger,
  version: (DeployedVersion & { readonly queues: readonly PolledQueue[] }) | undefined,
): Promise<void> {
  const { changes, commands } = await prepareNamespace(connection, namespace);
  if (changes.length > 0) logger.info(`Created in namespace ${namespace}: ${changes.join('; ')}`);
  if (commands.length > 0) {
    logger.error({ commands }, `Orders cannot be driven until somebody who may has run:\n${commands.join('\n')}`);
  }
  if (!version) return;
  const current = await currentBuild({ connection, namespace }, version, version.queues);
  if (current === version.build) return;
  const { deployment, build } = version;
  logger.warn(`Build ${build} of ${deployment} takes nothing new yet; ${current} does. See "conveyor rollout".`);
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
