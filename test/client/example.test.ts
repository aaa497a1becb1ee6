import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { testService } from '../support/test-service.ts';
import { heldByCustomer, takeOver } from './example.ts';
import { createTestContext } from './interface/context.ts';

const service = await testService();
const call = await createTestContext(service);

test('the example of docs/client.md is this one', () => {
  const example = readFileSync(join(projectRoot, 'test/client/example.ts'), 'utf8');
  const [, shown] = /```ts\n(import \{ type Client[\s\S]*?)```/.exec(
    readFileSync(join(projectRoot, 'docs/client.md'), 'utf8'),
  )!;
  expect(shown).toBe(example.replace('../../client/client.ts', 'conveyor-client'));
});

test('an order is imported once and issued, and held after a shortage', async () => {
  const { client } = call;
  const { id: customerId } = await client.customer.create({ type: 'Company', name: 'Königlich Essen' });
  const address = { name: 'Königlich Essen', address_1: 'Maubelstr. 90', city: 'Brandenburg', country: 'DE' };
  await client.customer.address.create(customerId, { ...address, postal_code: '14776' });
  const [there, short] = [await call.part(5), await call.part(1)];
  const sold = { id: '1017', customerId, parts: new Map([[there.number, 2]]) };
  const { id, lines } = await takeOver(client, sold);
  expect(lines).toEqual([`2 × ${there.name}`]);
  expect((await takeOver(client, sold)).id).toBe(id);
  expect((await client.salesorder.get(id, { embed: 'status' })).status.name).toBe('Issued');

  const late = await takeOver(client, { id: '1018', customerId, parts: new Map([[short.number, 4]]) });
  const order = await client.salesorder.get(late.id);
  expect(order.hold_reason).toContain(short.number);
  expect(await heldByCustomer(client)).toEqual(new Map([['Königlich Essen', order.total]]));
});
