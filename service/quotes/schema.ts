import { z } from 'zod';
import { decimal, id, text } from '../http/coerce.ts';

const line = z.object({
  linetype_id: id().nullish(),
  part_id: id().nullish(),
  qty: decimal({ scale: 6, digits: 9, positive: true }).nullish(),
  unit_price: decimal({ scale: 6, digits: 9 }).nullish(),
});

export const quoteBody = z.object({
  number: text(50, { min: 1 }).nullish(),
  customer_id: id(),
  lines: z.array(line).nullish(),
});
export const quoteChange = z.object({
  number: text(50, { min: 1 }).optional(),
  customer_id: id().optional(),
  lines: z.array(line).optional(),
});

export type QuoteLineBody = z.infer<typeof line>;
export type QuoteBody = z.infer<typeof quoteBody>;
export type QuoteChange = z.infer<typeof quoteChange>;
