import { hostname } from 'node:os';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import pino, { type Logger } from 'pino';
import { createAutoworkActivities } from './activities/autowork/activities.ts';
import { createBulkRunActivities } from './activities/bulk-run/activities.ts';
import { createBulkRunOperatorActivities } from './activities/bulk-run/operator.ts';
import { createCarrierRequestActivities } from './activities/carrier-request/activities.ts';
import { createActivities } from './activities/order/activities.ts';
import { createOperatorActivities } from './activities/order/operator.ts';
import { createReturnActivities } from './activities/return-order/activities.ts';
import { createScheduledRunActivities } from './activities/scheduled-run/activities.ts';
import { createAccountActivities } from './activities/shared/account-name.ts';
import { headerInterceptors } from './activities/shared/call-headers.ts';
import type { CarrierDependencies } from './activities/shared/carrier-hooks.ts';
import { createWebhookActivities, type WebhookActivities } from './activities/webhook/activities.ts';
import { type DeliverySettings, Targets } from './activities/webhook/targets.ts';
import { createEngineClient, type EngineClient } from './client/engine.ts';
import type { Configuration } from './config/configuration.ts';
import type { Environment } from './config/environment.ts';
import { type PayloadEncoding, payloadEncoding } from './lib/codec/payload-codec.ts';
import { Failure } from './lib/failure.ts';
import { logOutput } from './lib/tracing/log-destination.ts';
import { startTracing, stopTracing } from './lib/tracing/tracing.ts';
import type { ConfiguredCarrier } from './plugins/configured.ts';
import { faultStack } from './plugins/fault-place.ts';
import { HookCaller, type HookCallerOptions } from './plugins/sandbox/hook-caller.ts';
import { BuildWatch } from './worker/build-watch.ts';
import { encodingFailures, workflowBuild, workflowBundle } from './worker/bundle.ts';
import { connectToTemporal, type TemporalConnection } from './worker/connection.ts';
import { FirstAttempts } from './worker/deliveries/first-attempts.ts';
import { type PolledQueue, versionedWorker, workerVersion } from './worker/deployment.ts';
import { type FollowedConfiguration, followConfiguration } from './worker/follow-configuration.ts';
import { openHealthPort } from './worker/health.ts';
import { PolledQueues, type Queue } from './worker/polled-queues.ts';
import { prepare, retentionDaysOf } from './worker/prepare.ts';
import { Relay, type RelayParts } from './worker/relay/relay.ts';
import { installRuntime } from './worker/runtime.ts';
import { slowServerWarning } from './worker/slow-server.ts';
import { bulkQueue, carrierQueue, taskQueue, webhookQueue } from './workflows/contract/task-queues.ts';

const engineRole = 'engine';
const webhookRole = 'webhooks';
const bulkRole = 'bulk';
/** The kinds of messages that a process of a role takes from the outbox. */
const claimedKinds: Readonly<Record<string, RelayParts['kinds']>> = {
  [engineRole]: ['start', 'signal'],
  [webhookRole]: ['deliver'],
};
/** Roles that run workflows; the others only run activities. */
const workflowRoles: readonly string[] = [engineRole, webhookRole];

export interface WorkerSettings {
  /** The carriers of the configuration. A carrier that is missing here cannot be booked. */
  readonly carriers: readonly ConfiguredCarrier[];
  /** Limits of the hooks of carriers; the defaults where absent. */
  readonly hooks?: HookCallerOptions;
  /**
   * Time until an order needs attention because its carrier is away, in milliseconds; a quarter of an hour by
   * default.
   */
  readonly unavailableAfter?: number;
  /** How webhooks are delivered. By default a target has 15 s to answer, and only public targets are called. */
  readonly webhooks?: DeliverySettings;
  /** Hash of the configuration, and how to load it again. Where absent, the worker keeps its settings. */
  readonly configuration?: { readonly hash: string; load(): Promise<Configuration> };
  /** `engine`, `webhooks`, `bulk`, or `carrier:<name>` for a carrier with a rate limit; all roles where absent. */
  readonly role?: string;
  /** A connection of the caller, which `stop` leaves open; the one that `TEMPORAL_*` names where absent. */
  readonly connection?: TemporalConnection;
  readonly logger?: Logger;
  /** How payloads are encoded; with the module of `CONVEYOR_PAYLOAD_CODEC` where absent. */
  readonly encoding?: PayloadEncoding;
  /** Workflows of another build than this one. */
  readonly bundle?: { readonly code: string; readonly build: string };
  /** Workflows that stay in memory. Of further ones in progress, each step begins with a replay. */
  readonly maxCachedWorkflows?: number;
}

export interface RunningWorker {
  /** Resolves when the worker polls its task queues and the namespace is prepared. */
  readonly ready: Promise<void>;
  /** Settles when the worker has ended; rejects when a fault ended it. */
  readonly ended: Promise<void>;
  /** Address of the health port; undefined where the worker has none. */
  readonly healthUrl: string | undefined;
  /** Loads the configuration again. A faulty one changes nothing. */
  reload(): Promise<void>;
  /** Takes no more work, lets work in progress finish for some seconds, and ends. */
  stop(): Promise<void>;
}

/** The name of this process in the Temporal server's lists: its id and its machine. */
const identity = `${process.pid}@${hostname()}`;

const publicTargets: DeliverySettings = { timeoutSeconds: 15, allowNetworks: [] };

/**
 * Starts a worker: it polls the task queues of its role and drives orders through the service at `environment.url`.
 * `LOG_LEVEL` sets the log, `CONVEYOR_WORKER_METRICS` (`127.0.0.1:9464`) serves Temporal's metrics for Prometheus, and
 * `CONVEYOR_WORKER_HEALTH` (`127.0.0.1:9465`) opens the health port.
 * @throws Failure where there is no API key, no such role, or no free health port; PayloadCodecError
 */
export async function startWorker(environment: Environment, settings: WorkerSettings): Promise<RunningWorker> {
  const logger = settings.logger ?? pino({ name: 'worker', level: environment.logLevel ?? 'warn' }, logOutput());
  const client = serviceClient(environment);
  const retentionDays = retentionDaysOf(environment.retentionDays);
  const encoding = settings.encoding ?? (await payloadEncoding());
  const spans = await startTracing('conveyor-worker', logger);
  // A connection belongs to a run time: a caller that brings one has installed its own run time.
  if (!settings.connection) installRuntime(logger, environment.workerMetrics);
  const temporal = settings.connection ?? (await connectToTemporal());
  const activities = new WorkerActivities(client, settings, logger);
  const queues = activities.queues();
  const bundle = queues.some(runsWorkflows) ? await bundleFor(settings, encoding, spans !== undefined) : undefined;
  const version = workerVersion(environment, () => settings.bundle?.build ?? workflowBuild());
  const polled = new PolledQueues(runsWorkflows, ({ role, ...queue }) =>
    Worker.create({
      ...temporal,
      identity,
      dataConverter: encoding.dataConverter,
      shutdownGraceTime: '10s',
      shutdownForceTime: '20s',
      interceptors: { activity: [headerInterceptors, ...(spans ? [spans.activityInterceptors] : [])] },
      sinks: spans?.sinks,
      ...(version ? versionedWorker(version) : {}),
      ...queue,
      ...(workflowRoles.includes(role) ? { workflowBundle: bundle } : {}),
    }),
  );
  const health = await openHealthPort(environment.workerHealth, {
    temporal,
    identity,
    ruleset: () => activities.followed?.ruleset ?? null,
    queues: () => polled.states(),
  });
  await polled.poll(queues);
  const build = new BuildWatch(temporal, version);
  const attempts = queues.some(({ role }) => role === webhookRole)
    ? activities.firstAttempts(logger, () => build.whileCurrent)
    : undefined;
  build.start();
  attempts?.start();
  const relay = relayFor(queues, {
    outbox: client.engine.outbox,
    temporal: new Client({
      ...temporal,
      identity,
      dataConverter: encoding.dataConverter,
      interceptors: spans?.clientInterceptors,
    }),
    logger,
    encodes: encoding.encodesFailures,
    build,
  });
  relay?.start();
  activities.followed = follow(client, logger, settings, async (configuration) => {
    activities.configure(configuration);
    await polled.update(activities.queues().filter((queue) => !runsWorkflows(queue)));
  });
  const deployed = version && { ...version, queues: queues.map(toPolledQueue) };
  const ready = prepare(temporal, logger, { version: deployed, retentionDays });
  ready.catch(() => undefined);
  // Nothing waits for the warning: on a slow server the measurement takes some seconds.
  if (bundle) void slowServerWarning({ ...temporal, ...encoding }).then((warning) => warning && logger.warn(warning));

  return {
    ready,
    ended: polled.ended,
    healthUrl: health?.url,
    reload: async () => activities.followed?.reload(),
    async stop() {
      await activities.followed?.stop();
      await relay?.stop();
      await Promise.all([attempts?.stop(), polled.stop()]);
      await build.stop();
      await health?.close();
      await activities.close();
      await client.close();
      if (!settings.connection) await temporal.connection.close();
      await stopTracing();
    },
  };
}

async function bundleFor(settings: WorkerSettings, { encodesFailures }: PayloadEncoding, withSpans: boolean) {
  if (settings.bundle) return settings.bundle;
  const bundle = await workflowBundle(withSpans);
  return encodesFailures ? encodingFailures(bundle) : bundle;
}

/** Returns a client that repeats no request: Temporal repeats the activity, where it is visible. */
function serviceClient(environment: Environment): EngineClient {
  const apiKey = environment.engineKey ?? environment.apiKey;
  if (!apiKey) throw new Failure('The engine has no API key: set CONVEYOR_ENGINE_KEY or CONVEYOR_API_KEY.');
  return createEngineClient({
    url: environment.url,
    apiKey,
    userAgent: 'conveyor-worker',
    handling: 'lenient',
    retries: 0,
    connections: 128,
  });
}

function follow(
  client: EngineClient,
  logger: Logger,
  { configuration }: WorkerSettings,
  apply: (configuration: Configuration) => Promise<void>,
): FollowedConfiguration | undefined {
  if (!configuration) return undefined;
  const { hash, load } = configuration;
  return followConfiguration({ client, logger, ruleset: hash, load, apply });
}

/** Returns the relay of a process by its queues; undefined for one that takes nothing from the outbox. */
function relayFor(queues: readonly Queue[], parts: Omit<RelayParts, 'kinds'>): Relay | undefined {
  const kinds = queues.flatMap(({ role }) => claimedKinds[role] ?? []);
  return kinds.length > 0 ? new Relay({ ...parts, kinds }) : undefined;
}

/** The activities of all roles, by a configuration that may change while orders are in progress. */
class WorkerActivities {
  readonly #client: EngineClient;
  readonly #settings: WorkerSettings;
  readonly #hooks: HookCaller;
  readonly #engine: EngineActivities;
  readonly #bulkRuns: object;
  /** The activities of orders and carrier requests refer to this array. */
  readonly #carriers: ConfiguredCarrier[];
  #targets: Targets;
  /** The configuration that the worker follows; undefined before it does. */
  followed: FollowedConfiguration | undefined;

  constructor(client: EngineClient, settings: WorkerSettings, logger: Logger) {
    this.#client = client;
    this.#settings = settings;
    this.#carriers = [...settings.carriers];
    this.#hooks = new HookCaller({
      ...settings.hooks,
      say: (carrier, { level, message, fields }) => logger[level]({ carrier, plugin: fields }, message),
      reportFault: (carrier, fault) => logger.error({ carrier, stack: faultStack(fault.cause) }, fault.message),
    });
    const { unavailableAfter } = settings;
    const catchUp = async () => this.followed?.catchUp();
    const dependencies = { client, carriers: this.#carriers, hooks: this.#hooks, unavailableAfter };
    this.#engine = engineActivities(settings.configuration ? { ...dependencies, catchUp } : dependencies);
    this.#bulkRuns = createBulkRunActivities({ client });
    this.#targets = new Targets(settings.webhooks ?? publicTargets);
  }

  configure({ carriers, webhooks }: Configuration): void {
    this.#carriers.splice(0, this.#carriers.length, ...carriers);
    this.#hooks.keep(this.#carriers);
    this.#targets = new Targets(webhooks);
  }

  /** Returns the task queues of the worker's role. @throws Failure where there is no such role */
  queues(): Queue[] {
    const { role, maxCachedWorkflows = 2000 } = this.#settings;
    const deliveries = createWebhookActivities({ client: this.#client, targets: () => this.#targets });
    const all = [
      engineQueue(this.#engine, maxCachedWorkflows),
      webhooksQueue(deliveries),
      bulkRunsQueue(this.#bulkRuns),
      ...carrierQueues(this.#engine, this.#carriers),
    ];
    const own = role === undefined ? all : all.filter((queue) => queue.role === role);
    if (own.length > 0) return own;
    throw new Failure(`There is no role ${role}; roles are ${all.map((queue) => queue.role).join(', ')}.`);
  }

  /** @param whileCurrent see `BuildWatch` */
  firstAttempts(logger: Logger, whileCurrent: () => AbortSignal | null): FirstAttempts {
    return new FirstAttempts({ client: this.#client, logger, targets: () => this.#targets, whileCurrent });
  }

  close(): Promise<void> {
    return this.#hooks.close();
  }
}

function engineActivities(dependencies: CarrierDependencies) {
  const { client } = dependencies;
  return {
    ...createActivities(dependencies),
    ...createCarrierRequestActivities(dependencies),
    ...createAutoworkActivities({ client }),
    ...createReturnActivities(dependencies),
    ...createAccountActivities({ client }),
    ...createOperatorActivities({ client }),
    ...createBulkRunOperatorActivities({ client }),
    ...createScheduledRunActivities({ client }),
  };
}

type EngineActivities = ReturnType<typeof engineActivities>;

function engineQueue(activities: EngineActivities, maxCachedWorkflows: number): Queue {
  return {
    role: engineRole,
    taskQueue,
    activities,
    maxCachedWorkflows,
    // A delivery of stock wakes many drafts at once. With a task for each, all of them are issued before the first is picked:
    // 100 drafts within 1.7 s, and 5.2 s with 32 tasks. Workflow tasks of over 8 s would cost further events. Calls take turns,
    // because more would wait for the service's connections: sixteen orders of four steps each go in one call.
    maxConcurrentWorkflowTaskExecutions: 128,
    maxConcurrentLocalActivityExecutions: 64,
  };
}

function webhooksQueue(activities: WebhookActivities): Queue {
  return {
    role: webhookRole,
    taskQueue: webhookQueue,
    activities,
    // A delivery that waits five minutes for its next attempt may be replayed then: it has a handful of events.
    maxCachedWorkflows: 500,
    // A local activity holds a workflow task while it waits for its target.
    maxConcurrentWorkflowTaskExecutions: 200,
    maxConcurrentActivityTaskExecutions: 400,
    maxConcurrentLocalActivityExecutions: 400,
  };
}

function bulkRunsQueue(activities: object): Queue {
  // Each chunk does four orders at once for some seconds. More runs at the same time take turns.
  return { role: bulkRole, taskQueue: bulkQueue, activities, maxConcurrentActivityTaskExecutions: 4 };
}

/** A carrier with a rate limit has its own queue, so that the server keeps the rate for all workers together. */
function carrierQueues(
  { book, sendCarrierRequest, requestPickup, bookReturnLabel }: EngineActivities,
  carriers: readonly ConfiguredCarrier[],
): Queue[] {
  return carriers.flatMap(({ name, rate }) => {
    if (rate === null) return [];
    const activities = { book, sendCarrierRequest, requestPickup, bookReturnLabel };
    return [
      { role: `carrier:${name}`, taskQueue: carrierQueue(name), activities, maxTaskQueueActivitiesPerSecond: rate },
    ];
  });
}

function runsWorkflows({ role }: Queue): boolean {
  return workflowRoles.includes(role);
}

function toPolledQueue(queue: Queue): PolledQueue {
  return { name: queue.taskQueue, workflows: runsWorkflows(queue) };
}
