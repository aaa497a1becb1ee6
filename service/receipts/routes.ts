import { z } from 'zod';
import { omittable, text } from '../platform/coercion/coerce.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { recordId } from '../platform/ids/ids.ts';
import { recordEndpoint } from '../platform/routes/record-endpoint.ts';
import { recordRoutes } from '../platform/routes/record-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { cancelReceipt, changeReceipt, closeReceipt, createReceipt, deleteReceipt } from './operations.ts';
import { proposePlaces } from './put-away.ts';
import { receiveGoods } from './receive.ts';
import { receipt } from './resource.ts';
import { receiptBody, receiptChange, receiveBody } from './schema.ts';

const received = z.object({
  received: z
    .array(
      z.object({
        line_id: recordId(),
        part_id: recordId(),
        location_id: recordId(),
        qty: z.number(),
        lot: z.string().nullable(),
        serial: z.string().nullable(),
        movement_id: recordId(),
      }),
    )
    .describe('The received units, each with its place'),
});

const differences = z.object({
  differences: z
    .array(
      z.object({
        line_id: recordId(),
        part_id: recordId(),
        part: z.string().meta({ example: 'TEA-ASSAM' }),
        expected: z.number().nullable().describe('Null for a part that was not expected'),
        received: z.number(),
      }),
    )
    .describe('The lines whose received quantity is another than the expected one'),
});

const places = z.array(
  z
    .object({
      line_id: recordId(),
      part_id: recordId(),
      part: z.string().meta({ example: 'TEA-ASSAM' }),
      qty: z.number().describe('The quantity of the line that is still expected'),
      location_id: recordId().nullable(),
      location: z
        .string()
        .nullable()
        .describe('Null where no rule names a place, and the site never had the part')
        .meta({ example: 'A-01-1' }),
    })
    .meta({ title: 'PutAwayPlace' }),
);

export const routes: Endpoint[] = [
  ...recordRoutes(receipt, {
    create: {
      description:
        'The lines have the expected quantities. A receipt without lines is blind: it takes every part. The default of the site is your current site.',
      body: receiptBody,
      answer: { again: true },
      operation: createReceipt,
    },
    change: {
      description: '`lines` replaces all lines, as long as nothing was received.',
      body: receiptChange,
      errors: ['receipt.state', 'receipt.in-transit'],
      operation: changeReceipt,
    },
    remove: {
      description: 'A receipt can be deleted before its first goods come in.',
      errors: ['receipt.state', 'receipt.in-transit'],
      operation: deleteReceipt,
    },
  }),
  recordEndpoint(receipt, 'GET putaway', {
    summary: 'Propose where the goods of a receipt are put',
    description:
      "One entry for each line that is open: the place that `receiving:` in the operators' file names, or else the one that has most of the part, or that had it last.",
    returns: places,
    handle: async ({ database, params, services }) => ({
      value: await proposePlaces(database.readPool, params.id, services.configuration.receiving.putAway),
    }),
  }),
  recordEndpoint(receipt, 'POST receive', {
    summary: 'Receive goods: they are in stock, and orders that wait get them',
    description:
      'An entry names a line, a part or a scanned code. A GS1 code also has the lot, the serial number, the expiry date and the count. Everything happens in one transaction. More than is expected and tolerated needs `over`, and a part that is not expected needs `add_lines`.',
    body: receiveBody,
    returns: receipt,
    errors: [
      'receipt.state',
      'receipt.over',
      'receipt.unexpected',
      'record.exists',
      'reference.unknown',
      'tracking.required',
      'tracking.mismatch',
    ],
    answer: { embeds: ['lines'], adds: received },
    handle: async (call) => {
      const { id } = call.params;
      const settings = call.services.configuration.receiving;
      return { record: receipt, id, with: { received: await receiveGoods(call, { id, body: call.body, settings }) } };
    },
  }),
  recordEndpoint(receipt, 'POST close', {
    summary: 'Close a receipt: nothing more comes in with it',
    description:
      'The answer has the differences. Units that a transfer order sent and that did not come in are lost: then `reason` is required. Repeating the request changes nothing.',
    body: z
      .object({ reason: omittable(text(500, { min: 1 }).describe('Why units that were sent are lost')) })
      .meta({ example: { reason: 'Damaged on the way' } }),
    returns: receipt,
    errors: ['receipt.state'],
    answer: { embeds: ['lines'], adds: differences },
    handle: async (call) => {
      const { id } = call.params;
      const { reason = null } = call.body;
      return { record: receipt, id, with: { differences: await closeReceipt(call, { id, reason }) } };
    },
  }),
  recordEndpoint(receipt, 'POST cancel', {
    summary: 'Cancel a receipt before its first goods',
    description: 'Repeating the request changes nothing.',
    returns: receipt,
    errors: ['receipt.state', 'receipt.in-transit'],
    handle: async (call) => {
      const { id } = call.params;
      await cancelReceipt(call, id);
      return { record: receipt, id };
    },
  }),
  timelineRoute(receipt, 'order_id'),
];
