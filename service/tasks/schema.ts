import { z } from 'zod';
import { decimal, flag, id, idList, text } from '../http/coerce.ts';

export const lineDetails = z.array(z.object({ transactionline_id: id(), qty: decimal({ positive: true }).optional() }));

export const perform = z.object({
  order_id: idList(),
  line_details: lineDetails.optional(),
  partial: flag().optional(),
  carrier_id: id().nullish(),
  carrierservicelevel_id: id().nullish(),
  tracking_number: text(200).nullish(),
});
