import { z } from 'zod';
import { amount, decimal, id, list, omittable, text } from '../platform/coercion/coerce.ts';

/** Greatest number of lines of a quote, as of an order. */
export const mostLines = 3_000;

const line = z.object({
  linetype_id: id().nullish(),
  part_id: id().nullish(),
  qty: decimal({ scale: 6, digits: 9, positive: true }).nullish(),
  unit_price: amount().nullish(),
});

const lines = list(line, { most: mostLines, hint: 'divide it into several quotes' });

export const quoteLineBody = line;
export const quoteLineChange = line.partial();

export const quoteBody = z.object({
  number: text(50, { min: 1 }).nullish(),
  customer_id: id(),
  lines: lines.nullish(),
});
export const quoteChange = z.object({
  number: omittable(text(50, { min: 1 })),
  customer_id: omittable(id()),
  lines: omittable(lines),
});

export type QuoteLineBody = z.infer<typeof line>;
export type QuoteLineChange = z.infer<typeof quoteLineChange>;
export type QuoteBody = z.infer<typeof quoteBody>;
export type QuoteChange = z.infer<typeof quoteChange>;
