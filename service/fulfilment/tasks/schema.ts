import { z } from 'zod';
import { decimal, flag, id, idList, list, omittable, text } from '../../platform/coercion/coerce.ts';

const lineDetail = z.object({ transactionline_id: id(), qty: omittable(decimal({ positive: true })) });

export const lineDetails = (least = 0) => list(lineDetail, { least, hint: 'do the work in several calls' });

export const perform = z
  .object({
    order_id: idList(),
    line_details: omittable(lineDetails()),
    partial: omittable(flag()),
    ignore_warnings: omittable(flag()),
    carrier_id: id().nullish(),
    carrierservicelevel_id: id().nullish(),
    tracking_number: text(200).nullish(),
  })
  .meta({ example: { order_id: [1] } });
