import type { Client } from '@temporalio/client';
import type { Configuration } from '../config/configuration.ts';
import { bulkQueue, carrierQueue, taskQueue, webhookQueue } from '../workflows/contract/task-queues.ts';
import type { StatusReport } from './platform/http/observability/status.ts';

/** A task queue that workers must poll, and the kind of its tasks. */
export interface WorkedQueue {
  readonly queue: string;
  readonly tasks: 'workflow' | 'activity';
}

type WorkerStatus = StatusReport['workers'][number];

/** A worker polls at least once a minute. The server shows pollers for five minutes. */
const aliveSeconds = 70;
/** Numbers of Temporal's `TaskQueueType`. */
const typeNumbers = { workflow: 1, activity: 2 } as const;

/** Returns the task queues of all roles. A carrier with a rate has a queue of its own. */
export function workedQueues(carriers: Configuration['carriers']): WorkedQueue[] {
  const limited = carriers.filter(({ rate }) => rate !== null);
  return [
    { queue: taskQueue, tasks: 'workflow' },
    { queue: taskQueue, tasks: 'activity' },
    { queue: webhookQueue, tasks: 'workflow' },
    { queue: webhookQueue, tasks: 'activity' },
    { queue: bulkQueue, tasks: 'activity' },
    ...limited.map(({ name }): WorkedQueue => ({ queue: carrierQueue(name), tasks: 'activity' })),
  ];
}

/** Reads which workers poll the task queues. @throws Error if the Temporal server does not answer */
export async function workersOf(client: Client, queues: readonly WorkedQueue[]): Promise<WorkerStatus[]> {
  const groups = await Promise.all(queues.map((queue) => workersOfQueue(client, queue)));
  return groups.flat();
}

/** The worker deployment and its build; null for workers without a version. */
interface Version {
  readonly deployment: string | null;
  readonly build: string | null;
}

async function workersOfQueue(client: Client, { queue, tasks }: WorkedQueue): Promise<WorkerStatus[]> {
  const { pollers, versioningInfo } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: typeNumbers[tasks],
  });
  const polls = (pollers ?? []).map(({ deploymentOptions, lastAccessTime }) => ({
    version: toVersion(deploymentOptions?.deploymentName, deploymentOptions?.buildId),
    at: Number(lastAccessTime?.seconds ?? 0) * 1000,
  }));
  const { currentDeploymentVersion, rampingDeploymentVersion, rampingVersionPercentage } = versioningInfo ?? {};
  const current = toVersion(currentDeploymentVersion?.deploymentName, currentDeploymentVersion?.buildId);
  const ramping = toVersion(rampingDeploymentVersion?.deploymentName, rampingDeploymentVersion?.buildId);
  // Tasks go to these versions: each of them needs a worker. Other versions finish their own work.
  const needed = [current, ...(rampingVersionPercentage ? [ramping] : [])];
  const versions = unique([...needed, ...polls.map(({ version }) => version)]);
  return versions.map((version) => {
    const own = polls.filter((poll) => isSame(poll.version, version));
    const alive = own.filter(({ at }) => at > Date.now() - aliveSeconds * 1000);
    const isMissing = alive.length === 0 && needed.some((one) => isSame(one, version));
    return {
      problem: isMissing ? missingWorker(queue, tasks, version) : null,
      queue,
      tasks,
      ...version,
      pollers: alive.length,
      last_poll_at: own.length === 0 ? null : wholeSeconds(Math.max(...own.map(({ at }) => at))),
    };
  });
}

/** Workers without a version have a deployment without a name, or none. */
function toVersion(deployment: string | null | undefined, build: string | null | undefined): Version {
  return deployment ? { deployment, build: build || null } : { deployment: null, build: null };
}

const isSame = (a: Version, b: Version): boolean => a.deployment === b.deployment && a.build === b.build;

function unique(versions: readonly Version[]): Version[] {
  return versions.filter((version, at) => versions.findIndex((other) => isSame(other, version)) === at);
}

function missingWorker(queue: string, tasks: WorkedQueue['tasks'], { deployment, build }: Version): string {
  const which = deployment === null ? 'No worker' : `No worker of build ${build} of ${deployment}`;
  return `${which} polls the ${tasks} tasks of ${queue}: start one with \`conveyor worker\`.`;
}

/** Returns the time in the form of the interface, cut to the second. @param at milliseconds since 1970 */
const wholeSeconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+00:00`;
