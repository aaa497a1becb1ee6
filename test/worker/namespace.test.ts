import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { expect, inject, test } from 'vitest';
import { prepareNamespace } from '../../worker/namespace.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { searchAttributeNames } from '../../workflows/contract/search-attribute-types.ts';
import { startTestService } from '../support/test-service.ts';
import { untilEnd } from '../support/until-end.ts';
import { automatic, orderInput, until } from '../workflows/support/engine.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';
import { testRelay } from '../workflows/support/whole-engine.ts';

const day = 24 * 60 * 60;
const keyword = 2;
const int = 3;

const connection = await untilEnd(Connection.connect({ address: inject('temporalAddress') }));

/** Registers a namespace that keeps histories for three days, as a shared server may have it. */
async function register(): Promise<string> {
  const namespace = `test-${randomUUID()}`;
  const workflowExecutionRetentionPeriod = { seconds: 3 * day } as never;
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  return namespace;
}

async function retentionOf(namespace: string): Promise<number> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / day;
}

test('search attributes are Keywords alone, and the retention of the namespace stays as it is', async () => {
  const namespace = await register();
  const { changes, demands, retentionDays } = await prepareNamespace(connection, namespace);
  expect([changes, demands, retentionDays]).toEqual([[`search attributes ${searchAttributeNames.join(', ')}`], [], 3]);
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  expect(searchAttributeNames.map((name) => customAttributes[name])).toEqual(searchAttributeNames.map(() => keyword));
  expect(await retentionOf(namespace)).toBe(3);
  expect((await prepareNamespace(connection, namespace)).changes).toEqual([]);
});

test('a worker raises the retention if that is requested, and never lowers it', async () => {
  const namespace = await register();
  expect((await prepareNamespace(connection, namespace, 30)).changes).toContain('retention of 30 days');
  expect(await retentionOf(namespace)).toBe(30);
  expect((await prepareNamespace(connection, namespace, 7)).changes).toEqual([]);
  expect(await retentionOf(namespace)).toBe(30);
});

test('a search attribute of another type is reported with the commands that replace it', async () => {
  const namespace = await register();
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: { BulkRun: int } });
  const { changes, demands } = await prepareNamespace(connection, namespace);
  expect(changes).toEqual(['search attributes CustomerId, OrderId, Step, Carrier, RuleSet, Outcome, Reason']);
  expect(demands).toEqual([
    `The search attribute BulkRun of namespace ${namespace} is of type Int and must be Keyword: ` +
      `temporal operator search-attribute remove --namespace ${namespace} --name BulkRun --yes && ` +
      `temporal operator search-attribute create --namespace ${namespace} --name BulkRun --type Keyword`,
  ]);
  // The effect of the commands.
  await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes: ['BulkRun'] });
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: { BulkRun: keyword } });
  expect((await prepareNamespace(connection, namespace)).demands).toEqual([]);
});

test('a start that lacks a search attribute says which one, and the command that creates it', async () => {
  const namespace = await register();
  const service = await startTestService();
  const client = new Client({ connection, namespace });
  const relay = testRelay(service, client);
  const input = orderInput(automatic);
  await service.sql.query(`insert into outbox (workflow_id, kind, payload) values ($1, 'start', $2)`, [
    orderWorkflowId(input.orderId),
    JSON.stringify(input),
  ]);
  const error = async () => (await service.sql.query('select last_error from outbox')).rows[0]?.last_error;
  await until(async () => Boolean(await error()), 'the failure');
  expect(await error()).toMatch(/search attribute (\w+)\b.*create --namespace NAMESPACE --name \1 --type Keyword$/s);
  await prepareNamespace(connection, namespace);
  await until(async () => (await service.sql.query('select 1 from outbox')).rowCount === 0, 'the order to start');
  await client.workflow.getHandle(orderWorkflowId(input.orderId)).terminate();
  await relay.stop();
  await service.close();
});

test('a server that reads its namespaces every two seconds takes an order as soon as its search attributes are made', async () => {
  const server = await OwnTemporal.start();
  const own = await Connection.connect({ address: server.address });
  try {
    const namespace = `test-${randomUUID()}`;
    const workflowExecutionRetentionPeriod = { seconds: 3 * day } as never;
    await own.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    await until(
      async () => (await prepareNamespace(own, namespace)).changes.length > 0,
      'its search attributes are made',
    );
    const client = new Client({ connection: own, namespace });
    const searchAttributes = { CustomerId: ['7'], Outcome: ['working'] };
    await client.workflow.start('order', { taskQueue: 'nobody', workflowId: 'order/1', searchAttributes });
    const { searchAttributes: kept } = await client.workflow.getHandle('order/1').describe();
    expect(kept.CustomerId).toEqual(['7']);
  } finally {
    await own.close();
    await server.kill();
  }
});
