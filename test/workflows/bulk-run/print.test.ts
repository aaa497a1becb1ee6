import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { readPdf } from '../../lib/printing/read-pdf.ts';
import type { Shop } from '../../support/shop.ts';
import type { TestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';
import { summaries, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

let service: TestService;
let shop: Shop;
let temporal: Client;

const engine = await untilEnd(wholeEngine({ worker: false, relay: false }));
({ testService: service, shop, temporal } = engine);

test('a bulk run prints 109 pick lists, and one PDF has all of them in the order of the run', async () => {
  const part_id = await shop.part({}, 1_000);
  const ids: number[] = [];
  while (ids.length < 110) ids.push(await shop.issued([{ part_id, qty: 1 }]));
  for (const id of ids.slice(0, 109)) await shop.done('/picklinebyorder', { order_id: [id] });
  // The run needs no workflow of an order.
  await service.sql.query('delete from outbox');
  await engine.startWorker();
  const { id } = await shop.done('/bulkrun', { order_id: ids, action: 'print' });
  const see = () => shop.get(`/bulkrun/${id}`);
  await until(async () => (await see()).state === 'done', 'the end of the run');
  expect(await see()).toMatchObject({ total: 110, done: 109, skipped: 1, failed: 0 });

  const numbers = (await shop.get(`/bulkrun/${id}/order?sort=unit,id&perPage=100&embed=order`)).data.map(
    ({ order }: { order: { number: string } }) => order.number,
  );
  const { pages } = await readPdf((await service.client.bulkrun.pdf(id)) as Uint8Array);
  expect(pages).toHaveLength(109);
  expect(pages.slice(0, 100).map((page) => page.match(/SO-\d+/)?.[0])).toEqual(numbers);

  const handle = temporal.workflow.getHandle(bulkRunWorkflowId(id));
  await handle.result();
  expect(await (await handle.describe()).staticSummary()).toBe(`Bulk run ${id} · Print documents of 110 orders`);
  const { events } = await handle.fetchHistory();
  expect(summaries(events!)).toContain('Print documents of 100 orders, 0 of 110');

  const again = await shop.done('/bulkrun', { order_id: ids, action: 'print' });
  await until(async () => (await shop.get(`/bulkrun/${again.id}`)).state === 'done', 'the end of the second run');
  expect(await shop.get(`/bulkrun/${again.id}`)).toMatchObject({ done: 0, skipped: 110 });
});
