import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDrafts } from '../../../tools/bench/support/drafts.ts';
import { testService } from '../../support/test-service.ts';

const config = readFileSync(new URL('../../../tools/bench/orders-config.yaml', import.meta.url), 'utf8');
const { client } = await testService({ config });

test('the orders of the measurements are issued without a warning', async () => {
  const createDrafts = await openDrafts(client);
  for (const id of await createDrafts('bench', 2)) await client.salesorder.issue(id);
  const { data } = await client.salesorder.list({ where: { status_id: 2 } });
  expect(data).toHaveLength(2);
});
