import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import { Failure } from '../lib/failure.ts';

/**
 * A version of the workflows, beside others (Temporal's Worker Deployments). An order stays with its first version.
 * A person decides which version takes new orders.
 */
export interface DeployedVersion {
  /** Name of the deployment, which all versions share. */
  readonly deployment: string;
  /** Id of the code. */
  readonly build: string;
}

/** The version of a worker. */
export interface WorkerVersion extends DeployedVersion {
  /** Whether a controller decides which build takes new work: a worker that decides too would take the deployment from it. */
  readonly isControlled: boolean;
}

/**
 * Returns the version of a worker; undefined if it takes every task.
 * @param names the name of the deployment, and the id of the build that a controller chose
 * @param codeBuild the id of the workflow code, for a worker without a controller
 * @throws Failure for a build without a deployment
 */
export function workerVersion(
  { deployment, workerBuild }: { readonly deployment: string | undefined; readonly workerBuild: string | undefined },
  codeBuild: () => string,
): WorkerVersion | undefined {
  if (deployment) return { deployment, build: workerBuild ?? codeBuild(), isControlled: workerBuild !== undefined };
  if (workerBuild === undefined) return undefined;
  throw new Failure(
    `TEMPORAL_WORKER_BUILD_ID is ${workerBuild}, and the build has no deployment. Set TEMPORAL_DEPLOYMENT_NAME too, or unset the variable.`,
  );
}

/** A deployment as the server knows it. */
export interface Deployment {
  /** The build that takes new work; null where none does yet. */
  readonly current: string | null;
  /** The build that takes a part of it, and the percentage. */
  readonly ramping: { readonly build: string; readonly percent: number } | null;
  readonly builds: readonly Build[];
}

export interface Build {
  readonly build: string;
  /** `inactive` has never taken work; `draining` still has orders in progress; `drained` has none. */
  readonly status: 'inactive' | 'current' | 'ramping' | 'draining' | 'drained' | 'unknown';
  readonly since: Date | null;
}

export interface Server {
  readonly connection: Pick<Connection, 'workflowService'>;
  readonly namespace: string;
}

/** Returns the options of a worker that is one version of several. */
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

/** Reads a deployment; null where none of its workers has connected yet. */
export async function deploymentOf({ connection, namespace }: Server, name: string): Promise<Deployment | null> {
  try {
    const described = await connection.workflowService.describeWorkerDeployment({ namespace, deploymentName: name });
    const { routingConfig, versionSummaries } = described.workerDeploymentInfo ?? {};
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
 * Makes a build take all new work: orders, deliveries, bulk runs. Work in progress keeps its build.
 * @throws where the build does not poll the task queues of the build before it
 */
export async function makeCurrent({ connection, namespace }: Server, version: DeployedVersion): Promise<void> {
  await connection.workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName: version.deployment,
    buildId: version.build,
    identity: 'conveyor',
  });
}

/** Makes a build take a percentage of new work, chosen by the ids of orders; 0 returns all of it to the current build. */
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

/** Milliseconds within which the server knows a build: its first polls, just after the start, register it. */
const registrationLimit = 30_000;
const readEvery = 250;

/** A task queue of a worker. All have activities, and some have workflows. */
export interface PolledQueue {
  readonly name: string;
  readonly workflows: boolean;
}

/** Numbers of Temporal's `TaskQueueType`. */
const ofWorkflows = 1;
const ofActivities = 2;

/**
 * Waits until the server knows the build with the queues that it polls. The first build of a deployment becomes the current one:
 * without a current build, tasks wait for workers without versions. A controller makes its builds current itself.
 * @returns the build that takes new work; null where none does, or the server does not know this one within 30 s
 */
export async function registerBuild(
  server: Server,
  version: WorkerVersion,
  queues: readonly PolledQueue[],
): Promise<string | null> {
  for (const until = Date.now() + registrationLimit; !(await isKnown(server, version, queues)); ) {
    if (Date.now() > until) return null;
    await pause(readEvery);
  }
  const current = (await deploymentOf(server, version.deployment))?.current ?? null;
  if (current !== null || version.isControlled) return current;
  await makeCurrent(server, version);
  return version.build;
}

/** Returns whether the server knows a build with all its queues. Before that it refuses to make the build the current one. */
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
