import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  assertUsage,
  printCommandSheet,
  printedText,
  printOrders,
  printoutOf,
  sendDocuments,
} from '../../cli/print/print.ts';
import { savePdf } from '../../cli/print/save-pdf.ts';
import { standInPrinter } from '../lib/printing/printers/stand-in-printers.ts';
import { readPdf } from '../lib/printing/read-pdf.ts';
import { openShop } from '../support/shop.ts';
import { startTestService } from '../support/test-service.ts';
import { untilEnd } from '../support/until-end.ts';
import { folderWith } from './import/folder.ts';

/** The printer's answer to the next jobs. */
let status = () => 200;
const printer = await untilEnd(standInPrinter(() => ({ status: status() })));
const service = await untilEnd(startTestService({ config: `printers: { Bench: { url: "http://${printer.host}/" } }` }));
const shop = await openShop(service);

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

test('documents go to a printer, and a failure says which ones it took', async () => {
  const sheets = await Promise.all([printCommandSheet(service.client), printCommandSheet(service.client)]);
  const documents = sheets.flatMap((sheet) => sheet.documents);
  await sendDocuments(service.client, documents, 'Bench');
  expect(printer.requests).toHaveLength(2);
  expect(printedText(sheets[0]!, 'printer Bench')).toBe(
    `Printed to printer Bench:\n  sheet Command codes, document ${documents[0]!.id}\n`,
  );
  const answers = [200, 503];
  status = () => answers.shift() ?? 200;
  const [first, second] = documents.map(({ id }) => id);
  await expect(sendDocuments(service.client, documents, 'Bench')).rejects.toThrow(
    `Documents ${first} were printed, and document ${second} was not: Printer Bench answered 503. Nothing was printed.`,
  );
  await expect(sendDocuments(service.client, documents, 'None')).rejects.toMatchObject({ code: 'reference.unknown' });
});

test.each([
  [['S-1'], {}, /--to with a file, or --printer/],
  [['S-1'], { to: 'a.pdf', printer: 'Bench' }, /--to with a file, or --printer/],
  [[], { to: 'a.pdf' }, /the orders to print/],
  [['S-1'], { to: 'a.pdf', kinds: ['commandsheet'] }, /of no order/],
  [[], { to: 'a.pdf', kinds: ['commandsheet', 'picklist'] }, /without other kinds/],
] as const)('print %j with %j is refused', (orders, options, why) => {
  const usage = { to: undefined, printer: undefined, kinds: null, ...options };
  expect(() => assertUsage(orders, usage)).toThrow(why);
});
