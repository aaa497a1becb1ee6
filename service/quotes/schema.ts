import type { z } from 'zod';
import * as records from '../../records/quote.ts';
import { discountBody, feeBody, mostAmounts, mostLines, taxBody } from '../orders/drafts/schema.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { list, omittable } from '../platform/coercion/coerce.ts';

/** Bodies of quotes. Orders have the same limits. */

const divide = { hint: 'divide it into several quotes' };
const amountLimit = { most: mostAmounts, ...divide };
const amounts = {
  discounts: list(discountBody, amountLimit).nullish(),
  fees: list(feeBody, amountLimit).nullish(),
  taxes: list(taxBody, amountLimit).nullish(),
};

const line = bodyOf(records.quoteline, 'create').extend(amounts);

const lines = list(line, {
  most: mostLines,
  ...divide,
  inner: { names: ['discounts', 'fees', 'taxes'], most: mostAmounts },
});

export const quoteLineBody = line;
export const quoteLineChange = line.partial();

export const quoteBody = bodyOf(records.quote, 'create')
  .extend({ lines: lines.nullish(), ...amounts })
  .meta({
    example: {
      customer_id: 1,
      lines: [
        {
          part_id: 1,
          qty: 2,
          unit_price: 9.5,
          discounts: [{ discount_id: 1, amount: 0.75 }],
          taxes: [{ name: 'VAT', rate: 19, amount: 3.33 }],
        },
      ],
      fees: [{ fee_id: 1, amount: 4.9 }],
    },
  });
export const quoteChange = bodyOf(records.quote, 'change').extend({ lines: omittable(lines), ...amounts });

export type QuoteLineBody = z.infer<typeof line>;
export type QuoteLineChange = z.infer<typeof quoteLineChange>;
export type QuoteBody = z.infer<typeof quoteBody>;
export type QuoteChange = z.infer<typeof quoteChange>;
