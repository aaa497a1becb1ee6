import { z } from 'zod';
import { discountBody, feeBody, mostAmounts, mostLines } from '../orders/drafts/schema.ts';
import { amount, decimal, id, identifier, list, omittable } from '../platform/coercion/coerce.ts';

/** Bodies of quotes. Orders have the same limits. */

const divide = { hint: 'divide it into several quotes' };
const amountLimit = { most: mostAmounts, ...divide };
const amounts = { discounts: list(discountBody, amountLimit).nullish(), fees: list(feeBody, amountLimit).nullish() };

const line = z.object({
  linetype_id: id().nullish(),
  part_id: id().nullish(),
  qty: decimal({ scale: 6, digits: 9, positive: true }).nullish(),
  unit_price: amount().nullish(),
  ...amounts,
});

const lines = list(line, { most: mostLines, ...divide, inner: { names: ['discounts', 'fees'], most: mostAmounts } });

export const quoteLineBody = line;
export const quoteLineChange = line.partial();

export const quoteBody = z
  .object({
    number: identifier(50, { min: 1 }).nullish(),
    customer_id: id(),
    site_id: omittable(id()),
    total_tax: omittable(amount()),
    lines: lines.nullish(),
    ...amounts,
  })
  .meta({
    example: {
      customer_id: 1,
      lines: [{ part_id: 1, qty: 2, unit_price: 9.5, discounts: [{ discount_id: 1, amount: 0.75 }] }],
      fees: [{ fee_id: 1, amount: 4.9 }],
    },
  });
export const quoteChange = z.object({
  number: omittable(identifier(50, { min: 1 })),
  customer_id: omittable(id()),
  site_id: omittable(id()),
  total_tax: omittable(amount()),
  lines: omittable(lines),
  ...amounts,
});

export type QuoteLineBody = z.infer<typeof line>;
export type QuoteLineChange = z.infer<typeof quoteLineChange>;
export type QuoteBody = z.infer<typeof quoteBody>;
export type QuoteChange = z.infer<typeof quoteChange>;
