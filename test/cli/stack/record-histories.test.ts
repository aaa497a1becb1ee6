import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import { projectRoot } from '../../../config/root.ts';
import { autoworkWorkflowId } from '../../../workflows/contract/autowork.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import {
  openHistoryShop,
  type RecordedShop,
  wholeStackAutoworks,
  wholeStackKinds,
} from '../../histories/whole-stack.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { killLeftovers, type RunningStack, startStack, until } from '../../support/stack.ts';

// Runs only to record: `RECORD=<kind> npm test -- test/cli/stack/record-histories.test.ts`, or `RECORD=all`.
// test/histories/replay.test.ts replays the recorded histories.
const requested = process.env.RECORD;

let data: string;
let stack: RunningStack;
let shop: RecordedShop;

beforeAll(async () => {
  data = join(mkdtempSync(join(tmpdir(), 'conveyor-record-')), 'data');
  const port = await threeFreePorts();
  const config = join(projectRoot, 'test', 'support', 'history-shop-config.yaml');
  stack = await startStack(data, port, { CONVEYOR_CONFIG: config });
  const { admin } = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
  const temporal = new Temporal({ connection: await Connection.connect({ address: `127.0.0.1:${port + 1}` }) });
  const { url } = stack;
  shop = { ...(await openHistoryShop(createClient({ url, apiKey: admin.api_key }))), temporal, url };
});

afterAll(async () => {
  await shop?.temporal.connection.close();
  await shop?.client.close();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  rmSync(dirname(data), { recursive: true, force: true });
});

for (const [what, driveOrder] of Object.entries(wholeStackKinds)) {
  const kind = `whole-stack-${what}`;
  test.skipIf(requested !== 'all' && requested !== kind)(
    `the history of an order on the whole stack, ${what}`,
    async () => {
      const id = await driveOrder(shop);
      const status = async () => (await shop.client.salesorder.progress(id)).status;
      await until(async () => (await status()) === 'Fulfilled');
      expect(await status()).toBe('Fulfilled');
      recordHistory(kind, await historyOf(shop.temporal.workflow.getHandle(orderWorkflowId(id))));
    },
  );
}

for (const [what, requestAutowork] of Object.entries(wholeStackAutoworks)) {
  const kind = `whole-stack-autowork-${what}`;
  test.skipIf(requested !== 'all' && requested !== kind)(
    `the history of an autowork on the whole stack, ${what}`,
    async () => {
      const id = await requestAutowork(shop);
      recordHistory(kind, await historyOf(shop.temporal.workflow.getHandle(autoworkWorkflowId(id))));
    },
  );
}
