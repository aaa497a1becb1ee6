import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, test } from 'vitest';
import type { DeliverInput, DeliverResult } from '../../../activities/webhook/activities.ts';
import { configurationSchema } from '../../../config/schema.ts';
import { decideRetry } from '../../../service/webhooks/retry.ts';
import { workflowBundle } from '../../../worker/bundle.ts';
import { webhookQueue } from '../../../workflows/contract/task-queues.ts';
import { deliveryStart } from '../../../workflows/contract/webhook.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { connectToNamespace, testNamespace } from '../support/test-namespace.ts';

const { attempts, retry_every } = configurationSchema.parse({}).webhooks;
const rules = {
  attempts,
  retryEverySeconds: retry_every,
  switchOffAfterSeconds: null,
  switchOffOn410: false,
  followRetryAfter: false,
};

// Takes ten minutes, as the retries do, and so runs only to record a history:
// `RECORD=webhook-three-attempts npx vitest run --project engine test/workflows/webhook/record.test.ts`.
test.runIf(process.env.RECORD === 'webhook-three-attempts')(
  'a delivery that fails three times, five minutes apart',
  { timeout: 900_000 },
  async () => {
    const { address, namespace } = await testNamespace();
    const client = await connectToNamespace();
    const connection = await NativeConnection.connect({ address });
    const deliver = async ({ attempt }: DeliverInput): Promise<DeliverResult> => {
      const { outcome, againInSeconds } = decideRetry({ status: 500 }, { attempt, failingForSeconds: 0 }, rules);
      return { outcome, againInSeconds };
    };
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: webhookQueue,
      workflowBundle: await workflowBundle(),
      activities: { deliver },
    });
    const input = {
      delivery: 1,
      webhook: 1,
      event: 'salesorder.issued',
      object: 1012,
      url: 'https://shop.example/conveyor',
      again: false,
    };
    await worker.runUntil(async () => {
      const handle = await client.workflow.start('webhook', deliveryStart('webhook/1/1', input));
      expect(await handle.result()).toEqual({ outcome: 'failed', attempts: 3 });
      recordHistory('webhook-three-attempts', await historyOf(handle));
    });
    await client.connection.close();
    await connection.close();
  },
);
