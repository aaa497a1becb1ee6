import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { expect, inject } from 'vitest';
import { prepareNamespace } from '../../../worker/namespace.ts';

/** A place on a Temporal server. */
export interface TestNamespace {
  readonly address: string;
  readonly namespace: string;
}

/** The namespaces by test file: several files share a process and its modules. */
const registered = new Map<string | undefined, Promise<TestNamespace>>();

/**
 * Returns a namespace on the shared Temporal server for this test file alone. Test files run side by side, and their workers
 * poll task queues of the same names: a namespace keeps their orders apart.
 */
export function testNamespace(): Promise<TestNamespace> {
  const file = expect.getState().testPath;
  const namespace = registered.get(file) ?? registerNamespace();
  registered.set(file, namespace);
  return namespace;
}

/**
 * Connects to the namespace of this test file, or to another one, and sets `TEMPORAL_ADDRESS` and `TEMPORAL_NAMESPACE` so that
 * workers of this process and of its child processes connect to it as well.
 * @returns a client; the caller closes its connection
 */
export async function connectToNamespace(place?: TestNamespace, dataConverter?: DataConverter): Promise<Client> {
  const { address, namespace } = place ?? (await testNamespace());
  process.env.TEMPORAL_ADDRESS = address;
  process.env.TEMPORAL_NAMESPACE = namespace;
  return new Client({ connection: await Connection.connect({ address }), namespace, dataConverter });
}

/** Returns a new namespace, which has no workflows. */
export async function registerNamespace(): Promise<TestNamespace> {
  const place = { address: inject('temporalAddress'), namespace: `test-${randomUUID()}` };
  const connection = await Connection.connect({ address: place.address });
  const retention = { seconds: 24 * 60 * 60 } as never;
  await connection.workflowService.registerNamespace({
    namespace: place.namespace,
    workflowExecutionRetentionPeriod: retention,
  });
  await prepareNamespace(connection, place.namespace);
  await connection.close();
  return place;
}
