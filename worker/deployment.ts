import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';

/**
 * Versions of the workflows beside each other (Temporal's Worker Deployments). An order stays with the version that it began
 * with, whatever the next one does; which version takes new orders, a person says.
 */
export interface DeployedVersion {
  /** Name of the deployment, the same for all versions. */
  readonly deployment: string;
  /** Which code it is. */
  readonly build: string;
}

/** A deployment as the server knows it. */
export interface Deployment {
  /** Build that takes what is new; null where there is none yet. */
  readonly current: string | null;
  /** Build that takes a part of it, and percent. */
  readonly ramping: { readonly build: string; readonly percent: number } | null;
  readonly builds: readonly Build[];
}

export interface Build {
  readonly build: string;
  /** `inactive` has never taken anything; `draining` still has orders under way; `drained` has none. */
  readonly status: 'inactive' | 'current' | 'ramping' | 'draining' | 'drained' | 'unknown';
  readonly since: Date | null;
}

export interface Server {
  readonly connection: Pick<Connection, 'workflowService'>;
  readonly namespace: string;
}

/** Options of a worker that is one version of several. */
export function versionedWorker(version: DeployedVersion): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  return {
    workerDeploymentOptions: {
      version: { deploymentName: version.deployment, buildId: version.build },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'PINNED',
    },
  };
}

/** Numbers of Temporal's `WorkerDeploymentVersionStatus`. */
const statuses = ['unknown', 'inactive', 'current', 'ramping', 'draining', 'drained'] as const;
const notFound = 5;

/** What the server knows of a deployment; null where no worker of it has come yet. */
export async function deploymentOf({ connection, namespace }: Server, name: string): Promise<Deployment | null> {
  try {
    const described = await connection.workflowService.describeWorkerDeployment({ namespace, deploymentName: name });
    const { routingConfig, versionSummaries } = described.workerDeploymentInfo!;
    const ramping = routingConfig?.rampingDeploymentVersion?.buildId;
    return {
      current: routingConfig?.currentDeploymentVersion?.buildId ?? null,
      ramping: ramping ? { build: ramping, percent: routingConfig?.rampingVersionPercentage ?? 0 } : null,
      builds: (versionSummaries ?? []).map(({ deploymentVersion, status, createTime }) => ({
        build: deploymentVersion?.buildId ?? '',
        status: (statuses as readonly Build['status'][])[status ?? 0] ?? 'unknown',
        since: createTime ? new Date(Number(createTime.seconds) * 1000) : null,
      })),
    };
  } catch (error) {
    if ((error as { code?: number }).code === notFound) return null;
    throw error;
  }
}

/**
 * Has a build take everything new: orders, deliveries, bulk runs. What is under way stays where it is.
 * @throws where the build does not poll the task queues that the one before did
 */
export async function makeCurrent({ connection, namespace }: Server, version: DeployedVersion): Promise<void> {
  await connection.workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName: version.deployment,
    buildId: version.build,
    identity: 'conveyor',
  });
}

/** Has a build take so many percent of what is new, chosen by the ids of orders; 0 gives all of it back. */
export async function ramp(
  { connection, namespace }: Server,
  version: DeployedVersion,
  percent: number,
): Promise<void> {
  await connection.workflowService.setWorkerDeploymentRampingVersion({
    namespace,
    deploymentName: version.deployment,
    buildId: percent === 0 ? '' : version.build,
    percentage: percent,
    identity: 'conveyor',
  });
}

/** The server hears of a build with its first polls: a moment after the worker has started. */
const heardWithin = 30_000;
const between = 250;

/** A queue of a worker, which all have activities, and some workflows. */
export interface PolledQueue {
  readonly name: string;
  readonly workflows: boolean;
}

/** Numbers of Temporal's `TaskQueueType`. */
const ofWorkflows = 1;
const ofActivities = 2;

/**
 * Waits until the server knows the build with the queues that it polls, and has it take what is new where it is the first of its
 * deployment, since nobody else would: without a current build, tasks wait for workers without versions.
 * @returns the build that takes what is new; null where the server did not hear of this one in 30 s
 */
export async function currentBuild(
  server: Server,
  version: DeployedVersion,
  queues: readonly PolledQueue[],
): Promise<string | null> {
  for (const until = Date.now() + heardWithin; !(await isKnown(server, version, queues)); ) {
    if (Date.now() > until) return null;
    await pause(between);
  }
  const { current } = (await deploymentOf(server, version.deployment))!;
  if (current === null) await makeCurrent(server, version);
  return current ?? version.build;
}

/** A build cannot be made the current one before: it would seem to leave queues out. */
async function isKnown(
  { connection, namespace }: Server,
  { deployment, build }: DeployedVersion,
  queues: readonly PolledQueue[],
): Promise<boolean> {
  try {
    const { versionTaskQueues } = await connection.workflowService.describeWorkerDeploymentVersion({
      namespace,
      deploymentVersion: { deploymentName: deployment, buildId: build },
    });
    const known = new Set((versionTaskQueues ?? []).map(({ name, type }) => `${type} ${name}`));
    return queues.every(
      ({ name, workflows }) =>
        known.has(`${ofActivities} ${name}`) && (!workflows || known.has(`${ofWorkflows} ${name}`)),
    );
  } catch (error) {
    if ((error as { code?: number }).code === notFound) return false;
    throw error;
  }
}
