import { z } from 'zod';
import * as records from '../../records/return-order.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { choice, decimal, id, identifier, list, omittable, text } from '../platform/coercion/coerce.ts';

/** Bodies of return orders. Quantities are in units of the part, except those of a new return: they are in units of the order line. */

/** As many as an order has lines. */
const mostLines = 3_000;
const limit = { most: mostLines, least: 1, hint: 'divide them into several requests' };
const qty = () => decimal({ positive: true, scale: 6, digits: 9 });

const requestedLine = bodyOf(records.returnorderline, 'create').extend({ qty: qty() });

export const returnBody = bodyOf(records.returnorder, 'create')
  .extend({ lines: list(requestedLine, limit) })
  .meta({ example: { salesorder_id: 1, reason: 'Too small', lines: [{ line_id: 1, qty: 2, condition: 'opened' }] } });
export type ReturnBody = z.infer<typeof returnBody>;

export const returnChange = bodyOf(records.returnorder, 'change')
  .extend({ lines: omittable(list(requestedLine, limit)) })
  .meta({ example: { reason: 'Too small', lines: [{ line_id: 1, qty: 1 }] } });
export type ReturnChange = z.infer<typeof returnChange>;

const authorisedLine = z.object({ line_id: id(), qty: decimal({ scale: 6, digits: 9 }) });

/** The quantities to authorise; without `lines` all that was requested. */
export const authoriseBody = z
  .object({ lines: omittable(list(authorisedLine, limit)) })
  .meta({ example: { lines: [{ line_id: 1, qty: 1 }] } });
export type AuthoriseBody = z.infer<typeof authoriseBody>;

export const decisionBody = z
  .object({ decision: omittable(text(200)) })
  .meta({ example: { decision: 'Outside of the return window' } });
export type DecisionBody = z.infer<typeof decisionBody>;

const arrival = z
  .object({
    line_id: omittable(id()),
    part_id: omittable(id()),
    qty: omittable(qty()),
    lot: identifier(100).nullish(),
    serial: identifier(100).nullish(),
    condition: omittable(text(50)),
    note: omittable(text(1000)),
  })
  .refine((line) => line.line_id ?? line.part_id, { path: ['line_id'], message: 'is required, or part_id' });

/** Scanned units, and the location where they wait for their inspection. By default, the return names it. */
export const receiveBody = z
  .object({ location_id: omittable(id()), lines: list(arrival, limit) })
  .meta({ example: { lines: [{ part_id: 1, qty: 2, condition: 'damaged' }] } });
export type ReceiveBody = z.infer<typeof receiveBody>;

const outcome = z.object({
  unit_id: id(),
  outcome: choice(...records.outcomes),
  qty: omittable(qty()),
  location_id: omittable(id()),
  reason: omittable(text(200)),
});

export const inspectBody = z.object({ units: list(outcome, limit) }).meta({
  example: {
    units: [
      { unit_id: 1, outcome: 'restock', qty: 1, location_id: 1 },
      { unit_id: 1, outcome: 'scrap', qty: 1, reason: 'water damage' },
    ],
  },
});
export type InspectBody = z.infer<typeof inspectBody>;
