import type { Client as Temporal } from '@temporalio/client';
import { expect } from 'vitest';
import type { Client } from '../../../../client/client.ts';
import { deploymentOf } from '../../../../worker/deployment.ts';
import type { Build } from '../../../support/processes/builds.ts';
import type { ManyProcesses } from '../../../support/processes/many-processes.ts';
import { until } from '../../../support/stack.ts';
import type { CrashShop } from '../crash/shop.ts';
import { drivenWorkflows } from './histories.ts';
import { finishByHand } from './load.ts';

const deployment = 'conveyor';
/** The name of the next build, as a controller gives one. The build before it may have the same workflow code. */
const nextName = 'next';
const ordersOfBuild = 4;

interface Parts {
  readonly client: Client;
  readonly shop: CrashShop;
  readonly temporal: Temporal;
  readonly many: ManyProcesses;
  readonly before: Build;
  readonly next: Build;
  /** Runs a command of the next build. @returns what it printed */
  command(args: readonly string[]): Promise<string>;
  /** Replaces the services of one build by services of the next one. */
  replaceServices(): Promise<void>;
}

/**
 * Runs workers of two builds at the same time, as the handbook describes: open orders stay with their build, the
 * orders after `conveyor rollout to` get the next one, and moved orders end with it. Then the services are replaced: workers of the build
 * before end their orders with the next services. No worker runs before.
 */
export async function runBuildsBesideEachOther(parts: Parts): Promise<void> {
  const { client, temporal, many, before, next, command, replaceServices } = parts;
  const old = await many.addWorker('', { CONVEYOR_DEPLOYMENT: deployment });
  await old.start(before);
  const oldName = await currentBuild(temporal);
  const staying = await issueByHand(parts, oldName);
  const moving = await issueByHand(parts, oldName);

  const fresh = await many.addWorker('', { CONVEYOR_DEPLOYMENT: deployment, TEMPORAL_WORKER_BUILD_ID: nextName });
  await fresh.start(next);
  const stayingLate = await issueByHand(parts, oldName);
  expect(await command(['rollout', 'to', nextName])).toContain(nextName);
  await until(async () => (await currentBuild(temporal)) === nextName);
  const issuedNext = await issueByHand(parts, nextName);
  for (const id of moving) await moveToCurrent(temporal, id);
  await replaceServices();
  // The workers start these, and no service.
  issuedNext.push(...(await issueByHand(parts, nextName)));
  await Promise.all([...staying, ...moving, ...stayingLate, ...issuedNext].map((id) => finishByHand(client, id)));
  await until(async () => (await temporal.workflow.count('ExecutionStatus = "Running"')).count === 0, 60_000);
  // Nothing of the build before is open any more, so its workers are not needed.
  await old.stop('SIGTERM');
  const last = await issueByHand(parts, nextName);
  for (const id of last) await finishByHand(client, id);
  await until(async () => (await temporal.workflow.count('ExecutionStatus = "Running"')).count === 0, 60_000);

  const { faults, builds } = await drivenWorkflows(temporal, ({ build }) => build, 'WorkflowType = "order"');
  expect(faults).toEqual([]);
  const buildsOf = (ids: readonly number[]) => ids.map((id) => builds.get(`order/${id}`));
  const each = (names: readonly string[]) => Array(ordersOfBuild).fill(names);
  expect(buildsOf(staying)).toEqual(each([oldName]));
  expect(buildsOf(stayingLate)).toEqual(each([oldName]));
  expect(buildsOf(moving)).toEqual(each([oldName, nextName]));
  const ofNext = [...issuedNext, ...last];
  expect(buildsOf(ofNext)).toEqual(ofNext.map(() => [nextName]));
}

/** Returns the build that takes new orders, as soon as there is one. */
async function currentBuild({ connection }: Temporal): Promise<string> {
  let current: string | null = null;
  await until(async () => {
    current = (await deploymentOf({ connection, namespace: 'default' }, deployment))?.current ?? null;
    return current !== null;
  }, 60_000);
  if (current === null) throw new Error('No build takes new orders.');
  return current;
}

/** Issues orders by hand, and waits until a build has them. @returns their ids */
async function issueByHand({ shop, temporal }: Parts, build: string): Promise<number[]> {
  const ids = await Promise.all(Array.from({ length: ordersOfBuild }, () => shop.issueOrder({ note: 'by hand' })));
  const isPinned = async (id: number) => {
    const { events } = await temporal.workflow.getHandle(`order/${id}`).fetchHistory();
    const task = events?.find((event) => event.workflowTaskCompletedEventAttributes);
    return task?.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId === build;
  };
  for (const id of ids) {
    let pinned = false;
    await until(async () => {
      pinned = await isPinned(id).catch(() => false);
      return pinned;
    }, 60_000);
    expect({ id, pinned }).toEqual({ id, pinned: true });
  }
  return ids;
}

/** Moves an open order to the current build, as `temporal workflow update-options` does. */
async function moveToCurrent({ workflowService }: Temporal, id: number): Promise<void> {
  await workflowService.updateWorkflowExecutionOptions({
    namespace: 'default',
    workflowExecution: { workflowId: `order/${id}` },
    workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
    updateMask: { paths: ['versioning_override'] },
  });
}
