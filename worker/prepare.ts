import type { Logger } from 'pino';
import { Failure } from '../lib/failure.ts';
import type { TemporalConnection } from './connection.ts';
import { type PolledQueue, registerBuild, type WorkerVersion } from './deployment.ts';
import { prepareNamespace } from './namespace.ts';

export interface PrepareOptions {
  /** The build of the worker; undefined where builds do not run beside each other. */
  readonly version: (WorkerVersion & { readonly queues: readonly PolledQueue[] }) | undefined;
  /** Raises a shorter retention of the namespace to these days; undefined leaves it unchanged. */
  readonly retentionDays: number | undefined;
}

/** Prepares the namespace of a worker as far as its permissions allow, and logs the changes that an administrator has to make. */
export async function prepare(
  { connection, namespace }: TemporalConnection,
  logger: Logger,
  { version, retentionDays }: PrepareOptions,
): Promise<void> {
  const { changes, demands, retentionDays: days } = await prepareNamespace(connection, namespace, retentionDays);
  if (changes.length > 0) logger.info(`Created in namespace ${namespace}: ${changes.join('; ')}`);
  if (days !== null) logger.info(`Namespace ${namespace} keeps histories of closed workflows for ${days} days`);
  if (demands.length > 0) {
    logger.error(
      { demands },
      `Orders wait until an administrator of Temporal changes namespace ${namespace}:\n${demands.join('\n')}`,
    );
  }
  if (!version) return;
  const current = await registerBuild({ connection, namespace }, version, version.queues);
  if (current === version.build) return;
  const { deployment, build, isControlled } = version;
  if (isControlled) {
    logger.info(`Build ${build} of ${deployment} takes no new work yet: the controller of the deployment decides.`);
    return;
  }
  logger.warn(`Build ${build} of ${deployment} takes no new work yet; build ${current} does. See "conveyor rollout".`);
}

/**
 * Returns the days of `CONVEYOR_RETENTION_DAYS`.
 * @throws Failure for a text that is no number of days
 */
export function retentionDaysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Failure(`CONVEYOR_RETENTION_DAYS is "${text}": set it to a number of days, such as 30, or unset it.`);
}
