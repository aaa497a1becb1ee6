import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printedText, printOrders, printoutOf } from '../../cli/print/print.ts';
import { savePdf } from '../../cli/print/save-pdf.ts';
import { readPdf } from '../printing/read-pdf.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { folderWith } from './import/folder.ts';

let service: TestService;
let shop: Shop;
beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
});
afterAll(() => service.close());

const connection = () => ({ url: service.url, apiKey: service.adminKey, temporalUi: undefined });
const messages: string[] = [];
const print = (orders: string[], kinds: string[] | null) =>
  printOrders(service.client, orders, kinds, (text) => void messages.push(text));

test('documents of several orders go into one file, and a missing document is listed with the next step', async () => {
  const part_id = await shop.part({}, 50);
  const ids = [await shop.issued([{ part_id, qty: 1 }]), await shop.issued([{ part_id, qty: 2 }])];
  for (const id of ids) await shop.done('/picklinebyorder', { order_id: [id] });
  const numbers = await Promise.all(ids.map(async (id) => (await shop.see(id)).number as string));
  const printed = await print(numbers, ['picklist', 'packingslip']);
  const to = join(folderWith({}), 'out.pdf');
  await savePdf(connection(), printoutOf(printed.documents), to);
  const { pages } = await readPdf(readFileSync(to));
  expect(pages.map((page) => page.match(/SO-\d+/)?.[0])).toEqual(numbers);
  const text = printedText(printed, to);
  expect(text).toMatch(
    new RegExp(`^No packing slip of ${numbers[0]}: No delivery of order ${numbers[0]} exists: make a ship first`),
  );
  expect(text).toMatch(/Printed to .*out\.pdf:\n {2}pick list P-\d+, document \d+\n/);
});

test('a file that cannot be written is reported, and leaves no part of a file', async () => {
  const part_id = await shop.part({}, 50);
  const id = await shop.issued([{ part_id, qty: 1 }]);
  await shop.done('/picklinebyorder', { order_id: [id] });
  const { documents, nothing } = await print([String(id)], null);
  expect(nothing).toEqual([]);
  const to = join(folderWith({}), 'missing', 'out.pdf');
  await expect(savePdf(connection(), printoutOf(documents), to)).rejects.toMatchObject({ exitCode: 1 });
  const there = join(folderWith({}), 'none.pdf');
  await expect(savePdf(connection(), '/bulkrun/999999/pdf', there)).rejects.toMatchObject({ code: 'record.unknown' });
  expect([existsSync(there), existsSync(`${there}.part`)]).toEqual([false, false]);
});
