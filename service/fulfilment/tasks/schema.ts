import { z } from 'zod';
import { decimal, flag, id, identifier, idList, list, omittable, text } from '../../platform/coercion/coerce.ts';

const lineDetail = z.object({ transactionline_id: id(), qty: omittable(decimal({ positive: true })) });

export const lineDetails = (least = 0) => list(lineDetail, { least, hint: 'do the work in several calls' });

/** The most orders of one call: more share their statements no better (docs/measurements.md). */
const mostOrders = 16;

export const steps = z
  .object({
    orders: list(
      z.object({
        order_id: id(),
        steps: z
          .array(z.enum(['pick', 'pack', 'ship', 'pickup']))
          .min(1)
          .max(4),
        request_id: omittable(text(200).describe('The request that caused the steps, for the timeline of the order')),
        traceparent: omittable(text(100).describe('The place of these steps in the trace of the order (W3C)')),
      }),
      {
        least: 1,
        most: mostOrders,
        hint: 'do the steps in several calls',
      },
    ),
  })
  .meta({ example: { orders: [{ order_id: 1, steps: ['pick', 'pack'] }] } });

export const perform = z
  .object({
    order_id: idList(),
    line_details: omittable(lineDetails()),
    partial: omittable(flag()),
    ignore_warnings: omittable(flag()),
    carrier_id: id().nullish(),
    carrierservicelevel_id: id().nullish(),
    tracking_number: identifier(200).nullish(),
  })
  .meta({ example: { order_id: [1] } });
