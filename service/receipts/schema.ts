import { z } from 'zod';
import * as records from '../../records/receipt.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { decimal, flag, id, identifier, list, omittable, siteTime, text } from '../platform/coercion/coerce.ts';

/** The most lines of a receipt, and of one request. */
const mostLines = 3_000;
const limit = { most: mostLines, hint: 'divide it into several receipts' };

const lines = list(bodyOf(records.receiptline, 'create'), limit);

export const receiptBody = bodyOf(records.receipt, 'create')
  .extend({ lines: lines.nullish() })
  .meta({ example: { supplier: 'Exotic Liquids', external_id: 'PO-4711', lines: [{ part_id: 1, qty: 12 }] } });
export const receiptChange = bodyOf(records.receipt, 'change').extend({ lines: omittable(lines) });
export type ReceiptBody = z.infer<typeof receiptBody>;
export type ReceiptChange = z.infer<typeof receiptChange>;

/** Units that came in: of a line, of a part, or of the part that a scanned code names. */
const entry = z
  .object({
    line_id: omittable(id().describe('The line. Default: the open lines of the part, the first one first')),
    part_id: omittable(id()),
    code: omittable(text(500, { min: 1 }).describe('A scanned code: a number or a upc of a part, or a GS1 code')),
    qty: omittable(decimal({ positive: true }).describe('Default: what the code counts, or one unit')),
    location_id: omittable(id().describe('Where the units are put. Default: the place that `/putaway` proposes')),
    lot: identifier(100).nullish(),
    serial: identifier(100).nullish(),
    expires_on: siteTime('date').nullish(),
  })
  .refine(({ line_id, part_id, code }) => [line_id, part_id, code].filter((one) => one !== undefined).length === 1, {
    message: 'must name one of line_id, part_id, code',
  });
export type EntryBody = z.infer<typeof entry>;

export const receiveBody = z
  .object({
    lines: list(entry, { least: 1, most: mostLines, hint: 'send several requests' }),
    over: omittable(flag().describe('Receive more than is expected and tolerated')),
    add_lines: omittable(flag().describe('Add lines for parts that are not expected')),
  })
  .meta({ example: { lines: [{ line_id: 1, qty: 12, location_id: 1 }] } });
export type ReceiveBody = z.infer<typeof receiveBody>;
